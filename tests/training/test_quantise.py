"""Quantising: integer nets stay close to the float nets they are made of."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nets import float_layers, inputs

from skat_gym.players.network.integer_net import EXACT, TOP, largest_sums
from skat_gym.players.policy import PolicyError
from training.quantise import deviation, float_outputs, quantise, stretch, without_silent


@settings(max_examples=40, deadline=None)
@given(
    hidden=st.lists(st.integers(32, 160), max_size=3),
    width=st.integers(60, 400),
    outputs=st.integers(1, 40),
    scale=st.sampled_from([0.7, 1.0, 2.0]),
    seed=st.integers(0, 10**6),
)
def test_outputs_deviate_little(
    hidden: list[int], width: int, outputs: int, scale: float, seed: int
) -> None:
    layers = float_layers((width, *hidden, outputs), seed, scale)
    net = quantise(layers)
    assert net.sizes == (width, *hidden, outputs)
    x = inputs(300, width, seed)
    found = deviation(layers, net, x)
    assert found.mean < 0.07 * found.spread
    assert found.largest < 0.4 * found.spread
    finer = deviation(layers, quantise(stretch(layers, x)), x)
    assert finer.mean < 0.03 * finer.spread
    assert f"{found.mean:.2g} on average" in str(found)


def test_each_layer_is_as_fine_as_can_be() -> None:
    net = quantise(float_layers((680, 256, 256, 32), 3))
    for k, (weight, bias) in enumerate(net.layers):
        most = largest_sums(weight, bias, TOP if k else 1).max()
        assert most < EXACT
        assert 2 * most > 0.98 * EXACT or 2 * np.abs(weight.astype(int)).max() > 32700


def test_halves_are_rounded_not_cut() -> None:
    """A hidden layer that hands its input on gives the outputs without a bias downwards."""
    layers = [(np.eye(8) * 0.7 + 0.011, np.zeros(8)), (np.eye(8), np.zeros(8))]
    net = quantise(layers)
    x = inputs(2000, 8)
    apart = net.values(x) - float_outputs(layers, x)
    assert abs(apart.mean()) < 0.002 and np.abs(apart).max() <= 0.5 / 64 + 1e-3


def test_silent_neurons_are_left_out() -> None:
    layers = float_layers((40, 64, 32, 3), seed=3)
    layers[0][1][::2] = -1e3
    layers[1][1][:9] = -1e3
    x = inputs(500, 40)
    kept = without_silent(layers, x)
    assert [len(bias) for _, bias in kept] == [32, 24, 3]
    assert np.allclose(float_outputs(kept, x), float_outputs(layers, x), atol=1e-4)
    assert quantise(kept).sizes == (40, 32, 24, 3)
    layers[0][1][:] = -1e3
    assert len(without_silent(layers, x)[0][1]) == 8  # one at least, and its neighbours


def test_stretched_nets_are_the_same_and_finer() -> None:
    layers, x = float_layers((680, 256, 64, 8), 5), inputs(2000, 680)
    stretched = stretch(layers, x)
    assert np.allclose(float_outputs(stretched, x), float_outputs(layers, x), atol=1e-9)
    unseen = inputs(500, 680, seed=9)
    before = deviation(layers, quantise(layers), unseen)
    after = deviation(layers, quantise(stretched), unseen)
    assert after.mean < 0.75 * before.mean


@pytest.mark.parametrize("wrong", [1e12, np.nan, np.inf])
def test_weights_that_no_integer_holds(wrong: float) -> None:
    layers = [(np.full((2, 3), wrong), np.zeros(2))]
    with pytest.raises(PolicyError, match="layer 0 cannot be held in integers"):
        quantise(layers)
