"""A person through a pipe, put-downs, practice, failing players, hidden cards."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from sitting import Hostile, at_the_skat, choice, first_legal, script

from skat_gym.play import Archive, HumanPlay, MatchOptions, Session, play_auto, play_terminal
from skat_gym.play.answer import read_contract, understand
from skat_gym.play.terminal import Terminal
from skat_gym.play.voice import Voice
from skat_gym.records import read_file
from skat_gym.rules import PASS, Card, Contract
from skat_gym.rules.action import DECLARE_FIRST
from skat_gym.rules.card import sorted_for
from skat_gym.rules.state import Phase

PIPE = (
    "import sys; from pathlib import Path; from skat_gym.play import play_terminal; "
    "resume = sys.argv[2] or None; "
    "play_terminal(['rulebook', 'random'], seed=None if resume else int(sys.argv[1]), deals=2, "
    "save=Path(sys.argv[3]), resume=resume)"
)
CARD = re.compile(r"[♦♥♠♣](?:10|[789JQKA])")


def through_a_pipe(lines: list[str], seed: int, resume: str, save: Path) -> str:
    run = subprocess.run(
        [sys.executable, "-c", PIPE, str(seed), resume, str(save)],
        input="".join(f"{line}\n" for line in lines),
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8", "LC_ALL": "C"},
        timeout=120,
    )
    assert run.returncode == 0, run.stderr
    assert "\x1b" not in run.stdout
    return run.stdout


@pytest.mark.parametrize("declare", [False, True])
def test_a_match_in_a_pipe_and_the_same_in_two_parts(tmp_path: Path, declare: bool) -> None:
    session = Session([None, "rulebook", "random"], seed=4, deals=2)
    lines = first_legal(session, declare)
    whole = through_a_pipe([*lines, "lesson", "analysis 1", ""], 4, "", tmp_path / "whole")
    end = whole.index("The match is over.")
    assert [*map(str, session.match.scores())] == whole[:end].splitlines()[-2].split()[-3:]
    assert "gave away" in whole[end:]
    half = len(lines) // 2
    save = tmp_path / "m"
    first = through_a_pipe([*lines[:half], "quit"], 4, "", save)
    match = first.split("--resume ")[1].strip()
    second = through_a_pipe(lines[half:], 4, match, save)
    sheet = whole[whole.rindex("no. ", 0, end) : end]
    assert second[second.rindex("no. ") :].startswith(sheet)


def test_a_line_twice_loses_nothing(tmp_path: Path) -> None:
    """The second copy of a card is refused, or is the answer to another question."""
    session = Session([None, "rulebook", "random"], seed=4, deals=2)
    lines = first_legal(session, declare=False)
    doubled = [copy for line in lines for copy in ([line] * 2 if len(line) == 2 else [line])]
    shown: list[str] = []
    play_terminal(
        ["rulebook", "random"],
        seed=4,
        deals=2,
        save=tmp_path / "m",
        ask=script(doubled),
        show=shown.append,
    )
    end = shown.index("The match is over.")
    assert sum("ou do not hold" in line or "no answer here" in line for line in shown) > 10
    total = shown[end - 1].splitlines()[-2].split()[-3:]
    assert total == [*map(str, session.match.scores())]


def test_numbers_of_two_put_downs_mean_the_list_shown() -> None:
    session = at_the_skat()
    shown = sorted_for(session.view.hand)
    lines: list[str] = []
    table = Terminal(session, ask=script(["1 1", "1 99", "1 2 3", "2, 3"]), show=lines.append)
    table.play()
    assert sorted(session.view.put_down) == sorted(shown[1:3])
    text = "\n".join(lines)
    for words in ("same card twice", "there is no card 99", "put down two cards, not 3"):
        assert words in text.lower()
    assert "Your games, bid" in text and session.deal.phase is Phase.DECLARE


def test_put_downs_in_any_spelling() -> None:
    session = at_the_skat()
    view, legal = session.view, session.deal.legal
    a, b = sorted_for(view.hand)[:2]
    for line in (f"{a} {b}", f"{a},{b}", f"{a.symbol} {b.symbol}", f"{str(a).lower()}, {b}"):
        assert understand(line, view, legal, []) == [a, b]
    spaced = f"{a.symbol[0]} {a.symbol[1:]} {str(b)[0]} {str(b)[1:]}"
    assert understand(spaced, view, legal, []) == [a, b]
    assert understand(str(a), view, legal, []) == [a]
    with pytest.raises(ValueError, match="two cards"):
        understand(" ", view, legal, [])


def test_games_in_any_spelling() -> None:
    for text, hand, name in (
        ("grand ouvert", True, "grand hand ouvert"),
        ("spades schneider", True, "spades hand schneider"),
        ("pik schneider", True, "spades hand schneider"),
        ("null ouvert", True, "null ouvert"),
        ("gh", False, "grand hand"),
        ("no", False, "null ouvert"),
        ("clubs", True, "clubs"),
        ("kreuz", True, "clubs"),
    ):
        assert read_contract(text, hand=hand) == Contract.parse(name)
    for text in ("", "skat", "grand grand", "spades ouvert"):
        with pytest.raises(ValueError):
            read_contract(text)


def test_the_preview_warns_of_overbidding() -> None:
    session = at_the_skat()
    session.act(session.deal.legal[0])
    session.act(session.deal.legal[0])
    lines = Voice().preview(session.view)
    assert lines[0] == f"Your games, bid {session.view.bid}:"
    for line in lines[1:6]:
        value = int(re.search(r"= (\d+)", line).group(1))
        assert (value < session.view.bid) == ("below" in line)
    session.act(DECLARE_FIRST + Contract.parse("clubs").number)
    while session.waits or not session.match.over:
        session.run()
        if session.waits:
            session.act(session.deal.legal[0])
    result = session.match.lines[0].result
    clubs = int(re.search(r"= (\d+)", lines[4]).group(1))
    assert result.value == clubs + 12 * (result.schneider + result.schwarz)


def test_a_record_holds_each_deal_once_over_quit_and_resume(tmp_path: Path) -> None:
    lines = first_legal(Session([None, "rulebook", "random"], seed=4, deals=2), declare=False)
    for stop in range(8, 14):
        save, record = tmp_path / str(stop), tmp_path / f"{stop}.sgf"
        for part, resume in ((lines[:stop], None), (lines[stop:], "")):
            play_terminal(
                ["rulebook", "random"],
                seed=4,
                deals=2,
                save=save,
                resume=resume,
                record=record,
                ask=script(part),
                show=lambda _: None,
            )
        assert len(list(read_file(record))) == 2
    with pytest.raises(ValueError, match="folder"):
        play_auto(["random"] * 3, seed=1, deals=1, record=tmp_path, show=lambda _: None)


@pytest.mark.parametrize("answer", [RuntimeError("gone"), np.array([-1]), np.zeros((2, 2)), "CJ"])
def test_a_failing_player_is_named_in_the_terminal(answer: Any) -> None:
    hostile = Hostile(answer)
    lines = first_legal(Session([None, "rulebook", "rulebook"], seed=3, deals=2), declare=False)
    shown: list[str] = []
    session = Session([None, hostile, hostile], seed=3, deals=2)
    assert Terminal(session, ask=script(lines), show=shown.append).play() == 0
    assert session.match.over and "The match is over." in shown
    assert any("policy 'hostile'" in line and "the deal is marked" in line for line in shown)


def test_leaving_by_control_c_keeps_the_match(tmp_path: Path) -> None:
    def ask(_: str) -> str:
        raise KeyboardInterrupt

    shown: list[str] = []
    with pytest.raises(KeyboardInterrupt):
        play_terminal(["random"] * 2, seed=1, save=tmp_path / "m", ask=ask, show=shown.append)
    assert "The match is kept" in shown[-2]
    with Archive(tmp_path / "m") as archive:
        assert archive.unfinished() is not None


def test_no_card_shows_before_it_may_be_known() -> None:
    """At every question, what was shown of this deal is what the person's view holds."""
    for seed in range(10):
        session = Session([None, "rulebook", "random"], seed=seed, deals=2)
        lines = iter(
            first_legal(Session([None, "rulebook", "random"], seed=seed, deals=2), seed % 2 == 0)
        )
        shown: list[str] = []
        asked_in = [-1]

        def ask(
            _: str,
            session: Session = session,
            lines: Iterator[str] = lines,
            shown: list[str] = shown,
            asked_in: list[int] = asked_in,
        ) -> str:
            if session.match.number != asked_in[-1]:
                asked_in.append(session.match.number)
                begin = [k for k, line in enumerate(shown) if line.startswith("Deal ")][-1]
                del shown[:begin]
            view = session.view
            known = {*view.hand, *view.cards, *view.put_down, *view.found, *view.open_hand}
            seen = set(CARD.findall("\n".join(shown)))
            assert seen <= {card.symbol for card in known}
            return next(lines)

        Terminal(session, ask=ask, show=shown.append).play()
        assert session.match.over


