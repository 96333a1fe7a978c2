"""What an environment may be asked for: its keywords checked, its positions set up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from skat_gym.rules.action import BID, DECLARE_FIRST, JUMP_FIRST, PASS, PICK_UP
from skat_gym.rules.auction import BID_VALUES
from skat_gym.rules.card import Card
from skat_gym.rules.contract import N_CONTRACTS, Contract
from skat_gym.rules.deal import Deal
from skat_gym.rules.state import Phase

ILLEGAL_ACTION = ("terminate", "raise", "random")
REWARDS = ("relative", "own")
OBS_MODES = ("flat", "dict")
ROLES = ("declarer", "defender")
_GROUPS = {
    "suit": lambda c: c.game < 4,
    "grand": lambda c: c.is_grand,
    "null": lambda c: c.is_null,
    "hand": lambda c: c.hand,
    "ouvert": lambda c: c.ouvert,
}
POSITION_KEYS = ("deal", "seat", "declarer", "bid", "contract", "put_down", "actions")


def one_of(name: str, value: Any, allowed: Sequence[Any]) -> Any:
    """Returns a keyword's value; raises ValueError unless it is one of those allowed."""
    if value not in allowed:
        words = ", ".join(repr(a) for a in allowed)
        raise ValueError(f"{name} is one of {words}; not {value!r}")
    return value


def contract_filter(names: Sequence[str] | None) -> frozenset[int] | None:
    """Returns the contracts that names stand for, or None for all.

    A name is "suit", "grand", "null", "hand", "ouvert" (every contract of the kind) or a full
    contract such as "spades hand".
    """
    if names is None:
        return None
    if isinstance(names, str):
        names = [names]
    wanted: set[int] = set()
    for name in names:
        contracts = [Contract(k) for k in range(N_CONTRACTS)]
        if name in _GROUPS:
            wanted |= {c.number for c in contracts if _GROUPS[name](c)}
        else:
            wanted.add(Contract.parse(name).number)
    if not wanted:
        raise ValueError("contracts= names no contract: leave it out for all of them")
    return frozenset(wanted)


def deal_of(source: Any) -> Deal:
    """Reads a deal from a `Deal`, its text, or 32 cards (10 + 10 + 10 + 2)."""
    if isinstance(source, Deal):
        return source
    if isinstance(source, str):
        return Deal.parse(source)
    cards = [Card(c) for c in source]
    return Deal.of_cards(cards[:10], cards[10:20], cards[20:30], cards[30:])


def position(deal: Deal, options: Mapping[str, Any]) -> Deal:
    """Plays a deal on to the position that reset options describe.

    "declarer" (seat) wins the auction at "bid" (default 18); "contract" is named, after
    "put_down" (two cards) if it is no hand game; then "actions" follow. Raises ValueError.
    """
    declarer = options.get("declarer")
    if declarer is None and any(k in options for k in ("bid", "contract", "put_down")):
        raise ValueError("options 'bid', 'contract' and 'put_down' need 'declarer', a seat")
    if declarer is not None:
        if deal.phase is not Phase.AUCTION or deal.record.plies:
            raise ValueError("option 'declarer' needs a deal on which nothing was said yet")
        deal = deal.after(*_auction(one_of("declarer", declarer, (0, 1, 2)), options))
    if "contract" in options:
        name = options["contract"]
        contract = name if isinstance(name, Contract) else Contract.parse(name)
        if contract.hand:
            deal = deal.after(DECLARE_FIRST + contract.number)
        else:
            cards = options.get("put_down")
            if cards is None or len(cards) != 2:
                raise ValueError(f"option 'contract' {contract} needs 'put_down', two cards")
            put_down = [int(Card(c)) for c in cards]
            deal = deal.after(PICK_UP, *put_down, DECLARE_FIRST + contract.number)
    return deal.after(*options.get("actions", ()))


def _auction(declarer: int, options: Mapping[str, Any]) -> list[int]:
    bid = options.get("bid", 18)
    if bid not in BID_VALUES:
        raise ValueError(f"option 'bid' is a bid value (18, 20, 22 ... 264), not {bid!r}")
    say = JUMP_FIRST + BID_VALUES.index(bid)
    return {0: [say, BID, PASS, PASS], 1: [say, PASS, PASS], 2: [PASS, say, PASS]}[declarer]
