"""What is said at the table, in words: cards, calls, tricks, contracts, the end of a deal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence

from skat_gym.observation import View
from skat_gym.rules.action import BID, PASS, PICK_UP
from skat_gym.rules.auction import BID_VALUES
from skat_gym.rules.card import SUIT_SYMBOLS, SUITS, Card, card_set, sorted_for
from skat_gym.rules.contract import BASE, GAME_NAMES, NULL_VALUES, Contract
from skat_gym.rules.deal import SEAT_NAMES, Deal
from skat_gym.rules.result import Result
from skat_gym.rules.scoring import matadors
from skat_gym.rules.state import Phase
from skat_gym.rules.trick import GRAND, NULL

Paint = Callable[[Card], str]
Show = Callable[[str], object]
_LETTERS = str.maketrans(dict(zip(SUIT_SYMBOLS, SUITS, strict=True)))


def writable(show: Show) -> Show:
    """Returns what shows text on this screen: with letters where it cannot write the suits."""
    if show is not print:
        return show
    try:
        SUIT_SYMBOLS.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return lambda text: print(text.translate(_LETTERS))
    return show


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


def bids(view: View, names: Sequence[str]) -> str:
    """Tells what each seat spoke; whoever listened held what it did not pass."""
    parts = []
    for seat, (values, passed) in view.auction.items():
        said = [str(v) for v in values] + (["pass"] if passed else [])
        parts.append(f"{names[seat]}: {' '.join(said) or '-'}")
    return "; ".join(parts)


def standing(view: View) -> list[str]:
    """Tells where a deal stands, from a view alone: bids, skat and values, game and tricks."""
    names = ["you" if seat == view.me else SEAT_NAMES[seat] for seat in range(3)]
    if view.phase is Phase.AUCTION:
        return [f"  {bids(view, names)}"] if view.record.plies else []
    if view.contract is None or view.declarer is None:
        found = [f"The skat: {cards(view.found)}"] if view.found else []
        return found + (preview(view) if view.found else [])
    verb = "play" if view.declarer == view.me else "plays"
    lines = [f"  {names[view.declarer]} {verb} {view.contract}"]
    if view.open_hand and view.declarer != view.me:
        lines[0] += f", with open cards: {cards(view.open_hand, view.contract.game)}"
    for leader, trick in view.tricks[-2 if len(view.cards) % 3 else -1 :]:
        where = "last trick" if len(trick) == 3 else "on the table"
        lines.append(f"  {where}: {' '.join(c.symbol for c in trick)}, led by {names[leader]}")
    return lines


def preview(view: View) -> list[str]:
    """Says what each game would be worth on the cards the seat has seen."""
    held = card_set(view.hand) | card_set(view.put_down)
    lines = [f"Your games, bid {view.bid}:"]
    for game in range(NULL):
        run = int(matadors(held, game))
        value = (abs(run) + 1) * int(BASE[game])
        told = f"{'with' if run > 0 else 'without'} {abs(run)}, game {abs(run) + 1} = {value}"
        lines.append(f"  {GAME_NAMES[game]:<9} {told}{_warning(value, int(BASE[game]), view.bid)}")
    for name, value in (("null", NULL_VALUES[0]), ("null ouvert", NULL_VALUES[2])):
        if value >= view.bid:
            lines.append(f"  {name} = {value}")
    return lines


def _warning(value: int, base: int, bid: int) -> str:
    if value >= bid:
        return ""
    if value + base >= bid:
        return f"  (below {bid}: lost without schneider)"
    if value + 2 * base >= bid:
        return f"  (below {bid}: lost without schwarz)"
    return f"  (below {bid}: overbid, lost)"


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
