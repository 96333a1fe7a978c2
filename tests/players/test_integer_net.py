"""Nets of integers: the same bits whatever the batch, and equal to integer arithmetic."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from nets import inputs, integer_net

from skat_gym.players.network.integer_net import EXACT, TOP, IntegerNet, largest_sums
from skat_gym.players.network.sums import clipped
from skat_gym.players.policy import PolicyError

SIZES = (680, 256, 128, 32)


def exactly(net: IntegerNet, x: Any) -> Any:
    """The net in int64: the definition, without any float."""
    a = x.astype(np.int64)
    for k, (weight, bias) in enumerate(net.layers):
        a = a @ weight.astype(np.int64) + bias
        if k < len(net.shifts):
            shift = net.shifts[k]
            a = np.clip(a >> shift if shift >= 0 else a << -shift, 0, TOP)
    return a


@pytest.mark.parametrize("sizes", [SIZES, (40, 7), (12, 300, 1)])
def test_equal_to_integer_arithmetic(sizes: tuple[int, ...]) -> None:
    net = integer_net(sizes)
    x = inputs(3000, sizes[0])
    got = net.forward(x)
    assert got.dtype == np.float32 and got.shape == (3000, sizes[-1])
    assert np.array_equal(got.astype(np.int64), exactly(net, x))
    assert np.unique(got).size > 100
    assert np.array_equal(net.values(x), got * np.float32(net.unit))


def test_same_bits_whatever_the_batch() -> None:
    net = integer_net(SIZES)
    x = inputs(2100, SIZES[0])
    x[5] = 0
    x[6] = 1
    whole = net.forward(x)
    for size in (1, 7, 1024):
        parts = [net.forward(x[k : k + size]) for k in range(0, 2100, size)]
        assert np.concatenate(parts).tobytes() == whole.tobytes()
    order = np.random.default_rng(2).permutation(2100)
    assert net.forward(x[order]).tobytes() == whole[order].tobytes()
    for dtype in (bool, np.float32, np.int64):
        assert net.forward(x.astype(dtype)).tobytes() == whole.tobytes()
    assert net.forward(np.asfortranarray(x)).tobytes() == whole.tobytes()
    assert net.forward(x[:0]).shape == (0, 32)


@pytest.mark.parametrize("width", [64, 45])
@pytest.mark.parametrize("top", [1, 255])
def test_rows_that_go_on_from_the_one_before(width: int, top: int) -> None:
    """Where few inputs change the sums of the row before are gone on from: to the same integers."""
    rng = np.random.default_rng(width + top)
    x = np.repeat(rng.integers(0, top + 1, (40, width)), 10, axis=0).astype(np.uint8)
    for row in range(len(x)):
        x[row, rng.integers(width, size=row % 4)] = rng.integers(0, top + 1)
    layers = integer_net((width, 24, 9)).layers
    net = IntegerNet(layers, [2], 1.0, top=top)
    assert np.array_equal(net.forward(x).astype(np.int64), exactly(net, x))
    changed = (x[1:] != x[:-1]).sum(axis=1)
    assert (changed < (x[1:] != 0).sum(axis=1)).mean() > 0.8


@pytest.mark.parametrize("shift", [-3, 0, 5])
def test_activations_are_clipped_after_any_shift(shift: int) -> None:
    sums = np.arange(-600, 9000, 7, dtype=np.int32).reshape(2, -1)
    exact = np.clip(np.floor(sums.astype(np.float64) / 2.0**shift), 0, TOP)
    assert np.array_equal(clipped(sums, shift, TOP), exact)


def test_the_largest_input_is_a_byte() -> None:
    for top in (0, 256):
        with pytest.raises(PolicyError, match="from 1 to 255"):
            IntegerNet(integer_net((8, 3)).layers, [], 1.0, top=top)


def test_threads_and_copies_agree() -> None:
    net = integer_net(SIZES)
    x = inputs(400, SIZES[0])
    whole = net.forward(x).tobytes()
    with ThreadPoolExecutor(4) as pool:
        assert all(got.tobytes() == whole for got in pool.map(net.forward, [x] * 16))
    assert pickle.loads(pickle.dumps(net)).forward(x).tobytes() == whole


@pytest.mark.parametrize("kernels", ["NEHALEM", "HASWELL", "SKYLAKEX", "ZEN"])
def test_same_bits_by_the_products_of_other_processors(kernels: str) -> None:
    """OpenBLAS multiplies by other code, in another order, on each of them."""
    code = (
        "from hashlib import sha256\n"
        "from nets import inputs, integer_net\n"
        "net, x = integer_net((680, 256, 128, 32)), inputs(300, 680)\n"
        "rows = b''.join(net.forward(x[k : k + 1]).tobytes() for k in range(300))\n"
        "assert rows == net.forward(x).tobytes()\n"
        "print(sha256(rows).hexdigest())"
    )
    paths = os.pathsep.join([str(Path(__file__).parents[1]), *filter(None, sys.path)])
    threads = {"OMP_NUM_THREADS": "2", "OPENBLAS_NUM_THREADS": "2"}
    environment = {**os.environ, **threads, "OPENBLAS_CORETYPE": kernels, "PYTHONPATH": paths}
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True
    )
    here = integer_net(SIZES).forward(inputs(300, 680)).tobytes()
    assert run.stdout.strip() == sha256(here).hexdigest()


def test_sums_at_the_bound_are_exact() -> None:
    """The largest weights that pass: every activation at its top, all of one sign."""
    weight = np.full((2, 64), 255, np.int16)
    second = np.full((64, 2), 1027, np.int16)
    second[:, 1] = -1027
    most = EXACT - 1 - 64 * 255 * 1027
    bias = np.array([most, -most], np.int32)
    net = IntegerNet([(weight, np.zeros(64, np.int32)), (second, bias)], [0], 1.0)
    assert largest_sums(second, bias, TOP).tolist() == [EXACT - 1] * 2
    assert net.forward(np.ones((1, 2), np.uint8)).tolist() == [[EXACT - 1, 1 - EXACT]]
    with pytest.raises(PolicyError, match=r"layer 1 may sum to 16777216 in column 0"):
        IntegerNet([(weight, np.zeros(64, np.int32)), (second, bias + np.int32([1, 0]))], [0], 1.0)


def test_signs_are_weighed_apart() -> None:
    """Weights of both signs cannot add up: what counts is the larger side."""
    weight = np.array([[30000], [-30000]], np.int16)
    assert largest_sums(weight, np.array([-7], np.int32), 2).tolist() == [60007]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"layers": []}, "0 layers and 1 shifts"),
        ({"shifts": []}, "2 layers and 0 shifts"),
        ({"unit": 0.0}, "unit of a net is a number above 0"),
        ({"unit": float("nan")}, "unit of a net is a number above 0"),
        ({"kind": np.float32}, "float32.*int16 and int32"),
        ({"bias": 3}, r"layer 1 has weights \(4, 2\) and biases \(3,\)"),
        ({"rows": 5}, r"layer 1 has weights \(5, 2\).*take 4 inputs"),
    ],
)
def test_what_does_not_fit_is_one_sentence(change: dict[str, Any], words: str) -> None:
    second = np.zeros((change.get("rows", 4), 2), change.get("kind", np.int16))
    layers = [
        (np.zeros((3, 4), np.int16), np.zeros(4, np.int32)),
        (second, np.zeros(change.get("bias", 2), np.int32)),
    ]
    with pytest.raises(PolicyError, match=words) as caught:
        IntegerNet(change.get("layers", layers), change.get("shifts", [3]), change.get("unit", 1.0))
    assert "\n" not in str(caught.value)


def test_inputs_of_another_width() -> None:
    with pytest.raises(ValueError, match=r"\(n, 680\), not \(3, 12\)"):
        integer_net(SIZES).forward(inputs(3, 12))
