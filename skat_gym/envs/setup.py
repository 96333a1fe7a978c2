"""What an environment was asked for: its keywords, read and checked once for one table or many."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from gymnasium import spaces

from skat_gym.arguments import positive, whole
from skat_gym.encoding import encoding as encoding_of
from skat_gym.envs.chairs import EVERYBODY, Chairs
from skat_gym.envs.hidden import HIDDEN_WIDTH
from skat_gym.envs.options import (
    ILLEGAL_ACTION,
    OBS_MODES,
    POSITION_KEYS,
    REWARDS,
    ROLES,
    contract_filter,
    deal_of,
    listed,
    one_of,
    position,
    render_mode_of,
)
from skat_gym.players import ALL_STAGES, PolicyLike
from skat_gym.rules.action import N_ACTIONS
from skat_gym.rules.chance import below, deal_key, seat_key
from skat_gym.rules.deal import Deal
from skat_gym.rules.match import N_DEALS, SCORINGS
from skat_gym.rules.state import new_deals

if TYPE_CHECKING:
    from skat_gym.envs.recorder import Recorder

OPPONENTS = "club"
"""Who sits opposite if nobody is named: a trained policy, frozen with the environments' ids."""
DRAWN = -2
"""The seat of a setup that draws it anew for each deal."""
MAX_DRAWS = 1000
ANY_CONTRACT = -1
ANY_ROLE = -1
_STAGE_OF_PHASE = ("auction", "skat", "skat", "skat", "play", "over")


def _recorder(path: str) -> Recorder:
    from skat_gym.envs.recorder import Recorder  # the records are not needed to step

    return Recorder(path)


class Setup:
    """Is what Skat/Deal-v0 may be asked for; subclasses are the setups of the other ids."""

    stages: ClassVar[frozenset[str]] = ALL_STAGES
    """The stages the learner decides."""
    match_deals: int = 0
    """The length of a match, 0 where each deal stands alone."""
    role: int = ANY_ROLE
    """1 declarer, 0 defender."""
    wish: str = "a decision of the learner"
    """What deals are drawn for."""

    def __init__(
        self,
        *,
        opponents: PolicyLike | Sequence[PolicyLike] = OPPONENTS,
        rest: PolicyLike = "rulebook",
        seat: int | str | None = None,
        encoding: str = "v1",
        deals: Sequence[Any] | None = None,
        contracts: Sequence[str] | None = None,
        record: str | None = None,
        scoring: str = "seeger-fabian",
        reward: str = "relative",
        reward_scale: float = 0.01,
        illegal_action: str = "terminate",
        obs_mode: str = "flat",
        privileged: bool = False,
        render_mode: str | None = None,
    ) -> None:
        self.scoring: str = one_of("scoring", scoring, SCORINGS)
        self.pay(reward, reward_scale)
        self.illegal_action: str = one_of("illegal_action", illegal_action, ILLEGAL_ACTION)
        self.obs_mode: str = one_of("obs_mode", obs_mode, OBS_MODES)
        self.render_mode = render_mode_of(render_mode)
        one_of("seat", seat, (None, 0, 1, 2, "all"))
        self.seat = DRAWN if seat is None else EVERYBODY if seat == "all" else int(seat)
        if not isinstance(privileged, bool):
            raise ValueError(f"privileged is True or False, not {privileged!r}")
        if privileged and self.obs_mode == "flat":
            raise ValueError(
                'privileged=True adds a key to dict observations: it needs obs_mode="dict"'
            )
        self.privileged = privileged
        if contracts is not None and self.stages != {"play"}:
            raise ValueError("contracts= is for Skat/Play-v0: here the contract is yet to be found")
        wanted = contract_filter(contracts)
        self.contracts = ANY_CONTRACT if wanted is None else sum(1 << c for c in wanted)
        """The contracts that are wanted, as a set."""
        self.deals = new_deals(0)
        """The DEAL records that deals are drawn from; none: they are shuffled."""
        if deals is not None:
            self.deals = self._records(deals)
        self.recorder = None if record is None else _recorder(record)
        self.chairs = Chairs(opponents, rest, self.stages)
        self.encoding = encoding_of(encoding)
        self.observation_space = self._observations()
        self.action_space = spaces.Discrete(N_ACTIONS)

    def pay(self, reward: str, reward_scale: float) -> None:
        """Agrees on the reward; raises ValueError."""
        kind, scale = one_of("reward", reward, REWARDS), positive("reward_scale", reward_scale)
        self.reward: str = kind
        self.reward_scale = scale
        self.illegal_reward = -1000.0 * scale

    @staticmethod
    def _records(deals: Any) -> Any:
        one = isinstance(deals, (str, Deal))
        many = [deals] if one else listed("deals", deals, "a list of deals")
        if not many:
            raise ValueError("deals= holds no deal: leave it out to draw from all deals")
        records = new_deals(len(many))
        for row, deal in enumerate(many):
            records[row] = deal_of(deal).record
        return records

    def _observations(self) -> spaces.Space[Any]:
        features = spaces.Box(0, 1, (self.encoding.width,), np.uint8)
        if self.obs_mode == "flat":
            return features
        parts: dict[str, spaces.Space[Any]] = {
            "observation": features,
            "action_mask": spaces.Box(0, 1, (N_ACTIONS,), np.int8),
        }
        if self.privileged:
            parts["hidden"] = spaces.Box(0, 1, (HIDDEN_WIDTH,), np.uint8)
        return spaces.Dict(parts)

    def seat_in(self, root: int, number: int) -> int:
        """Returns the learner's seat (or EVERYBODY) in deal `number` of a root."""
        return int(below(seat_key(root, number), 3)) if self.seat == DRAWN else self.seat

    def place(self, options: Mapping[str, Any], root: int, number: int) -> tuple[Deal, int]:
        """Reads a position from reset options: the deal, and the learner's seat.

        Raises ValueError.
        """
        for key in options:
            one_of("a reset option", key, POSITION_KEYS)
        if "deal" in options:
            deal = deal_of(options["deal"])
        else:
            deal = Deal.shuffled(deal_key(root, number))
        deal = position(deal, options)
        seat = options.get("seat", {DRAWN: None, EVERYBODY: "all"}.get(self.seat, self.seat))
        if seat is None:
            seat = self._natural_seat(deal, root, number)
        one_of("option 'seat'", seat, (0, 1, 2, "all"))
        return deal, EVERYBODY if seat == "all" else int(seat)

    def _natural_seat(self, deal: Deal, root: int, number: int) -> int:
        """The seat to act if the learner decides there, else the one the number draws."""
        if deal.seat >= 0 and _STAGE_OF_PHASE[deal.phase] in self.stages:
            return deal.seat
        return self.seat_in(root, number)

    def shortage(self) -> RuntimeError:
        """Returns the error that says that no deal which fits came up."""
        return RuntimeError(
            f"no deal that fits came up in {MAX_DRAWS}: {self.wish}; ask for less, or seat "
            "policies that bring it about"
        )

    def misfit(self, over: bool) -> ValueError:
        """Returns the error that says why a position set up is none for the learner."""
        if over:
            return ValueError(
                "the position given leaves the learner no decision: the deal ends before one"
            )
        return ValueError(f"the position given is not what the environment is for: {self.wish}")


