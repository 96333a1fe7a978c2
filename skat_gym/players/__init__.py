"""The players: the Policy protocol, the players at hand, and playing deals on with them."""

from skat_gym.players.composite import CompositePolicy
from skat_gym.players.native import NativePolicy
from skat_gym.players.policy import ALL_STAGES, STAGES, Evaluation, Policy, PolicyError, PolicyLike
from skat_gym.players.registry import load_policy, policy_names
from skat_gym.players.rollout import LEARNER, Seating, play_out

__all__ = [
    "ALL_STAGES",
    "LEARNER",
    "STAGES",
    "CompositePolicy",
    "Evaluation",
    "NativePolicy",
    "Policy",
    "PolicyError",
    "PolicyLike",
    "Seating",
    "load_policy",
    "play_out",
    "policy_names",
]
