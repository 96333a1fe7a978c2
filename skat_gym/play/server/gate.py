"""Who may come in: the token of the address, the Host, the Origin, and how fast."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

MOST_BYTES = 65_536
"""A message may have so many bytes; a larger one is refused in words."""
CLOSED_BYTES = 262_144
"""A larger one closes the connection."""
BURST, RATE = 60.0, 30.0
"""Messages at once, and a second after that."""
FLOOD = 1000
"""After so many refused for their speed in a row the connection is closed."""
_LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


@dataclass(frozen=True)
class Gate:
    """Knows the token and the names the server answers to.

    >>> gate = Gate("secret", ("127.0.0.1:8000",))
    >>> gate.knows("secret"), gate.admits({"host": "127.0.0.1:8000"}), gate.admits({"host": "x"})
    (True, True, False)
    """

    token: str = field(default_factory=lambda: secrets.token_urlsafe(24))
    hosts: tuple[str, ...] = ()
    """Host headers that are answered; none for any (a server opened to the network)."""

    @classmethod
    def local(cls, port: int, token: str | None = None) -> Gate:
        """Returns the gate of a server that this machine alone reaches."""
        hosts = tuple(f"{name}:{port}" for name in _LOOPBACK)
        return cls(token, hosts) if token else cls(hosts=hosts)

    @classmethod
    def open(cls, token: str | None = None) -> Gate:
        """Returns the gate of a server that a network reaches, under whatever name."""
        return cls(token) if token else cls()

    def knows(self, token: str | None) -> bool:
        """Tells whether a token is the right one."""
        return secrets.compare_digest((token or "").encode(), self.token.encode())

    def admits(self, headers: Mapping[str, str], *, origin: bool = False) -> bool:
        """Tells whether a request is for this server and, with `origin`, from its own page."""
        host = headers.get("host", "")
        if self.hosts and host not in self.hosts:
            return False
        return not origin or headers.get("origin", "") in (f"http://{host}", f"https://{host}")


class Pace:
    """Counts the messages of one connection: BURST at once, RATE a second after that."""

    def __init__(
        self, burst: float = BURST, rate: float = RATE, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.burst, self.rate, self._clock = burst, rate, clock
        self._left, self._at = burst, clock()
        self.refused = 0
        """How many came too fast since the last one that did not."""

    def allows(self) -> bool:
        """Counts a message; tells whether it may be answered."""
        now = self._clock()
        self._left = min(self.burst, self._left + (now - self._at) * self.rate)
        self._at = now
        if self._left < 1:
            self.refused += 1
            return False
        self._left -= 1
        self.refused = 0
        return True
