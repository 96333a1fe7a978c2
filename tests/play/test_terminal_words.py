"""What the terminal says: whole sentences in the language asked for, and nothing too much."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from sitting import at_the_skat, choice, script

from skat_gym import cli
from skat_gym.play import Archive, MatchOptions, Session
from skat_gym.play.fairness import check_command, fairness
from skat_gym.play.terminal import Terminal
from skat_gym.play.voice import Voice
from skat_gym.rules.action import DECLARE_FIRST
from skat_gym.rules.state import Phase


def shown(session: Session, lines: list[str], language: str = "de", after: bool = False) -> str:
    """What a person who types these lines and leaves is shown, with these lines in it."""
    told: list[str] = []
    answer = script(lines)

    def ask(question: str) -> str:
        line = str(answer(question))
        told.append(f"> {line}")
        return line

    Terminal(session, ask=ask, show=told.append, language=language, afterwards=after).play()
    return "\n".join(told)


def begun(**options: object) -> Session:
    session = Session(options=MatchOptions(seed=1, deals=1, **options), archive=Archive(":memory:"))
    session.run()
    return session


def over() -> Session:
    session = begun()
    while not session.table.over:
        session.act(choice(session, declare=False))
        session.run()
    return session


WORDS = {
    "de": ("zurück", "ende", "bis zwölf", "analyse 9", "analyse x", "analyse", "lektion", "xyz"),
    "en": ("undo", "finish", "up to x", "analysis 9", "analysis x", "analysis", "lesson", "xyz"),
}


@pytest.mark.parametrize("language", ["de", "en"])
def test_what_is_refused_is_refused_in_one_sentence(language: str) -> None:
    for word in WORDS[language]:
        text = shown(begun(), [word], language)
        sentence = text.split(f"> {word}\n", 1)[1].split("\n", 1)[0].strip()
        assert sentence.endswith(".") and not sentence.endswith(".."), (word, sentence)
        assert sentence[0].isupper() or sentence[0] == "'", (word, sentence)


def test_a_deal_that_is_not_in_the_match_is_told_from_one_to_come() -> None:
    text = shown(begun(), ["analyse 9", "analyse 0", "analyse 1"])
    assert "Ein Spiel 9 gibt es nicht; die Partie hat 1 Spiel." in text
    assert "Ein Spiel 0 gibt es nicht" in text and "Spiel 1 ist noch nicht zu Ende." in text


def test_cards_are_written_as_the_language_writes_them() -> None:
    """Where cards are named, in an analysis as in what is refused, "CJ" is for programs."""
    for language, word in (("de", "analyse 1"), ("en", "analysis 1")):
        told = shown(over(), [word], language, after=True).split(f"> {word}\n", 1)[1]
        better = " ".join(re.findall(r"(?:besser|better): (.*)", told)).replace(",", "").split()
        assert better and all(card[0] in "♣♠♥♦" for card in better)
    refused = shown(begun(), ["hilfe", "zzz"], "de")
    assert not re.search(r"\b[CSHD][789TJQKA]\b", refused)


@pytest.mark.parametrize(("language", "word"), [("de", "analyse"), ("en", "analysis")])
def test_one_is_not_many(language: str, word: str) -> None:
    """What is given away is counted in words that fit: one point, two points."""
    session = Session(
        options=MatchOptions(seed=3, deals=6, policies=("random", "random", "random"))
    )
    session.run()
    words = [f"{word} {number}" for number in range(1, 7)]
    told = shown(session, words, language, after=True)
    pair = r"\b1 (Augen?|Listenpunkte?)\b" if language == "de" else r"\b1 ((?:list )?points?)\b"
    found = set(re.findall(pair, told))
    assert found and found <= {"Auge", "Listenpunkt", "point", "list point"}


def test_a_lesson_that_is_refused_begins_no_table() -> None:
    for word in ("lektion", "lehre"):
        text = shown(begun(), [word])
        assert "Die Lektion gibt es nach der Partie." in text and "Nr." not in text
    assert "Nr." in shown(over(), ["lehre"], after=True).rsplit("Noch Fragen?", 1)[1]


def test_the_help_names_every_word_of_its_language() -> None:
    session = begun()
    for language, words in (
        (
            "de",
            "stich liste karten reizen tipp bis ende zurück analyse statistik startzahl lektion",
        ),
        ("en", "last sheet cards bids hint finish undo analysis statistics seed lesson quit"),
    ):
        page = shown(session, ["hilfe"], language)
        for word in words.split():
            assert f" {word} " in page, word
    for alias in ("saat", "startwert", "prüfsumme", "startzahl", "seed"):
        assert "Prüfsumme der Karten" in shown(session, [alias])


def test_after_the_match_an_unknown_word_gets_one_sentence() -> None:
    for language, word in (("de", "lektion"), ("en", "lesson")):
        text = shown(over(), ["what now", "hilfe"], language, after=True)
        answer, help_page = text.split("> what now\n", 1)[1].split("\n", 1)
        assert word in answer and answer.endswith(".") and len(help_page.splitlines()) > 8


def test_figures_are_told_in_german() -> None:
    session = over()
    german, english = (
        shown(session, ["statistik"], "de", True),
        shown(session, ["stats"], "en", True),
    )
    assert "Seeger-Fabian je 36 Spiele" in german and "Alleinspiele" in german
    for key in ("declared", "of these won", "defended", "per 36", "average"):
        assert key in english and key not in german
    assert Voice("de").figure(822.5) == "822,5" and Voice("en").figure(822.5) == "822.5"


def test_a_declarer_who_comes_back_is_told_skat_and_put_downs(tmp_path: Path) -> None:
    there = at_the_skat()
    with Archive(tmp_path / "a") as archive:
        session = Session(options=there.options, archive=archive)
        session.run()
        for _, action, by in there.table.moves[-1]:
            if by == "person":
                session.act(action)
                session.run()
        assert session.deal.phase is Phase.PUT_DOWN
        skat = "Der Skat: " + " ".join(Voice("de").card(card) for card in session.view.found)

        def back() -> str:
            return shown(Session(match=session.id, archive=archive), [])

        assert back().count(skat) == 1 and "Gedrückt" not in back()
        session.act(session.deal.legal[0])
        session.act(session.deal.legal[-1])
        put = f"Gedrückt: {Voice('de').cards(session.view.put_down)}"
        assert back().count(skat) == 1 and put in back()
        session.act(next(a for a in session.deal.legal if a >= DECLARE_FIRST))
        session.run()
        assert session.deal.phase is Phase.PLAY
        assert back().count(skat) == 1 and put in back()


@pytest.mark.parametrize("salt", ["", "00ff"])
@pytest.mark.parametrize("deals", [2, 12])
def test_the_command_that_is_told_deals_the_same_cards(
    capsys: pytest.CaptureFixture[str], salt: str, deals: int
) -> None:
    options = MatchOptions(seed=77, deals=deals, salt=salt, known=True)
    told = fairness(options, over=False)
    for sentence in told["check"].values():
        assert check_command(options) in sentence and ("--salt" in sentence) == bool(salt)
    assert cli.main(shlex.split(check_command(options))[1:]) == 0
    out = capsys.readouterr().out
    assert str(told["commitment"]) in out and out.count("\nDeal ") == deals
    hand = sorted(map(str, options.deal(deals - 1).dealt[0]))
    forehand = [line.split()[1:] for line in out.splitlines() if line.startswith("  forehand")]
    assert sorted(forehand[-1]) == hand


def test_nothing_is_asked_for_that_there_is_not() -> None:
    hidden = MatchOptions(seed=77, salt="ab")
    again = MatchOptions(seed=77, salt="ab", again="k3v9x2:3")
    for options in (hidden, again, MatchOptions(seed=77)):
        told = fairness(options, over=options is again)
        assert told["seed"] is told["salt"] is None
        for sentence in told["check"].values():
            assert "77" not in sentence
            assert ("SAL" in sentence) == (options is hidden)
    assert "k3v9x2" in fairness(again, over=True)["check"]["de"]
