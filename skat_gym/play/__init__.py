"""A person's table: a match against policies in the terminal, or policies to watch."""

from skat_gym.play.auto import play_auto
from skat_gym.play.human_play import HumanPlay
from skat_gym.play.session import SaveError, Session
from skat_gym.play.terminal import Terminal, play_terminal

__all__ = ["HumanPlay", "SaveError", "Session", "Terminal", "play_auto", "play_terminal"]
