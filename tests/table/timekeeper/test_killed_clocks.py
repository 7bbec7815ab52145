"""The server is killed while clocks run: nobody loses or gains time beyond what docs/clocks.md says."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from random import Random

import pytest

from tests.postgres import new_database
from tests.table.timekeeper.killed_clocks import Outage, Record, Span, counted, told, voyage

pytestmark = [
    pytest.mark.once,
    pytest.mark.skipif(sys.platform == "win32", reason="kills processes and starts them as Unix does"),
]

PAUSES = (5.5, 0.3, 0.0)  # seconds before each kill: once until time is counted again


def test_what_is_counted():
    """Of a turn that was with a server; what was done between its last sign of life and its end still counts."""
    down = [Outage(12, Span(13, 13), 14), Outage(13.5, Span(13.8, 13.8), 15), Outage(19, Span(20, 20), 30)]
    for most in (False, True):
        assert counted(10, Span(20, 20), [], most=most) == 10
        assert counted(10, Span(18, 18), down, most=most) == 5
        assert counted(10, Span(19.5, 19.5), down, most=most) == 6.5
        assert counted(10, Span(25, 25), down, most=most) == 6
    assert [counted(16, Span(19.5, 40), down, most=most) for most in (False, True)] == [3, 14]
    record = Record("x", Span(0, 0), [Span(0, 1), Span(2, 3), Span(10, 11), Span(20, 21)])
    assert [round(one) for one in record.used(0, [Outage(5, Span(6, 6), 9)])] == [3, 5]
    assert [round(one) for one in record.used(1, [Outage(5, Span(6, 6), 9)])] == [9, 11]
    later = Record("x", Span(5, 5), record.acts)
    assert [round(one) for one in later.used(0, [Outage(2, Span(3, 3), 9)])] == [7, 9], "it began after that"


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_no_time_is_lost_or_gained(tmp_path: Path, request: pytest.FixtureRequest, kind: str):
    """Every clock says what follows from the acts that were answered and the times when no server was there."""
    seed = int(os.environ.get("KIDD_SEED") or Random().randrange(10**6))
    print(f"KIDD_SEED={seed}")
    if kind == "sqlite":
        findings, log, acts = voyage("", tmp_path, len(PAUSES), Random(seed), PAUSES)
    else:
        with new_database(request.getfixturevalue("postgres"), f"clocks_{seed}") as address:
            findings, log, acts = voyage(address, tmp_path, len(PAUSES), Random(seed), PAUSES)
    print(told(findings, log, acts))
    assert findings
    assert all(one.is_right for one in findings)
