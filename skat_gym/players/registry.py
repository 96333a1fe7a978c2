"""Finding a policy by name."""

from __future__ import annotations

from importlib.metadata import entry_points
from pathlib import Path

from skat_gym.players.composite import CompositePolicy
from skat_gym.players.native import NATIVE_NAMES, NativePolicy
from skat_gym.players.network.folder import find_policies, folder_named, read_folder
from skat_gym.players.policy import Policy, PolicyError

GROUP = "skat_gym.policies"
"""The entry-point group of policy loaders: the name is a prefix, `load(rest) -> Policy`."""


def load_policy(name: str | Policy) -> Policy:
    """Returns the policy that a name stands for.

    "random"; "rulebook"; the name of a shipped policy or the path of a policy's folder, either with
    ",memory=N" for one that remembers the last N tricks alone; "PREFIX:REST" by a loader
    registered in the entry-point group `skat_gym.policies`, such as "sb3:FILE.zip"; and "A+play=B"
    for A with B in a stage (auction, skat, play). "search:POLICY" takes options after commas:
    judge=solver or playouts, worlds=N, nodes=N, seconds=X, weigh=yes or no, trust=X, lean=X,
    doubt=X, guests=X, from_trick=N and auction=base, skat or search, as in
    "search:rulebook,worlds=64,auction=search" and
    "rulebook+play=search:rulebook,seconds=0.5" (see `SearchPolicy`); a policy's attribute `search`
    holds what serves it best. A policy object is returned as it is. Raises PolicyError.
    """
    if not isinstance(name, str):
        if not isinstance(name, Policy) or not isinstance(name.name, str):
            raise PolicyError(
                f"{name!r} is no policy; a policy has name, phases and act(views, masks, keys)"
            )
        return name
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
    if found:
        for entry in entry_points(group=GROUP):
            if entry.name == prefix:
                loaded = entry.load()(rest)
                if not isinstance(loaded, Policy):
                    raise PolicyError(f"the loader {prefix!r} gave {loaded!r}, which is no policy")
                return loaded
    if name.endswith(".zip") or Path(name).suffix == ".zip":
        raise PolicyError(f"there is no policy {name!r}; did you mean 'sb3:{name}'?")
    raise PolicyError(f"there is no policy {name!r}; there are: {', '.join(policy_names())}")


def policy_names() -> list[str]:
    """Lists the names `load_policy` understands, registered prefixes as "PREFIX:..."."""
    prefixes = sorted({entry.name for entry in entry_points(group=GROUP)})
    return [
        *NATIVE_NAMES,
        *find_policies(),
        "search:POLICY",
        *(f"{prefix}:..." for prefix in prefixes),
    ]
