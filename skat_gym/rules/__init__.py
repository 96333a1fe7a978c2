"""The rules of Skat, stated once.

A batch of deals is a NumPy array of dtype `DEAL`; kernels (`shuffle`, `legal_actions`, `apply`,
...) work on row i of it. `Deal`, `Contract`, `Result` and `Match` are the friendly faces of the
same kernels.
"""

from skat_gym.rules.action import BID, N_ACTIONS, PASS, PICK_UP, action_text, parse_action
from skat_gym.rules.auction import BID_VALUES
from skat_gym.rules.card import Card
from skat_gym.rules.contract import Contract
from skat_gym.rules.deal import SEAT_NAMES, Deal
from skat_gym.rules.match import Match
from skat_gym.rules.result import Result
from skat_gym.rules.self_play import self_play
from skat_gym.rules.state import DEAL, Phase, new_deals
from skat_gym.rules.transition import apply, deal_cards, is_legal, legal_actions, shuffle

__all__ = [
    "BID",
    "BID_VALUES",
    "DEAL",
    "N_ACTIONS",
    "PASS",
    "PICK_UP",
    "SEAT_NAMES",
    "Card",
    "Contract",
    "Deal",
    "Match",
    "Phase",
    "Result",
    "action_text",
    "apply",
    "deal_cards",
    "is_legal",
    "legal_actions",
    "new_deals",
    "parse_action",
    "self_play",
    "shuffle",
]
