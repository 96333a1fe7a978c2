"""An analysed game in words, for the people who played it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from skat_gym.analysis.decision import Decision
from skat_gym.analysis.game import GameAnalysis, Total
from skat_gym.analysis.sheet import line_text, symbols, wrapped
from skat_gym.rules.deal import SEAT_NAMES


def report(game: GameAnalysis) -> str:
    """Writes what was in a game, its tricks with the cost of each card, and the dear ones."""
    record, names = game.record, [game.player(seat) for seat in range(3)]
    head = f"Game {game.number}{f' (ID {record.id})' if record.id else ''}: {', '.join(names)}"
    _, plays, result = str(record).partition(f"plays {record.contract}: ")
    lines = [head, f"  {names[game.first.declarer or 0]} {plays.removesuffix(': ')}", f"  {result}"]
    lines += _verdict(game)
    lines += wrapped("  best line: ", line_text(game.first, game.line, names))
    lines += ["", *_tricks(game)]
    dear = [d for d in game.decisions if d.cost.score > 0]
    if dear:
        lines += ["", "Cards that cost list points:"]
        for decision in dear:
            lines += _dear(game, decision)
    lines.append("")
    declarer = game.record.declarer
    totals = {
        f"{game.player(s)} ({'declarer' if s == declarer else SEAT_NAMES[s]})": game.total(s)
        for s in range(3)
    }
    lines += totals_table(totals, game.worlds, game.best.points is not None)
    return "\n".join(lines)


def _verdict(game: GameAnalysis) -> list[str]:
    assert game.record.declarer is not None
    declarer = game.player(game.record.declarer)
    result = game.record.result
    if result is None:
        found = "could be won" if game.winnable else "was lost against the best defence"
        return [f"  The play broke off; from the first card the game {found}: {game.best}."]
    if result.won and game.winnable:
        text = f"{declarer} won, and could not be stopped; best play by all: {game.best}."
    elif result.won:
        text = f"{declarer} won with the defenders' help; best play by all: {game.best}."
    elif game.winnable:
        text = f"{declarer} lost a game that was there; best play by all: {game.best}."
    else:
        text = f"{declarer} lost, and nothing could be done; best play by all: {game.best}."
    lines = [f"  {text}"]
    if game.reached.score != result.score or not game.record.deal or game.record.deal.seat >= 0:
        lines.append(f"  The play stopped early; from there best play gave {game.reached}.")
    return lines


def _tricks(game: GameAnalysis) -> Iterator[str]:
    """Shows a line a trick: each card under its player, with what it cost."""
    deal = game.record.deal
    assert deal is not None
    yield f"{'trick':<7}" + "".join(f"{game.player(s)[:17]:<18}" for s in range(3)).rstrip()
    for k in range(0, len(game.decisions), 3):
        cells = [""] * 3
        for place, decision in enumerate(game.decisions[k : k + 3]):
            cells[decision.seat] = ("> " if place == 0 else "  ") + _cell(decision)
        trick = k // 3
        if trick < len(deal.winners):
            cells[deal.winners[trick]] += " *"
        yield f"{trick + 1:>4}   " + "".join(f"{cell:<18}" for cell in cells).rstrip()
    yield "> leads, * wins the trick; -n: card points given away, !n: list points given away"


def _cell(decision: Decision) -> str:
    parts = [decision.card.symbol]
    if decision.cost.points:
        parts.append(f"-{decision.cost.points:g}")
    if decision.cost.score:
        parts.append(f"!{decision.cost.score:g}")
    return " ".join(parts)


def _dear(game: GameAnalysis, decision: Decision) -> Iterator[str]:
    name = game.player(decision.seat)
    better = f"better {symbols(decision.best)}"
    yield (
        f"  trick {decision.trick}, {name} {decision.card.symbol}: "
        f"{_cost(decision.cost.points, decision.cost.score)}; {better}"
    )
    mean = decision.mean_cost
    if mean is None:
        return
    known = f"over {game.worlds} deals that looked the same to {name}"
    if mean.score == 0:
        yield f"    {known} no card does better"
    else:
        yield f"    {known}: {_cost(mean.points, mean.score)}"


def _cost(points: float | None, score: float) -> str:
    text = f"{_figure(score)} list points"
    return text if points is None else f"{_figure(points)} card points, {text}"


def _figure(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")


def totals_table(totals: Mapping[str, Total], worlds: int, points: bool = True) -> list[str]:
    """Sets in columns what each player gave away: cards, card points if they count, list points."""
    width = max(12, *(len(name) + 2 for name in totals))
    head = f"{'given away by':<{width}}{'cards':>7}{'card points':>14}{'list points':>14}"
    if worlds:
        head += f"{'over deals that looked the same':>35}"
    lines = [head]
    for name, total in totals.items():
        given = f"{total.points:g}" if points else "-"
        row = f"{name:<{width}}{total.cards:>7}{given:>14}{total.score:>14g}"
        if worlds:
            given = f"{total.mean_points:.1f}" if points else "-"
            row += f"{given:>21}{total.mean_score:>14.1f}"
        lines.append(row)
    return lines


def player_totals(games: Sequence[GameAnalysis]) -> dict[str, Total]:
    """Adds up what each player gave away in many games, by name."""
    totals: dict[str, Total] = {}
    for game in games:
        for seat in range(3):
            name = game.player(seat)
            totals[name] = totals.get(name, Total()) + game.total(seat)
    return totals


def without_play(left_out: Mapping[int, str]) -> str:
    """Names the games that have nothing to weigh, in one line."""
    return "Not weighed: " + "; ".join(f"game {n}: {why}" for n, why in left_out.items()) + "."
