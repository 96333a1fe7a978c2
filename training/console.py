"""How every command of the training answers: bad input with one sentence and exit code 2."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import tyro

from skat_gym import exit_code

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
    return exit_code.answered(_name(main), lambda: main(args))


def _name(main: Callable[..., object]) -> str:
    """The command's file: a module that is run is called __main__, its file is not."""
    module = sys.modules[main.__module__]
    return Path(module.__file__ or main.__module__).stem
