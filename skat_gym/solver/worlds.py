"""Worlds: the deals that a seat cannot tell apart from the one it plays.

A world places the cards a seat does not see: in the hands of the two others and aside (the skat, or
the put-downs of a declarer who picked up). It keeps to the sizes of the hands, to the suits players
have shown not to hold and to open cards. Worlds are drawn exactly: uniformly over all there are, or
in proportion to weights, without rejection.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from skat_gym.observation import View, recall
from skat_gym.rules.bits import bit, count, lowest, without_lowest
from skat_gym.rules.card import ALL_CARDS
from skat_gym.rules.chance import mix
from skat_gym.rules.kernel import allocating, kernel
from skat_gym.rules.state import new_deals

NEXT, PREVIOUS, ASIDE = range(3)
"""Where a hidden card may lie: with the next player, the one before, or aside."""
_MOST = 25
"""Hidden cards there can be, and some."""


@kernel
def hidden(views: Any, j: int, places: Any) -> int:
    """Returns the cards that views[j] does not see; fills places (3, 2): how many, and which.

    places[k, 0] is how many cards lie at a place (next, previous, aside), places[k, 1] the set of
    those that may.
    """
    v = views[j]
    me, declarer = int(v.me), int(v.declarer)
    played = int(v.by[0] | v.by[1] | v.by[2])
    unseen = int(ALL_CARDS) & ~int(v.hand | v.put_down | v.open_hand) & ~played
    for k in range(2):
        seat = (me + 1 + k) % 3
        size = 10 - count(int(v.by[seat]))
        allowed = unseen & ~int(v.void[seat])
        if seat == declarer and v.picked_up == 1:
            size += 2 - int(v.n_put_down)
        if seat == declarer and v.open_hand != 0:
            size = 0
        places[k, 0] = size
        places[k, 1] = allowed
    places[ASIDE, 0] = count(unseen) - places[NEXT, 0] - places[PREVIOUS, 0]
    places[ASIDE, 1] = unseen
    return unseen


@allocating
def _ways(unseen: int, places: Any, weights: Any, table: Any) -> float:
    """Fills table[c, a, b]: the weight of placing cards c, c + 1, ... with a and b places left.

    Returns the weight of all worlds together, their number if every weight is 1.
    """
    cards = np.empty(_MOST, np.int64)
    n = 0
    rest = unseen
    while rest != 0:
        cards[n] = lowest(rest)
        rest = without_lowest(rest)
        n += 1
    first, second, third = int(places[0, 0]), int(places[1, 0]), int(places[2, 0])
    table[n, 0, 0] = 1.0
    for c in range(n - 1, -1, -1):
        card = int(cards[c])
        left = n - c
        for a in range(min(first, left) + 1):
            for b in range(min(second, left - a) + 1):
                aside = left - a - b
                total = 0.0
                if aside <= third:
                    if a > 0 and places[0, 1] & bit(card) != 0:
                        total += weights[0, card] * table[c + 1, a - 1, b]
                    if b > 0 and places[1, 1] & bit(card) != 0:
                        total += weights[1, card] * table[c + 1, a, b - 1]
                    if aside > 0:
                        total += weights[2, card] * table[c + 1, a, b]
                table[c, a, b] = total
    return float(table[0, first, second])


@kernel
def _unit(key: int) -> float:
    """Maps a key to [0, 1) with 53 bits."""
    return float((key >> 11) & 0x1FFFFFFFFFFFFF) / 9007199254740992.0


@allocating
def _draw(unseen: int, places: Any, weights: Any, table: Any, key: int, hands: Any) -> None:
    """Writes worlds to hands (n, 3): the cards with the next player, the previous one, aside."""
    shares = np.zeros(3)
    for w in range(len(hands)):
        left = [int(places[0, 0]), int(places[1, 0]), int(places[2, 0])]
        sets = [0, 0, 0]
        chance = mix(key, w)
        c = 0
        rest = unseen
        while rest != 0:
            card = lowest(rest)
            rest = without_lowest(rest)
            a, b = left[NEXT], left[PREVIOUS]
            for place in range(3):
                shares[place] = 0.0
                if left[place] > 0 and places[place, 1] & bit(card) != 0:
                    after = table[
                        c + 1, a - (1 if place == NEXT else 0), b - (1 if place == PREVIOUS else 0)
                    ]
                    shares[place] = weights[place, card] * after
            chance = mix(chance, c)
            pick = _unit(chance) * (shares[0] + shares[1] + shares[2])
            place = NEXT
            while place < ASIDE and (pick >= shares[place] or shares[place] == 0.0):
                pick -= shares[place]
                place += 1
            while shares[place] == 0.0:  # what rounding left over
                place -= 1
            sets[place] |= bit(card)
            left[place] -= 1
            c += 1
        for k in range(3):
            hands[w, k] = sets[k]


@kernel
def build(views: Any, j: int, hands: Any, w: int, deals: Any, i: int) -> None:
    """Makes deals[i] the deal that views[j] would be of, were world w the true one.

    Which two of a declarer's twelve cards the skat was is not part of a world: the put-downs stand
    for it, which changes no result.
    """
    v = views[j]
    d = deals[i]
    me, declarer = int(v.me), int(v.declarer)
    aside = int(hands[w, ASIDE])
    recall(views, j, deals, i)
    d.hands[(me + 1) % 3] = hands[w, NEXT]
    d.hands[(me + 2) % 3] = hands[w, PREVIOUS]
    if v.open_hand != 0 and declarer != me:
        d.hands[declarer] = v.open_hand
    d.put_down = 0
    d.skat = aside
    if v.picked_up == 1:
        d.put_down = v.put_down if declarer == me else aside
        d.skat = v.found if declarer == me else aside
    for k in range(3):
        d.dealt[k] = int(d.hands[k]) | int(v.by[k])
    if v.picked_up == 1:
        twelve = int(d.dealt[declarer]) | int(d.put_down)
        if count(int(d.skat)) < 2:  # others' view while the put-downs are being chosen
            rest = twelve & ~int(d.skat)
            while count(int(d.skat)) < 2:
                d.skat = int(d.skat) | bit(lowest(rest))
                rest = without_lowest(rest)
        d.dealt[declarer] = twelve & ~int(d.skat)


@kernel
def _build_all(views: Any, hands: Any, deals: Any) -> None:
    for w in range(len(hands)):
        build(views, 0, hands, w, deals, w)


@kernel
def prepare(views: Any, j: int, weights: Any, places: Any, table: Any) -> float:
    """Fills places (3, 2) and table (26, 13, 13) for `_draw`; returns the weight of all worlds."""
    return _ways(hidden(views, j, places), places, weights, table)


@kernel
def draw(views: Any, j: int, weights: Any, places: Any, table: Any, key: int, hands: Any) -> None:
    """Draws worlds for views[j], as prepared, into hands (n, 3)."""
    _draw(hidden(views, j, places), places, weights, table, key, hands)


def new_ways() -> Any:
    """Allocates the table of `prepare`: (26, 13, 13) float64."""
    return np.zeros((_MOST + 1, 13, 13))


class Worlds:
    """Is all deals that a view leaves open.

    >>> from skat_gym.rules import Deal
    >>> worlds = Worlds(View.of(Deal.shuffled(7), seat=1))
    >>> worlds.count
    42678636
    >>> worlds.sample(2).shape
    (2, 3)
    """

    def __init__(self, view: View, weights: Any = None) -> None:
        """Takes a view, and weights (3, 32) if worlds are not all alike.

        weights[k, card] is the weight of a card lying with the next player (0), the previous one
        (1) or aside (2); a world's weight is the product over its cards. Raises ValueError if the
        weights are negative, of another shape, or leave no world.
        """
        self.view = view
        self._weights = np.ones((3, 32)) if weights is None else np.asarray(weights, np.float64)
        if self._weights.shape != (3, 32) or not (self._weights >= 0).all():
            raise ValueError("weights are 3 x 32 numbers, none below 0")
        self._places = np.zeros((3, 2), np.int64)
        self._table = new_ways()
        self.weight = float(prepare(view._array, 0, self._weights, self._places, self._table))
        """The weight of all worlds together."""
        if not self.weight > 0:
            raise ValueError("no world is left: no deal agrees with the view and the weights")

    @property
    def count(self) -> int:
        """How many worlds there are."""
        if (self._weights == 1).all():
            return round(self.weight)
        return Worlds(self.view).count

    def sample(self, n: int, key: int = 0) -> Any:
        """Draws n worlds: (n, 3) sets of cards with the next player, the previous one, aside."""
        hands = np.zeros((n, 3), np.int64)
        draw(self.view._array, 0, self._weights, self._places, self._table, key, hands)
        return hands

    def deals(self, n: int, key: int = 0) -> Any:
        """Draws n worlds as (n,) DEAL records, each at the moment of the view."""
        hands = self.sample(n, key)
        deals = new_deals(n)
        _build_all(self.view._array, hands, deals)
        return deals


def count_worlds(view: View) -> int:
    """Returns how many deals agree with a view (see `Worlds`)."""
    return Worlds(view).count
