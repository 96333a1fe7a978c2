"""A person's table in plain lines: works in a terminal, a pipe and a screen reader."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence

from skat_gym.envs.recorder import Recorder
from skat_gym.play.answer import understand
from skat_gym.play.claim import Claim, find_claim, rest
from skat_gym.play.event import Event
from skat_gym.play.match_table import PERSON
from skat_gym.play.session import Session
from skat_gym.play.spoken import Spoken
from skat_gym.play.voice import Show, Voice
from skat_gym.play.words import SEATS_DE, TextError, sentence
from skat_gym.rules.card import Card, sorted_for
from skat_gym.rules.deal import SEAT_NAMES
from skat_gym.rules.match import player_at
from skat_gym.rules.state import Phase
from skat_gym.rules.trick import GRAND

Ask = Callable[[str], str]
_CLAIM_AFTER = 9


class QuitError(Exception):
    """Says that the person leaves the table."""


class Terminal:
    """Shows a session to a person and asks for what the person decides."""

    def __init__(
        self,
        session: Session,
        *,
        recorder: Recorder | None = None,
        ask: Ask = input,
        show: Show = print,
        language: str = "en",
        tables: bool = False,
        afterwards: bool = False,
        kept: Sequence[str] = (),
    ) -> None:
        """Sits down.

        Args:
            session: the match.
            recorder: writes down every deal that ends.
            ask: asks a question and returns the line typed.
            show: shows lines.
            language: "de" or "en".
            tables: whether the sheet is drawn as a table of a terminal.
            afterwards: whether questions about the match are taken when it is over.
            kept: the options of the command line that find the archive again.
        """
        self.session = session
        self.recorder = recorder
        self.ask = ask
        self.show = show
        self.voice = Voice(language)
        self.spoken = Spoken(session, self.voice, show, tables=tables)
        self.afterwards = afterwards
        self.kept = kept
        self._waiting: list[int] = []
        self._greeted = -1
        self._claim: tuple[int, Claim | None] = (-1, None)
        session.watch = self._tell

    def play(self) -> int:
        """Plays the match on to its end, or until the person quits; returns the exit code."""
        session = self.session
        try:
            if session.table.deal is not None and not session.table.over:
                self._recall()
            while True:
                session.run()
                if session.table.over:
                    break
                self._decide()
        except (QuitError, EOFError):
            self._keep()
            return 0
        except KeyboardInterrupt:
            self._keep()
            raise
        self.show(self.voice.say("Die Partie ist zu Ende.", "The match is over."))
        self.spoken.fairness()
        if self.afterwards:
            self._after()
        return 0

    def _keep(self) -> None:
        self.show("")
        if self.session.id is None:
            self.show(self.voice.say("Die Partie endet hier.", "The match ends here."))
            return
        self.show(
            self.voice.say(
                "Die Partie ist aufgehoben. Weiter mit:", "The match is kept. Go on with:"
            )
        )
        where = "".join(f" {shlex.quote(word)}" for word in self.kept)
        self.show(f"  skat-gym play --terminal{where} --resume {self.session.id}")

    def _greet(self) -> None:
        table = self.session.table
        self._greeted = table.number
        number, of = table.number + 1, table.options.deals
        dealer = self.voice.names[table.dealer]
        seat = table.seat_of(PERSON)
        self.show("")
        if self.voice.language == "de":
            deals = "Du gibst" if table.dealer == PERSON else f"{dealer.capitalize()} gibt"
            self.show(f"Spiel {number} von {of}. {deals}; du bist {SEATS_DE[seat]}.")
        else:
            deals = "You deal" if table.dealer == PERSON else f"{dealer.capitalize()} deals"
            self.show(f"Deal {number} of {of}. {deals}; you are {SEAT_NAMES[seat]}.")

    def _hand(self) -> None:
        self.show(self.voice.hand(self.voice.cards(self.session.view.hand)))

    def _recall(self) -> None:
        """Tells what happened so far in the deal of a match that is gone on with."""
        table = self.session.table
        if table.player is None:
            return
        again = table.rewound(table.number)
        self._greet()
        self.show(self.voice.hand(self.voice.cards(again.view(PERSON).hand)))
        for player, action, by in table.moves[-1]:
            for event in again.act(player, action, by):
                self._tell(event)
        self._found()

    def _found(self) -> None:
        """Tells a declarer who comes back the skat found and the own put-downs."""
        view = self.session.view
        if not view.found or (view.phase is Phase.PUT_DOWN and not view.put_down):
            return  # the question shows the skat
        self._skat()
        if view.put_down:
            put = self.voice.cards(view.put_down)
            self.show(self.voice.say(f"Gedrückt: {put}", f"Put down: {put}"))

    def _skat(self) -> None:
        skat = " ".join(self.voice.card(card) for card in self.session.view.found)
        self.show(self.voice.say(f"Der Skat: {skat}", f"The skat: {skat}"))

    def _tell(self, event: Event) -> None:
        if event.kind == "deal_begun":
            self._greet()
            self._hand()
            return
        if event.kind == "deal_over":
            self._end(event)
            return
        if event.kind == "taken_back":
            self._waiting.clear()
        line = self.voice.event(event)
        own = event.player == PERSON and event.kind == "card_played" and event.by == "person"
        if line is not None and not own:
            mark = "-- " if event.kind == "trick_taken" else ""
            self.show(f"  {mark}{line}")

    def _end(self, event: Event) -> None:
        session = self.session
        deal, dealer = session.table.deals[-1], session.match.lines[event.deal].dealer
        names = self.voice.names
        first, second, third = (names[player_at(dealer, seat)] for seat in range(3))
        self.show("")
        for line in self.voice.summary(deal, (first, second, third)):
            self.show(line)
        if self.recorder is not None:
            self.recorder.write(deal, (first, second, third))
        self.show("")
        self.spoken.sheet()

    def _decide(self) -> None:
        session = self.session
        if self._waiting:
            session.act(self._waiting.pop(0))
            return
        view, legal = session.view, session.deal.legal
        game = GRAND if view.contract is None else view.contract.game
        shown = sorted_for(view.hand, game)
        self._describe(shown)
        n = session.table.n
        while session.table.n == n:
            question = self.voice.question(view, legal)
            line = self.ask(f"{question}: ").strip()
            try:
                if line and not self._answered(line.lower()):
                    actions = understand(line, view, legal, shown)
                    session.act_all(actions)
            except TextError as error:
                self._refuse(error)

    def _describe(self, shown: Sequence[Card]) -> None:
        view = self.session.view
        if view.phase is Phase.PUT_DOWN and not view.put_down:
            self._skat()
        if view.phase is Phase.DECLARE or (view.phase is Phase.PUT_DOWN and not view.put_down):
            for line in self.voice.preview(view):
                self.show(line)
        if view.phase in (Phase.PUT_DOWN, Phase.PLAY):
            self.show(self.voice.hand(self.voice.numbered(shown)))
        elif view.phase is Phase.DECLARE:
            self._hand()
        claim = self._offer()
        if claim is not None:
            word = self.voice.say("„ende“ spielt zu Ende", "type finish to accept")
            self.show(f"{self.voice.of(claim.text)} ({word})")

    def _offer(self) -> Claim | None:
        session = self.session
        if session.deal.phase is not Phase.PLAY or len(session.deal.cards) < _CLAIM_AFTER:
            return None
        if self._claim[0] != session.table.n:
            self._claim = (session.table.n, find_claim(session.view))
        return self._claim[1]

    def _answered(self, word: str) -> bool:
        """Answers what is no decision; tells whether it was that."""
        session = self.session
        if word in ("quit", "q", "exit", "ende!", "aufhören", "schluss"):
            raise QuitError
        if word in ("undo", "zurück", "zurueck"):
            session.take_back()
        elif word in ("finish", "ende"):
            self._finish()
        elif word.startswith(("up to", "bis")):
            self._bid_up_to(word.split()[-1])
        else:
            return self.spoken.answered(word)
        return True

    def _finish(self) -> None:
        if self._offer() is None:
            raise TextError("not-now", "hier ist nichts entschieden", "nothing is decided here")
        self.session.finish(rest(self.session.deal))

    def _bid_up_to(self, word: str) -> None:
        if not word.isdecimal():
            raise TextError("bad-field", "schreibe etwa: bis 33", "type for example: up to 33")
        self.session.bid_up_to(int(word))
        self.session.settle()

    def _after(self) -> None:
        """Answers questions about a match that is over, until an empty line or the end."""
        self.show(
            self.voice.say(
                "Noch Fragen? lektion, analyse NUMMER, liste, statistik; Enter beendet.",
                "Anything else? lesson, analysis NUMBER, sheet, statistics; Enter ends.",
            )
        )
        while True:
            try:
                word = self.ask("> ").strip().lower()
            except EOFError:
                return
            if not word or word in ("quit", "q", "exit"):
                return
            try:
                if not self.spoken.answered(word):
                    raise TextError(
                        "illegal",
                        f"{word!r} ist hier keine Frage; versuche lektion, analyse, liste oder "
                        "hilfe",
                        f"{word!r} is no question here; try lesson, analysis, sheet or help",
                    )
            except TextError as error:
                self._refuse(error)

    def _refuse(self, error: TextError) -> None:
        self.show(f"  {sentence(self.voice.of(error.text))}")
