"""How every command of the training answers: bad input with one sentence and exit code 2."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import tyro

Args = TypeVar("Args")


def run(
    main: Callable[[Args], object],
    kind: type[Args],
    about: str | None,
    words: Sequence[str] | None = None,
) -> int:
    """Reads a command's arguments, runs it and returns the exit code."""
    return answered(main, tyro.cli(kind, description=about, args=words))


def answered(main: Callable[[Args], object], args: Args) -> int:
    """Runs a command; returns the exit code: its own if it has one, 0 well, 2 bad input."""
    try:
        code = main(args)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130
    except (ValueError, OSError, ImportError, EOFError) as error:
        print(f"{_name(main)}: {_sentence(error)}", file=sys.stderr)
        return 2
    return code if isinstance(code, int) else 0


def _name(main: Callable[..., object]) -> str:
    """The command's file: a module that is run is called __main__, its file is not."""
    module = sys.modules[main.__module__]
    return Path(module.__file__ or main.__module__).stem


def _sentence(error: Exception) -> str:
    if isinstance(error, ModuleNotFoundError):
        return f"this needs the package {error.name}: pip install {error.name}"
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    return " ".join(str(error).split())
