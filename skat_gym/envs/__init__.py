"""The environments: Gymnasium's for one learner, PettingZoo's (`skat_v0`) for three."""

from skat_gym.envs.bidding_env import BiddingEnv
from skat_gym.envs.deal_env import DealEnv
from skat_gym.envs.discard_env import DiscardEnv
from skat_gym.envs.match_env import MatchEnv
from skat_gym.envs.play_env import PlayEnv

__all__ = ["BiddingEnv", "DealEnv", "DiscardEnv", "MatchEnv", "PlayEnv"]
