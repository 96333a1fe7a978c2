"""One process in which policies think, so that one that never ends can be stopped."""

from __future__ import annotations

import multiprocessing
import signal
import time
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from skat_gym.players import Policy, PolicyError, load_policy
from skat_gym.players.composite import covers

LOADING = 120.0
"""Seconds that loading a policy may take, the first compilation included."""
SETTLING = 20.0
"""Seconds more for the first decision in a new process, which loads what deciding needs."""


def _work(pipe: Connection) -> None:
    """Answers (serial, what, name, arguments) by (serial, kind, answer) until the pipe closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    policies: dict[str, Policy] = {}
    while True:
        try:
            serial, what, name, arguments = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            if name not in policies:
                policy = load_policy(name)
                covers(policy)
                policies[name] = policy
            pipe.send((serial, "loaded", None))
            policy = policies[name]
            if what == "describe":
                told: Any = {"evaluates": hasattr(policy, "evaluate")}
            else:
                told = getattr(policy, what)(*arguments)
            pipe.send((serial, "told", told))
        except Exception as error:
            said = (
                str(error) if isinstance(error, PolicyError) else f"{type(error).__name__}: {error}"
            )
            pipe.send((serial, "failed", said))


class Worker:
    """Runs named policies in a process of its own, which begins when it is first needed.

    Not to be used by two threads at once.
    """

    def __init__(self) -> None:
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._serial = 0
        self._answered: set[tuple[str, str]] = set()

    @property
    def pid(self) -> int | None:
        """The process, None while there is none."""
        return None if self._process is None else self._process.pid

    def ask(self, what: str, name: str, patience: float, *arguments: Any) -> Any:
        """Returns what a policy's method answers, or with "describe" what it can do.

        Raises PolicyError if it fails, dies or takes longer than `patience` seconds; the process
        is stopped then, and begins anew with the next question.
        """
        self._serial += 1
        pipe = self._begin()
        pipe.send((self._serial, what, name, arguments))
        wait = LOADING
        while True:
            serial, kind, told = self._receive(pipe, wait)
            if serial != self._serial:
                continue
            if kind == "told":
                self._answered.add((what, name))
                return told
            if kind == "failed":
                raise PolicyError(told)
            wait = patience + (0 if (what, name) in self._answered else SETTLING)

    def _receive(self, pipe: Connection, wait: float) -> Any:
        began = time.monotonic()
        try:
            if pipe.poll(wait):
                return pipe.recv()
        except (EOFError, OSError):
            self.stop()
            raise PolicyError("its process ended") from None
        self.stop()
        raise PolicyError(f"no decision within {time.monotonic() - began:.3g} seconds")

    def stop(self) -> None:
        """Ends the process, whatever it is at."""
        if self._pipe is not None:
            self._pipe.close()
        if self._process is not None:
            self._process.kill()
            self._process.join()
        self._pipe, self._process = None, None
        self._answered.clear()

    def _begin(self) -> Connection:
        if self._pipe is not None and self._process is not None and self._process.is_alive():
            return self._pipe
        self.stop()
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(
            target=_work, args=(theirs,), name="skat-gym policies", daemon=True
        )
        process.start()
        theirs.close()
        self._process, self._pipe = process, ours
        return ours
