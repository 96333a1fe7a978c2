"""A match being played: the table, those who decide at it, and the archive that keeps it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from skat_gym.observation import View
from skat_gym.play.archive import Archive
from skat_gym.play.event import Event
from skat_gym.play.match_options import THREE_CHAIRS, MatchOptions
from skat_gym.play.match_table import PERSON, MatchTable
from skat_gym.play.minds import Decision, Minds
from skat_gym.play.patience import PATIENCE
from skat_gym.play.words import TextError
from skat_gym.players import Policy
from skat_gym.rules.deal import Deal
from skat_gym.rules.match import N_DEALS, Match

Watch = Callable[[Event], object]


@dataclass(frozen=True)
class Question:
    """Is a decision that a policy is asked for: what it may see, and what it may do."""

    player: int
    policy: str | Policy
    view: View
    mask: int
    key: int
    n: int
    """The state number it belongs to."""


class Session:
    """Plays a match of three players, clockwise; player 0 may be a person.

    Everything follows from the options, the policies and the person's actions. With an archive
    every command is on disk before it is told to anybody.

    >>> session = Session(["random", "random", "random"], seed=1, deals=2)
    >>> session.run()
    >>> session.match.over, session.match.number
    (True, 2)
    """

    def __init__(
        self,
        policies: Sequence[str | Policy | None] = (),
        *,
        seed: int = 0,
        deals: int = N_DEALS,
        options: MatchOptions | None = None,
        minds: Minds | None = None,
        archive: Archive | None = None,
        match: str | None = None,
        new: str | None = None,
        table: MatchTable | None = None,
        seats: bool = True,
        watch: Watch = lambda _: None,
        patience: float = PATIENCE,
    ) -> None:
        """Begins a match, or goes on with one.

        Args:
            policies: who sits in each chair, None (the first only) for a person; names or objects.
            seed: which cards.
            deals: the length of the match.
            options: all of that, instead.
            minds: asks the policies; it may be shared by many sessions.
            archive: keeps the match.
            match: the match in the archive that is gone on with.
            new: the id of a match that is begun there; None draws one.
            table: its table, if it is loaded already.
            seats: whether policies are needed; not for a match that is only looked at.
            watch: is called with every event, after it is kept.
            patience: seconds for a decision, if no minds are given.
        """
        self.minds = minds or Minds(patience)
        self.archive = archive
        self.watch = watch
        self._asked: tuple[MatchTable, int, Question | None] | None = None
        self._unkept: list[Event] | None = None
        if match is not None:
            assert archive is not None
            self.table = table or archive.load(match)
            self.policies: list[str | Policy | None] = list(self.table.options.policies)
            self.id: str | None = match
            if seats:
                self._check()
            return
        self.policies = list(options.policies if options is not None else policies)
        names = self._check()
        made = options or MatchOptions(seed, deals=deals)
        self.table = MatchTable(replace(made, policies=names))
        self.id = None
        if archive is not None:
            events = self.table.begin()
            self.id = archive.create(self.table.options, events=events, match=new)

    def _check(self) -> tuple[str | None, str | None, str | None]:
        if len(self.policies) != 3 or None in self.policies[1:]:
            raise TextError("bad-field", THREE_CHAIRS["de"], THREE_CHAIRS["en"])
        first, second, third = (None if p is None else self.minds.check(p) for p in self.policies)
        return first, second, third

    @property
    def match(self) -> Match:
        """The list of the match."""
        return self.table.match

    @property
    def options(self) -> MatchOptions:
        """What the match is made of."""
        return self.table.options

    @property
    def deal(self) -> Deal:
        """The deal at hand, or the last one."""
        if self.table.deal is None:
            self.begin()
        assert self.table.deal is not None
        return self.table.deal

    @property
    def names(self) -> tuple[str, str, str]:
        """The names of the chairs."""
        first, second, third = ("you" if p is None else p for p in self.options.policies)
        return first, second, third

    @property
    def waits(self) -> bool:
        """Whether the person is to act."""
        return self.table.player == PERSON and self.policies[PERSON] is None

    @property
    def view(self) -> View:
        """What the person may know."""
        return self.table.view(PERSON)

    @property
    def question(self) -> Question | None:
        """The decision that a policy is to make now, None if it is nobody's or the person's."""
        table = self.table
        asked = self._asked
        if asked is None or asked[0] is not table or asked[1] != table.n:
            asked = self._asked = (table, table.n, self._question(table))
        return asked[2]

    def _question(self, table: MatchTable) -> Question | None:
        player = table.player
        policy = None if player is None else self.policies[player]
        if player is None or policy is None:
            return None
        mask = self.deal.mask
        return Question(player, policy, table.view(player), mask, table.key, table.n)

    def begin(self) -> list[Event]:
        """Deals the next deal."""
        return self._kept(self.table.begin)

    def act(self, action: int) -> list[Event]:
        """Carries out the person's action; raises TextError, and changes nothing, if illegal."""
        self._turn()
        return self._kept(lambda: self.table.act(PERSON, action, "person"))

    def act_all(self, actions: Sequence[int]) -> list[Event]:
        """Carries out several actions of the person, all or none."""
        self._turn()
        return self._kept(lambda: self.table.act_all(PERSON, actions, "person"))

    def _turn(self) -> None:
        if not self.waits:
            raise TextError("not-your-turn", "Du bist nicht am Zug.", "it is not your turn")

    def bid_up_to(self, value: int | None) -> list[Event]:
        """Sets or takes back the limit up to which the person's calls are made (`settle` does)."""
        return self._kept(lambda: self.table.set_bid_up_to(value))

    def take_back(self) -> list[Event]:
        """Goes back to the person's last decision in this deal; practice matches only."""
        return self._kept(self.table.take_back)

    def finish(self, cards: Sequence[int]) -> list[Event]:
        """Lays the rest of a decided deal."""
        return self._kept(lambda: self.table.finish(cards))

    def answer(self, question: Question, decision: Decision) -> list[Event]:
        """Carries out what was decided; nothing if the table has gone on since."""
        if question.n != self.table.n or question.player != self.table.player:
            return []
        player, action = question.player, decision.action
        if decision.failure:
            return self._kept(lambda: self.table.replace(player, action, decision.failure))
        return self._kept(lambda: self.table.act(player, action))

    def settle(self) -> list[Event]:
        """Makes the call that the person's limit asks for; nothing if there is none."""
        action = self.table.preset
        if action is None or not self.waits:
            return []
        return self.act(action)

    def step(self) -> list[Event]:
        """Makes the next decision that is not the person's; nothing if there is none."""
        question = self.question
        if question is None:
            return self.settle()
        decision = self.minds.decide(question.policy, question.view, question.mask, question.key)
        return self.answer(question, decision)

    def run(self) -> None:
        """Goes on, deal after deal, until the person is to act or the match is over."""
        while not self.table.over:
            if self.table.player is None:
                self.begin()
            if not self.step() and self.table.player is not None:
                return

    @contextmanager
    def together(self) -> Iterator[None]:
        """Keeps all commands carried out meanwhile at its end, in one transaction."""
        events: list[Event] = []
        self._unkept = events
        try:
            yield
        finally:
            self._unkept = None
            self._keep(events)

    def _kept(self, command: Callable[[], list[Event]]) -> list[Event]:
        events = command()
        if self._unkept is None:
            self._keep(events)
        else:
            self._unkept += events
        return events

    def _keep(self, events: list[Event]) -> None:
        if self.archive is not None and self.id is not None:
            try:
                self.archive.write(self.id, events)
            except Exception:
                self.table = self.archive.load(self.id)
                raise
        for event in events:
            self.watch(event)
