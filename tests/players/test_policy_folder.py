"""Policy folders: written whole, read back, refused in one sentence when they are not right."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from nets import inputs, integer_net
from stand_in import CONFIGURATION, LowestCard, stand_in, write_stand_in

from skat_gym.players import Policy, PolicyError, load_policy, policy_names
from skat_gym.players.network import folder as folders
from skat_gym.players.network.folder import (
    CARD,
    CONFIG,
    EVALUATION,
    VECTORS,
    WEIGHTS,
    find_policies,
    read_folder,
    write_folder,
)
from skat_gym.players.network.vectors import Vector, answers, read_vectors
from skat_gym.rules import Deal


@pytest.fixture
def written(tmp_path: Path) -> Path:
    return write_stand_in(tmp_path / "tiny", [f"{Deal.shuffled(3)} > 32"])


def test_what_is_written_is_read_back(written: Path) -> None:
    folder = read_folder(written)
    assert folder.name == "tiny" and folder.config["margin"] == 0.5
    assert folder.config["nets"]["play"]["sizes"] == [60, 20, 5]
    assert sorted(folder.nets) == ["bid", "play"]
    x = inputs(50, 60)
    net = integer_net((60, 20, 5))
    assert folder.nets["play"].forward(x).tobytes() == net.forward(x).tobytes()
    assert folder.nets["play"].unit == net.unit and folder.nets["bid"].shifts == ()
    assert folder.size == (written / WEIGHTS).stat().st_size
    assert sorted(p.name for p in written.iterdir()) == [CONFIG, VECTORS, WEIGHTS]
    assert read_vectors(folder) == [Vector(Deal.shuffled(3), 32)]
    assert [p.name for p in written.parent.iterdir()] == ["tiny"]


def test_the_checksum_is_of_what_is_said_and_weighed(written: Path) -> None:
    before = read_folder(written).sha256
    config = json.loads((written / CONFIG).read_text())
    (written / CONFIG).write_text(json.dumps(dict(sorted(config.items())), indent=4))
    assert read_folder(written).sha256 == before and len(before) == 64
    (written / CONFIG).write_text(json.dumps({**config, "margin": 0.25}))
    assert read_folder(written).sha256 != before
    (written / CONFIG).write_text(json.dumps(config))
    data = bytearray((written / WEIGHTS).read_bytes())
    data[-1] ^= 1
    (written / WEIGHTS).write_bytes(bytes(data))
    assert read_folder(written).sha256 != before


def test_an_evaluation_of_other_weights_is_found_out(written: Path) -> None:
    stated = read_folder(written).sha256
    (written / EVALUATION).write_text(json.dumps({"sha256": stated}))
    assert read_folder(written).sha256 == stated
    (written / EVALUATION).write_text(json.dumps({"sha256": "ab" * 32}))
    with pytest.raises(PolicyError, match=r"about other weights: it states SHA-256 abababababab"):
        read_folder(written)


@pytest.mark.parametrize("text", ["[]", "3", '"x"', '["sha256"]', "{"])
def test_an_evaluation_that_is_none_is_found_out(written: Path, text: str) -> None:
    (written / EVALUATION).write_text(text)
    with pytest.raises(PolicyError, match=r"eval\.json' is broken"):
        read_folder(written)


def test_writing_again_drops_card_and_evaluation(written: Path) -> None:
    (written / EVALUATION).write_text("{}")
    (written / CARD).write_text("# tiny")
    write_folder(written, {**CONFIGURATION, "version": "2"}, {"bid": integer_net((8, 3))})
    assert sorted(p.name for p in written.iterdir()) == [CONFIG, WEIGHTS]
    assert read_folder(written).config["version"] == "2"


def test_other_folders_are_left_alone(tmp_path: Path) -> None:
    other = tmp_path / "letters"
    other.mkdir()
    (other / "dear.txt").write_text("x")
    with pytest.raises(PolicyError, match="something else than a policy"):
        write_folder(other, CONFIGURATION, {"bid": integer_net((8, 3))})
    with pytest.raises(PolicyError, match="has no inputs"):
        write_folder(tmp_path / "new", {"name": "x", "version": "1"}, {"bid": integer_net((8, 3))})
    assert [p.name for p in tmp_path.iterdir()] == ["letters"]
    assert [p.name for p in other.iterdir()] == ["dear.txt"]


def changed(file: Path, **entries: Any) -> None:
    file.write_text(json.dumps({**json.loads(file.read_text()), **entries}))


NET = {"sizes": [60, 20, 5], "shifts": [2], "unit": 1.0}


@pytest.mark.parametrize(
    ("entries", "words"),
    [
        ({"format": 2}, "has format 2; this version reads 1"),
        ({"name": None}, "has no name"),
        ({"nets": []}, "has no nets"),
        ({"nets": {"play": NET}}, r"holds 'bid.0.bias', of which config.json says nothing"),
        ({"nets": {"play": {**NET, "sizes": [60, 21, 5]}}}, r"play.0.weight is to have shape \(60"),
        ({"nets": {"mind": NET}}, r"mind.0.weight is to have shape \(60, 20\), there is none"),
        ({"nets": {"play": {"sizes": [60, 5]}}}, "needs sizes, shifts and unit"),
        ({"nets": {"play": {**NET, "sizes": "big"}}}, "needs sizes, shifts and unit"),
        ({"nets": {"play": {**NET, "shifts": []}}}, "net 'play': .*2 layers and 0 shifts"),
        ({"nets": {"play": {**NET, "top": 10**6}}}, "net 'play': the largest input .* to 255"),
    ],
)
def test_a_wrong_configuration_is_one_sentence(
    written: Path, entries: dict[str, Any], words: str
) -> None:
    changed(written / CONFIG, **entries)
    with pytest.raises(PolicyError, match=words) as caught:
        read_folder(written)
    assert "\n" not in str(caught.value)


def test_broken_files_are_one_sentence(written: Path) -> None:
    whole = (written / WEIGHTS).read_bytes()
    for data in (b"", whole[:100], whole[:-8], b"\xff" * 300):
        (written / WEIGHTS).write_bytes(data)
        with pytest.raises(PolicyError, match=r"weights\.safetensors' is broken"):
            read_folder(written)
    (written / WEIGHTS).unlink()
    with pytest.raises(PolicyError, match=r"it has no file weights\.safetensors"):
        read_folder(written)
    (written / CONFIG).write_text("{")
    (written / WEIGHTS).write_bytes(whole)
    with pytest.raises(PolicyError, match=r"config\.json' is broken: it is no JSON"):
        read_folder(written)


def test_broken_vectors_are_one_sentence(written: Path) -> None:
    for text in ('{"format": 1}', '{"a": 1}', "[3]", '{"vectors": [3]}', '{"vectors": "x"}', "{"):
        (written / VECTORS).write_text(text)
        with pytest.raises(PolicyError, match=r"test_vectors\.json' is broken") as told:
            read_folder(written)
        assert "\n" not in str(told.value)
    for text in ('{"vectors": ["CJ > 3"]}', '{"vectors": [" > "]}'):
        (written / VECTORS).write_text(text)
        with pytest.raises(PolicyError, match=r"test_vectors\.json' is broken"):
            read_vectors(read_folder(written))


def test_loading_by_path_and_by_name(written: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(monkeypatch)
    policy = load_policy(str(written))
    assert isinstance(policy, Policy) and policy.name == "tiny"
    assert vars(policy)["fingerprint"] == read_folder(written).sha256
    with pytest.raises(PolicyError, match="there is no policy 'tiny'"):
        load_policy("tiny")
    monkeypatch.setattr(folders, "find_policies", lambda: {"tiny": written})
    monkeypatch.setattr("skat_gym.players.registry.find_policies", lambda: {"tiny": written})
    assert load_policy("tiny").name == "tiny"
    assert load_policy("rulebook+play=tiny").name == "rulebook+play=tiny"
    assert policy_names()[:3] == ["random", "rulebook", "tiny"]
    with pytest.raises(PolicyError, match=r"is no policy: it has no file config\.json"):
        load_policy(str(written.parent))


def test_answers_do_not_depend_on_batches(written: Path) -> None:
    policy = LowestCard(read_folder(written))
    deals = [Deal.shuffled(k) for k in range(9)]
    assert answers(policy, deals, batch=2).tolist() == answers(policy, deals).tolist()
    assert answers(load_policy("rulebook"), deals).tolist() == answers(policy, deals).tolist()
    assert answers(policy, []).shape == (0,)


def test_places_where_policies_ship(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a wheel inside the package; beside it in a checkout; nowhere else."""
    source = tmp_path / "skat_gym" / "players" / "network" / "folder.py"
    monkeypatch.setattr(folders, "__file__", str(source))
    for place in (tmp_path, tmp_path / "skat_gym"):
        (place / "policies" / place.name).mkdir(parents=True)
        (place / "policies" / place.name / CONFIG).write_text("{}")
        (place / "policies" / "README.md").write_text("")
    (tmp_path / "skat_gym" / "policies" / ".half").mkdir()
    (tmp_path / "skat_gym" / "policies" / ".half" / CONFIG).write_text("{}")
    assert list(find_policies()) == ["skat_gym"]
    (tmp_path / "skat_gym" / "policies").rename(tmp_path / "skat_gym" / "elsewhere")
    assert find_policies() == {}
    (tmp_path / "pyproject.toml").write_text("")
    assert list(find_policies()) == [tmp_path.name]
