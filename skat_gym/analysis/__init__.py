"""Deals looked at afterwards: what every card was worth under perfect play, and what it cost."""

from skat_gym.analysis.decision import Decision
from skat_gym.analysis.game import GameAnalysis, analyse, play_positions

__all__ = ["Decision", "GameAnalysis", "analyse", "play_positions"]
