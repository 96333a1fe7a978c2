"""Moments of games played at random, and pairs of deals that a seat cannot tell apart."""

from __future__ import annotations

import random
from typing import Any

from skat_gym.observation import new_views, view
from skat_gym.rules import BID, PASS, PICK_UP, Deal, Phase
from skat_gym.rules.card import elements

ASIDE = 3
"""The place of the cards laid aside, besides the seats 0, 1, 2."""


def hidden_elsewhere(deal: Deal, me: int, rng: random.Random) -> Deal:
    """Returns a deal that a seat cannot tell from this one: hidden cards change their places.

    The other deal is dealt anew and played again with the same public actions, so it is a deal
    that the rules allow; only put-downs that this seat did not see made may differ.
    """
    record = deal.record
    taken, declarer = bool(record.picked_up), deal.declarer
    mine_aside = taken and declarer == me
    open_seat = declarer if deal.contract is not None and deal.contract.ouvert else None
    places: dict[int, int] = {}
    for seat in range(3):
        if seat not in (me, open_seat):
            places |= {int(card): seat for card in deal.hands[seat]}
    if not mine_aside:
        aside = deal.put_down if taken else deal.skat
        places |= {int(card): ASIDE for card in aside}
    cards = sorted(places)
    for _ in range(60):
        if len(cards) < 2:
            break
        one, two = rng.sample(cards, 2)
        if fits(record, places[two], one) and fits(record, places[one], two):
            places[one], places[two] = places[two], places[one]
    hands = [set(map(int, deal.hands[seat])) for seat in range(3)]
    for seat in {0, 1, 2} - {me, open_seat}:
        hands[seat] = {card for card, place in places.items() if place == seat}
    aside_cards = [card for card, place in places.items() if place == ASIDE]
    dealt = [hands[seat] | set(elements(int(record.by[seat]))) for seat in range(3)]
    skat = set(aside_cards)
    if mine_aside:
        dealt[me] = set(map(int, deal.dealt[me]))
        skat = set(map(int, deal.skat))
    elif taken and declarer is not None:
        twelve = sorted(dealt[declarer] | set(aside_cards))
        skat = set(rng.sample(twelve, 2))
        dealt[declarer] = set(twelve) - skat
    actions = list(deal.actions)
    if taken and not mine_aside:
        first = actions.index(PICK_UP) + 1
        actions[first : first + len(aside_cards)] = aside_cards
    return Deal.of_cards(*(sorted(part) for part in (*dealt, skat))).after(*actions)


def fits(record: Any, place: int, card: int) -> bool:
    """Tells whether a card may lie at a place: nobody holds what they have shown not to hold."""
    return place == ASIDE or not int(record.void[place]) >> card & 1


def seen(deal: Deal, seat: int) -> Any:
    views = new_views(1)
    view(deal._array, 0, seat, views, 0)
    return views


def pairs(n: int, seed: int) -> list[tuple[Deal, Deal, int]]:
    """Returns pairs of deals that a seat cannot tell apart, from every phase."""
    rng = random.Random(seed)
    found: list[tuple[Deal, Deal, int]] = []
    counts = dict.fromkeys(Phase, 0)
    while len(found) < n:
        for deal in moments(rng):
            if counts[deal.phase] > n // 4 or rng.random() < 0.6:
                continue
            seat = rng.randrange(3)
            other = hidden_elsewhere(deal, seat, rng)
            if other != deal:
                counts[deal.phase] += 1
                found.append((deal, other, seat))
    assert min(counts.values()) > n // 100, counts
    return found


def moments(rng: random.Random, deal: Deal | None = None) -> list[Deal]:
    """Plays a deal at random, with jump bids and hand games; returns every moment of it."""
    deal = Deal.shuffled(rng.getrandbits(62)) if deal is None else deal
    passes = rng.random()
    found = [deal]
    while deal.phase is not Phase.OVER:
        action = rng.choice(deal.legal)
        if deal.phase is Phase.AUCTION:
            action = PASS if rng.random() < passes or BID not in deal.legal else BID
            record = deal.record
            if action == BID and rng.random() < 0.2 and deal.seat == record.speaker:
                last = 1 if record.listener < 0 else min(63, int(record.bid) + 12)
                action = 64 + rng.randrange(int(record.bid) + 1, last)
        elif deal.phase is Phase.CHOICE and rng.random() < 0.5:
            action = PICK_UP
        deal = deal.after(action)
        found.append(deal)
    return found
