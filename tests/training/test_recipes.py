"""Every stage of the recipes in seconds: labels, nets, games, bids, rounds, export."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import torch

from skat_gym.evaluation import evaluate
from skat_gym.observation import new_views, view_seat_to_act
from skat_gym.players import load_policy
from skat_gym.players.network.card_play import KINDS
from skat_gym.players.network.folder import read_folder
from skat_gym.players.network.play_inputs import PLAY as PLAY_INPUTS
from skat_gym.players.network.skat_inputs import SKAT
from skat_gym.rules import Deal
from skat_gym.rules.contract import GAME
from skat_gym.rules.state import CHOICE, PLAY
from skat_gym.rules.trick import NULL
from skat_gym.solver.double_dummy import Solver
from skat_gym.solver.labels import LEVELS, label_levels
from skat_gym.solver.worlds import hidden
from training import beliefs, bids, export, games, label, play_net, rounds
from training.chain import policy_of
from training.games_data import auctions, try_games
from training.mlp import Mlp, load_net, save_net
from training.noisy_play import play_noisily, random_legal, shuffled
from training.null_seeker import NullSeeker, best_put_downs, exposure
from training.play_data import PlayData
from training.playouts import label_by_playouts, play_on


@pytest.fixture(scope="module")
def labels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("labels")
    label.main(label.Args(out=out, judge="playouts", games=240, shard=120))
    label.main(label.Args(out=out / "null", judge="playouts", null=True, games=900, shard=900))
    return out


def test_labels_are_those_of_the_solver() -> None:
    rng = np.random.default_rng(2)
    deals = shuffled(6, 4)
    met = play_noisily(deals, load_policy("rulebook"), rng, np.full(6, 0.3))
    for row in met:
        rows = np.ascontiguousarray(row[(row["phase"] == PLAY) & (row["played"] >= 9)])
        if not len(rows):
            continue
        found = label_levels(rows, np.arange(len(rows)) == 0)
        solver = Solver()
        null = GAME[rows[0]["contract"]] == NULL
        for i in range(len(rows)):
            for card, value in solver.card_values(rows, i).items():
                reached = [value == 0] * 5 if null else [value >= level for level in LEVELS]
                assert found[i, card] == sum(bit << k for k, bit in enumerate(reached))


def test_samples_for_the_export_leave_no_kind_of_game_out() -> None:
    """A net whose steps were chosen without null or hand games tells something else of them."""
    found = export.samples(load_policy("rulebook"), deals=400)
    assert set(found) == {*KINDS, "beliefs", "bids", "games"}
    assert all(len(found[name]) > 50 for name in found)
    shown = found["games"].any(axis=0)
    for block in ("game", "suit", "hand", "ouvert", "seat"):
        assert shown[SKAT[block].start : SKAT[block].start + SKAT[block].width].all(), block
    for kind in KINDS:
        null = found[kind][:, PLAY_INPUTS["game"].start + 2]
        assert null.all() if kind.startswith("null") else not null.any()


def test_playouts_continue_the_game_as_its_players_would() -> None:
    rulebook = load_policy("rulebook")
    deals = shuffled(40, 9)
    met = play_noisily(deals, rulebook, np.random.default_rng(1), np.zeros(40))
    first = met[:, 0]
    there = first["phase"] == PLAY
    rows = np.ascontiguousarray(first[there])
    views, masks = new_views(len(rows)), np.zeros(len(rows), np.int64)
    view_seat_to_act(rows, views, masks)
    _, scores = label_by_playouts(rows, masks, rulebook)
    chosen = rulebook.act(views, masks, np.zeros(len(rows), np.uint64))
    assert np.array_equal(scores[np.arange(len(rows)), chosen], deals["score"][there])


def test_shards_are_kept_and_not_played_again(labels: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in labels.glob("*.npz")}
    assert len(before) == 2
    label.main(label.Args(out=labels, judge="playouts", games=240, shard=120))
    assert {path: path.stat().st_mtime_ns for path in labels.glob("*.npz")} == before


def test_batches_hold_what_the_positions_say(labels: Path) -> None:
    data = PlayData.read([labels], KINDS.index("defender"))
    rows = np.arange(min(200, len(data)))
    _, legal, reached = data.batch(rows, np.zeros(len(rows), np.int64))
    assert np.array_equal(legal.sum(1), np.bitwise_count(data.masks[rows]))
    for k in range(5):
        wanted = (~data.levels[rows] >> k & 1) * (data.masks[rows, None] >> np.arange(32) & 1)
        assert np.array_equal((reached[:, :, k] * legal).sum(1), wanted.sum(1))


def test_a_net_learns_more_than_nothing(labels: Path, tmp_path: Path) -> None:
    out = tmp_path / "declarer.pt"
    play_net.train(play_net.Args(data=[labels], out=out, hidden=(64,), epochs=6, batch=128))
    lines = [json.loads(line) for line in out.with_suffix(".jsonl").read_text().splitlines()]
    assert len(lines) == 6
    assert lines[-1]["loss"] < 0.9 * lines[0]["loss"]
    with pytest.raises(ValueError, match="kind is one of"):
        play_net.train(play_net.Args(data=[labels], out=out, kind="dealer"))
    with pytest.raises(FileNotFoundError, match="no labelled positions"):
        play_net.train(play_net.Args(data=[tmp_path / "none"], out=out))


def test_nets_are_saved_whole(tmp_path: Path) -> None:
    net = Mlp([8, 4, 2], dropout=0.5)
    save_net(tmp_path / "net.pt", net, positions=3)
    again, extra = load_net(tmp_path / "net.pt")
    x = torch.ones(1, 8)
    net.eval()
    assert torch.equal(net(x), again(x)) and extra["positions"] == 3


def test_null_seekers_find_null() -> None:
    hand = sum(1 << Deal.shuffled(1).dealt[0][k] for k in range(10))
    assert exposure(np.array([0b0000111]))[0] == 0
    assert exposure(np.array([0b1000000]))[0] > 5
    twelve = np.array([hand | 0xC0000000 | 0x00000003], np.int64)
    down, left = best_put_downs(twelve & 0xFFFFFFFF)
    assert np.bitwise_count(down)[0] == 2 and left[0] <= exposure(twelve)[0]
    deals = shuffled(1500, 3)
    policy = NullSeeker(load_policy("rulebook"))
    play_noisily(deals, policy, np.random.default_rng(1), np.zeros(1500))
    null = GAME[deals["contract"]] == NULL
    assert 40 < null.sum() < 700
    assert 0.3 < deals["won"][null].mean() < 0.95


def test_auctions_can_be_pushed() -> None:
    rulebook = load_policy("rulebook")
    calm = auctions(300, 5, 0, rulebook, np.random.default_rng(1), 0.0)
    pushed = auctions(300, 5, 0, rulebook, np.random.default_rng(1), 1.0)
    assert np.all(calm["phase"] == CHOICE)
    assert pushed["bid"].mean() > calm["bid"].mean() and len(pushed) >= len(calm)


def test_games_are_tried_on_the_same_cards() -> None:
    rulebook, rng = load_policy("rulebook"), np.random.default_rng(1)
    deals = auctions(60, 5, 0, rulebook, rng, 0.0)
    tried = try_games(deals, rulebook, rng, 8, 25.0, 0)
    counts = np.bincount(tried["row"])
    assert len(counts) == len(deals) and counts.max() == 8 and counts.min() >= 5
    hand = tried["down"] == 0
    assert np.all(np.bitwise_count(tried["kept"]) == 10)
    assert np.all(np.bitwise_count(tried["down"][~hand]) == 2)
    ten = deals["hands"][np.arange(len(deals)), deals["declarer"]]
    assert np.array_equal(tried["kept"][hand], ten[tried["row"][hand]])
    assert np.array_equal(tried["outcomes"]["contract"], tried["contract"])


def test_random_actions_are_legal() -> None:
    masks = np.array([1 << 63 | 1, 1 << 33, 0b1010], np.uint64).view(np.int64)
    for seed in range(20):
        drawn = random_legal(masks, np.random.default_rng(seed))
        assert all(int(mask) >> int(action) & 1 for mask, action in zip(masks, drawn, strict=True))


def test_a_round_from_nothing_and_its_export(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def few_games(args: games.Args) -> None:
        args.groups, args.group, args.epochs, args.hidden = 120, 6, 1, (16,)
        gather(args)

    def few_labels(args: label.Args) -> None:
        args.games, args.shard = (1500, 1500) if args.null else (60, 60)
        play(args)

    def few_bids(args: bids.Args) -> object:
        args.deals, args.hidden, args.epochs = 300, (16,), 1
        return train(args)

    gather, play, train = games.gather, label.main, bids.train
    monkeypatch.setattr(games, "gather", few_games)
    monkeypatch.setattr(label, "main", few_labels)
    monkeypatch.setattr(bids, "train", few_bids)
    nets = tmp_path / "nets"
    args = rounds.Args(nets=nets, work=tmp_path / "work", rounds=1, deals=20, hidden=(16,))
    rounds.improve(args)
    told = [json.loads(line) for line in (args.work / "rounds.jsonl").read_text().splitlines()]
    assert [row["what"] for row in told] == ["card play", "whole game"]
    assert told[0]["against"] == "rulebook" and told[0]["deals"] == 20
    candidate = args.work / "whole-0"
    assert {path.stem for path in candidate.glob("*.pt")} == {*KINDS, "games", "bids"}
    beliefs.train(
        beliefs.Args(str(candidate), candidate / "beliefs.pt", deals=60, hidden=(16,), epochs=1)
    )
    export.export(export.Args(nets=candidate, to=tmp_path / "small", about="Small."))
    shipped, trained = load_policy(str(tmp_path / "small")), policy_of(str(candidate), 1)
    assert shipped.phases == trained.phases == {"auction", "skat", "play"}
    assert read_folder(tmp_path / "small").nets["beliefs"].sizes == (728, 16, 96)
    name = f"search:{tmp_path / 'small'},judge=playouts,worlds=4,trust=0"
    against = str(tmp_path / "small")
    assert evaluate(name, against, deals=2, seed=1).edge["seeger-fabian"].half >= 0


def test_beliefs_are_taught_where_cards_lie() -> None:
    """As many at each place as a view leaves open, and each where the deal has it."""
    met = play_noisily(
        shuffled(40, 5), load_policy("rulebook"), np.random.default_rng(3), np.zeros(40)
    )
    rows = np.ascontiguousarray(met[met["phase"] == PLAY])
    views, masks = new_views(len(rows)), np.zeros(len(rows), np.int64)
    view_seat_to_act(rows, views, masks)
    places = beliefs.places_of(rows, views)
    sizes = np.zeros((3, 2), np.int64)
    for j in range(0, len(rows), 7):
        unseen = int(hidden(views, j, sizes))
        assert [(places[j] == k).sum() for k in range(3)] == sizes[:, 0].tolist()
        assert sum(1 << card for card in range(32) if places[j, card] != beliefs.SEEN) == unseen
        following = int(rows["hands"][j, (int(views["me"][j]) + 1) % 3])
        assert all(following >> card & 1 for card in np.flatnonzero(places[j] == 0).tolist())


def test_guests_are_the_rulebook_and_never_the_seat_that_is_tried() -> None:
    deals = shuffled(30, 8)
    met = play_noisily(
        deals,
        load_policy("random"),
        np.random.default_rng(3),
        np.zeros(30),
        guest_seats=np.ones((30, 3), bool),
    )
    rows = np.ascontiguousarray(met[met["phase"] == PLAY])[:200]
    rulebook, everybody = load_policy("rulebook"), np.ones((len(rows), 3), bool)
    told = play_on(rows.copy(), load_policy("random"), 4, everybody)
    assert (told == play_on(rows.copy(), rulebook, 4)).all()
    views, masks = new_views(len(rows)), np.zeros(len(rows), np.int64)
    view_seat_to_act(rows, views, masks)
    plain, _ = label_by_playouts(rows, masks, rulebook, 4)
    mixed, _ = label_by_playouts(rows, masks, load_policy("random"), 4, guest_seats=everybody)
    last = rows["played"] >= 27  # nobody has a choice any more
    assert last.any() and (plain[last] == mixed[last]).all() and (plain != mixed).any()
