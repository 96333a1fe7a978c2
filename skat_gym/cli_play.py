"""The commands of the table: skat-gym play, on a page or in a terminal, and skat-gym deals."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from skat_gym.arguments import count, seed

N_DEALS = 12
"""The length of a match, as `rules.match` has it; the rules are not loaded for --help."""
_EXTRA = ("starlette", "uvicorn", "websockets")
_PAGE_ONLY = ("no_browser", "port", "host", "open_to_network", "token")
_PERSON_ONLY = ("opponents", "scoring", "practice", "code", "daily", "save", "resume")


def _port(text: str) -> int:
    number = int(text) if text.isdecimal() else -1
    if not 0 <= number < 65536:
        raise argparse.ArgumentTypeError(f"{text!r} is no port: a whole number from 0 to 65535")
    return number


def _day(text: str) -> str:
    try:
        return "" if text == "" else date.fromisoformat(text).isoformat()
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no day: write 2026-03-09") from None


def add_play(command: Callable[..., Any]) -> None:
    """Adds `skat-gym play`."""
    play = command(
        "play",
        run_play,
        "play a match against two policies on a page in your browser, or in the terminal",
        "skat-gym play --terminal --opponents rulebook --seed 7",
    )
    how = play.add_mutually_exclusive_group()
    how.add_argument("--terminal", action="store_true", help="in plain lines, without a browser")
    how.add_argument("--auto", action="store_true", help="policies in all three seats, to watch")
    play.add_argument(
        "--opponents",
        nargs="+",
        metavar="POLICY",
        help="one policy for both, or two (default expert where it is shipped, else rulebook); "
        "the page, or help in the terminal, names the levels from easy to strong",
    )
    play.add_argument(
        "--players",
        nargs=3,
        metavar="POLICY",
        help="with --auto: the three policies (default rulebook)",
    )
    play.add_argument("--deals", type=count, help="length of the match (default 12)")
    play.add_argument(
        "--scoring", choices=("points", "seeger-fabian"), help="default seeger-fabian"
    )
    play.add_argument("--seed", type=seed, help="the same cards again (default: new ones)")
    play.add_argument("--code", metavar="CODE", help="the match of a code somebody gave you")
    play.add_argument(
        "--daily",
        nargs="?",
        const="",
        type=_day,
        metavar="DAY",
        help="the twelve deals of a day (default today), the same for everybody",
    )
    play.add_argument(
        "--practice", action="store_true", help="moves can be taken back, nothing is counted"
    )
    play.add_argument("--language", choices=("de", "en"), help="of the terminal (default: LANG)")
    play.add_argument(
        "--save",
        type=Path,
        metavar="FILE",
        help="the archive of your matches (default: in your data folder, or $SKAT_GYM_HOME)",
    )
    play.add_argument(
        "--resume", nargs="?", const="", metavar="ID", help="go on with a match (default: the last)"
    )
    play.add_argument("--record", type=Path, metavar="FILE", help="add the deals to an SGF file")
    play.add_argument("--json", action="store_true", help="with --auto: print the match as JSON")
    page = play.add_argument_group("the page")
    page.add_argument("--no-browser", action="store_true", help="print the address, open nothing")
    page.add_argument("--port", type=_port, help="default: any that is free")
    page.add_argument("--host", help="the address to listen on (default 127.0.0.1)")
    page.add_argument(
        "--open-to-network", action="store_true", help="allow a --host that others can reach"
    )
    page.add_argument("--token", help="the word in the address (default: a new one every time)")


def run_play(args: Any) -> int:
    """Runs `skat-gym play`."""
    if args.auto:
        return _auto(args)
    _without(args, "a person", "players", "json")
    if args.resume is not None:
        _without(args, "--resume", "opponents", "seed", "deals", "code", "daily", "scoring")
        _without(args, "--resume", "practice")
    if args.code is not None or args.daily is not None:
        _without(args, "--code and --daily", "seed", "deals")
    if args.code is not None:
        _without(args, "--code", "scoring", "daily")
    return _terminal(args) if args.terminal else _page(args)


def _auto(args: Any) -> int:
    from skat_gym.play import play_auto

    _without(args, "--auto", *_PERSON_ONLY, *_PAGE_ONLY)
    return play_auto(
        args.players or ["rulebook"] * 3,
        seed=args.seed,
        deals=args.deals or N_DEALS,
        record=args.record,
        json=args.json,
        language=args.language or "en",
    )


def _terminal(args: Any) -> int:
    from skat_gym.play import play_terminal

    _without(args, "--terminal", *_PAGE_ONLY)
    return play_terminal(
        _opponents(args),
        options=None if args.resume is not None else _options(args),
        save=args.save,
        resume=args.resume,
        record=args.record,
        language=args.language,
    )


def _page(args: Any) -> int:
    _without(args, "the page", "record", "language")
    try:
        from skat_gym.play.server.serve import leave, serve
    except ModuleNotFoundError as error:
        if error.name not in _EXTRA:
            raise
        raise ValueError(
            "the page needs a few packages more: python -m pip install 'skat-gym[play]'; without "
            "them, play in the terminal: skat-gym play --terminal"
        ) from None
    pair = None
    if args.opponents:
        left, right = _opponents(args)
        pair = left, right
    asked = (args.seed, args.code, args.daily, args.scoring, args.practice or None)
    code = serve(
        pair,
        host=args.host or "127.0.0.1",
        port=args.port or 0,
        open_to_network=args.open_to_network,
        browser=not args.no_browser,
        token=args.token,
        save=args.save,
        deals=args.deals or N_DEALS,
        begin=(lambda: _options(args)) if any(told is not None for told in asked) else None,
        resume=args.resume,
        early=pair is None and args.code is None and args.save is None,
    )
    return leave(code)


def _opponents(args: Any) -> list[str]:
    from skat_gym.play.match_options import default_opponent

    pair = args.opponents or [default_opponent()]
    if len(pair) > 2:
        raise ValueError(f"--opponents takes one policy or two, not {len(pair)}")
    return list(pair * 2 if len(pair) == 1 else pair)


def _options(args: Any) -> Any:
    from skat_gym.play.match_options import options_of

    day = args.daily
    if day == "":
        day = datetime.now(UTC).strftime("%Y-%m-%d")
    return options_of(
        _opponents(args),
        seed=args.seed,
        deals=args.deals or N_DEALS,
        scoring=args.scoring or "seeger-fabian",
        practice=args.practice,
        code=args.code,
        day=day,
    )


def _without(args: Any, how: str, *names: str) -> None:
    for name in names:
        if getattr(args, name) not in (None, False):
            raise ValueError(f"{how} goes without --{name.replace('_', '-')}")


def add_deals(command: Callable[..., Any]) -> None:
    """Adds `skat-gym deals`."""
    deals = command(
        "deals",
        run_deals,
        "deal the cards of a seed, to check a match",
        "skat-gym deals --seed 7 --deals 12",
    )
    deals.add_argument("--seed", type=seed, help="which cards; shown after each match")
    deals.add_argument("--salt", default="", help="shown beside it, for the checksum")
    deals.add_argument("--daily", type=_day, metavar="DAY", help="the seed of a day instead")
    deals.add_argument("--deals", type=count, default=N_DEALS, help="how many (default 12)")
    deals.add_argument("--json", action="store_true", help="print JSON")


def run_deals(args: Any) -> int:
    """Runs `skat-gym deals`."""
    if (args.seed is None) == (args.daily is None):
        raise ValueError("say which cards: --seed SEED, or --daily DAY")
    from skat_gym.play.match_options import MatchOptions, daily_seed
    from skat_gym.rules.card import sorted_for
    from skat_gym.rules.deal import SEAT_NAMES

    chosen = daily_seed(args.daily) if args.daily is not None else args.seed
    options = MatchOptions(chosen, deals=args.deals, salt=args.salt)
    rows: list[dict[str, Any]] = []
    for number in range(args.deals):
        deal = options.deal(number)
        hands = {name: deal.dealt[seat] for seat, name in enumerate(SEAT_NAMES)}
        rows.append(
            {
                "deal": number + 1,
                "dealer": (options.dealer + number) % 3,
                **{name: [str(card) for card in sorted_for(hand)] for name, hand in hands.items()},
                "skat": [str(card) for card in sorted_for(deal.skat)],
            }
        )
    if args.json:
        told = {
            "seed": chosen,
            "salt": args.salt,
            "commitment": options.commitment,
            "deals": rows,
        }
        print(json.dumps(told, indent=2))
        return 0
    print(f"seed {chosen}, checksum {options.commitment}")
    for row in rows:
        dealer = ("you", "left", "right")[row["dealer"]]
        print(f"\nDeal {row['deal']}, dealer: {dealer}")
        for place in (*SEAT_NAMES, "skat"):
            print(f"  {place:<11}{' '.join(row[place])}")
    return 0
