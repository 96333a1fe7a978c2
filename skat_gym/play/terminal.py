"""A person's table in plain lines: works in a terminal, a pipe and a screen reader."""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from skat_gym.play import speech
from skat_gym.play.answer import understand
from skat_gym.play.session import Event, SaveError, Session, default_save
from skat_gym.play.sheet import sheet
from skat_gym.records import record_of, write
from skat_gym.rules.card import Card, sorted_for
from skat_gym.rules.deal import SEAT_NAMES, Deal
from skat_gym.rules.state import Phase
from skat_gym.rules.trick import GRAND

Ask = Callable[[str], str]
Show = Callable[[str], object]

HELP = """Type what is asked for: a bid ("18", "yes") or "pass"; a card as CJ, h10, ♠A or its
number; a game as "spades", "grand hand", "null ouvert". At any time:
  last    the last trick          sheet   the score sheet      cards   your cards again
  bids    what was bid            quit    stop; the match is kept and can be gone on with
  help    this page"""


NAMES = ("you", "left", "right")
"""What the three chairs are called."""


class _QuitError(Exception):
    """Says that the person leaves the table."""


class Terminal:
    """Shows a session to a person and asks for what the person decides."""

    def __init__(
        self,
        session: Session,
        save: Path,
        *,
        record: Path | None = None,
        ask: Ask = input,
        show: Show = print,
        colour: bool = False,
    ) -> None:
        self.session = session
        self.save = save
        self.record = record
        self.ask = ask
        self.show = show
        self.paint = speech.red if colour else speech.plain
        self.names = NAMES
        self._waiting: list[str] = []
        self._greeted = -1
        session.watch = self._tell

    def play(self) -> int:
        """Plays the match on to its end, or until the person quits; returns the exit code."""
        session = self.session
        try:
            while True:
                self._greet()
                session.save(self.save)
                session.run()
                if session.match.over:
                    break
                self._greet()
                session.act(self._decide())
                session.save(self.save)
        except (_QuitError, EOFError):
            self.show("")
            self.show(f"The match is kept in {self.save}. Go on with:")
            where = "" if self.save == default_save() else f" {self.save}"
            self.show(f"  skat-gym play --terminal --resume{where}")
            return 0
        self.save.unlink(missing_ok=True)
        self.show("The match is over.")
        return 0

    def _greet(self) -> None:
        session = self.session
        match, deal = session.match, session.deal
        if match.over or self._greeted == match.number:
            return
        self._greeted = match.number
        dealer = self.names[match.dealer]
        deals = "You deal" if dealer == "you" else f"{dealer.capitalize()} deals"
        self.show("")
        self.show(
            f"Deal {match.number + 1} of {match.deals}. {deals}; "
            f"you are {SEAT_NAMES[session.view.me]}."
        )
        self.show(f"Your cards: {speech.cards(session.view.hand, GRAND, self.paint)}")
        first, second, third = deal.dealt
        current = Deal.of_cards(first, second, third, deal.skat)
        for action in deal.actions:  # a match gone on with: tell what happened so far
            following = current.after(action)
            self._tell(Event(current, action, following))
            current = following

    def _tell(self, event: Event) -> None:
        before, action, after = event
        self._greet()
        match = self.session.match
        name = self.names[match.player_at(before.seat)]
        line = speech.call(before, action, after, name, self.paint)
        if line is not None and not (name == "you" and before.phase is Phase.PLAY):
            self.show(f"  {line}")
        if len(after.winners) > len(before.winners):
            winner = self.names[match.player_at(after.winners[-1])]
            verb = "take" if winner == "you" else "takes"
            self.show(f"  -- {winner} {verb} {self._trick(after, len(after.winners) - 1)}")
        if after.phase is Phase.OVER:
            self._end(after)

    def _trick(self, deal: Deal, number: int) -> str:
        return " ".join(self.paint(c) for c in deal.cards[3 * number : 3 * number + 3])

    def _end(self, deal: Deal) -> None:
        match = self.session.match
        by_seat = [self.names[match.player_at(seat)] for seat in range(3)]
        self.show("")
        for line in speech.summary(deal, by_seat, self.paint):
            self.show(line)
        if self.record is not None:
            _record(self.record, deal, by_seat)
        result = deal.result
        assert result is not None
        match = type(match)(match.deals, match.first_dealer, list(match.lines))
        match.book(result)
        self.show("")
        self.show(sheet(match, self.names))

    def _decide(self) -> int:
        session = self.session
        view, legal = session.view, session.deal.legal
        game = GRAND if view.contract is None else view.contract.game
        shown = sorted_for(view.hand, game)
        if not self._waiting:
            self._describe(shown)
        while True:
            try:
                return understand(self._line(view.phase, legal), view, legal, shown)
            except ValueError as error:
                self._waiting.clear()
                sentence = str(error)
                self.show(f"  {sentence[0].upper()}{sentence[1:]}.")

    def _describe(self, shown: Sequence[Card]) -> None:
        view = self.session.view
        if view.phase in (Phase.PUT_DOWN, Phase.PLAY):
            if view.phase is Phase.PUT_DOWN and not view.put_down:
                self.show(f"The skat: {' '.join(self.paint(c) for c in view.found)}")
            self.show(f"Your cards: {speech.numbered(shown, self.paint)}")
        elif view.phase is Phase.DECLARE:
            self.show(f"Your cards: {speech.cards(view.hand, GRAND, self.paint)}")
            for line in speech.preview(view):
                self.show(line)

    def _line(self, phase: Phase, legal: Sequence[int]) -> str:
        while True:
            if self._waiting:
                return self._waiting.pop(0)
            text = self.ask(f"{speech.question(self.session.view, legal)}: ").strip()
            if not text:
                continue
            word = text.lower()
            if word in ("quit", "q", "exit"):
                raise _QuitError
            if not self._answered(word):
                if phase is Phase.PUT_DOWN:
                    self._waiting = text.replace(",", " ").split()
                    continue
                return text

    def _answered(self, word: str) -> bool:
        session = self.session
        deal, view = session.deal, session.view
        if word in ("help", "?"):
            self.show(HELP)
        elif word in ("sheet", "list"):
            self.show(sheet(session.match, self.names))
        elif word == "cards":
            game = GRAND if view.contract is None else view.contract.game
            self.show(f"Your cards: {speech.cards(view.hand, game, self.paint)}")
        elif word in ("last", "l"):
            if deal.winners:
                winner = self.names[session.match.player_at(deal.winners[-1])]
                self.show(f"Last trick: {self._trick(deal, len(deal.winners) - 1)} to {winner}")
            else:
                self.show("There is no trick yet.")
        elif word == "bids":
            self.show(self._bids())
        else:
            return False
        return True

    def _bids(self) -> str:
        match = self.session.match
        parts = []
        for seat, (values, passed) in self.session.view.auction.items():
            said = [str(v) for v in values] + (["pass"] if passed else [])
            parts.append(f"{self.names[match.player_at(seat)]}: {' '.join(said) or '-'}")
        return "; ".join(parts)


