"""A person's table in plain lines: works in a terminal, a pipe and a screen reader."""

from __future__ import annotations

import os
import secrets
import shlex
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from skat_gym.envs.recorder import Recorder
from skat_gym.play import speech
from skat_gym.play.answer import understand
from skat_gym.play.session import Event, SaveError, Session, default_save
from skat_gym.play.sheet import sheet
from skat_gym.players import PolicyError
from skat_gym.rules.card import Card, sorted_for
from skat_gym.rules.deal import SEAT_NAMES, Deal
from skat_gym.rules.state import Phase
from skat_gym.rules.trick import GRAND

Ask = Callable[[str], str]
Show = speech.Show

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
        recorder: Recorder | None = None,
        ask: Ask = input,
        show: Show = print,
        colour: bool = False,
    ) -> None:
        self.session = session
        self.save = save
        self.recorder = recorder
        self.ask = ask
        self.show = show
        self.paint = speech.red if colour else speech.plain
        self.names = NAMES
        self._waiting: list[int] = []
        self._greeted = -1
        session.watch = self._tell

    def play(self) -> int:
        """Plays the match on to its end, or until the person quits; returns the exit code."""
        session = self.session
        session.save(self.save)
        try:
            while True:
                self._greet()
                session.run()
                if session.match.over:
                    break
                session.save(self.save)
                self._greet()
                session.act(self._decide())
                session.save(self.save)
        except (_QuitError, EOFError):
            self._keep()
            return 0
        except (KeyboardInterrupt, PolicyError):
            self._keep()
            raise
        self.save.unlink(missing_ok=True)
        self.show("The match is over.")
        return 0

    def _keep(self) -> None:
        self.show("")
        self.show(f"The match is kept in {self.save}. Go on with:")
        where = "" if self.save == default_save() else f" {shlex.quote(str(self.save))}"
        self.show(f"  skat-gym play --terminal --resume{where}")

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
        first, second, third = (self.names[match.player_at(seat)] for seat in range(3))
        by_seat = (first, second, third)
        self.show("")
        for line in speech.summary(deal, by_seat, self.paint):
            self.show(line)
        if self.recorder is not None:
            self.recorder.write(deal, by_seat)
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
        if self._waiting:
            return self._waiting.pop(0)
        self._describe(shown)
        while True:
            try:
                action, *self._waiting = understand(self._line(legal), view, legal, shown)
                return action
            except ValueError as error:
                sentence = str(error)
                self.show(f"  {sentence[0].upper()}{sentence[1:]}.")

    def _describe(self, shown: Sequence[Card]) -> None:
        view = self.session.view
        if view.phase in (Phase.PUT_DOWN, Phase.PLAY):
            if view.phase is Phase.PUT_DOWN and not view.put_down:
                self.show(f"The skat: {' '.join(self.paint(c) for c in view.found)}")
                for line in speech.preview(view):
                    self.show(line)
            self.show(f"Your cards: {speech.numbered(shown, self.paint)}")
        elif view.phase is Phase.DECLARE:
            self.show(f"Your cards: {speech.cards(view.hand, GRAND, self.paint)}")
            for line in speech.preview(view):
                self.show(line)

    def _line(self, legal: Sequence[int]) -> str:
        while True:
            text = self.ask(f"{speech.question(self.session.view, legal)}: ").strip()
            if not text:
                continue
            word = text.lower()
            if word in ("quit", "q", "exit"):
                raise _QuitError
            if not self._answered(word):
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
            match = session.match
            self.show(speech.bids(view, [self.names[match.player_at(k)] for k in range(3)]))
        else:
            return False
        return True


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
        if where.exists():
            raise SaveError(
                f"{where} is there already: go on with the match by --resume, or name another "
                "place by --save FILE"
            )
        chosen = secrets.randbits(31) if seed is None else seed
        session = Session([None, *policies], seed=chosen, deals=deals)
    recorder = None if record is None else Recorder(record)
    colour = show is print and sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    show = speech.writable(show)
    table = Terminal(session, where, recorder=recorder, ask=ask, show=show, colour=colour)
    _, left, right = session.names
    show(
        f"A match of {session.match.deals} deals, seed {session.seed}. {left} sits to your left, "
        f"{right} to your right. Type help at any time."
    )
    if session.played:
        show(sheet(session.match, NAMES))
    return table.play()
