"""How every command answers: its own exit code, or bad input with one sentence and 2."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

from skat_gym.extras import installation


def answered(name: str, work: Callable[[], object]) -> int:
    """Runs a command and returns its exit code: its own, 0 if it has none, 2 after bad input.

    >>> answered("count", lambda: print("three"))
    three
    0
    """
    try:
        code = work()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130
    except (ValueError, OSError, ImportError, EOFError) as error:
        print(f"{name}: {_sentence(error)}", file=sys.stderr)
        return 2
    return code if isinstance(code, int) else 0


def _sentence(error: Exception) -> str:
    if isinstance(error, ModuleNotFoundError):
        name = error.name or "that is missing"
        return f"this needs the package {name}: {installation(name)}"
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    return " ".join(str(error).split())