def _record(path: Path, deal: Deal, names: Sequence[str]) -> None:
    first, second, third = names
    with path.open("a", encoding="utf-8") as file:
        file.write(write(record_of(deal, players=(first, second, third))) + "\n")


def play_terminal(
    policies: Sequence[str],
    *,
    seed: int | None = None,
    deals: int = 12,
    save: Path | None = None,
    resume: str | None = None,
    record: Path | None = None,
    ask: Ask = input,
    show: Show = print,
) -> int:
    """Plays a match of a person and two policies; returns the exit code.

    `policies` are the players to the left and to the right. The match at hand is kept in `save`
    after every action; `resume` goes on with a kept one ("" for the usual place). Raises
    SaveError, PolicyError or ValueError for what cannot be done, before anything is lost.
    """
    where = Path(resume) if resume else save or default_save()
    if resume is not None:
        session = Session.load(where)
        where = save or where
    else:
        if save is None and where.exists():
            raise SaveError(
                f"a match is kept in {where}: go on with it by --resume, or name another place "
                "by --save FILE"
            )
        chosen = secrets.randbits(31) if seed is None else seed
        session = Session([None, *policies], seed=chosen, deals=deals)
    if record is not None and not record.absolute().parent.is_dir():
        raise ValueError(f"--record {record}: there is no folder {record.parent}")
    colour = show is print and sys.stdout.isatty() and "NO_COLOR" not in os.environ
    table = Terminal(session, where, record=record, ask=ask, show=show, colour=colour)
    _, left, right = session.names
    show(
        f"A match of {session.match.deals} deals, seed {session.seed}. {left} sits to your left, "
        f"{right} to your right. Type help at any time."
    )
    return table.play()
