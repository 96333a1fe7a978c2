"""A crowd at a real server; SKAT_GYM_CROWD=200 for the whole of it (see crowd.py)."""

from __future__ import annotations

import asyncio
import json
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from crowd import crowd, leaks, named, server

from skat_gym.play import Archive


def test_a_crowd_gets_answers_and_sees_no_hidden_card(tmp_path: Path) -> None:
    matches = int(os.environ.get("SKAT_GYM_CROWD", "6"))
    deals = 12 if matches >= 100 else 2
    process, port = server(tmp_path)
    try:
        sitting = crowd(port, matches, deals, think=1.0 if matches >= 100 else 0.0)
        with ThreadPoolExecutor(1) as apart:  # a browser's loop may run in this thread
            told = apart.submit(asyncio.run, sitting).result()
    finally:
        process.terminate()
        process.wait()
    assert len({match for match, _, _ in told}) == matches
    with Archive(tmp_path / "table.sqlite") as archive:
        assert all(entry.over for entry in archive.entries(limit=10**6))
        searched = 0
        for match, waits, texts in told:
            some, found = leaks(archive, match, texts)
            searched += some
            assert waits and not found, found[:5]
            if searched == some:  # the search finds what is there to be found
                table = archive.load(match)
                other = str(table.deals[0].dealt[table.match.lines[0].dealer - 1][0])
                spoilt = json.loads(texts[0])
                spoilt["state"]["hand"] += ["CJ", "SJ", "HJ", "DJ", "CA", "SA", other]
                assert leaks(archive, match, [json.dumps(spoilt)])[1]
    assert searched > 10 * matches


def test_cards_are_found_in_every_spelling() -> None:
    told = {"text": {"de": "♥D ♣B ♠10", "en": "♦J"}, "cards": ["H7"], "commitment": "9fCAHT00"}
    assert named(told) == {"HQ", "CJ", "ST", "DJ", "H7"}
