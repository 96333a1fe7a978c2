"""Play deals at random with the kernels and the oracle side by side.

The dice are loaded so that every contract, high bids, jump bids and every kind of ending occur.
By hand: python tests/rules/agreement.py 100000
"""

import random
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # for the oracle

import oracle
from oracle import CONTRACTS, FIRST_CONTRACT, FIRST_JUMP, NOBODY, PASS, PICK_UP, OracleDeal

from skat_gym import rules
from skat_gym.rules import BID, Deal, Phase

N_ACTIONS = FIRST_JUMP + len(oracle.BID_VALUES)
NAMES = ["declarer", "bid", "matadors", "points", "tricks", "score"]
NAMES += ["won", "overbid", "schneider", "schwarz"]
PHASES = {
    "auction": Phase.AUCTION,
    "choice": Phase.CHOICE,
    "put_down": Phase.PUT_DOWN,
    "declare": Phase.DECLARE,
    "play": Phase.PLAY,
    "over": Phase.OVER,
}


def _from_the_top(game: str) -> list[int]:
    trumps = oracle.trumps(game)
    ranks = "AKQJT987" if game == "N" else "ATKQ987"
    sides = [suit + rank for rank in ranks for suit in oracle.SUITS]
    return [oracle.CARDS.index(name) for name in dict.fromkeys(trumps + sides)]


FROM_THE_TOP = {game: _from_the_top(game) for game in "DHSCGN"}
HEIGHT = {
    game: {card: -place for place, card in enumerate(order)} for game, order in FROM_THE_TOP.items()
}


@dataclass
class Plan:
    """Is what is meant to happen in a deal: who shall declare what, and how it is played."""

    seat: int
    contract: int
    limits: list[int]  # the index of the highest value that each seat says or holds, -1 for none
    jumps: float
    style: str  # of the declarer's play: random, high, low; the defenders do the contrary
    cards: list[int]

    @property
    def game(self) -> str:
        """The game, a letter of the oracle."""
        return CONTRACTS[self.contract][0]


def plan(number: int) -> Plan:
    """Make the plan of a deal; 29 in a row aim at 29 contracts."""
    rng = random.Random(number)
    seat, contract = rng.randrange(3), number % len(CONTRACTS)
    game, form = CONTRACTS[contract]
    if game == "N":
        limit = oracle.BID_VALUES.index(oracle.NULL_VALUE[form])
    else:
        limit = rng.choice([0, 2, 4, 8, 16, 62, 62, rng.randrange(63)])
    limits = [rng.randint(-1, limit) for _ in range(3)]
    limits[seat] = limit
    if rng.random() < 0.04:
        limits = [-1, -1, -1]
    elif rng.random() < 0.3:
        limits = [own if s == seat else -1 for s, own in enumerate(limits)]
    style = rng.choice(["random", "high", "low"])
    return Plan(seat, contract, limits, rng.choice([0, 0, 0.3]), style, _cards(rng, seat, game))


def _cards(rng: random.Random, seat: int, game: str) -> list[int]:
    if rng.random() < 0.5:
        return rng.sample(range(32), 32)
    noise = rng.choice([0, 3, 8])
    order = sorted(range(32), key=lambda card: -HEIGHT[game][card] + rng.gauss(0, noise))
    if rng.random() < (0.8 if game == "N" else 0.3):
        order.reverse()
    best, rest = order[:10], order[10:]
    skat = rest[:2] if rng.random() < 0.5 else rng.sample(rest, 2)
    others = [card for card in rest if card not in skat]
    rng.shuffle(others)
    hands = [others[:10], others[10:]]
    hands.insert(seat, best)
    return [*hands[0], *hands[1], *hands[2], *skat]


def choose(deal: OracleDeal, how: Plan, rng: random.Random) -> int:
    """Choose an action by the plan."""
    legal = deal.legal()
    if deal.phase == "auction":
        jumps = deal.jump_bids()
        speaks = deal.seat != 0 or bool(jumps)
        standing = oracle.BID_VALUES.index(deal.bid) if deal.bid else -1
        wanted = standing + 1 if jumps else standing
        if BID not in legal or wanted > how.limits[deal.seat]:
            return PASS
        if speaks and jumps and rng.random() < how.jumps:
            return rng.choice([j for j in jumps if j - FIRST_JUMP <= how.limits[deal.seat]])
        return BID
    mine = deal.seat == how.seat
    wanted = FIRST_CONTRACT + how.contract
    if deal.phase == "choice":
        if mine:
            return wanted if wanted in legal else PICK_UP
        return rng.choice([PICK_UP, rng.choice(legal)])
    if deal.phase == "declare":
        return wanted if mine and wanted in legal else rng.choice(legal)
    if how.style == "random" or rng.random() < 0.05:
        return rng.choice(legal)
    height = HEIGHT[how.game if deal.contract < 0 else CONTRACTS[deal.contract][0]]
    high = (how.style == "high") == (deal.seat == deal.declarer)
    if deal.phase == "put_down":
        high = not high
    return (max if high else min)(legal, key=lambda card: height[card])


def as_set(elements: Any) -> int:
    """Write a set as a 64-bit mask, signed as the kernels have it."""
    mask = sum(1 << int(k) for k in elements)
    return mask - (1 << 64) if mask >> 63 else mask


def begin(cards: list[int]) -> Any:
    """Begin a deal in the kernels: an array of one record."""
    deals = rules.new_deals(1)
    rules.deal_cards(deals, 0, *(as_set(cards[10 * seat : 10 * seat + 10]) for seat in range(3)))
    return deals


