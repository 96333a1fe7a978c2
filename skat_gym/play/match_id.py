"""The word by which a match is found again."""

from __future__ import annotations

import secrets

_DIGITS = "0123456789abcdefghjkmnpqrstvwxyz"


def new_id() -> str:
    """Draws the id of a new match: eight letters and digits that are not mistaken for others."""
    return "".join(secrets.choice(_DIGITS) for _ in range(8))
