"""Hold the rulebook player to its 2,000 golden decisions.

Everything about strength is read off this player, so it does not change any more: a change here is
a new player, "rulebook-2", under its own name. `python tests/players/write_golden.py` wrote the
file: one line a decision, the deal as text up to it and the action.
"""

from pathlib import Path

from skat_gym.observation import View, new_views
from skat_gym.players.rulebook import rulebook_action
from skat_gym.rules import Deal, action_text
from skat_gym.rules.state import Phase

LINES = (
    (Path(__file__).parents[1] / "data" / "rulebook_golden.txt")
    .read_text(encoding="ascii")
    .splitlines()
)


def test_every_golden_decision_stands() -> None:
    views = new_views(1)
    phases = set()
    games = set()
    for line in LINES:
        text, action = line.split(" > ")
        deal = Deal.parse(text)
        views[0] = View.of(deal, deal.seat).record
        answer = action_text(int(rulebook_action(views, 0, deal.mask, 0)))
        assert answer == action, f'{text}: a rulebook that decides {answer} is "rulebook-2"'
        phases.add(deal.phase)
        games.add(deal.contract.number if deal.contract else -1)
    assert len(LINES) == 2000
    assert phases == set(Phase) - {Phase.OVER}
    assert len(games) == 30
