"""Games tried out in groups: the same hidden cards, several put-downs and contracts."""

from __future__ import annotations

from typing import Any

import numpy as np

from skat_gym.observation import new_views, view_seat_to_act
from skat_gym.players import Policy, load_policy
from skat_gym.players.network.exchange import Exchange
from skat_gym.players.network.games import N_GAMES, N_PAIRS, propose
from skat_gym.players.rollout import apply_rows
from skat_gym.rules.action import BID, DECLARE_FIRST, PICK_UP
from skat_gym.rules.auction import BIDS
from skat_gym.rules.contract import FIRST_NULL, GAME, NULL_VALUE
from skat_gym.rules.state import AUCTION, CHOICE
from skat_gym.rules.trick import NULL
from training.noisy_play import GUEST, guests, shuffled
from training.playouts import play_on

HANDS = np.array([5 * game + 1 for game in range(5)] + [FIRST_NULL + 1, FIRST_NULL + 3], np.int64)
"""The hand games tried."""
LOST = 1 << 40
"""More than any game is worth."""
FAVOURITES = 3
"""Games of an exchange that are tried, besides its best null."""


def auctions(n: int, root: int, first: int, policy: Policy, rng: Any, push: float) -> Any:
    """Returns deals whose auction found a declarer, played by a policy and the rulebook.

    Who bids is drawn for each seat: what others' passing says depends on who they are, and should
    hold against bold bidders and timid ones. In a share `push` of the deals one seat, drawn at
    random, goes on up to a limit of its own.
    """
    deals = shuffled(n, root, first)
    views, masks = new_views(n), np.zeros(n, np.int64)
    other = load_policy(GUEST)
    others = rng.random((n, 3)) < 0.5
    pushed = np.where(rng.random(n) < push, rng.integers(3, size=n), -1)
    limit = np.minimum(rng.geometric(0.35, size=n) - 1, 12)
    while True:
        rows = np.flatnonzero(deals["phase"] == AUCTION)
        if not len(rows):
            break
        view_seat_to_act(deals, views, masks)
        keys = rng.integers(1 << 62, size=len(rows)).astype(np.uint64)
        actions = np.empty(len(rows), np.int64)
        theirs = others[rows, deals["seat"][rows]]
        for bidder, some in ((policy, ~theirs), (other, theirs)):
            who = rows[some]
            if len(who):
                actions[some] = bidder.act(views.take(who), masks[who], keys[some])
        mine = deals["seat"][rows] == pushed[rows]
        asked = np.where(
            deals["seat"][rows] == deals["listener"][rows],
            deals["bid"][rows],
            deals["bid"][rows] + 1,
        )
        actions = np.where(mine & (asked <= limit[rows]), BID, actions)
        apply_rows(deals, rows, actions)
    return deals[deals["phase"] == CHOICE]


def try_games(
    deals: Any,
    policy: Policy,
    rng: np.random.Generator,
    group: int,
    spread: float,
    root: int,
    exchange: Exchange | None = None,
) -> dict[str, Any]:
    """Plays `group` games of each deal, in its CHOICE, to the end.

    With the skat, games are drawn by a rough estimate of their worth plus noise of `spread` list
    points, two by their kind alone; one in five is a hand game. Those an `exchange` would play are
    among them: what it thinks too much of is tried, and found out. Returns views of the declarer,
    and for each game its `row`, `kept`, `down`, `contract` and its OUTCOME.
    """
    n = len(deals)
    raised = deals.copy()
    apply_rows(raised, np.arange(n), np.full(n, PICK_UP))
    views, masks = new_views(n), np.zeros(n, np.int64)
    view_seat_to_act(raised, views, masks)
    pairs, named, worths = (np.zeros(N_GAMES * N_PAIRS, np.int64) for _ in range(3))
    rows, kept, down, contracts = [], [], [], []
    favourites = None if exchange is None else _favourites(exchange, views)
    for j in range(n):
        count = propose(views[j], pairs, named, worths)
        noisy = worths[:count] / 10_000 + rng.gumbel(size=count) * spread
        # some games of every kind, so that nothing is judged by hearsay
        kinds = rng.choice(named[:count], size=2)
        for kind in kinds.tolist():
            noisy[np.where(named[:count] == kind, worths[:count], -LOST).argmax()] = LOST
        for cards, contract in () if favourites is None else favourites[j]:
            noisy[(pairs[:count] == cards) & (named[:count] == contract)] = LOST
        hands = rng.random(group) < 0.2
        best = np.argpartition(-noisy, min(group, count - 1))[: group - int(hands.sum())]
        cards = int(views[j].hand)
        rows += [j] * len(best)
        kept += (cards & ~pairs[best]).tolist()
        down += pairs[best].tolist()
        contracts += named[best].tolist()
        ten = int(deals["hands"][j, deals["declarer"][j]])
        value = BIDS[deals["bid"][j]]
        legal = [c for c in HANDS.tolist() if c < FIRST_NULL or NULL_VALUE[c] >= value]
        for contract in rng.permutation(legal)[: hands.sum()].tolist():
            rows.append(j)
            kept.append(ten)
            down.append(0)
            contracts.append(contract)
    games = {
        "row": np.array(rows),
        "kept": np.array(kept, np.int64),
        "down": np.array(down, np.int64),
        "contract": np.array(contracts, np.int64),
    }
    guest_seats = guests(n, rng)[games["row"]]
    guest_seats[np.arange(len(rows)), deals["declarer"][games["row"]]] = False
    outcomes = play_on(declared(deals, games), policy, root, guest_seats)
    return {"views": views, **games, "outcomes": outcomes}


def _favourites(exchange: Exchange, views: Any) -> list[list[tuple[int, int]]]:
    """Returns put-downs and contract of the games an exchange values most, for (n,) views."""
    _, down, contracts, values = exchange.games(views)
    null = np.where(GAME[contracts] == NULL, values, -np.inf)
    best = np.concatenate([np.argsort(-values, axis=1)[:, :FAVOURITES], null.argmax(1)[:, None]], 1)
    rows = np.arange(len(views))[:, None]
    return [
        list(zip(*pair, strict=True))
        for pair in zip(down[rows, best].tolist(), contracts[rows, best].tolist(), strict=True)
    ]


def declared(deals: Any, games: dict[str, Any]) -> Any:
    """Returns the deals of games, (m,) DEAL records, as their play begins."""
    after = deals[games["row"]]
    every = np.arange(len(after))
    with_skat = np.flatnonzero(games["down"] != 0)
    down = games["down"][with_skat]
    first = down & -down
    apply_rows(after, with_skat, np.full(len(with_skat), PICK_UP))
    for card in (first, down ^ first):
        apply_rows(after, with_skat, np.round(np.log2(card)).astype(np.int64))
    apply_rows(after, every, DECLARE_FIRST + games["contract"])
    return after


def targets_of(outcomes: Any) -> Any:
    """Returns how games ended, (m, 4) float32: 31, 61, 90 points reached, every trick taken.

    In null all four tell whether the game was won.
    """
    points, null = outcomes["points"], GAME[outcomes["contract"]] == NULL
    swept = (outcomes["schwarz"] == 1) & (points > 60)
    ends = np.stack([points >= 31, points >= 61, points >= 90, swept], axis=1)
    return np.where(null[:, None], outcomes["won"][:, None] == 1, ends).astype(np.float32)
