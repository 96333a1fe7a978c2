"""Honest evaluation while Stable-Baselines3 trains: duplicate deals, TensorBoard, the best kept."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from stable_baselines3.common.callbacks import BaseCallback

from skat_gym.arguments import whole
from skat_gym.evaluation import Comparison, evaluate
from skat_gym.players import ALL_STAGES, CompositePolicy, PolicyLike, load_policy
from skat_gym.sb3 import Sb3Policy


class DuplicateEvaluation(BaseCallback):
    """Measures the model against an opponent on the same deals again and again.

    Every `every` decisions, between two rollouts, the model sits down alone against two opponents
    and the other way round (`skat_gym.evaluate`). Logged under `skat/`: edge, edge_ci,
    seat_difference, points_edge, declared, won, passed_in, best_edge. The model with the highest
    edge is saved; being chosen on these deals it looks a little better there than it is, so measure
    it again with another seed. A model that decides the cards alone is measured at the contracts
    of `rest`.

    Args:
        opponent: a policy or its name.
        deals: how many, each at six tables.
        every: decisions of the learner between two evaluations.
        seed: of the deals; they are the same each time.
        stages: what the model decides, of "auction", "skat", "play".
        rest: decides the other stages for it.
        best: where the best model is saved, as FILE.zip; None saves nothing. `sb3:FILE.zip` decides
            what `stages` says, and so does whatever else is saved of the model.
        encoding: the encoding of the observations it is trained on.
        verbose: 1 prints a line for each evaluation.

    >>> import gymnasium
    >>> from stable_baselines3 import PPO
    >>> from skat_gym.sb3 import MaskedPolicy
    >>> env = gymnasium.make("skat_gym:Skat/Play-v0", obs_mode="dict")
    >>> model = PPO(MaskedPolicy, env, n_steps=64, batch_size=64, device="cpu")
    >>> watch = DuplicateEvaluation(deals=4, every=64, stages={"play"})
    >>> _ = model.learn(128, callback=watch)
    >>> [decisions for decisions, _ in watch.history]
    [0, 64, 128]
    """

    def __init__(
        self,
        opponent: PolicyLike = "rulebook",
        *,
        deals: int = 500,
        every: int = 50_000,
        seed: int = 1_000_003,
        stages: set[str] | frozenset[str] = ALL_STAGES,
        rest: PolicyLike = "rulebook",
        best: str | Path | None = None,
        encoding: str = "v1",
        verbose: int = 0,
    ) -> None:
        super().__init__(verbose)
        deals, every = whole("deals", deals, 2), whole("every", every, 1)
        unknown = set(stages) - ALL_STAGES
        if unknown or not stages:
            raise ValueError(f"stages are some of auction, skat, play, not {sorted(stages)}")
        self.opponent = load_policy(opponent)
        self.rest = load_policy(rest)
        self.deals = deals
        self.every = every
        self.seed = seed
        self.stages = frozenset(stages)
        self.best = None if best is None else Path(best)
        self.encoding = encoding
        self.history: list[tuple[int, Comparison]] = []
        """(decisions, comparison) of every evaluation so far."""
        self.best_edge = float("-inf")
        self._last = -1

    def _init_callback(self) -> None:
        # a model that is saved tells its stages: by itself it would decide what it never learned
        self.model.skat_stages = sorted(self.stages)  # type: ignore[attr-defined]

    def _on_training_start(self) -> None:
        if self.num_timesteps != self._last:
            self._measure()

    def _on_step(self) -> bool:
        return True

    def _on_rollout_start(self) -> None:
        if self.num_timesteps - self._last >= self.every:
            self._measure()

    def _on_training_end(self) -> None:
        if self.num_timesteps > self._last:
            self._measure()

    def _measure(self) -> None:
        model = Sb3Policy(
            self.model.policy, name="model", stages=self.stages, encoding_name=self.encoding
        )
        player: Any = model
        if self.stages != ALL_STAGES:
            player = CompositePolicy(self.rest, {s: model for s in self.stages}, "model")
        contracts = self.rest if self.stages == {"play"} else None
        result = evaluate(player, self.opponent, self.deals, self.seed, contracts=contracts)
        self.history.append((self.num_timesteps, result))
        self._last = self.num_timesteps
        standing = result.standings[0]
        edge = standing.edge["seeger-fabian"]
        if edge.mean > self.best_edge:
            self.best_edge = edge.mean
            if self.best is not None:
                self.best.parent.mkdir(parents=True, exist_ok=True)
                self.model.save(self.best)
        for name, value in (
            ("edge", edge.mean),
            ("edge_ci", edge.half),
            ("seat_difference", standing.seat_difference["seeger-fabian"].mean),
            ("points_edge", standing.edge["points"].mean),
            ("declared", standing.shares.declared),
            ("won", standing.shares.won),
            ("passed_in", result.passed_in),
            ("best_edge", self.best_edge),
        ):
            self.logger.record(f"skat/{name}", value)
        self.logger.dump(self.num_timesteps)  # else the next rollout's step would stand beside it
        if self.verbose:
            print(f"{self.num_timesteps} decisions: edge over two {self.opponent.name} {edge}")
