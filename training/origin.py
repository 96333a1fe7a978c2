"""Who made the shards of a folder: what other players made is never added to them."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from skat_gym.players import Policy, PolicyError
from skat_gym.players.policy import fingerprint

ORIGIN = "made_by.json"


def stamp(policy: Policy) -> str:
    """Returns a text that is another one for a policy that decides otherwise."""
    try:
        return fingerprint(policy)
    except PolicyError:  # it has none: its name is all that is known
        return policy.name


def claim(folder: Path, **about: Any) -> None:
    """Makes a folder for shards, or checks that those in it were made the same way.

    Raises ValueError if they were not, or if nothing says how.
    """
    file = folder / ORIGIN
    if file.exists():
        try:
            told = json.loads(file.read_text(encoding="utf-8"))
        except ValueError as error:
            raise ValueError(f"{file} is broken: it is no JSON") from error
        for key, value in about.items():
            if not isinstance(told, dict) or told.get(key) != value:
                raise ValueError(
                    f"{folder} holds shards of another {key}: remove it or name another folder"
                )
        return
    if any(folder.glob("[0-9]*[0-9].npz")):
        raise ValueError(
            f"{folder} holds shards, and no file {ORIGIN} says who made them: "
            "remove it or name another folder"
        )
    folder.mkdir(parents=True, exist_ok=True)
    half = folder / f"{ORIGIN}.{os.getpid()}.part"  # workers may begin at the same time
    half.write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")
    half.replace(file)
