"""What a game is worth before its play, and what it came to, in words."""

from __future__ import annotations

from itertools import combinations

from sitting import at_the_skat

from skat_gym.observation import View
from skat_gym.play.speech import TABLE, outcome
from skat_gym.play.value_text import result_text
from skat_gym.play.voice import Voice
from skat_gym.play.worth import OPEN, Counter
from skat_gym.rules import Contract, Deal, Result
from skat_gym.rules.card import CARDS, card_set
from skat_gym.rules.scoring import matadors

HANDS = (
    "CJ SJ HJ DJ CA CT CK CQ C9 C8",
    "CJ SJ HJ CA CT CK CQ C9 C8 C7",
    "DJ CA CT CK CQ C9 C8 C7 SA ST",
    "CA CT CK CQ C9 C8 C7 SA ST SK",
)


def views() -> list[View]:
    """Ten cards each, the skat unknown: long runs, and what chance gives."""
    found = []
    for text in HANDS:
        own = text.split()
        rest = [str(card) for card in CARDS if str(card) not in own]
        found.append(View.of(Deal.of_cards(own, rest[:10], rest[10:20], rest[20:]), 0))
    return found + [View.of(Deal.shuffled(seed), 0) for seed in range(8)]


def test_the_proviso_stands_where_some_skat_would_change_the_matadors() -> None:
    seen = set()
    for view in views():
        hand = card_set(view.hand)
        rest = [1 << card for card in CARDS if card not in view.hand]
        skats = [a | b for a, b in combinations(rest, 2)]
        for number in range(29):
            contract = Contract(number)
            worth = Counter(view).worth(contract)
            changes = not contract.is_null and any(
                int(matadors(hand | skat, contract.game)) != worth.matadors for skat in skats
            )
            assert worth.open == changes, (view.hand, contract)
            seen.add(changes)
            for language, proviso in OPEN.items():
                assert (proviso in worth.text[language]) == changes
                if worth.warning is not None:
                    assert (proviso in worth.warning[language]) == changes
    assert seen == {True, False}


def test_with_the_skat_seen_nothing_is_open() -> None:
    view = at_the_skat().view
    worths = [Counter(view).worth(Contract(number)) for number in range(29)]
    assert all(worth.certain and not worth.open for worth in worths)
    assert not any(OPEN["en"] in line for line in Voice().preview(view))
    assert not any(OPEN["en"] in worth.text["en"] for worth in worths)


def test_a_lost_game_says_why_it_costs_what_it_costs() -> None:
    """The value that counts and "double" stand before the score, which is said once."""
    seen = set()
    for number in range(29):
        contract = Contract(number)
        run = 0 if contract.is_null else -1
        for bid in (18, 264):
            for points, tricks in ((0, 0), (46, 4), (93, 9), (120, 10)):
                result = Result.settled(
                    1, contract, bid=bid, matadors=run, points=points, tricks=tricks
                )
                seen.add((result.won, result.overbid))
                told, said = result_text(result), outcome(result, TABLE[1])
                assert told["en"] == str(result)
                for language, word in (("de", "zählt doppelt"), ("en", "counted double")):
                    assert (f"; {word}: {result.score}" in told[language]) == (not result.won)
                    before = told[language].partition(f"; {word}")[0]
                    assert f" {result.cost}" in before
                    assert said[language].count(str(result.score)) == 1 or result.won
                    assert said[language].endswith(f"{result.score:+d}.")
    assert seen == {(True, False), (False, False), (False, True)}
