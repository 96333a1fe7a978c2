"""Honest comparisons: duplicate deals, every seating, 95 % intervals."""

from skat_gym.evaluation.comparison import Comparison, evaluate
from skat_gym.evaluation.interval import Interval
from skat_gym.evaluation.standing import Part, Shares, Standing
from skat_gym.evaluation.tables import Played, Tables, play_tables

__all__ = [
    "Comparison",
    "Interval",
    "Part",
    "Played",
    "Shares",
    "Standing",
    "Tables",
    "evaluate",
    "play_tables",
]
