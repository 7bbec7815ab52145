"""How soon a clock that has run out is settled: `.venv/bin/python -m bench.timeouts [--games 60] [--runs 2]`.

Two servers on one PostgreSQL, and games whose clocks come to zero one after the other within ten seconds; half of the
games end with both servers there, and of the others one is killed before. Told is the time from zero to when the loss
is written (of which half a second is for moves on their way), and whether any was written twice.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
from datetime import timedelta
from pathlib import Path

from kidd.table.snapshot import Table
from kidd.table.storage.database.store import Store, open_store
from kidd.table.storage.event_log import load
from kidd.table.storage.recompute import differences
from tests.browser.harbour import Harbour
from tests.patience import until
from tests.postgres import running_postgres
from tests.table.timekeeper.keepers import about_to_end, endings

GOAL = timedelta(seconds=1)
SOON, SPREAD = 4.0, 10.0  # seconds until the first clock comes to zero, and between that and the last


def end_all(store: Store, games: int) -> list[Table]:
    """Games that end one after the other, when they have ended."""
    tables = [about_to_end(store, SOON + SPREAD * number / games) for number in range(games)]
    until(lambda: all(load(store, table.id).is_over for table in tables), "the end of all games")
    return tables


def told(what: str, late: list[list[timedelta]]) -> str:
    """Figures in one line."""
    first = sorted(one[0] for one in late)
    over = sum(one > GOAL for one in first)
    middle, most = statistics.median(first), first[int(0.95 * (len(first) - 1))]
    return (
        f"{what:16} median {middle.total_seconds():.3f} s   95 % {most.total_seconds():.3f} s   "
        f"longest {first[-1].total_seconds():.3f} s   later than 1 s: {over} of {len(first)}   "
        f"settled twice: {sum(len(one) > 1 for one in late)}   load {os.getloadavg()[0]:.1f}"
    )


def main() -> None:
    """Measure and print."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--games", type=int, default=60, help="in each run")
    asked.add_argument("--runs", type=int, default=2, help="with both servers, and as many with one that is killed")
    wish = asked.parse_args()
    with running_postgres() as address, tempfile.TemporaryDirectory(prefix="kidd-timeouts-") as folder:
        places = [Path(folder, name) for name in ("first", "second")]
        for place in places:
            place.mkdir()
        first, second = (Harbour(place, KIDD_DATABASE_URL=address) for place in places)
        with first, second:
            store = open_store(address)
            for number in range(2 * wish.runs):
                if killed := number % 2 == 1:
                    first.kill()
                tables = end_all(store, wish.games)
                print(told("one is killed" if killed else "both are there", [endings(store, one) for one in tables]))
                if killed:
                    first.start()
            assert differences(store) == []
            store.close()


if __name__ == "__main__":
    main()
