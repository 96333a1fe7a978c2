"""One learner step as one kernel call: apply, let the others act, look, encode, mask."""

from __future__ import annotations

from typing import Any

from skat_gym.encoding.symmetry import IDENTITY
from skat_gym.encoding.v1 import encode_row, write_mask
from skat_gym.observation import view
from skat_gym.players.policy import STAGE
from skat_gym.players.rollout import LEARNER, advance
from skat_gym.rules.chance import deal_key, decision_key
from skat_gym.rules.kernel import kernel
from skat_gym.rules.state import OVER
from skat_gym.rules.transition import apply, legal_actions, shuffle

_ALL = -1  # 64 ones: the mask after the end


@kernel
def observe(deals: Any, seat: int, views: Any, words: Any, mask_words: Any) -> int:
    """Writes a seat's view, features and mask of deals[0]; returns the mask."""
    view(deals, 0, seat, views, 0)
    encode_row(views, 0, words, 0, IDENTITY)
    mask = legal_actions(deals, 0) if deals[0].seat == seat else _ALL
    write_mask(mask, mask_words, 0)
    return mask


@kernel
def go_on(
    deals: Any, codes: Any, root: int, number: int, seat: int, views: Any, words: Any, masks: Any
) -> tuple[int, int, int, int]:
    """Lets the native players act, then looks.

    `seat` is the learner's, or -1 for whoever is to act. Returns the code of who is to act, that
    seat (-1 when over), the phase, and the mask; features and mask are written for the learner.
    """
    code = advance(deals, 0, codes, root, number, views, 0)
    d = deals[0]
    mask = _ALL
    if code == LEARNER:
        me = seat if seat >= 0 else max(d.seat, 0)
        mask = observe(deals, me, views, words, masks)
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
) -> tuple[int, int, int, int]:
    """Applies a legal action, then goes on (see `go_on`)."""
    apply(deals, 0, action)
    return go_on(deals, codes, root, number, seat, views, words, masks)


@kernel
def begin(
    deals: Any,
    codes: Any,
    root: int,
    number: int,
    seat: int,
    views: Any,
    words: Any,
    masks: Any,
) -> tuple[int, int, int, int]:
    """Shuffles a deal that a key of (root, number) gives, then goes on (see `go_on`)."""
    shuffle(deals, 0, deal_key(root, number))
    return go_on(deals, codes, root, number, seat, views, words, masks)


@kernel
def ask(deals: Any, root: int, number: int, views: Any, masks: Any, keys: Any) -> None:
    """Writes view, mask and key of the seat to act, for a policy outside kernels."""
    d = deals[0]
    view(deals, 0, d.seat, views, 0)
    masks[0] = legal_actions(deals, 0)
    keys[0] = decision_key(root, number, d.seat, d.plies)


assert len(STAGE) - 1 == OVER
