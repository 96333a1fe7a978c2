"""Runs that were stopped go on: shards with their maker, stages done, the time that is left."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from skat_gym.players import load_policy
from training import label, play_net, rounds
from training.log import Log, spent
from training.origin import claim
from training.stages import Stages


def test_labels_are_those_of_the_first_players_playouts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stopped in the middle and started again, with the time that is left and no shard twice."""
    asked: list[label.Args] = []
    real = label.main

    def few(args: label.Args) -> None:
        asked.append(args)
        real(replace(args, shard=900 if args.null else 40, games=900 if args.null else 120))

    def nothing(args: play_net.Args) -> None:
        pass

    monkeypatch.setattr(label, "main", few)
    monkeypatch.setattr(play_net, "train", nothing)
    args = rounds.Args(tmp_path / "nets", "club", tmp_path / "work", minutes=1000.0)
    shard_of, made = label.label_shard, 0

    def stopped(task: label.Args, number: int, policy: Any) -> dict[str, Any]:
        nonlocal made
        made += not task.null
        if made == 2:
            raise KeyboardInterrupt
        return shard_of(task, number, policy)

    with monkeypatch.context() as patch:
        patch.setattr(label, "label_shard", stopped)
        with pytest.raises(KeyboardInterrupt):
            rounds.learn_cards(args, 0, args.work / "candidate", Stages(args.work / "stages.json"))
    cards = args.work / "cards-0"
    first = {file: file.stat().st_mtime_ns for file in cards.glob("*.npz")}
    assert [file.name for file in first] == ["00000.npz"]
    rounds.learn_cards(args, 0, args.work / "candidate", Stages(args.work / "stages.json"))
    assert [task.null for task in asked] == [True, False, False]
    assert asked[2].minutes == pytest.approx(360.0 - spent(cards / "label-0.jsonl") / 60, abs=0.1)
    assert asked[2].minutes < asked[1].minutes == 360.0
    shards = sorted(cards.glob("[0-9]*.npz"))
    assert [file.name for file in shards] == ["00000.npz", "00001.npz", "00002.npz"]
    assert first[shards[0]] == shards[0].stat().st_mtime_ns
    deals = [np.unique(np.load(file)["deal"]) for file in shards]
    assert len(np.unique(np.concatenate(deals))) == sum(map(len, deals))
    task = replace(asked[2], shard=40)
    club, rulebook = (shard_of(task, 2, load_policy(name)) for name in ("club", "rulebook"))
    there = np.load(shards[2])
    assert all(np.array_equal(there[key], club[key]) for key in club)
    assert not np.array_equal(there["levels"], rulebook["levels"])
    with pytest.raises(ValueError, match="holds shards of another player"):
        real(replace(task, policy="rulebook", games=160))
    assert len(list(cards.glob("*.npz"))) == 3


def test_a_folder_of_shards_has_one_maker(tmp_path: Path) -> None:
    claim(tmp_path / "new", player="rulebook", seed=1)
    claim(tmp_path / "new", player="rulebook", seed=1)
    with pytest.raises(ValueError, match="shards of another seed"):
        claim(tmp_path / "new", player="rulebook", seed=2)
    (tmp_path / "00000.npz").write_bytes(b"")
    with pytest.raises(ValueError, match="holds shards, and no file"):
        claim(tmp_path, player="rulebook")


def test_stages_remember_what_they_gave(tmp_path: Path) -> None:
    file = tmp_path / "stages.json"
    stages = Stages(file)
    with pytest.raises(OSError, match="stopped"):
        stages.once("labels", lambda: (_ for _ in ()).throw(OSError("stopped")))
    assert not file.exists()
    assert stages.once("labels", lambda: True, before=90.0) is True
    stages.note("nets", "abc")
    again = Stages(file)
    assert again.once("labels", lambda: False) is True and again.noted("nets") == "abc"
    assert again.seconds == pytest.approx(90.0, abs=1)
    file.write_text('{"done": 3}')
    with pytest.raises(ValueError, match="is broken"):
        Stages(file)


def test_a_log_tells_what_was_spent_even_if_a_row_was_cut_short(tmp_path: Path) -> None:
    file = tmp_path / "label-0.jsonl"
    assert spent(file) == 0.0
    for took in (1.5, 2.0):
        Log(file).write(shard=1, took=took)
    file.write_text(file.read_text() + '{"shard": 3, "to')
    assert spent(file) == 3.5
