"""The rulebook player: club rules for the auction, the skat and the cards, without search."""

from skat_gym.players.rulebook.decide import rulebook_action

__all__ = ["rulebook_action"]
