"""The nets of the recipes: small MLPs over binary inputs, and their use in playouts."""

from __future__ import annotations

import pickle
from itertools import pairwise
from pathlib import Path
from typing import Any

import torch
from torch import nn

CEILING = 255 / 64
"""Activations end here, so that the shipped nets hold them in eight bits."""


class Clipped(nn.Module):
    """Cuts activations to 0 .. CEILING."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Clips a tensor of any shape."""
        return torch.clamp(x, 0.0, CEILING)


class Mlp(nn.Sequential):
    """Is a multilayer perceptron of given sizes, clipped activations between its layers.

    >>> Mlp([8, 16, 2])(torch.zeros(3, 8)).shape
    torch.Size([3, 2])
    """

    def __init__(self, sizes: list[int], dropout: float = 0.0) -> None:
        """Takes the widths from input to output."""
        parts: list[nn.Module] = []
        for k, (width, after) in enumerate(pairwise(sizes)):
            parts.append(nn.Linear(width, after))
            if k < len(sizes) - 2:
                parts.append(Clipped())
                if dropout > 0:
                    parts.append(nn.Dropout(dropout))
        super().__init__(*parts)
        self.sizes = sizes

    def linear(self) -> list[nn.Linear]:
        """Returns the linear layers from input to output."""
        return [part for part in self if isinstance(part, nn.Linear)]


def layers_of(net: Mlp, fold: Any | None = None) -> list[tuple[Any, Any]]:
    """Returns weight (out, in) and bias (out,) of each layer as float32 arrays.

    The last layer may be folded: `fold` (new outputs, outputs) combines what the net was trained
    to tell into what a policy decides by.
    """
    layers = [
        (layer.weight.detach().float().numpy(), layer.bias.detach().float().numpy())
        for layer in net.linear()
    ]
    if fold is not None:
        weight, bias = layers[-1]
        layers[-1] = (fold @ weight, fold @ bias)
    return layers


def save_net(path: Path, net: Mlp, **extra: Any) -> None:
    """Writes a net and what belongs to it, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    half = path.with_suffix(".part")
    torch.save({"sizes": net.sizes, "state": net.state_dict(), **extra}, half)
    half.replace(path)


def load_net(path: Path) -> tuple[Mlp, dict[str, Any]]:
    """Reads what `save_net` wrote: the net and what belongs to it; raises ValueError."""
    try:
        data = torch.load(path, weights_only=False)
        net = Mlp(data["sizes"])
        places = {k: v for k, v in data["state"].items()}
        net.load_state_dict(
            dict(zip(net.state_dict(), places.values(), strict=True))  # dropout shifts numbering
        )
    except (pickle.UnpicklingError, RuntimeError, EOFError, KeyError, TypeError) as error:
        raise ValueError(f"{path} is broken: it holds no net in training") from error
    net.eval()
    return net, data
