"""The score sheet of a match, as on paper."""

from __future__ import annotations

from collections.abc import Sequence

from skat_gym.rules.match import Line, Match
from skat_gym.rules.scoring import DECLARER_BONUS, DEFENDER_BONUS

_WIDTH = 12
_GAME = 28


def sheet(match: Match, names: Sequence[str]) -> str:
    """Returns the list: a row for each deal with running points, and the final count.

    >>> from skat_gym.rules import Result
    >>> match = Match(deals=1)
    >>> match.book(Result.thrown_in())
    >>> print(sheet(match, ["you", "left", "right"]).splitlines()[1])
      1  passed by all                                     0           0           0
    """
    heads = [name[: _WIDTH - 1] for name in names]
    lines = [f"{'no.':>3}  {'game':<{_GAME}}{'with':>5}{'score':>6}" + _columns(heads)]
    running = [0, 0, 0]
    for number, line in enumerate(match.lines, 1):
        if line.declarer is None:
            lines.append(f"{number:>3}  {'passed by all':<{_GAME + 11}}" + _columns(running))
            continue
        running[line.declarer] += line.result.score
        run = line.result.matadors
        matadors = f"{run:+d}" if run else ""
        game = f"{_game(line, names[line.declarer]):<{_GAME}}{matadors:>5}"
        lines.append(f"{number:>3}  {game}{line.result.score:>+6}" + _columns(running))
    lines.append("-" * len(lines[0]))
    won, lost, points = match.won(), match.lost(), match.scores("points")
    others = [sum(lost) - lost[k] for k in range(3)]
    rows = [
        ("points", points),
        ("games won : lost", [f"{w}:{x}" for w, x in zip(won, lost, strict=True)]),
        (
            f"(won - lost) x {DECLARER_BONUS}",
            [DECLARER_BONUS * (w - x) for w, x in zip(won, lost, strict=True)],
        ),
        (f"others' lost x {DEFENDER_BONUS}", [DEFENDER_BONUS * n for n in others]),
        ("total (Seeger-Fabian)", match.scores("seeger-fabian")),
    ]
    lines += [f"{'':5}{name:<{_GAME + 11}}" + _columns(values) for name, values in rows]
    if match.over:
        lines.append(f"{'':5}{'place':<{_GAME + 11}}" + _columns(_places(match)))
    return "\n".join(lines)


def _columns(values: Sequence[object]) -> str:
    return "".join(f"{value!s:>{_WIDTH}}" for value in values)


def _game(line: Line, declarer: str) -> str:
    contract = line.result.contract
    assert contract is not None
    words = f"{declarer}: {contract}"
    return words if len(words) < _GAME else f"{declarer[: _GAME - 7]}: {contract.iss}"


def _places(match: Match) -> list[int]:
    places = [0, 0, 0]
    place = 1
    for group in match.ranking():
        for player in group:
            places[player] = place
        place += len(group)
    return places