class BiddingSetup(Setup):
    """Is what Skat/Bidding-v0 may be asked for."""

    stages = frozenset({"auction"})


class DiscardSetup(Setup):
    """Is what Skat/Discard-v0 may be asked for."""

    stages = frozenset({"skat"})
    wish = "the learner's seat as declarer"

    def _natural_seat(self, deal: Deal, root: int, number: int) -> int:
        """The declarer's seat once it is known."""
        if deal.declarer is None:
            return super()._natural_seat(deal, root, number)
        return deal.declarer


class PlaySetup(Setup):
    """Is what Skat/Play-v0 may be asked for."""

    stages = frozenset({"play"})

    def __init__(self, *, role: str | None = None, **keywords: Any) -> None:
        one_of("role", role, (None, *ROLES))
        super().__init__(**keywords)
        if role is not None and self.seat == EVERYBODY:
            raise ValueError("role= is one seat's role, seat='all' plays all three: drop one")
        if self.contracts != ANY_CONTRACT:
            self.wish += " in one of the contracts asked for"
        if role is not None:
            self.role = int(role == "declarer")
            self.wish += f" as {role}"


class MatchSetup(Setup):
    """Is what Skat/Match-v0 may be asked for."""

    def __init__(self, *, match_deals: int = N_DEALS, **keywords: Any) -> None:
        for name in ("seat", "contracts"):
            if keywords.get(name) is not None:
                raise ValueError(f"{name}= has no meaning in a match: every deal is played")
        match_deals = whole("match_deals", match_deals, 1)
        super().__init__(**keywords)
        self.match_deals = match_deals

    def dealer(self, options: Mapping[str, Any] | None) -> int:
        """Reads who deals first from reset options, -1 if they leave it to the seed."""
        options = dict(options or {})
        dealer = options.pop("dealer", None)
        whole = isinstance(dealer, (int, np.integer)) and not isinstance(dealer, bool)
        if dealer is not None and (not whole or dealer not in (0, 1, 2)):
            raise ValueError(f"option 'dealer' is player 0, 1 or 2, not {dealer!r}")
        if options:
            raise ValueError(
                f"a match knows the option 'dealer' only, not {', '.join(map(repr, options))}; "
                "Skat/Deal-v0 sets up positions"
            )
        return -1 if dealer is None else int(dealer)
