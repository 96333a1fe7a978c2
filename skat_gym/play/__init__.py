"""A person's table: a match against policies on a web page or in a terminal, or one to watch."""

from skat_gym.play.archive import Archive
from skat_gym.play.auto import play_auto
from skat_gym.play.human_play import HumanPlay
from skat_gym.play.match_options import MatchOptions
from skat_gym.play.match_table import MatchTable
from skat_gym.play.play_terminal import play_terminal
from skat_gym.play.session import Session
from skat_gym.play.terminal import Terminal

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
