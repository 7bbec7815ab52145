from __future__ import annotations

from time import monotonic

import pytest

from kidd.table.computers.rounds import Rounds
from tests.patience import until

pytestmark = pytest.mark.once


def test_a_wish_outlives_a_round_that_comes_before_it():
    """Who wants to be looked for later is, whoever was looked for in between; a usual wish is settled by any round."""
    seen: list[float] = []
    rounds = Rounds("test", lambda: seen.append(monotonic()), every=3600, soon=3600)
    rounds.start()
    until(lambda: len(seen) == 1, "the first round")
    began = monotonic()
    for after in (0.3, 0.1, 0.2):
        rounds.wake_also(after)
    rounds.wake(0.05)
    until(lambda: len(seen) == 5, "a round for each of them")
    rounds.close()
    assert all(at - began >= after for at, after in zip(seen[1:], (0.05, 0.1, 0.2, 0.3), strict=True))
