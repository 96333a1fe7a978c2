"""Many persons at once at a real server, and a search of all they were told for hidden cards.

    python tests/play/crowd.py --matches 200 --deals 12 --think 1.0

begins a server, plays so many matches at the same time through WebSockets, and prints how long an
answer took. Each person thinks so many seconds before a decision, on average.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import resource
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import websockets

from skat_gym.play import Archive, MatchTable
from skat_gym.rules import Deal
from skat_gym.rules.card import SUIT_SYMBOLS, SUITS

CODE = re.compile(r"\b[CSHD][789TQKAJ]\b")
SIGN = re.compile(r"([♦♥♠♣])(10|[789JQKABD])")
_RANKS = {"10": "T", "B": "J", "D": "Q"}


def named(message: dict[str, Any]) -> set[str]:
    """The cards that a message names, as codes or for people; hashes and ids are left out."""
    text = json.dumps(message, ensure_ascii=False)
    signs = {
        SUITS[SUIT_SYMBOLS.index(suit)] + _RANKS.get(rank, rank)
        for suit, rank in SIGN.findall(text)
    }
    return set(CODE.findall(text)) | signs


class Seen:
    """Works out from the archive which cards the person may see at every state of a match."""

    def __init__(self, archive: Archive, match: str) -> None:
        kept = archive.load(match)
        self.allowed: dict[int, set[str]] = {}
        self.deal: dict[int, int] = {}
        table = MatchTable(kept.options)
        for moves, deal in zip(kept.moves, kept.deals, strict=True):
            first, second, third = deal.dealt
            events = table.begin(Deal.of_cards(first, second, third, deal.skat))
            self._note(table, [event.n for event in events])
            for player, action, by in moves:
                self._note(table, [event.n for event in table.act(player, action, by)])

    def _note(self, table: MatchTable, numbers: list[int]) -> None:
        deal = table.deal
        assert deal is not None
        seat = table.seat_of(0)
        cards = {*deal.dealt[seat], *deal.cards}
        if deal.declarer == seat and deal.record.picked_up:
            cards |= {*deal.skat}
        if deal.contract is not None and deal.contract.ouvert:
            assert deal.declarer is not None
            cards |= {*deal.hands[deal.declarer]}
        for n in numbers:
            self.allowed[n] = {str(card) for card in cards}
            self.deal[n] = len(table.moves)


def leaks(archive: Archive, match: str, texts: list[str]) -> tuple[int, list[str]]:
    """Returns how many messages were searched, and those that name a card they may not."""
    seen = Seen(archive, match)
    searched, found = 0, []
    for text in texts:
        message = json.loads(text)
        if message["type"] not in ("state", "update", "claim", "hint"):
            continue
        state = message.get("state")
        if state is not None:
            assert state["deal"]["number"] == seen.deal[message["n"]]
            if state["phase"] in ("deal_over", "match_over"):
                state["summary"] = None
                for event in message.get("events", ()):
                    event["text"] = None if event["kind"] == "deal_over" else event["text"]
        searched += 1
        hidden = named(message) - seen.allowed[message["n"]]
        if hidden:
            found.append(f"{match} at {message['n']}: {sorted(hidden)}")
    return searched, found


async def person(
    address: str, port: int, seed: int, deals: int, think: float, opponents: list[str] | None
) -> tuple[str, list[float], list[str]]:
    """Plays a match by chance; returns its id, the seconds of each answer, all texts received."""
    chance = random.Random(seed)
    waits: list[float] = []
    texts: list[str] = []
    origin = f"http://127.0.0.1:{port}"
    async with websockets.connect(address, origin=origin, max_size=None) as socket:
        await socket.recv()
        new = {"type": "new", "deals": deals, "seed": str(seed), "opponents": opponents}
        await socket.send(json.dumps(new))
        state: dict[str, Any] = {}
        began = 0.0
        while state.get("phase") != "match_over":
            text = str(await socket.recv())
            texts.append(text)
            message = json.loads(text)
            assert message["type"] != "refused", message
            if began:
                waits.append(time.monotonic() - began)
                began = 0.0
            if message["type"] == "claim":
                continue
            state = message["state"]
            here = {"match": state["match"], "n": state["n"]}
            if state["phase"] == "deal_over":
                sent = {"type": "next", **here}
            elif state["your_turn"]:
                ids = [entry["id"] for entry in state["legal"]]
                sent = {"type": "act", **here, "action": chance.choice(ids)}
            else:
                continue
            if think:
                await asyncio.sleep(chance.expovariate(1 / think))
            began = time.monotonic()
            await socket.send(json.dumps(sent))
        return state["match"], waits, texts


def server(folder: Path) -> tuple[subprocess.Popen[str], int]:
    """Begins a server with its archive in a folder; returns it with its port."""
    process = subprocess.Popen(
        [sys.executable, "-m", "skat_gym.cli", "play", "--no-browser", "--token", "T"],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "SKAT_GYM_HOME": str(folder)},
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    return process, int(line.split("127.0.0.1:")[1].split("/")[0])


async def crowd(
    port: int, matches: int, deals: int, think: float, opponents: list[str] | None = None
) -> list[tuple[str, list[float], list[str]]]:
    """Lets so many persons play at the same time."""
    address = f"ws://127.0.0.1:{port}/ws?token=T"
    return await asyncio.gather(
        *(person(address, port, seed, deals, think, opponents) for seed in range(matches))
    )


def main() -> None:
    """Runs the crowd and prints what it saw."""
    import tempfile

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--deals", type=int, default=12)
    parser.add_argument("--think", type=float, default=1.0)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        process, port = server(Path(folder))
        try:
            told = asyncio.run(crowd(port, args.matches, args.deals, args.think))
        finally:
            process.terminate()
            process.wait()
        spent = resource.getrusage(resource.RUSAGE_CHILDREN)
        waits = sorted(wait for _, some, _ in told for wait in some)
        middle, late = waits[len(waits) // 2], waits[int(len(waits) * 0.95)]
        print(
            f"{len(told)} matches, {len(waits)} answers, median {middle * 1e3:.1f} ms, "
            f"95th percentile {late * 1e3:.1f} ms, longest {waits[-1] * 1e3:.0f} ms; the server's "
            f"CPU {(spent.ru_utime + spent.ru_stime) / len(waits) * 1e3:.2f} ms an answer, its "
            f"start included; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
        )
        with Archive(Path(folder) / "table.sqlite") as archive:
            searched, found = 0, []
            for match, _, texts in told:
                some, hidden = leaks(archive, match, texts)
                searched, found = searched + some, found + hidden
        print(f"{searched} messages searched, {len(found)} with a card that may not be seen")
        for line in found[:10]:
            print(line)


if __name__ == "__main__":
    main()
