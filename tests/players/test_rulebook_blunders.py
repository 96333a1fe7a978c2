"""Count blunders of the rulebook player over self-play, from what the seat can know.

Three blunders, in suit and grand, strictly:

a  a ten or an ace given to a trick the opponents surely win, a card of fewer points being legal;
b  a card below ten points laid on a trick the partner surely wins, a ten or an ace being legal;
c  a trick the partner surely wins taken over by trump, a card that leaves it being legal; and the
   part of these "for nothing", where a card that leaves it and counts no less was legal.

A trick is sure if nobody still to play may hold a card that beats it: cards played, own cards and
put-downs, voids shown and open cards are taken into account.
"""

from typing import Any

import numpy as np
import pytest

from skat_gym.observation import new_views, view
from skat_gym.players.rulebook import rulebook_action
from skat_gym.players.rulebook.odds import may_hold
from skat_gym.rules.bits import bit, lowest, without_lowest
from skat_gym.rules.card import POINTS
from skat_gym.rules.chance import deal_key
from skat_gym.rules.contract import GAME
from skat_gym.rules.kernel import kernel
from skat_gym.rules.state import OVER, PLAY, new_deals
from skat_gym.rules.transition import apply, legal_actions, shuffle
from skat_gym.rules.trick import CLASS, CLASS_CARDS, NULL, STRONGER, TRUMP, power

DECISIONS = 100_000
NAMES = ("given away", "not smeared", "taken over", "taken over for nothing")


@kernel
def may_beat(v: Any, seat: int, card: int, game: int) -> bool:
    """Tells whether a seat that is still to play may beat a card, as far as can be known."""
    over = int(STRONGER[game, card])
    if CLASS[game, card] != TRUMP:
        over |= int(CLASS_CARDS[game, TRUMP])
    return may_hold(v, seat) & over != 0


@kernel
def judge(v: Any, mask: int, chosen: int, counts: Any) -> None:
    """Counts chances to blunder and blunders of one card played after another."""
    game = int(GAME[v.contract])
    laid = v.played % 3
    me = int(v.me)
    led = int(v.cards[v.played - laid]) + 0
    best = led
    holder = (me - laid + 3) % 3
    if laid == 2:
        second = int(v.cards[v.played - 1]) + 0
        if power(second, led, game) > power(led, led, game):
            best = second
            holder = (me + 2) % 3
    third = (me + 1) % 3
    ours = (holder == v.declarer) == (me == v.declarer)
    friend_follows = laid == 1 and me != v.declarer and third != v.declarer
    stands = laid == 2 or not may_beat(v, third, best, game)
    if not ours:
        lost = laid == 2 or not friend_follows or stands
        big = 0
        least = 99
        cards = mask
        while cards != 0:
            card = lowest(cards)
            cards = without_lowest(cards)
            points = POINTS[card]
            least = min(least, points)
            if points >= 10 and power(card, led, game) <= power(best, led, game):
                big = max(big, points)
        if lost and big > least:
            counts[0, 0] += 1
            points = POINTS[chosen]
            beats = power(chosen, led, game) > power(best, led, game)
            if points >= 10 and points > least and not beats:
                counts[0, 1] += 1
    elif me != v.declarer and stands:
        big = 0
        over = 0
        leaving = 0
        spared = -1
        cards = mask
        while cards != 0:
            card = lowest(cards)
            cards = without_lowest(cards)
            if POINTS[card] >= 10:
                big += 1
            if power(card, led, game) <= power(best, led, game):
                leaving += 1
                spared = max(spared, int(POINTS[card]))
            elif CLASS[game, card] == TRUMP:
                over += 1
        if big > 0:
            counts[1, 0] += 1
            if POINTS[chosen] < 10:
                counts[1, 1] += 1
        if over > 0 and leaving > 0:
            counts[2, 0] += 1
            takes = power(chosen, led, game) > power(best, led, game)
            if takes and CLASS[game, chosen] == TRUMP:
                counts[2, 1] += 1
                if spared >= POINTS[chosen]:
                    counts[3, 1] += 1
            if spared >= 0:
                counts[3, 0] += 1


@kernel
def play_and_judge(deals: Any, views: Any, root: int, least: int, counts: Any) -> int:
    """Plays deals until that many decisions were made; returns how many."""
    decisions = 0
    number = 0
    while decisions < least:
        shuffle(deals, 0, deal_key(root, number))
        number += 1
        while deals[0].phase != OVER:
            seat = deals[0].seat
            mask = int(legal_actions(deals, 0))
            view(deals, 0, seat, views, 0)
            action = int(rulebook_action(views, 0, mask, 0))
            v = views[0]
            follows = v.phase == PLAY and v.played % 3 != 0
            if follows and GAME[v.contract] != NULL and mask != bit(lowest(mask)):
                judge(v, mask, action, counts)
            decisions += 1
            apply(deals, 0, action)
    return decisions


@pytest.fixture(scope="module")
def shares() -> dict[str, tuple[float, float]]:
    """Return, for each blunder, its share of all decisions and of its chances."""
    counts = np.zeros((4, 2), np.int64)
    decisions = play_and_judge(new_deals(1), new_views(1), 41, DECISIONS, counts)
    return {
        name: (float(counts[k, 1] / decisions), float(counts[k, 1] / counts[k, 0]))
        for k, name in enumerate(NAMES)
    }


@pytest.mark.parametrize("name", NAMES)
def test_under_one_percent_of_decisions(shares: dict[str, tuple[float, float]], name: str) -> None:
    of_decisions, of_chances = shares[name]
    assert of_decisions < 0.01, f"{name}: {of_decisions:.2%} of decisions, {of_chances:.2%}"
