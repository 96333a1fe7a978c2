"""Finding a policy by name."""

from __future__ import annotations

import os
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from skat_gym.players.composite import CompositePolicy
from skat_gym.players.native import NATIVE_NAMES, NativePolicy
from skat_gym.players.network.folder import find_policies, folder_named, read_folder
from skat_gym.players.policy import Policy, PolicyError, PolicyLike, known_policy

GROUP = "skat_gym.policies"
"""The entry-point group of policy loaders: the name is a prefix, `load(rest) -> Policy`."""


def load_policy(name: PolicyLike) -> Policy:
    """Returns the policy that a name stands for.

    "random"; "rulebook"; the name of a shipped policy or the path of a policy's folder, either with
    ",memory=N" for one that remembers the last N tricks alone; "PREFIX:REST", or "PREFIX" alone, by
    a loader registered in the entry-point group `skat_gym.policies`, such as "sb3:FILE.zip"; and
    "A+play=B" for A with B in a stage (auction, skat, play). "search:POLICY" takes options after
    commas: judge=solver or playouts, worlds=N, nodes=N, seconds=X, weigh=yes or no, trust=X,
    lean=X, doubt=X, guests=X, from_trick=N and auction=base, skat or search, as in
    "search:rulebook,worlds=64,auction=search" and
    "rulebook+play=search:rulebook,seconds=0.5" (see `SearchPolicy`); a policy's attribute `search`
    holds what serves it best. A policy object is returned as it is. Raises PolicyError.
    """
    if isinstance(name, os.PathLike):
        return _load_one(os.fsdecode(name))
    if not isinstance(name, str):
        return known_policy(name)
    base, *rest = name.split("+")
    parts: dict[str, Policy] = {}
    for word in rest:
        stage, found, part = word.partition("=")
        if not found:
            raise PolicyError(f"{word!r} in {name!r} is not of the form STAGE=POLICY")
        parts[stage] = _load_one(part)
    policy = _load_one(base)
    return CompositePolicy(policy, parts, name) if parts else policy


def _load_one(name: str) -> Policy:
    if name in NATIVE_NAMES:
        return NativePolicy(NATIVE_NAMES.index(name))
    base, forgets, tricks = name.partition(",memory=")
    folder = folder_named(base)
    if folder is not None:
        from skat_gym.players.network.card_play import MEMORY
        from skat_gym.players.network.policy import NetworkPolicy

        if forgets and not tricks.isdecimal():
            raise PolicyError(f"{name!r}: memory is a number of tricks, 0 to {MEMORY}")
        return NetworkPolicy(read_folder(folder), int(tricks) if forgets else MEMORY)
    prefix, found, rest = name.partition(":")
    if prefix == "search" and found:
        from skat_gym.players.search import SearchPolicy, read_options  # loads the solver

        base, options = read_options(rest)
        policy = _load_one(base)
        try:
            return SearchPolicy(policy, name=name, **(getattr(policy, "search", {}) | options))
        except PolicyError:
            raise
        except ValueError as error:
            raise PolicyError(f"{name!r}: {error}") from None
    for entry in entry_points(group=GROUP):
        if entry.name == prefix:
            return _registered(entry, rest)
    if name.endswith(".zip") or Path(name).suffix == ".zip":
        raise PolicyError(f"there is no policy {name!r}; did you mean 'sb3:{name}'?")
    raise PolicyError(f"there is no policy {name!r}; there are: {', '.join(policy_names())}")


def _registered(entry: EntryPoint, rest: str) -> Policy:
    """Loads a policy by a registered loader; whatever is wrong with that is a PolicyError."""
    loader = f"the loader of {entry.name!r} policies ({entry.value})"
    try:
        loaded = entry.load()(rest)
    except PolicyError:
        raise
    except Exception as error:
        if isinstance(error, ImportError) and entry.value.startswith("skat_gym."):
            raise  # a package of an extra is not installed
        words = " ".join(str(error).split())
        raise PolicyError(f"{loader} failed: {type(error).__name__}: {words}") from error
    try:
        return known_policy(loaded)
    except PolicyError as error:
        raise PolicyError(f"{loader} gave something else: {error}") from None


def policy_names() -> list[str]:
    """Lists the names `load_policy` understands, registered prefixes as "PREFIX:..."."""
    prefixes = sorted({entry.name for entry in entry_points(group=GROUP)})
    return [
        *NATIVE_NAMES,
        *find_policies(),
        "search:POLICY",
        *(f"{prefix}:..." for prefix in prefixes),
    ]
