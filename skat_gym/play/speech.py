"""What is said at the table, in words: cards, calls, tricks, contracts, the end of a deal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from skat_gym.observation import View
from skat_gym.rules.action import BID, PASS, PICK_UP
from skat_gym.rules.auction import BID_VALUES
from skat_gym.rules.card import Card, card_set, sorted_for
from skat_gym.rules.contract import BASE, GAME_NAMES, NULL_VALUES, Contract
from skat_gym.rules.deal import SEAT_NAMES, Deal
from skat_gym.rules.result import Result
from skat_gym.rules.scoring import matadors
from skat_gym.rules.state import Phase
from skat_gym.rules.trick import GRAND, NULL

Paint = Callable[[Card], str]


def plain(card: Card) -> str:
    """Writes a card without colour."""
    return card.symbol


def red(card: Card) -> str:
    """Writes a card for a terminal that shows colours: hearts and diamonds in red."""
    return f"\x1b[31m{card.symbol}\x1b[0m" if card.suit < 2 else card.symbol


def cards(held: Iterable[int], game: int = GRAND, paint: Paint = plain) -> str:
    """Lists cards as they are held for a game, the strongest first."""
    return " ".join(paint(card) for card in sorted_for(held, game))


def numbered(held: Sequence[Card], paint: Paint = plain) -> str:
    """Lists cards with the numbers a person may type."""
    return "  ".join(f"{k}:{paint(card)}" for k, card in enumerate(held, 1))


def call(before: Deal, action: int, after: Deal, name: str, paint: Paint = plain) -> str | None:
    """Says what a player did, or None for what the others do not see (the put-downs)."""
    verb = "" if name == "you" else "s"
    if before.phase is Phase.AUCTION:
        if action == PASS:
            return f"{name} pass{'es' if verb else ''}"
        if before.seat == before.record.listener:
            return f"{name} hold{verb} {before.bid}"
        return f"{name} bid{verb} {after.bid}"
    if action == PICK_UP:
        return f"{name} pick{verb} up the skat"
    if before.phase in (Phase.CHOICE, Phase.DECLARE):
        line = f"{name} play{verb} {after.contract}"
        contract = after.contract
        if contract is not None and contract.ouvert:
            line += f", with open cards: {cards(after.hands[before.seat], contract.game, paint)}"
        return line
    if before.phase is Phase.PLAY:
        return f"{name}: {paint(Card(action))}"
    return None


def preview(view: View) -> list[str]:
    """Says what each game would be worth on the cards the seat has seen."""
    held = card_set(view.hand) | card_set(view.put_down)
    lines = []
    for game in range(NULL):
        run = int(matadors(held, game))
        value = (abs(run) + 1) * int(BASE[game])
        told = f"{'with' if run > 0 else 'without'} {abs(run)}, game {abs(run) + 1} = {value}"
        warning = "" if value >= view.bid else f"  (below your bid {view.bid}: overbid)"
        lines.append(f"  {GAME_NAMES[game]:<9} {told}{warning}")
    for name, value in (("null", NULL_VALUES[0]), ("null ouvert", NULL_VALUES[2])):
        if value >= view.bid:
            lines.append(f"  {name} = {value}")
    return lines


def summary(deal: Deal, names: Sequence[str], paint: Paint = plain) -> list[str]:
    """Tells a deal that is over: every hand as dealt, the skat, the put-downs, the result."""
    contract = deal.contract
    game = GRAND if contract is None else contract.game
    lines = [
        f"  {SEAT_NAMES[seat]:<10} {names[seat]:<14} {cards(deal.dealt[seat], game, paint)}"
        for seat in range(3)
    ]
    lines.append(f"  {'skat':<25} {cards(deal.skat, game, paint)}")
    if deal.put_down:
        lines.append(f"  {'put down':<25} {cards(deal.put_down, game, paint)}")
    result = deal.result
    assert result is not None
    lines.append(outcome(result, names))
    return lines


def outcome(result: Result, names: Sequence[str]) -> str:
    """Says who played what, and what it came to."""
    if result.contract is None:
        return f"{result}."
    verb = "play" if names[result.declarer] == "you" else "plays"
    return f"{names[result.declarer]} {verb} {result}: {result.score:+d}."


def why_not(view: View, card: Card, legal: Sequence[int]) -> str:
    """Explains why a card may not be played."""
    if card not in view.hand:
        return f"you do not hold {card.symbol}"
    if not view.cards or len(view.cards) % 3 == 0 or view.contract is None:
        return f"{card.symbol} may not be played now"
    led = view.cards[-(len(view.cards) % 3)]
    what = led_class(led, view.contract)
    allowed = cards((Card(a) for a in legal), view.contract.game)
    return f"{led.symbol} was led, so you must follow {what}: {allowed}"


def led_class(led: Card, contract: Contract) -> str:
    """Names what a led card asks for: trumps or its suit."""
    if contract.game != NULL and (led.rank == 7 or led.suit == contract.game):
        return "trumps"
    return GAME_NAMES[led.suit]


def question(view: View, legal: Sequence[int]) -> str:
    """Asks for the decision at hand."""
    if view.phase is Phase.AUCTION:
        if BID not in legal:
            return "Only pass is left"
        if view.record.listener == view.me:
            return f"Hold {view.bid} (yes), or pass"
        return f"Bid {BID_VALUES[int(view.record.bid) + 1]}, or pass"
    if view.phase is Phase.CHOICE:
        return f"You play at {view.bid}. Pick up the skat (skat), or name a hand game"
    if view.phase is Phase.PUT_DOWN:
        return "Put down two cards" if not view.put_down else "Put down one more card"
    if view.phase is Phase.DECLARE:
        return "Name your game"
    return "Your card"
