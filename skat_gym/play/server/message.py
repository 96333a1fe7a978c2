"""Reading what a page sends: JSON, sizes, fields."""

from __future__ import annotations

import json
import re
from typing import Any

from skat_gym.play.server.gate import MOST_BYTES
from skat_gym.play.words import TextError

_HALF = re.compile(r"\\u[dD]|[\ud800-\udfff]")
"""Half a character, perhaps: nothing that could be kept or sent back."""
_KINDS = {
    "int": ("eine ganze Zahl", "a whole number"),
    "str": ("ein Text", "a text"),
    "bool": ("true oder false", "true or false"),
    "list": ("eine Liste", "a list"),
}


def parse(text: str | bytes | None) -> dict[str, Any]:
    """Returns a message; raises TextError unless it is a JSON object of a bearable size."""
    if text is None or isinstance(text, bytes):
        raise TextError(
            "not-json",
            "Nachrichten sind Texte, keine Bytes.",
            "messages are texts, not bytes",
        )
    if len(text) > MOST_BYTES or len(text.encode("utf-8", "replace")) > MOST_BYTES:
        raise TextError(
            "too-large",
            f"Eine Nachricht hat höchstens {MOST_BYTES} Bytes.",
            f"a message has at most {MOST_BYTES} bytes",
        )
    try:
        message = json.loads(text)
        if _HALF.search(text):
            json.dumps(message, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        message = None
    if not isinstance(message, dict):
        raise TextError(
            "not-json",
            "Eine Nachricht ist ein JSON-Objekt.",
            "a message is a JSON object",
        )
    return message


class Message:
    """Is a message whose fields are read with their kinds."""

    def __init__(self, fields: dict[str, Any]) -> None:
        self.fields = fields

    @property
    def id(self) -> str | int | None:
        """What the page calls it, for the answer; None without."""
        told = self.fields.get("id")
        if isinstance(told, str) and len(told) <= 64:
            return told
        plain = isinstance(told, int) and not isinstance(told, bool) and abs(told) < 2**53
        return told if plain else None

    @property
    def type(self) -> str:
        """The kind of message."""
        return self.text("type", most=32)

    def number(self, name: str) -> int:
        """Returns a whole number."""
        return int(self._of(name, int, "int"))

    def text(self, name: str, most: int = 200) -> str:
        """Returns a text of at most so many characters."""
        told = str(self._of(name, str, "str"))
        if len(told) > most:
            raise TextError(
                "bad-field",
                f"{name!r} hat höchstens {most} Zeichen.",
                f"{name!r} has at most {most} characters",
            )
        return told

    def flag(self, name: str) -> bool:
        """Returns true or false; false if it is missing."""
        return bool(self._of(name, bool, "bool")) if self.has(name) else False

    def texts(self, name: str, count: int) -> list[str]:
        """Returns a list of so many texts."""
        told = self._of(name, list, "list")
        short = all(isinstance(item, str) and len(item) <= 300 for item in told)
        if len(told) != count or not short:
            raise TextError(
                "bad-field",
                f"{name!r} ist eine Liste von {count} Texten.",
                f"{name!r} is a list of {count} texts",
            )
        return list(told)

    def has(self, name: str) -> bool:
        """Tells whether a field is there and not null."""
        return self.fields.get(name) is not None

    def _of(self, name: str, kind: Any, called: str) -> Any:
        told = self.fields.get(name)
        if not isinstance(told, kind) or (kind is int and isinstance(told, bool)):
            german, english = _KINDS[called]
            raise TextError(
                "bad-field", f"{name!r} muss {german} sein.", f"{name!r} must be {english}"
            )
        return told
