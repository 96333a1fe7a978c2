"""What is installed only for some: the packages of the extras, and how to get them."""

from __future__ import annotations

EXTRAS = {
    "play": ("starlette", "uvicorn", "websockets"),
    "evaluate": ("matplotlib", "openskill", "choix"),
    "train": ("torch", "stable_baselines3", "sb3_contrib", "tensorboard", "tyro", "tqdm"),
    "pettingzoo": ("pettingzoo",),
}
"""The modules that each extra brings; one of two extras is named by the first."""


def installation(module: str) -> str:
    """Returns the command that brings a module, by the extra it belongs to if it does.

    >>> installation("choix")
    'pip install "skat-gym[evaluate]"'
    """
    package = module.partition(".")[0]
    for extra, modules in EXTRAS.items():
        if package in modules:
            return f'pip install "skat-gym[{extra}]"'
    return f"pip install {package}"
