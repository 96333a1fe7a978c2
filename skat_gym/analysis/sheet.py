"""A position on paper: the hands, what every legal card comes to, a best line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from skat_gym.analysis.decision import counts_points
from skat_gym.rules.card import Card, points_of, sorted_for
from skat_gym.rules.deal import SEAT_NAMES, Deal
from skat_gym.solver import Solver

WIDTH = 96


def sheet(deal: Deal, solver: Solver) -> str:
    """Writes a position in its play, its legal cards from the best down, and a best line.

    >>> deal = Deal.shuffled(7).after("pass", "pass", "18", "grand hand")
    >>> print(sheet(deal, Solver()).splitlines()[0])
    grand hand by forehand, bid 18
    """
    contract, declarer = deal.contract, deal.declarer
    assert contract is not None and declarer is not None
    game = contract.game
    lines = [f"{contract} by {SEAT_NAMES[declarer]}, bid {deal.bid}"]
    for seat, hand in enumerate(deal.hands):
        mark = "*" if seat == deal.seat else " "
        lines.append(f"{mark} {SEAT_NAMES[seat]:<11}{symbols(sorted_for(hand, game))}")
    aside = deal.put_down or deal.skat
    what = "put down" if deal.put_down else "skat"
    lines.append(f"  {what:<11}{symbols(sorted_for(aside, game))}")
    on_table = deal.cards[len(deal.cards) - len(deal.cards) % 3 :]
    if on_table:
        lines.append(f"  {'played':<11}{symbols(on_table)}")
    if counts_points(deal):
        d = deal.record
        so_far = int(d.points[0] + points_of(d.put_down if d.picked_up else d.skat))
        lines.append(f"  {SEAT_NAMES[declarer]} has {so_far}, the defenders {int(d.points[1])}")
    side = "declarer" if deal.seat == declarer else "defender"
    lines += ["", f"{SEAT_NAMES[deal.seat]} ({side}) to play; the declarer comes to", ""]
    lines += _table(deal, solver)
    lines += ["", *wrapped("best line: ", line_text(deal, solver.line(deal)))]
    return "\n".join(lines)


def _table(deal: Deal, solver: Solver) -> Iterator[str]:
    scores, points = solver.score_values(deal), solver.card_values(deal)
    null = not counts_points(deal)
    sign = 1 if deal.seat == deal.declarer else -1
    merit = {c: (sign * scores[c], 0 if null else sign * points[c]) for c in scores}
    best = max(merit.values())
    yield f"  {'card':<6}{'a trick' if null else 'points':>8}{'list score':>12}"
    for card in sorted(merit, key=lambda c: merit[c], reverse=True):
        value = ("yes" if points[card] else "no") if null else str(points[card])
        mark = "   best" if merit[card] == best else ""
        yield f"  {card.symbol:<6}{value:>8}{scores[card]:>+12}{mark}"


def symbols(cards: Iterable[Card]) -> str:
    """Writes cards for people, blank separated."""
    return " ".join(card.symbol for card in cards)


def line_text(deal: Deal, line: Sequence[Card], names: Sequence[str] = SEAT_NAMES) -> list[str]:
    """Writes a line trick by trick, each after who leads it or goes on with it."""
    parts: list[str] = []
    for card in line:
        if not parts or len(deal.cards) % 3 == 0:
            parts.append(f"{names[deal.seat]} {card.symbol}")
        else:
            parts[-1] += f" {card.symbol}"
        deal = deal.after(int(card))
    return parts


def wrapped(head: str, parts: Sequence[str]) -> list[str]:
    """Sets parts one after the other, as many in a line as fit."""
    lines = [head]
    for k, part in enumerate(parts):
        text = part + (", " if k + 1 < len(parts) else "")
        if len(lines[-1]) + len(text.rstrip()) > WIDTH and lines[-1].strip():
            lines.append("  ")
        lines[-1] += text
    return [line.rstrip() for line in lines]
