"""Honest comparisons: duplicate deals, every seating, 95 % intervals."""

from skat_gym.evaluation.comparison import Comparison, Shares, evaluate
from skat_gym.evaluation.interval import Interval
from skat_gym.evaluation.tables import Tables, play_tables

__all__ = ["Comparison", "Interval", "Shares", "Tables", "evaluate", "play_tables"]
