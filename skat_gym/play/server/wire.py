"""Writing what the server sends: messages as JSON texts."""

from __future__ import annotations

import json
from typing import Any

json_text = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
"""Returns a value as JSON, as short as it can be."""


def message_text(kind: str, re: Any, **fields: Any) -> str:
    """Returns a message of the server as JSON text; `re` is the id of the one it answers."""
    return json_text({"type": kind, **({} if re is None else {"re": re}), **fields})
