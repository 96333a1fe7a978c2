"""The command skat-gym matches: what the archive keeps, listed, written out, read in, deleted."""

from __future__ import annotations

import json
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any


def add_matches(command: Callable[..., Any]) -> None:
    """Adds `skat-gym matches`."""
    matches = command(
        "matches",
        run_matches,
        "list the matches you played, write them down as records, or delete them",
        "skat-gym matches --export games.sgf",
    )
    matches.add_argument("ids", nargs="*", metavar="ID", help="these matches alone (default: all)")
    what = matches.add_mutually_exclusive_group()
    what.add_argument(
        "--export", type=Path, metavar="FILE.sgf", help="write their finished deals down (ISS SGF)"
    )
    what.add_argument(
        "--import", dest="read", type=Path, metavar="FILE.sgf", help="add the games of records"
    )
    what.add_argument(
        "--delete", action="store_true", help="delete the matches named, for good, after a question"
    )
    matches.add_argument("--yes", action="store_true", help="with --delete: do not ask")
    matches.add_argument(
        "--save",
        type=Path,
        metavar="FILE",
        help="the archive (default: in your data folder, or $SKAT_GYM_HOME)",
    )
    matches.add_argument("--json", action="store_true", help="print JSON")


def run_matches(args: Any) -> int:
    """Runs `skat-gym matches`."""
    from skat_gym.play.archive import Archive, default_archive
    from skat_gym.play.entry import entry_fields

    if args.yes and not args.delete:
        raise ValueError("--yes goes with --delete")
    if args.delete and not args.ids:
        raise ValueError("--delete deletes the matches you name: skat-gym matches ID --delete")
    if args.read is not None and args.ids:
        raise ValueError("--import names its matches itself: leave the ids out")
    path = args.save or default_archive()
    if not path.exists() and args.read is None:  # asking makes no file
        if args.save is not None or args.ids:
            raise ValueError(f"there is no archive {path}")
        print("[]" if args.json else f"no match yet: {path} is made with the first")
        return 0
    text = "" if args.read is None else _records(args.read)
    with Archive(path) as archive:
        if args.read is not None:
            return _read(archive, text, args)
        chosen = [archive.entry(one) for one in dict.fromkeys(args.ids)]
        chosen = chosen or archive.entries(limit=10**6)
        if args.export is not None:
            return _export(archive, chosen, args)
        rows = [entry_fields(entry, archive.totals(entry)) for entry in chosen]
        if args.delete:
            return _delete(archive, rows, args)
    print(json.dumps(rows, indent=2) if args.json else _table(rows))
    return 0


def _table(rows: list[dict[str, Any]]) -> str:
    if not rows:
        return "no match yet"
    lines = [("match", "last played", "deals", "totals", "players")]
    for row in rows:
        totals = " : ".join(map(str, row["totals"]))
        marks = [word for word in ("over", "practice", "imported") if row[word]]
        marks += [row["daily"]] if row["daily"] else []
        who = row["names"] if row["imported"] else ["you", *row["opponents"]]
        players = ", ".join(who) + (f" ({', '.join(marks)})" if marks else "")
        touched = row["touched"][:16].replace("T", " ")
        lines.append((row["match"], touched, f"{row['done']}/{row['deals']}", totals, players))
    widths = [max(len(line[k]) for line in lines) for k in range(4)]
    return "\n".join(
        "  ".join(
            text.ljust(width) for text, width in zip(line, [*widths, 0], strict=True)
        ).rstrip()
        for line in lines
    )


def _export(archive: Any, chosen: list[Any], args: Any) -> int:
    from skat_gym.play.games import export

    written = "".join(export(archive, entry.id) for entry in chosen)
    if not written:
        raise ValueError("there is no finished deal to write down")
    args.export.write_text(written, encoding="utf-8")
    deals = written.count("\n")
    told = {"file": str(args.export), "deals": deals}
    print(json.dumps(told) if args.json else f"{_deals(deals)} in {args.export}")
    return 0


def _deals(number: int) -> str:
    return f"{number} deal{'s' * (number != 1)}"


def _records(file: Path) -> str:
    from skat_gym.records import holds_records
    from skat_gym.records.sgf import open_text

    if not holds_records(file):
        raise ValueError(f"{file} holds no game record: (;GM[Skat]...) of the ISS is accepted")
    try:
        with open_text(file) as lines:
            return lines.read()
    except (EOFError, zlib.error) as error:
        raise ValueError(f"{file} is a broken packed file: {error}") from None


def _read(archive: Any, text: str, args: Any) -> int:
    from skat_gym.play.games import import_games

    added = import_games(archive, text)
    if args.json:
        print(json.dumps([{"match": match, "deals": deals} for match, deals in added]))
        return 0
    for match, deals in added:
        print(f"match {match}: {_deals(deals)}")
    if not added:
        print("all of it was in the archive")
    return 0


def _delete(archive: Any, rows: list[dict[str, Any]], args: Any) -> int:
    if not args.yes:
        if not sys.stdin.isatty():
            raise ValueError("--delete asks first; where nobody can answer, add --yes")
        print(_table(rows), file=sys.stderr)
        print("Delete for good, with what they counted? (yes/no) ", end="", file=sys.stderr)
        sys.stderr.flush()
        if sys.stdin.readline().strip().lower() not in ("y", "yes"):
            print("nothing was deleted", file=sys.stderr)
            return 0
    for row in rows:
        archive.delete(row["match"])
    ids = [row["match"] for row in rows]
    print(json.dumps({"deleted": ids}) if args.json else f"deleted: {', '.join(ids)}")
    return 0
