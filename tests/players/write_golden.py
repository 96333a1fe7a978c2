"""Write the golden decisions of the rulebook player: `python tests/players/write_golden.py`.

A line is a deal as text up to the moment, a blank, ">", a blank and the action decided. Only a new
player has a reason to run this.
"""

from __future__ import annotations

import random
from pathlib import Path

from skat_gym.observation import View, new_views
from skat_gym.players.rulebook import rulebook_action
from skat_gym.rules import Deal, action_text
from skat_gym.rules.contract import Contract

GOLDEN = Path(__file__).parents[1] / "data" / "rulebook_golden.txt"
DECISIONS = 2000


def decision(deal: Deal) -> int:
    """Ask the rulebook player for the seat to act."""
    views = new_views(1)
    views[0] = View.of(deal, deal.seat).record
    return int(rulebook_action(views, 0, deal.mask, 0))


def moments(number: int) -> list[tuple[Deal, int]]:
    """Play one deal; return its decisions that leave a choice.

    One deal in three is self-play, one mixed with random actions, one random with every contract
    in turn.
    """
    draw = random.Random(number)
    deal = Deal.shuffled(1_000_003 * number + 17)
    style = number % 3
    if style == 2:
        contract = Contract(number // 3 % 29)
        deal = deal.after("18", "pass", "pass")
        if not contract.hand:
            deal = deal.after("pick up", draw.choice(deal.after("pick up").legal))
            deal = deal.after(draw.choice(deal.legal))
        deal = deal.after(contract.name)
    found = []
    while deal.seat >= 0:
        legal = deal.legal
        answer = decision(deal)
        if len(legal) > 1:
            found.append((deal, answer))
        at_random = style == 2 or (style == 1 and draw.random() < 0.3)
        deal = deal.after(draw.choice(legal) if at_random else answer)
    return found


def main() -> None:
    """Write the file."""
    lines: list[str] = []
    number = 0
    while len(lines) < DECISIONS:
        draw = random.Random(-number)
        found = moments(number)
        for deal, answer in draw.sample(found, min(5, len(found))):
            lines.append(f"{deal} > {action_text(answer)}")
        number += 1
    GOLDEN.write_text("\n".join(lines[:DECISIONS]) + "\n", encoding="ascii")


if __name__ == "__main__":
    main()
