"""The 64 actions, numbered once for good.

======  =====================================================================
0-31    the card: put down or played
32      PASS
33      BID: as speaker the next value, as listener yes
34      PICK_UP the skat
35-63   declare contract `action - 35` (see `contract`)
64+k    jump to bid value index k; legal in the engine, never in a mask
======  =====================================================================
"""

from __future__ import annotations

from skat_gym.rules.auction import BID_VALUES, N_BIDS
from skat_gym.rules.card import N_CARDS, Card, parse_card
from skat_gym.rules.contract import N_CONTRACTS, Contract

N_ACTIONS = 64
PASS = 32
BID = 33
PICK_UP = 34
DECLARE_FIRST = 35
JUMP_FIRST = 64
N_ENGINE_ACTIONS = JUMP_FIRST + N_BIDS


def action_text(action: int) -> str:
    """Writes an action: "CJ", "pass", "bid", "pick up", "grand hand", "bid 33".

    >>> [action_text(a) for a in (31, 32, 33, 34, 56, 66)]
    ['CJ', 'pass', 'bid', 'pick up', 'grand hand', 'bid 22']
    """
    action = int(action)
    if 0 <= action < N_CARDS:
        return str(Card(action))
    if action == PASS:
        return "pass"
    if action == BID:
        return "bid"
    if action == PICK_UP:
        return "pick up"
    if DECLARE_FIRST <= action < DECLARE_FIRST + N_CONTRACTS:
        return Contract(action - DECLARE_FIRST).name
    if JUMP_FIRST <= action < N_ENGINE_ACTIONS:
        return f"bid {BID_VALUES[action - JUMP_FIRST]}"
    raise ValueError(
        f"{action} is not an action; actions are 0 to 63, and 64 to {N_ENGINE_ACTIONS - 1} for "
        "jump bids"
    )


def parse_action(text: str) -> int:
    """Reads what `action_text` writes, and contracts in ISS letters; raises ValueError."""
    words = text.strip()
    simple = {"pass": PASS, "p": PASS, "bid": BID, "yes": BID, "y": BID}
    simple |= {"pick up": PICK_UP, "pickup": PICK_UP, "s": PICK_UP}
    key = words if len(words) == 1 else words.lower()  # "s" picks up, "S" is spades
    if key in simple:
        return simple[key]
    value = words.removeprefix("bid ")
    if value.isdecimal():
        if int(value) not in BID_VALUES:
            raise ValueError(f"{value} is not a bid; the values are 18, 20, 22, 23, 24 ... 264")
        return JUMP_FIRST + BID_VALUES.index(int(value))
    try:
        return parse_card(words.upper()) if len(words) == 2 else _parse_contract(words)
    except ValueError:
        return _parse_contract(words)


def _parse_contract(text: str) -> int:
    try:
        return DECLARE_FIRST + Contract.parse(text).number
    except ValueError:
        raise ValueError(
            f"{text!r} is not an action; actions are cards such as CJ, pass, bid, a bid value, "
            "pick up, or a contract such as 'spades hand'"
        ) from None
