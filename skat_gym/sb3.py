"""Plain Stable-Baselines3: policies that obey the mask, and trained models as players.

`MaskedPolicy` reads the mask from the dict observation (`obs_mode="dict"`), so that stock `PPO`,
`A2C`, `evaluate_policy`, `EvalCallback` and `predict` stay legal without sb3-contrib.
"""

from __future__ import annotations

import hashlib
import inspect
from pathlib import Path
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from stable_baselines3.common.distributions import Distribution
from stable_baselines3.common.policies import ActorCriticPolicy, BasePolicy
from stable_baselines3.common.save_util import load_from_zip_file
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor, MlpExtractor
from stable_baselines3.common.type_aliases import PyTorchObs
from torch import nn

from skat_gym.encoding import encoding
from skat_gym.players.policy import ALL_STAGES, Evaluation, PolicyError
from skat_gym.rules.action import N_ACTIONS
from skat_gym.rules.chance import below

_NEVER = -1e8


class ObservationOnly(BaseFeaturesExtractor):
    """Feeds the features of a dict observation to the net, and not the mask."""

    def __init__(self, observation_space: spaces.Dict) -> None:
        self.features_space = observation_space["observation"]
        super().__init__(observation_space, int(np.prod(self.features_space.shape or (1,))))

    def forward(self, observations: dict[str, torch.Tensor]) -> torch.Tensor:
        """Returns the features as (n, width) float32."""
        return observations["observation"].float().flatten(start_dim=1)


class MaskedPolicy(ActorCriticPolicy):
    """Is an actor-critic policy that gives illegal actions probability 0.

    It needs dict observations with "observation" and "action_mask":

    >>> import gymnasium
    >>> from stable_baselines3 import PPO
    >>> env = gymnasium.make("skat_gym:Skat/Play-v0", obs_mode="dict", opponents="random")
    >>> model = PPO(MaskedPolicy, env, n_steps=64, batch_size=64, device="cpu")
    >>> observation, info = env.reset(seed=1)
    >>> action, _ = model.predict(observation)
    >>> int(info["action_mask"][int(action)])
    1
    """

    def __init__(self, observation_space: spaces.Space[Any], *args: Any, **keywords: Any) -> None:
        if not isinstance(observation_space, spaces.Dict) or "action_mask" not in (
            observation_space.spaces
        ):
            raise ValueError(
                "MaskedPolicy reads the mask from the observation: make the environment with "
                'obs_mode="dict"'
            )
        keywords.setdefault("features_extractor_class", ObservationOnly)
        self._mask: torch.Tensor | None = None
        super().__init__(observation_space, *args, **keywords)

    def extract_features(  # type: ignore[override]  # as ActorCriticPolicy declares it
        self, obs: PyTorchObs, features_extractor: BaseFeaturesExtractor | None = None
    ) -> torch.Tensor | tuple[torch.Tensor, torch.Tensor]:
        """Takes note of the mask, then extracts the features."""
        assert isinstance(obs, dict)
        self._mask = obs["action_mask"] > 0.5
        return super().extract_features(obs, features_extractor)

    def get_distribution(self, obs: PyTorchObs) -> Distribution:
        """Returns the distribution over the legal actions."""
        assert isinstance(obs, dict)
        self._mask = obs["action_mask"] > 0.5
        return super().get_distribution(obs)

    def _get_action_dist_from_latent(self, latent_pi: torch.Tensor) -> Distribution:
        assert self._mask is not None
        logits = self.action_net(latent_pi).masked_fill(~self._mask, _NEVER)
        return self.action_dist.proba_distribution(action_logits=logits)


MaskedMlpPolicy = MaskedPolicy
"""The same under the name that Stable-Baselines3 uses for a net of dense layers."""


