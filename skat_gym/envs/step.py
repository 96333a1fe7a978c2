"""What a table is made of, as kernels: dealing, letting the others act, looking, paying."""

from __future__ import annotations

from typing import Any

from skat_gym.encoding.symmetry import IDENTITY
from skat_gym.encoding.v1 import encode_row, write_mask
from skat_gym.envs.hidden import write_hidden
from skat_gym.observation import view
from skat_gym.players.policy import STAGE
from skat_gym.players.rollout import LEARNER, advance
from skat_gym.rules.bits import bit
from skat_gym.rules.chance import below, deal_key, decision_key
from skat_gym.rules.kernel import kernel
from skat_gym.rules.self_play import random_action
from skat_gym.rules.state import OVER
from skat_gym.rules.transition import apply, legal_actions, shuffle

_ALL = -1  # 64 ones: the mask after the end


@kernel
def deal_out(deals: Any, i: int, root: int, number: int, given: Any) -> None:
    """Begins deal `number` of a root in row i: shuffled, or drawn from the `given` records."""
    key = deal_key(root, number)
    if len(given) == 0:
        shuffle(deals, i, key)
    else:
        deals[i] = given[below(key, len(given))]


@kernel
def wanted(d: Any, seat: int, contracts: int, role: int) -> bool:
    """Tells whether a deal has one of the contracts, and the learner the role (-1: any)."""
    if contracts >= 0 and (d.contract < 0 or contracts & bit(d.contract) == 0):
        return False
    return role < 0 or (1 if d.declarer == seat else 0) == role


@kernel
def payoff(own: int, others: int, relative: bool, scale: float) -> float:
    """Returns the reward for a score, given the sum of the two others' scores."""
    return scale * (own - others / 2) if relative else scale * own


@kernel
def replacement(legal: int, root: int, number: int, seat: int, plies: int) -> int:
    """Draws the legal action that stands in for an illegal one."""
    return random_action(legal, decision_key(root, number, seat, plies))


@kernel
def observe(
    deals: Any,
    i: int,
    seat: int,
    views: Any,
    j: int,
    words: Any,
    hidden: Any,
    row: int,
    mask_words: Any,
) -> int:
    """Writes a seat's features of deal i to a row, its mask to row i; returns the mask.

    views[j] is overwritten; `hidden` has no rows, or gets what the seat cannot see (see
    `write_hidden`).
    """
    view(deals, i, seat, views, j)
    encode_row(views, j, words, row, IDENTITY)
    mask = legal_actions(deals, i) if deals[i].seat == seat else _ALL
    write_mask(mask, mask_words, i)
    if len(hidden) > 0:
        write_hidden(deals, i, views, j, hidden, row)
    return mask


@kernel
def go_on(
    deals: Any,
    codes: Any,
    root: int,
    number: int,
    seat: int,
    views: Any,
    words: Any,
    masks: Any,
    hidden: Any,
) -> tuple[int, int, int, int]:
    """Lets the native players act in deals[0], then looks.

    `seat` is the learner's, or -1 for whoever is to act. Returns the code of who is to act, that
    seat (-1 when over), the phase, and the mask; features and mask are written for the learner.
    """
    code = advance(deals, 0, codes, root, number, views, 0)
    d = deals[0]
    mask = _ALL
    if code == LEARNER:
        me = seat if seat >= 0 else max(d.seat, 0)
        mask = observe(deals, 0, me, views, 0, words, hidden, 0, masks)
    return code, d.seat, d.phase, mask


@kernel
def step(
    deals: Any,
    action: int,
    codes: Any,
    root: int,
    number: int,
    seat: int,
    views: Any,
    words: Any,
    masks: Any,
    hidden: Any,
) -> tuple[int, int, int, int]:
    """Applies a legal action, unless it is negative, then goes on (see `go_on`)."""
    if action >= 0:
        apply(deals, 0, action)
    return go_on(deals, codes, root, number, seat, views, words, masks, hidden)


@kernel
def question(
    deals: Any, i: int, root: int, number: int, views: Any, masks: Any, keys: Any, j: int
) -> None:
    """Writes view, mask and key of the seat to act in deal i, for a policy outside kernels."""
    d = deals[i]
    view(deals, i, d.seat, views, j)
    masks[j] = legal_actions(deals, i)
    keys[j] = decision_key(root, number, d.seat, d.plies)


@kernel
def question_rows(rows: Any, deals: Any, which: Any, views: Any, masks: Any, keys: Any) -> None:
    """Writes views, masks and keys of the rows `which`, the k-th of them to place k."""
    for j in range(len(which)):
        i = which[j]
        question(deals, i, int(rows[i].root), int(rows[i].number), views, masks, keys, j)


assert len(STAGE) - 1 == OVER
