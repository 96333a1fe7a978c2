"""All matches of a server: rooms that are followed, the archive, the policies."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from skat_gym.play.archive import Archive
from skat_gym.play.entry import entry_fields
from skat_gym.play.match_options import Level, MatchOptions, levels
from skat_gym.play.minds import Minds
from skat_gym.play.server.room import Listener, Room
from skat_gym.play.session import Session
from skat_gym.play.words import TextError, text
from skat_gym.rules.match import N_DEALS, SCORINGS
from skat_gym.version import __version__

PROTOCOL = 1
_LISTED = 60
"""Matches in the list of the page."""
_FEW = 4
"""Matches at the same time; with more of them the policies move to a process of their own."""
ABOUT_BOTS = text(
    "Die Mitspieler bekommen genau das, was an ihrem Platz zu sehen ist: ihre Karten, das Reizen, "
    "die gespielten Karten, offene Karten und, wenn sie ihn aufgenommen haben, den Skat. Die "
    "Startzahl der Karten ist vor dem ersten Spiel festgelegt; ihre Prüfsumme steht unter „Ehrlich "
    "gemischt“.",
    "The other players get exactly what can be seen from their seat: their cards, the auction, the "
    "cards played, open cards and, if they picked it up, the skat. The seed of the cards is fixed "
    "before the first deal; its checksum is shown under “Fairly dealt”.",
)


class Hall:
    """Opens matches and keeps them while somebody follows them or a policy thinks."""

    def __init__(
        self,
        archive: Archive,
        minds: Minds,
        opponents: tuple[str, str] = ("rulebook", "rulebook"),
        offered: tuple[Level, ...] | None = None,
        *,
        deals: int = N_DEALS,
        today: Callable[[], str] = lambda: datetime.now(UTC).strftime("%Y-%m-%d"),
    ) -> None:
        self.archive, self.minds = archive, minds
        self.opponents, self.deals = opponents, deals
        self.levels = levels() if offered is None else offered
        self.today = today
        self.rooms: dict[str, Room] = {}

    def new(self, options: MatchOptions, match: str | None = None) -> Room:
        """Begins a match, with an id of its own; blocks while an unknown policy is loaded."""
        session = Session(options=options, minds=self.minds, archive=self.archive, new=match)
        return self._room(session)

    def room(self, match: str) -> Room:
        """Returns the room of a match, loading it from the archive; raises TextError."""
        room = self.rooms.get(match)
        if room is not None:
            return room
        table = self.archive.load(match)
        if table.options.imported:
            return self._room(Session(match=match, table=table, archive=self.archive, seats=False))
        return self._room(Session(match=match, table=table, archive=self.archive, minds=self.minds))

    def _room(self, session: Session) -> Room:
        room = Room(session)
        room = self.rooms.setdefault(room.id, room)
        if len(self.rooms) > _FEW:
            self.minds.relieve()
        return room

    def delete(self, match: str, tab: Listener) -> None:
        """Deletes a match for good, which a tab asks for; raises TextError.

        Not while it is played: while a policy thinks, or another tab follows it before its end.
        Tabs that look at one that is over learn with their next message that it is gone.
        """
        room = self.rooms.get(match)
        others = room is not None and not room.session.table.over and room.listeners - {tab}
        if room is not None and (room.busy or others):
            raise TextError(
                "not-now",
                "Diese Partie wird gerade gespielt; löschen lässt sie sich, wenn kein anderes "
                "Fenster sie zeigt und kein Mitspieler nachdenkt.",
                "this match is being played; it can be deleted when no other window shows it and "
                "no player is thinking",
            )
        self.archive.delete(match)
        self.rooms.pop(match, None)

    def sweep(self) -> None:
        """Lets go of rooms that nobody follows and nothing happens in."""
        for match, room in tuple(self.rooms.items()):
            if not room.listeners and not room.busy:
                del self.rooms[match]

    async def close(self) -> None:
        """Stops all that is at work."""
        for room in tuple(self.rooms.values()):
            await room.close()
        self.minds.close()
        self.archive.close()

    def hello(self) -> dict[str, Any]:
        """Returns the fields of the first message on a connection."""
        day = self.today()
        return {
            "version": __version__,
            "protocol": PROTOCOL,
            "policies": [
                {"name": level.policy, "title": level.title, "about": level.about}
                for level in self.levels
            ],
            "defaults": {
                "opponents": list(self.opponents),
                "deals": self.deals,
                "scoring": SCORINGS[1],
            },
            "scorings": list(SCORINGS),
            "deals": [1, 3, 6, 12, 24, 36],
            "daily": {"date": day, "match": self.archive.daily(day)},
            "matches": self.matches(),
            "about_bots": ABOUT_BOTS,
        }

    def matches(self) -> list[dict[str, Any]]:
        """Lists the matches of the archive, the one touched last first."""
        entries = self.archive.entries(limit=_LISTED)
        return [entry_fields(entry, self.archive.totals(entry)) for entry in entries]
