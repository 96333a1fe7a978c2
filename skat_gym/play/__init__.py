"""A person's table: a match against policies on a web page or in a terminal, or one to watch."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from skat_gym.play.archive import Archive
    from skat_gym.play.auto import play_auto
    from skat_gym.play.human_play import HumanPlay
    from skat_gym.play.match_options import MatchOptions
    from skat_gym.play.match_table import MatchTable
    from skat_gym.play.session import Session
    from skat_gym.play.terminal import Terminal
    from skat_gym.play.terminal_match import play_terminal

__all__ = [
    "Archive",
    "HumanPlay",
    "MatchOptions",
    "MatchTable",
    "Session",
    "Terminal",
    "play_auto",
    "play_terminal",
]

_LAZY = {
    "Archive": "archive",
    "HumanPlay": "human_play",
    "MatchOptions": "match_options",
    "MatchTable": "match_table",
    "Session": "session",
    "Terminal": "terminal",
    "play_auto": "auto",
    "play_terminal": "terminal_match",
}


def __getattr__(name: str) -> Any:
    # the page needs neither the terminal nor Gymnasium, nor the solver before its first decision
    if name in _LAZY:
        return getattr(import_module(f"{__name__}.{_LAZY[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
