"""What an environment may be asked for: its keywords checked, its positions set up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from numbers import Integral
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
RENDER_MODES = ("ansi", "human")
ROLES = ("declarer", "defender")
_GROUPS = {
    "suit": lambda c: c.game < 4,
    "grand": lambda c: c.is_grand,
    "null": lambda c: c.is_null,
    "hand": lambda c: c.hand,
    "ouvert": lambda c: c.ouvert,
}
_HUGE = 2**63 - 1
POSITION_KEYS = ("deal", "seat", "declarer", "bid", "contract", "put_down", "actions")


def one_of(name: str, value: Any, allowed: Sequence[Any]) -> Any:
    """Returns a keyword's value; raises ValueError unless it is one of those allowed."""
    known = value is None or (isinstance(value, (str, Integral)) and not isinstance(value, bool))
    if not known or value not in allowed:
        words = ", ".join(repr(a) for a in allowed)
        raise ValueError(f"{name} is one of {words}; not {value!r}")
    return value


class RenderModeError(ValueError, TypeError):
    """Says that an environment cannot be drawn as it was asked to.

    It is a TypeError, too, since Stable-Baselines3 asks every environment for "rgb_array" and goes
    on without pictures at a TypeError alone.
    """


def render_mode_of(value: Any) -> str | None:
    """Returns the keyword `render_mode`; raises RenderModeError."""
    try:
        mode: str | None = one_of("render_mode", value, (None, *RENDER_MODES))
    except ValueError as error:
        raise RenderModeError(str(error)) from None
    return mode


def seed_of(seed: Any) -> Any:
    """Returns a seed as Gymnasium takes it, None or an int; raises ValueError."""
    if seed is None or (isinstance(seed, Integral) and not isinstance(seed, bool)):
        return None if seed is None else int(seed)
    raise ValueError(f"a seed is a whole number of at least 0, not {seed!r}")


def action_number(action: Any) -> int:
    """Returns an action as a Python integer; raises TypeError unless it is a whole number."""
    try:
        number = int(action)
        whole = number == action
    except (TypeError, ValueError, OverflowError):
        whole = False
    if not whole:
        raise TypeError(f"an action is an integer from 0 to 63, not {action!r}")
    return max(-_HUGE, min(number, _HUGE))  # no less illegal, and within 64 bits


def listed(name: str, value: Any, what: str) -> list[Any]:
    """Returns a keyword's values as a list; raises ValueError unless there are several."""
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise ValueError(f"{name} is {what}, not {value!r}")
    return list(value)


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
    for name in listed("contracts", names, "names such as 'grand' or 'null hand'"):
        if not isinstance(name, str):
            raise ValueError(f"contracts holds names such as 'null hand', not {name!r}")
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
    cards = [Card(c) for c in listed("a deal", source, "a Deal, its text or 32 cards")]
    return Deal.of_cards(cards[:10], cards[10:20], cards[20:30], cards[30:])


def position(deal: Deal, options: Mapping[str, Any]) -> Deal:
    """Plays a deal on to the position that reset options describe.

    "declarer" (seat) wins the auction at "bid" (default 18); the skat is picked up and "put_down"
    (two cards) put there; "contract" is named, without "put_down" a hand game; then "actions"
    follow. Raises ValueError.
    """
    declarer = options.get("declarer")
    if declarer is None and any(k in options for k in ("bid", "contract", "put_down")):
        raise ValueError("options 'bid', 'contract' and 'put_down' need 'declarer', a seat")
    if declarer is not None:
        if deal.phase is not Phase.AUCTION or deal.record.plies:
            raise ValueError("option 'declarer' needs a deal on which nothing was said yet")
        deal = deal.after(*_auction(one_of("option 'declarer'", declarer, (0, 1, 2)), options))
    put_down = options.get("put_down")
    if put_down is not None:
        cards = [int(Card(c)) for c in listed("option 'put_down'", put_down, "two cards")]
        if len(cards) != 2:
            raise ValueError(f"option 'put_down' is two cards, not {len(cards)}")
        deal = deal.after(PICK_UP, *cards)
    if options.get("contract") is not None:
        contract = _contract(options["contract"])
        if contract.hand != (put_down is None):
            but = "needs 'put_down', two cards" if put_down is None else "goes without 'put_down'"
            raise ValueError(f"option 'contract' {contract} {but}")
        deal = deal.after(DECLARE_FIRST + contract.number)
    actions = options.get("actions", ())
    return deal.after(*listed("option 'actions'", actions, "a list of actions"))


def _contract(name: Any) -> Contract:
    if isinstance(name, Contract):
        return name
    if not isinstance(name, str):
        raise ValueError(f"option 'contract' is a name such as 'null hand', not {name!r}")
    return Contract.parse(name)


def _auction(declarer: int, options: Mapping[str, Any]) -> list[int]:
    bid = options.get("bid", 18)
    if bid not in BID_VALUES:
        raise ValueError(f"option 'bid' is a bid value (18, 20, 22 ... 264), not {bid!r}")
    say = JUMP_FIRST + BID_VALUES.index(bid)
    return {0: [say, BID, PASS, PASS], 1: [say, PASS, PASS], 2: [PASS, say, PASS]}[declarer]