def check_position(deals: Any, deal: OracleDeal) -> None:
    """Check that kernels and oracle see the same position and allow the same."""
    d = deals[0]
    assert d.phase == PHASES[deal.phase]
    assert d.seat == deal.seat
    assert rules.legal_actions(deals, 0) == as_set(deal.legal())
    assert [int(hand) for hand in d.hands] == [as_set(hand) for hand in deal.hands]
    assert d.declarer == deal.declarer
    if deal.phase == "auction":
        jumps = [a for a in range(FIRST_JUMP, N_ACTIONS + 3) if rules.is_legal(deals, 0, a)]
        assert jumps == deal.jump_bids()


def check_result(deals: Any, deal: OracleDeal) -> None:
    """Check that kernels and oracle settle a finished deal alike."""
    result, expected = Deal(deals[0]).result, deal.result()
    assert result is not None and expected is not None
    if expected["declarer"] == NOBODY:
        assert result == rules.Result.thrown_in()
    else:
        assert result.contract is not None
        assert result.contract.number == expected["contract"]
        assert result.levels == expected["multiplier"]
        assert result.cost == expected["value"]  # the oracle's value is the one raised to the bid
        assert result.overbid == (result.value < result.bid)
        for name in NAMES:
            assert getattr(result, name) == expected[name], name
        assert result.overbid or result.value == expected["value"]
    assert list(result.scores()) == deal.scores()
    assert list(result.seeger_fabian()) == deal.seeger_fabian()


def recalled(actions: list[int]) -> tuple[int, ...]:
    """Give the actions as a deal recalls them: put-downs in ascending order."""
    if PICK_UP not in actions:
        return tuple(actions)
    first = actions.index(PICK_UP) + 1
    put_down = sorted(actions[first : first + 2])
    return (*actions[:first], *put_down, *actions[first + 2 :])


def agree(number: int) -> set[str]:
    """Play a deal in both, checking at every ply; returns labels of what happened."""
    how = plan(number)
    rng = random.Random(-1 - number)
    deals, deal = begin(how.cards), OracleDeal(how.cards)
    actions: list[int] = []
    pause = rng.randrange(60)
    try:
        check_position(deals, deal)
        while deal.phase != "over":
            action = choose(deal, how, rng)
            is_next_value = action in deal.jump_bids()[:1]
            actions.append(BID if is_next_value else action)
            deal.apply(action)
            rules.apply(deals, 0, action)
            check_position(deals, deal)
            if len(actions) == pause:
                assert Deal(deals[0]).actions == recalled(actions)
        check_result(deals, deal)
        assert Deal(deals[0]).actions == recalled(actions)
    except AssertionError as error:
        words = " ".join(oracle.CARDS[card] for card in how.cards)
        raise AssertionError(f"deal {number}, {words}, after {actions}: {error}") from error
    return labels(deal, actions)


def labels(deal: OracleDeal, actions: list[int]) -> set[str]:
    """Name what happened in a deal, to see that everything did."""
    result = deal.result()
    assert result is not None
    seen = {"jump bid"} if max(actions) >= FIRST_JUMP else set()
    if deal.declarer == NOBODY:
        return seen | {"thrown in"}
    game, form = CONTRACTS[deal.contract]
    seen |= {f"declared: {game} {form}", f"declarer {deal.declarer}"}
    seen |= {"bid 264"} if deal.bid == 264 else set()
    seen |= {"forehand left alone"} if actions[:3] == [PASS, PASS, BID] else set()
    end = "won" if result["won"] else "lost"
    if game == "N":
        return seen | {f"null {end}"}
    levels = "schwarz" if result["schwarz"] else "schneider" if result["schneider"] else "plain"
    seen |= {"overbid" if result["overbid"] else f"{end} {levels}"}
    if result["overbid"] and result["points"] >= 61:
        seen |= {"overbid with 61"}
    if "schneider" in form and 61 <= result["points"] < 90:
        seen |= {"schneider missed"}
    if ("schwarz" in form or form == "hand ouvert") and result["points"] >= 90:
        seen |= {"schwarz missed"} if result["tricks"] < 10 else {"schwarz kept"}
    sure = oracle.BASE[game] * (abs(result["matadors"]) + 1 + ("hand" in form))
    if end == "won" and sure < deal.bid:
        seen |= {"rescued by a level"}
    if abs(result["matadors"]) > 4:
        seen |= {"with 5 or more" if result["matadors"] > 0 else "without 5 or more"}
    return seen


EVERYTHING = {f"declared: {game} {form}" for game, form in CONTRACTS} | {
    *("declarer 0", "declarer 1", "declarer 2", "jump bid", "bid 264", "forehand left alone"),
    *(f"{end} {levels}" for end in ("won", "lost") for levels in ("plain", "schneider", "schwarz")),
    *("thrown in", "null won", "null lost", "overbid", "overbid with 61"),
    *("schneider missed", "schwarz missed", "schwarz kept", "rescued by a level"),
    *("with 5 or more", "without 5 or more"),
}


def main() -> None:
    """Play as many deals as the command line says and count what happened."""
    seen: Counter[str] = Counter()
    for number in range(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000):
        seen.update(agree(number))
    for label, times in sorted(seen.items()):
        print(f"{times:8} {label}")
    print("never:", ", ".join(sorted(EVERYTHING - set(seen))) or "nothing")


if __name__ == "__main__":
    main()
