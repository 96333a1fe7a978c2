"""Lets tests in subfolders import the oracle, keeps number crunching on one core, and keeps the
matches of the tests out of the user's own archive.
"""

import os
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

from skat_gym.rules import kernel

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ["SKAT_GYM_HOME"] = tempfile.mkdtemp(prefix="skat-gym-tests-")
sys.path.insert(0, str(Path(__file__).resolve().parent))
# whoever compiles first says so on standard error: tests that look there must not depend on it
kernel._Announcer.said = True

TRAINING = ("stable_baselines3", "torch", "tensorboard", "tyro", "matplotlib")
collect_ignore = (
    []
    if all(map(find_spec, TRAINING))
    else ["test_sb3.py", "test_sb3_callback.py", "envs/test_sb3_vec_env.py", "training"]
)
"""What the [train] extra is needed for."""
