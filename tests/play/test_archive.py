"""The archive: whole after every action, also if the program is killed in the middle."""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest
from sitting import choice

from skat_gym.play import Archive, MatchOptions, Session
from skat_gym.play.archive import SCHEMA, default_archive
from skat_gym.play.games import export, import_games
from skat_gym.play.seat_view import seat_view
from skat_gym.play.statistics import statistics
from skat_gym.play.words import TextError
from skat_gym.records import read_file
from skat_gym.rules.scoring import seeger_fabian

OPTIONS = MatchOptions(seed=5, deals=3, policies=(None, "rulebook", "random"), salt="ab")
PLAYER = """
import sys
from sitting import choice
from skat_gym.play import Archive, MatchOptions, Session
archive = Archive(sys.argv[1])
match = archive.unfinished()
session = (
    Session(match=match, archive=archive)
    if match
    else Session(options=MatchOptions(seed=5, deals=40), archive=archive)
)
print("begun", session.id, flush=True)
while not session.table.over:
    if session.table.player is None:
        session.begin()
    elif session.waits:
        session.act(choice(session))
    else:
        session.step()
    print(session.table.n, flush=True)
"""


def finish(session: Session) -> Session:
    while True:
        session.run()
        if session.table.over:
            return session
        session.act(choice(session))


def test_every_action_is_on_disk_before_it_is_told(tmp_path: Path) -> None:
    with Archive(tmp_path / "a") as archive, Archive(tmp_path / "a") as other:
        session = Session(options=OPTIONS, archive=archive)
        assert session.id is not None

        def watch(event: object) -> None:
            loaded = other.load(session.id)
            assert json.dumps(seat_view(loaded)) == json.dumps(seat_view(session.table))
            assert loaded.moves == session.table.moves and loaded.marks == session.table.marks

        session.watch = watch
        finish(session)
        entry = other.entry(session.id)
        assert entry.over and entry.done == 3
        assert other.totals(entry) == session.match.scores()


def test_together_is_one_transaction(tmp_path: Path) -> None:
    with Archive(tmp_path / "a") as archive, Archive(tmp_path / "a") as other:
        session = Session(options=OPTIONS, archive=archive)
        assert session.id is not None
        told: list[object] = []
        session.watch = told.append
        before, n = json.dumps(seat_view(session.table)), session.table.n
        with session.together():
            while session.step():
                assert other.entry(session.id).n == n and not told
        session.act(choice(session))
        assert other.load(session.id).moves == session.table.moves
        assert [event.n for event in told] == [*range(n + 1, session.table.n + 1)]
        ahead = finish(Session(match=session.id, archive=other))
        with pytest.raises(TextError, match="somewhere else"), session.together():
            session.run()
            session.act(choice(session))
        assert session.table.n == ahead.table.n and json.dumps(seat_view(session.table)) != before


def test_killed_at_any_moment_and_gone_on_with(tmp_path: Path) -> None:
    """kill -9 while moves are made: nothing that was told is lost, and the match ends the same."""
    chance = random.Random(7)
    path = tmp_path / "a"
    folder = str(Path(__file__).parent)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([folder, *sys.path])}
    reached = 0
    match = ""
    for _ in range(int(os.environ.get("SKAT_GYM_KILLS", "4"))):
        process = subprocess.Popen(
            [sys.executable, "-c", PLAYER, str(path)],
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )
        assert process.stdout is not None
        match = process.stdout.readline().split()[1]
        for _ in range(chance.randrange(1, 400)):
            line = process.stdout.readline()
            if not line:
                break
            reached = int(line)
        time.sleep(chance.random() * 0.01)
        process.send_signal(signal.SIGKILL)
        process.wait()
        rest = [int(line) for line in process.stdout.read().split("\n")[:-1] if line]
        reached = max([reached, *rest])
        with Archive(path) as archive:
            table = archive.load(match)
            assert table.n >= reached
            assert len(archive.entries()) == 1
    with Archive(path) as archive:
        session = finish(Session(match=match, archive=archive))
    whole = finish(Session(options=MatchOptions(seed=5, deals=40)))
    assert session.table.deals == whole.table.deals and session.match.scores()


def test_two_programs_cannot_both_go_on(tmp_path: Path) -> None:
    with Archive(tmp_path / "a") as one, Archive(tmp_path / "a") as other:
        first = Session(options=OPTIONS, archive=one)
        second = Session(match=first.id, archive=other)
        first.run()
        first.act(choice(first))
        with pytest.raises(TextError) as told:
            second.run()
            second.act(choice(second))
        assert told.value.code == "stale"
        assert second.table.n == first.table.n and second.deal == first.deal


def test_failures_are_kept_as_marks(tmp_path: Path) -> None:
    with Archive(tmp_path / "a") as archive:
        session = Session(options=OPTIONS, archive=archive)
        while session.table.player != 1:
            if session.table.player == 0:
                session.act(choice(session))
            else:
                session.step()
        events = session.table.replace(1, session.deal.legal[0], "policy 'x' failed: gone")
        archive.write(str(session.id), events)
        assert archive.load(str(session.id)).marks == [[(1, "policy 'x' failed: gone")]]
        assert seat_view(archive.load(str(session.id)))["deal"]["marks"][0]["player"] == 1


def test_files_that_are_no_archive_are_left_alone(tmp_path: Path) -> None:
    text = tmp_path / "letter.txt"
    text.write_text("dear " * 300)
    with pytest.raises(ValueError, match="no archive"):
        Archive(text)
    assert text.read_text() == "dear " * 300
    other = tmp_path / "other.sqlite"
    connection = sqlite3.connect(other)
    connection.execute("CREATE TABLE precious(x)")
    connection.commit()
    connection.close()
    with pytest.raises(ValueError, match="not one of skat_gym"):
        Archive(other)
    newer = tmp_path / "newer.sqlite"
    Archive(newer).close()
    connection = sqlite3.connect(newer)
    connection.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    connection.close()
    with pytest.raises(ValueError, match="newer skat_gym"):
        Archive(newer)
    with pytest.raises(ValueError, match="no archive can be kept"):
        Archive(tmp_path)


