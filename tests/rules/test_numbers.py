"""Records read in one go say what their attributes say."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from skat_gym.observation import VIEW, View
from skat_gym.rules import DEAL, Deal


def plain(record: Any, dtype: Any) -> dict[str, Any]:
    fields = {}
    for name in dtype.names:
        value = np.asarray(record[name]).tolist()
        fields[name] = tuple(value) if isinstance(value, list) else value
    return fields


def test_every_field_at_every_moment() -> None:
    chance = random.Random(3)
    for key in range(6):
        deal = Deal.shuffled(key)
        while deal.legal:
            before = deal.numbers
            after = deal.after(chance.choice(deal.legal))
            assert deal.numbers is before
            deal = after
            assert deal.numbers._asdict() == plain(deal.record, DEAL)
            for seat in range(3):
                view = View.of(deal, seat)
                assert view.numbers._asdict() == plain(view.record, VIEW)
                assert View(view.record).numbers == view.numbers
        assert deal.numbers.phase == 5