def test_practice_takes_back_and_presets_bid() -> None:
    options = MatchOptions(seed=5, deals=1, practice=True)
    session = Session(options=options)
    shown: list[str] = []
    lines = ["undo", "up to 20", "undo", "pass", "quit"]
    Terminal(session, ask=script(lines), show=shown.append).play()
    text = "\n".join(shown)
    assert "Nothing to take back" in text and "you take back" in text and "you bid 18" in text
    assert session.table.calls[-1][0][1] in ("bid", "hold", "pass")
    assert (0, PASS, "person") in session.table.moves[-1]


def test_human_play_as_declarer() -> None:
    """The person wins an auction, puts two cards down in one line and plays to the end."""
    asked: list[str] = []
    shown: list[str] = []
    tries = iter(())

    def ask(question: str) -> str:
        nonlocal tries
        asked.append(question)
        if "pass" in question:
            return "yes" if "Only" not in question else "pass"
        if "Pick up" in question:
            return "skat"
        if "Put down" in question:
            return "1 2"
        if "Name" in question:
            return "grand"
        if not shown[-1].startswith("  "):
            tries = iter(range(1, 11))
        return str(next(tries))

    env = gymnasium.make("skat_gym:Skat/Match-v0", opponents="random", match_deals=4)
    totals = HumanPlay(env, ask=ask, show=shown.append).run(seed=2)
    assert sum("Put down" in question for question in asked) >= 1
    assert any("you play grand" in line for line in shown)
    assert f"Totals: {totals[0]} (you), {totals[1]}, {totals[2]}" == shown[-1]
    assert totals == env.unwrapped.match.scores()