def test_the_place_of_the_archive(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SKAT_GYM_HOME", str(tmp_path))
    assert default_archive() == tmp_path / "table.sqlite"
    monkeypatch.delenv("SKAT_GYM_HOME")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    for platform, part in (("linux", "data/skat-gym"), ("darwin", "Application Support/skat-gym")):
        monkeypatch.setattr(sys, "platform", platform)
        assert part in default_archive().as_posix()


def test_statistics_count_what_was_played(tmp_path: Path) -> None:
    with Archive(tmp_path / "a") as archive:
        sessions = [
            finish(Session(options=MatchOptions(seed=seed, deals=4), archive=archive))
            for seed in range(3)
        ]
        finish(Session(options=MatchOptions(seed=9, deals=1, practice=True), archive=archive))
        told = statistics(archive)
        lines = [line for session in sessions for line in session.match.lines]
        own = [line.result for line in lines if line.declarer == 0]
        assert told["deals"] == 12 and told["matches"] == 3
        assert told["passed_in"] == sum(line.declarer is None for line in lines)
        assert told["declared"] == len(own) and told["won"] == sum(r.won for r in own)
        assert told["points"] == sum(r.score for r in own)
        total = sum(
            seeger_fabian(line.declarer, line.result.score, 0)
            for line in lines
            if line.declarer is not None
        )
        assert told["seeger_fabian"] == total == sum(s.match.scores()[0] for s in sessions)
        assert told["seeger_fabian_36"] == round(total / 12 * 36, 1)
        assert sum(game["declared"] for game in told["games"]) == len(own)
        assert sum(told["places"].values()) == 3
    with Archive(":memory:") as empty:
        assert statistics(empty)["won_share"] is None


def test_deleting_takes_a_match_and_nothing_else(tmp_path: Path) -> None:
    """Its deals, moves and marks go, and what it counted; another program sees it at once."""
    with Archive(tmp_path / "a") as archive, Archive(tmp_path / "a") as other:
        kept = finish(Session(options=OPTIONS, archive=archive))
        before = list(archive.connection.iterdump())
        figures = statistics(archive)
        gone = finish(Session(options=MatchOptions(seed=9, deals=2), archive=archive))
        left = Session(options=MatchOptions(seed=2, daily="2026-03-09"), archive=archive)
        left.run()
        events = left.table.replace(0, left.deal.legal[0], "policy 'x' failed: gone")
        archive.write(str(left.id), events)
        assert statistics(archive)["deals"] == 5 and archive.daily("2026-03-09") == left.id
        for session in (gone, left):
            other.delete(str(session.id))
            with pytest.raises(TextError, match="there is no match") as told:
                archive.load(str(session.id))
            assert told.value.code == "no-match"
        assert list(archive.connection.iterdump()) == before
        assert statistics(archive) == figures and archive.daily("2026-03-09") is None
        assert archive.unfinished() is None
        for match in (str(gone.id), "nothing", ""):
            with pytest.raises(TextError) as told:
                archive.delete(match)
            assert told.value.code == "no-match"
        assert list(archive.connection.iterdump()) == before
        assert archive.load(str(kept.id)).deals == kept.table.deals


def test_a_match_that_was_deleted_is_not_gone_on_with(tmp_path: Path) -> None:
    with Archive(tmp_path / "a") as archive, Archive(tmp_path / "a") as other:
        session = Session(options=OPTIONS, archive=archive)
        other.delete(str(session.id))
        with pytest.raises(TextError) as told:
            session.run()
            session.act(choice(session))
        assert told.value.code == "no-match" and not other.entries()


def test_what_is_taken_back_takes_its_marks_along(tmp_path: Path) -> None:
    """In practice, in memory as in the archive."""
    options = MatchOptions(seed=5, deals=1, practice=True, policies=(None, "random", "random"))
    with Archive(tmp_path / "a") as archive:
        session = Session(options=options, archive=archive)
        session.run()
        match, table = str(session.id), session.table
        session.act(choice(session))
        assert table.player not in (0, None)
        archive.write(match, table.replace(table.player, session.deal.legal[0], "policy 'x' gone"))
        assert len(table.marks[0]) == len(archive.load(match).marks[0]) == 1
        session.take_back()
        assert table.marks == archive.load(match).marks == [[]]


def test_export_and_import(tmp_path: Path) -> None:
    with Archive(tmp_path / "a") as archive, Archive(tmp_path / "b") as other:
        session = finish(Session(options=OPTIONS, archive=archive))
        text = export(archive)
        (tmp_path / "all.sgf").write_text(text)
        deals = [record.deal for record in read_file(tmp_path / "all.sgf")]
        assert deals == session.table.deals
        [(match, count)] = import_games(other, text)
        table = other.load(match)
        assert count == 3 and table.deals == session.table.deals and table.over
        assert table.match.scores() == session.match.scores()
        assert statistics(other)["declared"] == statistics(archive)["declared"]
        assert import_games(archive, text) == []  # they are there already
        assert seat_view(table)["fairness"]["seed"] is None
        assert export(other, match).count("(;GM[Skat]") == 3
        before = len(other.entries())
        for wrong in ("", "(;GM[Chess] ;)", text[:300], text + "(;GM[Skat]MV[w ];)"):
            with pytest.raises(TextError):
                import_games(other, wrong)
        assert len(other.entries()) == before
        with pytest.raises(TextError, match="no match"):
            export(other, "nothing")
