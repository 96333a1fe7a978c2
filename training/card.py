"""The card of a policy, written from its eval.json alone."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from skat_gym.evaluation import Interval
from skat_gym.players.network.folder import CARD, EVALUATION

Figures = Mapping[str, Any]

_RARE = 0.002
"""Parts with a smaller share of the deals are left out of tables and weaknesses."""
_FEW = 30
"""Of fewer games no average is told: neither what they book nor how many are won."""
_PARTS = (
    "role",
    "contract",
    "games",
    "share of deals",
    "won",
    "adds to edge",
    "to seat difference",
)


def card(e: Figures) -> str:
    """Returns a policy's card, Markdown, from what its eval.json holds."""
    size = e["size"]
    parts = [
        f"# {e['policy']}",
        e["about"],
        f"Version {e['version']}, measured with skat_gym {e['skat_gym']}; SHA-256 of configuration "
        f"and weights `{e['sha256']}`. It decides {_and(e['phases'])}.",
        "Figures are Seeger-Fabian points a deal with 95 % intervals clustered by deal. *Edge* is "
        "the own score minus the mean of the two others at the table; *seat difference* the own "
        "score minus what the other policy scored in the same seat on the same cards.",
        "## Strength",
        table(
            ("match", "against two", "deals", "edge", "seat difference", "edge without null"),
            [_match_row(m) for m in e["matches"].values()] + _alone_rows(e),
        ),
        "Without null: games of null count as thrown in, whoever played them.",
        "## What each part gives",
        table(
            ("policy against two rulebooks", "deals", "edge", "this step, paired"),
            [
                (f"`{s['a']}`", str(s["deals"]), plus_minus(s, "edge"), plus_minus(s, "step"))
                for s in e["steps"]
            ],
        ),
        "## Where it comes from",
        f"Parts of the edge over two {e['strength']['against']}s in the full game; the parts of a "
        "role add up to the role, the roles to the whole. Who defends has no good deal on average: "
        "what the declarer wins counts against both, so a defender's part of the edge is negative, "
        "and the seat difference tells how well it defends.",
        table(
            _PARTS,
            _part_rows(e["matches"]["full"]),
        ),
        *_own_contracts(e),
        "## Shape",
        _shapes(e),
        "## Known weaknesses",
        _bullets([*e["weaknesses"], *weaknesses(e)]),
        "## Inputs, nets, size",
        _inputs(e["inputs"]),
        table(
            ("net", "layers", "weights"),
            [(k, " - ".join(map(str, n["sizes"])), f"{n['weights']:,}") for k, n in _sorted(e)],
        ),
        f"{size['weights']:,} weights and biases, {size['bytes'] / 1e6:.2f} MB: integers, "
        "so every machine and every batch size gives the same actions.",
        "## Time for a decision",
        _latency(e["latency"]),
        "## Training",
        _training(e["training"]),
        "## Play these matches again",
        _measured(e.get("commands", ())),
        "```bash\n"
        + "\n".join(m["command"] for m in [*e["matches"].values(), *e.get("alone", ())])
        + "\n```",
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _measured(commands: Sequence[str]) -> str:
    if not commands:
        return ""
    lines = "\n".join(commands)
    return (
        f"All that is told here was measured by\n\n```bash\n{lines}\n```\n\nThe matches one by one:"
    )


def weaknesses(e: Figures) -> list[str]:
    """Returns what the figures show to be weak, a sentence each.

    Card play is judged contract by contract where all play the same contracts; in the full game
    such parts shift with what is declared, so there only what its own games book counts.
    """
    found = []
    for match in e["matches"].values():
        if match["edge"] + (match["edge_ci"] or 0.0) < 0:
            found.append(
                f"`{match['a']}` loses to two `{match['b']}` ({match['about']}): "
                f"edge {plus_minus(match, 'edge')}."
            )
    for name, part in e["matches"]["full"]["by_contract"]["declarer"].items():
        if part["share"] > _RARE and part["edge"] + (part["edge_ci"] or 0.0) < 0:
            found.append(f"Its {name} games lose points: {plus_minus(part, 'edge')} a deal.")
    for match in _card_play(e):
        for role, parts in match["by_contract"].items():
            for name, part in parts.items():
                high = part["seat_difference"] + (part["seat_difference_ci"] or 0.0)
                if part["share"] > _RARE and high < 0:
                    found.append(
                        f"Card play as {role} in {name} games is behind `{match['b']}` "
                        f"({match['about']}): {plus_minus(part, 'seat_difference')} a deal."
                    )
    return found


def _card_play(e: Figures) -> list[Figures]:
    """The matches in which everybody plays the same contracts."""
    return [m for key, m in e["matches"].items() if m["contracts"] is not None or key == "play"]


def write_card(folder: Path) -> None:
    """Writes a policy's card from its eval.json."""
    evaluation = json.loads((folder / EVALUATION).read_text(encoding="utf-8"))
    (folder / CARD).write_text(card(evaluation), encoding="utf-8")


def plus_minus(figures: Figures, key: str) -> str:
    """Returns a figure with half its 95 % interval, which stands beside it under "KEY_ci"."""
    half = figures[f"{key}_ci"]
    return str(Interval(figures[key], float("inf") if half is None else half))


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{share:.1%}"


def _and(words: Sequence[str]) -> str:
    return " and ".join((", ".join(words[:-1]), words[-1])) if len(words) > 1 else "".join(words)


def _sorted(e: Figures) -> list[tuple[str, Any]]:
    return sorted(e["nets"].items())


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Returns a table as Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _bullets(lines: Sequence[str]) -> str:
    return "\n".join(f"- {line}" for line in lines) or "None that these figures show."


def _match_row(match: Figures) -> list[str]:
    return [
        f"`{match['a']}`: {match['about']}",
        f"`{match['b']}`",
        str(match["deals"]),
        plus_minus(match, "edge"),
        plus_minus(match, "seat_difference"),
        plus_minus(match["without_null"], "edge"),
    ]


def _alone_rows(e: Figures) -> list[list[str]]:
    """Matches of which only the tables were played at which the policy sits alone."""
    return [
        [
            f"`{one['a']}`: the full game, where it sits alone",
            f"`{one['b']}`",
            str(one["deals"]),
            plus_minus(one, "edge"),
            "-",
            plus_minus(one["without_null"], "edge"),
        ]
        for one in e.get("alone", ())
    ]


def _part_rows(match: Figures) -> list[list[str]]:
    rows = []
    for role, part in match["by_role"].items():
        kinds = match["by_contract"].get(role, {})
        for name, one in [("all", part), *kinds.items()]:
            if one["share"] <= _RARE and name != "all":
                continue
            games = 3 * match["deals"]  # each deal is played in every seat
            cells = [str(_count(one, games)), _percent(one["share"]), _won(one, games)]
            rows.append(
                [role, name, *cells, plus_minus(one, "edge"), plus_minus(one, "seat_difference")]
            )
    return rows


def _own_contracts(e: Figures) -> list[str]:
    match = e["matches"].get("own contracts")
    if match is None:
        return []
    return [
        f"Card play alone, everybody at the contracts of {e['policy']}:",
        table(_PARTS, _part_rows(match)),
    ]


def _shapes(e: Figures) -> str:
    shapes = e["shape"]
    deals = {table: s.get("deals", 3 * e["strength"]["deals"]) for table, s in shapes.items()}
    games = {table: deals[table] * s["declared"] for table, s in shapes.items()}
    names = ("thrown_in", "declared", "won", "suit", "grand", "null", "hand", "overbid")
    head = ("tables", *(name.replace("_", " ") for name in names), "announced", "ouvert")
    rows = [
        [
            table,
            *(_percent(s[n]) for n in names),
            _scored(s["announced"], games[table]),
            _scored(s["ouvert"], games[table]),
        ]
        for table, s in shapes.items()
    ]
    contracts = [
        [
            f"{table}: {name}",
            str(_count(p, games[table])),
            _percent(p["share"]),
            _won(p, games[table]),
            _score(p, games[table]),
        ]
        for table, s in shapes.items()
        for name, p in s["contracts"].items()
        if p["share"]
    ]
    return (
        table(head, rows)
        + "\n\nThrown in and declared are shares of the deals, the others of the games declared; "
        "in brackets\nhow many, and what such a game books on average. Of fewer than "
        f"{_FEW} games no average is told.\n\n"
        + table(("contract", "games", "share of games", "won", "books"), contracts)
    )


def _count(part: Figures, games: float) -> int:
    return round((part["share"] or 0.0) * games)


def _won(part: Figures, games: float) -> str:
    return "-" if _count(part, games) < _FEW else _percent(part["won"])


def _score(part: Figures, games: float) -> str:
    few = part["score"] is None or _count(part, games) < _FEW
    return "-" if few else f"{part['score']:+.1f}"


def _scored(part: Figures, games: float) -> str:
    count = _count(part, games)
    return f"{_percent(part['share'])} ({count}: {_score(part, games)})" if count else "none"


def _inputs(inputs: Figures) -> str:
    return _bullets([f"{key}: {value}" for key, value in inputs.items()])


def _latency(timing: Figures | None) -> str:
    if timing is None:
        return "Not measured."
    rows = [
        (k, *(f"{v[name]:.3f}" for name in ("alone", "alone_p99", "batch")))
        for k, v in timing.items()
        if isinstance(v, Mapping)
    ]
    head = (
        "ms a decision",
        "alone",
        "alone, 99th percentile",
        f"in batches of {timing['batch_size']}",
    )
    return table(head, rows)


def _training(training: Any) -> str:
    if not training:
        return "Not stated."
    if not isinstance(training, Mapping):
        return str(training)
    lines = []
    for key, value in training.items():
        for one in value if isinstance(value, list) else [value]:
            told = ", ".join(f"{k} {v}" for k, v in one.items()) if isinstance(one, dict) else one
            lines.append(f"{key.replace('_', ' ')}: {told}")
    return _bullets(lines)