def test_light_import() -> None:
    heavy = "{'torch', 'stable_baselines3', 'starlette', 'uvicorn'}"
    code = f"import sys, skat_gym.play; print({heavy} & set(sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert run.stdout.strip() == "set()"


def test_a_screen_without_the_suits_gets_letters(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-c", PIPE, "8", "", str(tmp_path / "m")],
        input="cards\nlast\nquit\n",
        capture_output=True,
        encoding="ascii",
        env={**os.environ, "PYTHONIOENCODING": "ascii", "LC_ALL": "C"},
        timeout=60,
    )
    assert run.returncode == 0, run.stderr
    assert re.search(r"Your cards: ([DHSC](10|[789JQKA]) ){9}", run.stdout)


def test_cards_are_named_in_the_answer_to_an_illegal_one() -> None:
    session = Session([None, "rulebook", "random"], seed=4, deals=1)
    session.run()
    while session.deal.phase is not Phase.PLAY or len(session.deal.legal) == len(session.view.hand):
        session.act(choice(session, declare=False))
        session.run()
    wrong = next(c for c in session.view.hand if c not in session.deal.legal)
    with pytest.raises(ValueError, match=r"was led, so you must follow") as told:
        understand(str(wrong), session.view, session.deal.legal, [])
    assert {c.symbol for c in map(Card, session.deal.legal)} <= set(CARD.findall(str(told.value)))