class _TwoInputs(nn.Module):
    """Is the policy net on the features, the value net on features and hidden cards."""

    def __init__(
        self, n_features: int, n_hidden: int, net_arch: Any, activation_fn: type[nn.Module]
    ) -> None:
        super().__init__()
        self._n = n_features
        arch = net_arch if isinstance(net_arch, dict) else {"pi": net_arch, "vf": net_arch}
        policy = MlpExtractor(n_features, {"pi": arch["pi"], "vf": []}, activation_fn, "cpu")
        value = MlpExtractor(
            n_features + n_hidden, {"pi": [], "vf": arch["vf"]}, activation_fn, "cpu"
        )
        self.policy_net, self.value_net = policy.policy_net, value.value_net
        self.latent_dim_pi, self.latent_dim_vf = policy.latent_dim_pi, value.latent_dim_vf

    def forward(self, features: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        return self.forward_actor(features), self.forward_critic(features)

    def forward_actor(self, features: torch.Tensor) -> torch.Tensor:
        """Sees the features alone."""
        latent: torch.Tensor = self.policy_net(features[:, : self._n])
        return latent

    def forward_critic(self, features: torch.Tensor) -> torch.Tensor:
        """Sees the features and, behind them, the hidden cards."""
        latent: torch.Tensor = self.value_net(features)
        return latent


class _WithHidden(BaseFeaturesExtractor):
    """Puts the hidden cards behind the features."""

    def __init__(self, observation_space: spaces.Dict) -> None:
        self.widths = [
            int(np.prod(observation_space[key].shape or (1,))) for key in ("observation", "hidden")
        ]
        super().__init__(observation_space, sum(self.widths))

    def forward(self, observations: dict[str, torch.Tensor]) -> torch.Tensor:
        parts = (observations[key].float() for key in ("observation", "hidden"))
        return torch.cat([part.flatten(start_dim=1) for part in parts], dim=1)


class PrivilegedPolicy(MaskedPolicy):
    """Is a masked policy whose value net, in training, also sees the hidden cards.

    It needs `obs_mode="dict"` and `privileged=True`. What it plays does not depend on "hidden":
    those columns never reach the policy net, and as a player (`Sb3Policy`) it does without them.

    >>> from skat_gym.envs import SkatVecEnv
    >>> from stable_baselines3 import PPO
    >>> env = SkatVecEnv("Skat/Play-v0", 4, obs_mode="dict", privileged=True)
    >>> model = PPO(PrivilegedPolicy, env, n_steps=16, batch_size=64, device="cpu")
    """

    def __init__(self, observation_space: spaces.Space[Any], *args: Any, **keywords: Any) -> None:
        if not isinstance(observation_space, spaces.Dict) or "hidden" not in (
            observation_space.spaces
        ):
            raise ValueError(
                "PrivilegedPolicy reads hidden cards from the observation: make the environment "
                'with obs_mode="dict", privileged=True'
            )
        keywords["features_extractor_class"] = _WithHidden
        super().__init__(observation_space, *args, **keywords)

    def _build_mlp_extractor(self) -> None:
        extractor = self.features_extractor
        assert isinstance(extractor, _WithHidden)
        n_features, n_hidden = extractor.widths
        nets: Any = _TwoInputs(n_features, n_hidden, self.net_arch, self.activation_fn)
        self.mlp_extractor = nets.to(self.device)


class Sb3Policy:
    """Is a trained model at the table: it plays the likeliest legal action.

    With `sample=True` it draws from its distribution by the decision's key instead.
    """

    def __init__(
        self,
        policy: BasePolicy,
        *,
        name: str = "sb3",
        stages: frozenset[str] = ALL_STAGES,
        encoding_name: str = "v1",
        sample: bool = False,
    ) -> None:
        self.name = name
        self.phases = stages
        self.sample = sample
        self._encoding = encoding(encoding_name)
        self._policy = policy
        if not _tells_probabilities(policy):
            raise PolicyError(
                f"{name} is a {type(policy).__name__}, which does not say from one observation "
                "how likely each action is; models of PPO, A2C and MaskablePPO do"
            )
        self._policy.set_training_mode(False)
        self._dict = isinstance(policy.observation_space, spaces.Dict)
        space: Any = policy.observation_space
        privileged = self._dict and "hidden" in space.spaces
        self._n_hidden = space["hidden"].shape[0] if privileged else 0
        space = space["observation"] if self._dict else space
        if space.shape != (self._encoding.width,) or not (
            isinstance(policy.action_space, spaces.Discrete) and policy.action_space.n == N_ACTIONS
        ):
            raise PolicyError(
                f"{name} was trained on observations {space.shape} and {policy.action_space}; "
                f"the encoding {encoding_name!r} has ({self._encoding.width},) and Discrete(64)"
            )

    @property
    def fingerprint(self) -> str:
        """The SHA-256 of the weights, and how they are used, see `players.policy.fingerprint`."""
        digest = hashlib.sha256(
            f"{sorted(self.phases)} {self.sample} {self._encoding.name}".encode()
        )
        for name, weight in sorted(self._policy.state_dict().items()):
            digest.update(name.encode() + weight.cpu().numpy().tobytes())
        return digest.hexdigest()

    def act(self, views: Any, masks: Any, keys: Any) -> Any:
        """Chooses an action for each row (see `Policy.act`)."""
        probabilities = self.evaluate(views, masks).probabilities
        if not self.sample:
            return probabilities.argmax(axis=1)
        draws = np.array([below(int(k), 1 << 30) for k in np.asarray(keys).view(np.int64)])
        sums = probabilities.astype(np.float64).cumsum(axis=1)
        sums /= sums[:, -1:]
        return (sums > draws[:, None] / (1 << 30)).argmax(axis=1)

    def evaluate(self, views: Any, masks: Any) -> Evaluation:
        """Returns the probabilities of the actions (see `Policy`)."""
        legal = (np.asarray(masks, np.int64)[:, None] >> np.arange(N_ACTIONS)) & 1
        device = self._policy.device
        features = torch.from_numpy(self._encoding.encode(views)).to(device)
        with torch.no_grad():
            if self._dict:
                mask = torch.from_numpy(legal.astype(np.int8)).to(device)
                obs: dict[str, torch.Tensor] = {"observation": features, "action_mask": mask}
                if self._n_hidden:  # for the value net alone, which is not asked
                    shape = len(views), self._n_hidden
                    obs["hidden"] = torch.zeros(shape, dtype=torch.uint8, device=device)
                distribution: Any = self._policy.get_distribution(obs)  # type: ignore[operator]
            else:
                distribution = self._policy.get_distribution(features)  # type: ignore[operator]
            logits = distribution.distribution.logits.masked_fill(
                torch.from_numpy(legal == 0).to(device), -torch.inf
            )
            return Evaluation(torch.softmax(logits, dim=1).cpu().numpy())


def _tells_probabilities(policy: BasePolicy) -> bool:
    """Tells whether `get_distribution` is there, and the observation all it asks for."""
    method = getattr(policy, "get_distribution", None)
    if method is None:
        return False
    asked = inspect.signature(method).parameters.values()
    return sum(p.default is p.empty for p in asked) == 1


def load_policy(path: str) -> Sb3Policy:
    """Loads "FILE.zip" as saved by PPO, A2C or MaskablePPO; "FILE.zip,play" for some stages.

    Stages after commas say what the model was trained to decide ("auction", "skat", "play");
    without any they are the model's attribute `skat_stages`, if it was saved with one, else all
    three. Raises PolicyError if the file is missing or no such model.
    """
    file, *stages = path.split(",")
    unknown = set(stages) - ALL_STAGES
    if unknown:
        raise PolicyError(f"{unknown.pop()!r} is no stage; stages are auction, skat and play")
    if not Path(file).is_file():
        raise PolicyError(f"there is no file {file!r}; sb3: takes a model saved as FILE.zip")
    try:
        policy = _policy_of(file)
    except PolicyError:
        raise
    except Exception as error:
        raise PolicyError(f"{file!r} is no Stable-Baselines3 model: {error}") from error
    known = getattr(policy, "skat_stages", None) or ALL_STAGES
    return Sb3Policy(policy, name=f"sb3:{path}", stages=frozenset(stages) or frozenset(known))


def _policy_of(file: str) -> BasePolicy:
    data, parameters, _ = load_from_zip_file(file, device="cpu")
    if not data or "policy_class" not in data:
        raise PolicyError(f"{file!r} holds no policy")
    keywords = dict(data.get("policy_kwargs") or {})
    policy: BasePolicy = data["policy_class"](
        data["observation_space"], data["action_space"], lambda _: 0.0, **keywords
    )
    weights: Any = parameters["policy"]
    policy.load_state_dict(weights)
    stages = data.get("skat_stages")
    if stages is not None:
        policy.skat_stages = frozenset(stages)  # type: ignore[assignment]
    return policy
