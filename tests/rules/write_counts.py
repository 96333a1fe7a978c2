"""Write tests/data/counts.txt with the oracle alone: python tests/rules/write_counts.py."""

import copy
import random
from collections.abc import Iterator
from pathlib import Path

from agreement import Plan, choose, plan  # first: it finds the oracle
from oracle import BID_VALUES, CARDS, CONTRACTS, FIRST_CONTRACT, FIRST_JUMP, PICK_UP, OracleDeal

COUNTS = Path(__file__).parents[1] / "data" / "counts.txt"
HEADER = """\
# The size of the tree below a position, counted by the oracle.
# Regenerate with: python tests/rules/write_counts.py
#
# A tree is followed for so many actions or to a phase (choice, play, over), "jumps" with jump bids.
# It has leaves; leaves that are the same position but for the order of the put-downs count once
# as positions. Some of the leaves are over: their declarers' points and scores are added up.
"""
ENDLESS = 1000
MARKS = {"plain": "", "hand": "H", "hand schneider": "HS", "hand schwarz": "HZ", "hand ouvert": "O"}
MARKS |= {"null": "", "null hand": "H", "null ouvert": "O", "null ouvert hand": "OH"}


def word(action: int) -> str:
    """Write an action the way a deal in text has it."""
    if action < len(CARDS):
        return CARDS[action]
    if action >= FIRST_JUMP:
        return str(BID_VALUES[action - FIRST_JUMP])
    if action >= FIRST_CONTRACT:
        game, form = CONTRACTS[action - FIRST_CONTRACT]
        return game + MARKS[form]
    return "pys"[action - 32]


def position_text(cards: list[int], actions: list[int]) -> str:
    """Write the cards of a deal and what was done."""
    parts = [sorted(cards[first : first + 10]) for first in (0, 10, 20, 30)]
    dealt = ".".join(CARDS[card] for part in parts for card in part)
    return " ".join([dealt, *map(word, actions)])


def after(cards: list[int], actions: list[int]) -> OracleDeal:
    """Give the deal after some actions."""
    deal = OracleDeal(cards)
    for action in actions:
        deal.apply(action)
    return deal


def branch(deal: OracleDeal, action: int) -> OracleDeal:
    """Give the deal after one action more, leaving the deal as it is."""
    child = copy.copy(deal)
    child.hands = [set(hand) for hand in deal.hands]
    child.put_down = set(deal.put_down)
    child.history = list(deal.history)
    child.trick_winners = list(deal.trick_winners)
    child.apply(action)
    return child


def leaves(
    deal: OracleDeal, end: str, depth: int, jumps: bool, said: tuple[int, ...] = ()
) -> Iterator[tuple[OracleDeal, tuple[int, ...]]]:
    """Walk to every leaf; with each comes what was said on the way."""
    if depth == 0 or deal.phase in (end, "over"):
        yield deal, said
        return
    in_auction = deal.phase == "auction"
    for action in deal.legal() + (deal.jump_bids()[1:] if jumps else []):
        words = (*said, action) if in_auction else said
        yield from leaves(branch(deal, action), end, depth - 1, jumps, words)


def line(name: str, cards: list[int], actions: list[int], how: str) -> str:
    """Count a tree and write it as one line; `how` is such as "3 actions, jumps" or "to play"."""
    first, second = how.split(", ")[0].split()
    end, depth = (second, ENDLESS) if first == "to" else ("over", int(first))
    number = over = points = scores = 0
    positions = set()
    for deal, said in leaves(after(cards, actions), end, depth, "jumps" in how):
        number += 1
        put_down, played = tuple(sorted(deal.put_down)), tuple(deal.history)
        positions.add((said, deal.phase, deal.contract, put_down, played))
        result = deal.result()
        if result is not None:
            over += 1
            points += result["points"]
            scores += result["score"]
    counted = f"{number} leaves, {len(positions)} positions"
    counted += f", {over} over, {points} points, {scores} scores"
    return f"{name}: {how}: {counted}: {position_text(cards, actions)}"


def auctions() -> Iterator[str]:
    """Count auctions: all of them, beginnings with jumps, and ends from high values."""
    cards = plan(1).cards
    yield line("auctions", cards, [], "to choice")
    for depth in range(1, 5):
        yield line("auctions", cards, [], f"{depth} actions, jumps")
    for value in (187, 216, 240):
        jump = FIRST_JUMP + BID_VALUES.index(value)
        yield line(f"auctions from {value}", cards, [jump], "to choice, jumps")
    yield line("forehand left alone", cards, [32, 32], "to choice, jumps")


def declarations() -> Iterator[str]:
    """Count put-downs and contracts at values that rule out more and more nulls."""
    for number, value in enumerate((18, 23, 24, 35, 36, 46, 48, 59, 60, 264)):
        jump = FIRST_JUMP + BID_VALUES.index(value) if value > 18 else 33
        auction = [[jump, 33, 32, 32], [jump, 32, 32], [32, jump, 32]][number % 3]
        yield line(f"declarations at {value}", plan(value).cards, auction, "to play")


def play() -> Iterator[str]:
    """Count the first cards of every contract, and its last three or four tricks."""
    for number in range(len(CONTRACTS)):
        cards, actions = reach(number, 0)
        yield line(name_of(number) + ", first cards", cards, actions, "4 actions")
        tricks = 4 if number % 5 == 0 else 3
        cards, actions = reach(number, 30 - 3 * tricks)
        yield line(name_of(number) + f", last {tricks} tricks", cards, actions, "to over")


def name_of(number: int) -> str:
    """Name a contract."""
    game, form = CONTRACTS[number]
    return form if game == "N" else f"{game} {form}"


def reach(number: int, played: int) -> tuple[list[int], list[int]]:
    """Play random deals until one reaches its contract and so many cards; undo the rest."""
    for attempt in range(number, 100_000, len(CONTRACTS)):
        how = plan(attempt)
        actions = play_out(how, random.Random(attempt))
        cards_played = [k for k, action in enumerate(actions) if action < len(CARDS)]
        first = 2 if PICK_UP in actions else 0
        declared = FIRST_CONTRACT + number in actions
        if declared and len(cards_played) > first + played:
            return how.cards, sort_put_down(actions[: cards_played[first + played]])
    raise ValueError(f"no deal reaches {name_of(number)} with {played} cards played")


def play_out(how: Plan, rng: random.Random) -> list[int]:
    """Play a deal by its plan to the end."""
    deal, actions = OracleDeal(how.cards), list[int]()
    while deal.phase != "over":
        action = choose(deal, how, rng)
        actions.append(33 if action in deal.jump_bids()[:1] else action)
        deal.apply(action)
    return actions


def sort_put_down(actions: list[int]) -> list[int]:
    """Sort the two put-downs, as a deal in text has them."""
    if PICK_UP not in actions:
        return actions
    first = actions.index(PICK_UP) + 1
    return actions[:first] + sorted(actions[first : first + 2]) + actions[first + 2 :]


def main() -> None:
    """Write the file."""
    lines = [*auctions(), *declarations(), *play()]
    COUNTS.write_text(HEADER + "\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
