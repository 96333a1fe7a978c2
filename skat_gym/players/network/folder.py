"""A policy's folder: configuration, weights, test vectors, card and evaluation."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from skat_gym.players.network.integer_net import IntegerNet
from skat_gym.players.policy import PolicyError

FORMAT = 1
CONFIG, WEIGHTS, VECTORS = "config.json", "weights.safetensors", "test_vectors.json"
EVALUATION, CARD = "eval.json", "card.md"


@dataclass(frozen=True)
class PolicyFolder:
    """Holds what a policy's folder says: its configuration and its nets.

    `config` has format, name, version, inputs and nets, and whatever else the policy reads.

    >>> net = IntegerNet([(np.array([[3]], np.int16), np.array([2], np.int32))], [], 0.5)
    >>> config = {"name": "tiny", "version": "1", "inputs": {}}
    >>> with tempfile.TemporaryDirectory() as place:
    ...     folder = write_folder(Path(place) / "tiny", config, {"play": net})
    >>> folder.name, folder.nets["play"].sizes, len(folder.sha256)
    ('tiny', (1, 1), 64)
    """

    config: dict[str, Any]
    nets: dict[str, IntegerNet]
    sha256: str
    """Of configuration and weights: whatever changes a decision changes it."""
    path: Path

    @property
    def name(self) -> str:
        """What the policy is called."""
        return str(self.config["name"])

    @property
    def size(self) -> int:
        """Bytes of the weights' file."""
        return (self.path / WEIGHTS).stat().st_size

    def vector_lines(self) -> list[str]:
        """Returns its test vectors as text (see `vectors.Vector`); none if it has no such file.

        Raises PolicyError.
        """
        stored = self.read_json(VECTORS)
        if stored is None:
            return []
        lines = stored.get("vectors") if isinstance(stored, dict) else None
        if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
            raise PolicyError(
                f"{str(self.path / VECTORS)!r} is broken: it holds no list of vectors, texts all "
                "of them"
            )
        return lines

    def read_json(self, name: str) -> Any:
        """Reads one of the folder's other files; None if there is none."""
        return _json(self.path / name) if (self.path / name).is_file() else None


def read_folder(path: str | Path) -> PolicyFolder:
    """Reads a policy's folder and checks it.

    Raises PolicyError, in one sentence, if a file is missing or broken, if the format is another,
    if a tensor is missing or does not fit, or if the SHA-256 is not the one that eval.json states.
    What the test vectors say is left to `vectors.read_vectors`.
    """
    from safetensors import SafetensorError
    from safetensors.numpy import load

    path = Path(path)
    for name in (CONFIG, WEIGHTS):
        if not (path / name).is_file():
            raise PolicyError(f"{str(path)!r} is no policy: it has no file {name}")
    config = _json(path / CONFIG)
    _check_config(config, path / CONFIG)
    data = (path / WEIGHTS).read_bytes()
    try:
        tensors = load(data)
    except (SafetensorError, ValueError, KeyError) as error:
        raise PolicyError(f"{str(path / WEIGHTS)!r} is broken: {error}") from error
    nets = {
        name: _net(name, entry, tensors, path / WEIGHTS) for name, entry in config["nets"].items()
    }
    left = set(tensors) - {key for name, net in nets.items() for key in _tensors(name, net)}
    if left:
        raise PolicyError(
            f"{str(path / WEIGHTS)!r} holds {min(left)!r}, of which {CONFIG} says nothing"
        )
    folder = PolicyFolder(config, nets, checksum(config, data), path)
    evaluation = folder.read_json(EVALUATION)
    if evaluation is not None:
        if not isinstance(evaluation, dict):
            raise PolicyError(
                f"{str(path / EVALUATION)!r} is broken: it holds no object of figures"
            )
        stated = evaluation.get("sha256")
        if stated is not None and stated != folder.sha256:
            raise PolicyError(
                f"{str(path / EVALUATION)!r} is about other weights: it states SHA-256 "
                f"{str(stated)[:12]}..., these have {folder.sha256[:12]}..."
            )
    folder.vector_lines()
    return folder


