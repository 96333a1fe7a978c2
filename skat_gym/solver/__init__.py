"""Perfect play: the double dummy solver, and the worlds a seat cannot tell apart."""

from skat_gym.solver.double_dummy import QUESTIONS, Solver, solve_cards, solve_many
from skat_gym.solver.solve import ILLEGAL
from skat_gym.solver.worlds import Worlds, count_worlds

__all__ = [
    "ILLEGAL",
    "QUESTIONS",
    "Solver",
    "Worlds",
    "count_worlds",
    "solve_cards",
    "solve_many",
]
