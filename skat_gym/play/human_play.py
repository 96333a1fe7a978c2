"""A person in player 0's seat of Skat/Match-v0."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium

from skat_gym.envs import MatchEnv
from skat_gym.play.answer import understand
from skat_gym.play.voice import Voice, writable
from skat_gym.play.words import sentence
from skat_gym.rules.card import sorted_for
from skat_gym.rules.deal import SEAT_NAMES
from skat_gym.rules.trick import GRAND


class HumanPlay:
    """Lets a person decide for the learner of a match environment.

    >>> import itertools
    >>> env = gymnasium.make("skat_gym:Skat/Match-v0", opponents="random", match_deals=1)
    >>> lines, numbers = [], itertools.cycle(map(str, range(1, 11)))
    >>> def ask(question):
    ...     return "pass" if "pass" in question else next(numbers)
    >>> totals = HumanPlay(env, ask=ask, show=lines.append).run(seed=8)
    >>> len(totals), bool(lines)
    (3, True)
    """

    def __init__(
        self,
        env: gymnasium.Env[Any, Any],
        ask: Callable[[str], str] = input,
        show: Callable[[str], object] = print,
    ) -> None:
        match_env = env.unwrapped
        if not isinstance(match_env, MatchEnv):
            raise ValueError("HumanPlay plays Skat/Match-v0: make that environment")
        self.env = env
        self.ask = ask
        self.show = writable(show)
        self._waiting: list[int] = []
        self._voice = Voice()
        self._match_env = match_env

    def run(self, seed: int | None = None) -> tuple[int, int, int]:
        """Plays a match; returns the totals of players 0 (the person), 1 and 2.

        A line that means no legal action is answered with a sentence and asked again; the end of
        the input (EOFError) ends the match where it stands.
        """
        _, info = self.env.reset(seed=seed)
        self._waiting.clear()
        shown_deal = -1
        over = False
        while not over:
            if info["match"]["deal"] != shown_deal:
                shown_deal = self._greet(info)
            try:
                action = self._decide(info)
            except EOFError:
                break
            _, _, over, _, info = self.env.step(action)
        if over:
            self.show(info["match"]["last"])
        totals: tuple[int, int, int] = info["match"]["totals"]
        self.show(f"Totals: {totals[0]} (you), {totals[1]}, {totals[2]}")
        return totals

    def _greet(self, info: dict[str, Any]) -> int:
        match = info["match"]
        if match["last"]:
            self.show(match["last"])
        totals = " : ".join(map(str, match["totals"]))
        self.show(f"Deal {match['deal'] + 1}, {totals}; you are {SEAT_NAMES[info['seat']]}.")
        return int(match["deal"])

    def _decide(self, info: dict[str, Any]) -> int:
        if self._waiting:
            return self._waiting.pop(0)
        view = self._match_env.learner_view
        legal = tuple(k for k in range(64) if info["action_mask"][k])
        game = GRAND if view.contract is None else view.contract.game
        shown = sorted_for(view.hand, game)
        for line in self._voice.standing(view):
            self.show(line)
        self.show(f"Your cards: {self._voice.numbered(shown)}")
        while True:
            text = self.ask(f"{self._voice.question(view, legal)}: ")
            try:
                action, *self._waiting = understand(text, view, legal, shown)
                return action
            except ValueError as error:
                self.show(f"  {sentence(str(error))}")