def write_folder(
    path: str | Path,
    config: Mapping[str, Any],
    nets: Mapping[str, IntegerNet],
    vectors: Sequence[str] = (),
) -> PolicyFolder:
    """Writes a policy's folder, complete or not at all, and returns it as read back.

    `config` needs name, version and inputs; format and nets are added to it. `vectors` are lines
    of `vectors.Vector`. A folder that is there is replaced, with its card and evaluation, which
    were about other weights; one that is no policy is left alone (PolicyError).
    """
    from safetensors.numpy import save

    path = Path(path)
    if path.exists() and not (path.is_dir() and (path / CONFIG).is_file()):
        raise PolicyError(f"{str(path)!r} is something else than a policy: name a new folder")
    whole = {
        **config,
        "format": FORMAT,
        "nets": {
            name: {"sizes": net.sizes, "shifts": net.shifts, "unit": net.unit, "top": net.top}
            for name, net in nets.items()
        },
    }
    tensors: dict[str, Any] = {}
    for name, net in nets.items():
        tensors |= _tensors(name, net)
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = Path(tempfile.mkdtemp(prefix=f".{path.name}.", dir=path.parent))
    try:
        (beside / CONFIG).write_text(json.dumps(whole, indent=1) + "\n", encoding="utf-8")
        (beside / WEIGHTS).write_bytes(save(tensors))
        if vectors:
            write_vectors(beside, vectors)
        read_folder(beside)
        beside.chmod(0o755)
        if path.exists():
            old = beside.with_name(beside.name + ".old")
            os.replace(path, old)
            os.replace(beside, path)
            shutil.rmtree(old)
        else:
            os.replace(beside, path)
    finally:
        shutil.rmtree(beside, ignore_errors=True)
    return read_folder(path)


def write_vectors(path: str | Path, vectors: Sequence[str]) -> None:
    """Writes test vectors into a policy's folder."""
    text = json.dumps({"format": FORMAT, "vectors": list(vectors)}, indent=0)
    (Path(path) / VECTORS).write_text(text + "\n", encoding="utf-8")


def checksum(config: Mapping[str, Any], weights: bytes) -> str:
    """Returns the SHA-256 of a configuration, however it is laid out, and the weights' file."""
    canonical = json.dumps(config, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode() + b"\n" + weights).hexdigest()


def find_policies() -> dict[str, Path]:
    """Returns the shipped policies, name to folder, by name.

    They lie in the package's own folder `policies`, or beside the package in a source checkout.
    """
    package = Path(__file__).parents[2]
    places = [package / "policies"]
    if (package.parent / "pyproject.toml").is_file():
        places.append(package.parent / "policies")
    for place in places:
        if place.is_dir():
            folders = [file.parent for file in sorted(place.glob(f"*/{CONFIG}"))]
            return {folder.name: folder for folder in folders if folder.name[0] != "."}
    return {}


def folder_named(name: str) -> Path | None:
    """Returns the folder that a name stands for: a shipped policy's, or a path; None if none."""
    if not name:
        return None
    shipped = find_policies().get(name)
    return shipped or (Path(name) if Path(name).is_dir() else None)


def _json(file: Path) -> Any:
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except ValueError as error:
        raise PolicyError(f"{str(file)!r} is broken: it is no JSON ({error})") from error


def _check_config(config: Any, file: Path) -> None:
    number = config.get("format") if isinstance(config, dict) else None
    if number != FORMAT:
        raise PolicyError(f"{str(file)!r} has format {number!r}; this version reads {FORMAT}")
    for key, kind in (("name", str), ("version", (str, int)), ("inputs", dict), ("nets", dict)):
        if not isinstance(config.get(key), kind):
            raise PolicyError(f"{str(file)!r} has no {key}, or one of another kind")


def _tensors(name: str, net: IntegerNet) -> dict[str, Any]:
    found = {}
    for k, (weight, bias) in enumerate(net.layers):
        found[f"{name}.{k}.weight"] = np.ascontiguousarray(weight)
        found[f"{name}.{k}.bias"] = np.ascontiguousarray(bias)
    return found


def _net(name: str, entry: Any, tensors: Mapping[str, Any], file: Path) -> IntegerNet:
    try:
        sizes = [int(size) for size in entry["sizes"]]
        shifts = [int(shift) for shift in entry["shifts"]]
        unit, top = float(entry["unit"]), int(entry.get("top", 1))
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise PolicyError(
            f"{str(file.with_name(CONFIG))!r}: net {name!r} needs sizes, shifts and unit, "
            "numbers all of them"
        ) from error
    layers = []
    for k in range(len(sizes) - 1):
        pair = []
        for part, shape in (("weight", (sizes[k], sizes[k + 1])), ("bias", (sizes[k + 1],))):
            tensor = tensors.get(f"{name}.{k}.{part}")
            found = "none" if tensor is None else f"one of shape {tensor.shape}"
            if tensor is None or tensor.shape != shape:
                raise PolicyError(
                    f"{str(file)!r}: tensor {name}.{k}.{part} is to have shape {shape}, "
                    f"there is {found}"
                )
            pair.append(tensor)
        layers.append((pair[0], pair[1]))
    try:
        return IntegerNet(layers, shifts, unit, top=top)
    except PolicyError as error:
        raise PolicyError(f"{str(file)!r}: net {name!r}: {error}") from error
