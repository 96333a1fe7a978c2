"""Lets tests in subfolders import the oracle, and keeps number crunching on one core."""

import os
import sys
from importlib.util import find_spec
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")
sys.path.insert(0, str(Path(__file__).resolve().parent))

TRAINING = ("stable_baselines3", "torch", "tensorboard", "tyro", "matplotlib")
collect_ignore = (
    []
    if all(map(find_spec, TRAINING))
    else ["test_sb3.py", "test_sb3_callback.py", "envs/test_sb3_vec_env.py", "training"]
)
"""What the [train] extra is needed for."""
