"""The nets of the recipes: small MLPs over binary inputs, and their use in playouts."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
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


class TorchNet:
    """Runs an Mlp for a `NetworkPolicy`: uint8 in, float32 out, bfloat16 between.

    The last layer may be folded: `fold` (new outputs, outputs) combines what the net was trained
    to tell into what a policy decides by.
    """

    unit = 1.0

    def __init__(self, net: Mlp, fold: Any | None = None) -> None:
        """Copies the net's weights."""
        layers = net.linear()
        self.weights = [layer.weight.detach().float() for layer in layers]
        self.biases = [layer.bias.detach().float() for layer in layers]
        if fold is not None:
            fold = torch.as_tensor(np.asarray(fold), dtype=torch.float32)
            self.weights[-1] = fold @ self.weights[-1]
            self.biases[-1] = fold @ self.biases[-1]
        self._fast = [
            (w.to(torch.bfloat16), b.to(torch.bfloat16))
            for w, b in zip(self.weights, self.biases, strict=True)
        ]

    def forward(self, inputs: Any) -> Any:
        """Returns the outputs for (n, width) uint8 inputs, (n, outputs) float32."""
        with torch.inference_mode():
            x = torch.from_numpy(inputs).to(torch.bfloat16)
            for k, (weight, bias) in enumerate(self._fast):
                x = nn.functional.linear(x, weight, bias)
                if k < len(self._fast) - 1:
                    x = torch.clamp(x, 0.0, CEILING)
            return x.float().numpy()


def save_net(path: Path, net: Mlp, **extra: Any) -> None:
    """Writes a net and what belongs to it, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    half = path.with_suffix(".part")
    torch.save({"sizes": net.sizes, "state": net.state_dict(), **extra}, half)
    half.replace(path)


def load_net(path: Path) -> tuple[Mlp, dict[str, Any]]:
    """Reads what `save_net` wrote: the net and what belongs to it."""
    data = torch.load(path, weights_only=False)
    net = Mlp(data["sizes"])
    places = {k: v for k, v in data["state"].items()}
    net.load_state_dict(
        dict(zip(net.state_dict(), places.values(), strict=True))  # dropout shifts the numbering
    )
    net.eval()
    return net, data
