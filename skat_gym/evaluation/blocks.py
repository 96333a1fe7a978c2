"""Blocks of deals, played one after the other or on several cores, always in order."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import threading
import time
from collections import deque
from collections.abc import Generator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, fields
from functools import cached_property
from multiprocessing.connection import Connection
from typing import Any

from skat_gym.arguments import whole
from skat_gym.evaluation.tables import BLOCK, Tables
from skat_gym.machine import cores
from skat_gym.players import Policy, PolicyError, PolicyLike, load_policy
from skat_gym.players.policy import fingerprint
from skat_gym.rules.kernel import source_stamp
from skat_gym.rules.outcome import outcomes_of

WORTH_CORES = 4.0
"""Seconds of work left that starting more processes is worth."""
COMPILING = 120.0
"""Seconds of the first block that may have gone into compiling."""


@dataclass(frozen=True)
class Job:
    """Says what is played: everything a process needs to know.

    `groups` are lists of seatings, a seating three places in `policies`; block b is played in
    every seating of group b modulo their number. Policies are names, or objects that can be
    pickled if more than one core is to work.
    """

    policies: tuple[PolicyLike, ...]
    groups: tuple[tuple[tuple[int, int, int], ...], ...]
    seed: int = 0
    contracts: PolicyLike | None = None
    block: int = BLOCK
    """Deals in a block."""
    keep_deals: bool = False
    """Whether blocks are DEAL records, to be written down, instead of OUTCOME records."""

    @cached_property
    def loaded(self) -> tuple[Policy, ...]:
        """The policies; the same name given twice is one of them."""
        named: dict[str, Policy] = {}
        found = []
        for policy in self.policies:
            if not isinstance(policy, (str, os.PathLike)):
                found.append(load_policy(policy))
                continue
            name = os.fsdecode(policy)
            if name not in named:
                named[name] = load_policy(policy)
            found.append(named[name])
        return tuple(found)

    @property
    def labels(self) -> tuple[str, ...]:
        """What the policies are called in tables: those asked for by name or path, by that.

        Two folders may hold policies of one name, and a loader may give all of its the same.
        """
        return tuple(
            os.fsdecode(given) if isinstance(given, (str, os.PathLike)) else policy.name
            for given, policy in zip(self.policies, self.loaded, strict=True)
        )

    @cached_property
    def fixed(self) -> Policy | None:
        """The policy that makes the contracts, if not the players do."""
        return None if self.contracts is None else load_policy(self.contracts)

    @cached_property
    def tables(self) -> tuple[Tables, ...]:
        """The tables of each group; raises PolicyError if a policy cannot decide there."""
        return tuple(
            Tables([[self.loaded[k] for k in seating] for seating in group], self.seed, self.fixed)
            for group in self.groups
        )

    @property
    def setup(self) -> dict[str, Any]:
        """What decides the records, for a checkpoint."""
        who = [*self.loaded, *([] if self.fixed is None else [self.fixed])]
        return {
            "policies": [[p.name, fingerprint(p)] for p in who],
            "groups": [[list(seating) for seating in group] for group in self.groups],
            "seed": self.seed,
            "rules": source_stamp(),
        }

    def play(self, block: int, n: int) -> Any:
        """Plays the first n deals of a block; returns (n, tables) records."""
        deals = self.tables[block % len(self.groups)].deals(block * self.block, n)
        return deals if self.keep_deals else outcomes_of(deals)

    def __getstate__(self) -> dict[str, Any]:
        return {f.name: getattr(self, f.name) for f in fields(self)}


def play_blocks(
    job: Job, n_deals: int, start: int = 0, workers: int | None = 1
) -> Generator[tuple[int, Any], None, None]:
    """Yields (number, records) of the blocks from `start` on that make up n deals, in order.

    `workers` is the number of processes; None takes all cores once that is worth their start. The
    records do not depend on it. Other processes import the main module: a script that asks for
    them begins its work under `if __name__ == "__main__":`.
    """
    if workers is not None:
        workers = whole("workers", workers, 1)
    block, end = start, -(-n_deals // job.block)
    while block < end and (workers is None or workers == 1):
        began = time.perf_counter()
        yield block, job.play(block, min(job.block, n_deals - block * job.block))
        took = time.perf_counter() - began - (COMPILING if block == start else 0.0)
        block += 1
        if workers is None and took * (end - block) > WORTH_CORES:
            workers = cores()
    if block < end:
        assert workers is not None
        yield from _play_apart(job, n_deals, range(block, end), min(workers, end - block))


def _play_apart(
    job: Job, n_deals: int, blocks: range, workers: int
) -> Generator[tuple[int, Any], None, None]:
    try:
        pickle.dumps(job)
    except Exception as error:
        raise PolicyError(f"several workers need policies that can be pickled: {error}") from error
    # One thread a process: with two busy threads on a core torch falls to a twentieth.
    one_thread = {k: "1" for k in ("OMP_NUM_THREADS",) if k not in os.environ}
    os.environ.update(one_thread)
    context = multiprocessing.get_context("spawn")
    held, lifeline = context.Pipe(duplex=False)
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(workers, context, _start, (job, held))
    waiting: deque[tuple[int, Future[Any]]] = deque()
    todo = iter(blocks)
    try:
        while True:
            with _undisturbed():  # processes started here leave Ctrl-C to this one
                while len(waiting) < 2 * workers and (block := next(todo, None)) is not None:
                    n = min(job.block, n_deals - block * job.block)
                    waiting.append((block, pool.submit(_play, block, n)))
            if not waiting:
                pool.shutdown()
                return
            block, future = waiting.popleft()
            yield block, future.result()
    finally:
        started = set(multiprocessing.active_children()) - others
        pool.shutdown(wait=False, cancel_futures=True)
        for process in started:  # in the middle of a block: what is not whole is not kept
            process.kill()
        lifeline.close()
        held.close()
        for name in one_thread:
            del os.environ[name]


@contextmanager
def _undisturbed() -> Generator[None, None, None]:
    """Ignores Ctrl-C for a moment; only the main thread may."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


_job: Job | None = None


def _start(job: Job, lifeline: Connection) -> None:
    global _job
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent says when to stop
    threading.Thread(target=_end_with, args=(lifeline,), daemon=True).start()
    _job = job


def _end_with(lifeline: Connection) -> None:
    """Ends this process when the parent is no more, once a kernel lets go of Python's lock."""
    with suppress(EOFError, OSError):
        lifeline.recv()
    os._exit(1)


def _play(block: int, n: int) -> Any:
    assert _job is not None
    return _job.play(block, n)
