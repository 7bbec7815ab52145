"""A short run of faults; `python -m tests.faults --faults 300` is a long one."""

from __future__ import annotations

import sys

import pytest

from tests.faults.run import run
from tests.faults.sitting import KINDS

pytestmark = [
    pytest.mark.once,
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="kills processes and starts them as Unix does"),
]

FAULTS = 12


@pytest.mark.parametrize(("postgres", "seed"), [(False, 5), (True, 6)], ids=["sqlite", "postgres"])
def test_nothing_is_lost_or_done_twice(postgres: bool, seed: int):
    """Whatever is killed, frozen, cut off or set: by the players' own records every act stands once, and on it goes."""
    outcome = run(FAULTS, seed, postgres=postgres, kinds=KINDS[:5])
    print(outcome.faults, outcome.verdict.acts, max(outcome.recoveries))
    assert sum(outcome.faults.values()) == FAULTS
    found = {name: some for name, some in outcome.wrong.items() if some and not name.startswith("games stuck")}
    assert found == {}
    assert outcome.verdict.acts > FAULTS
    assert not [one for one in outcome.stuck if one.startswith("stuck")], "how soon is for the long run to say"
