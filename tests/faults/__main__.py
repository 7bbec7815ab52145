"""`python -m tests.faults --faults 300 [--postgres] [--seed N]`: a long run of faults, and what it has shown."""

from __future__ import annotations

import argparse
import signal
import statistics
import sys
from pathlib import Path
from random import Random

from tests.faults.run import Outcome, run

SHOWN = 10  # of each kind of finding


def main() -> int:
    """Read the command, run, tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--faults", type=int, default=300)
    parser.add_argument("--postgres", action="store_true", help="two servers on a PostgreSQL in place of SQLite")
    parser.add_argument("--seed", type=int, default=Random().randrange(1 << 20))
    parser.add_argument("--only", default="", help="kinds of faults, separated by commas")
    parser.add_argument("--log", type=Path, help="where the servers' log goes")
    given = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that nothing stays behind
    print(f"seed {given.seed}, {'PostgreSQL, two servers' if given.postgres else 'SQLite, one server'}", flush=True)
    only = tuple(name.strip() for name in given.only.split(",") if name.strip())
    outcome = run(given.faults, given.seed, postgres=given.postgres, only=only, log=given.log, tell=_tell)
    show(outcome)
    return 1 if any(outcome.wrong.values()) else 0


def _tell(line: str) -> None:
    print(line, flush=True)


def show(outcome: Outcome) -> None:
    """What came of it."""
    verdict = outcome.verdict
    print(f"\n{sum(outcome.faults.values())} faults in {outcome.seconds:.0f} s: ", end="")
    print(", ".join(f"{number} {name}" for name, number in sorted(outcome.faults.items())))
    print(f"{outcome.games} games, {verdict.acts} acts acknowledged, {verdict.timed} of them timed")
    ordered = sorted(outcome.recoveries) or [0.0]
    middle, last = statistics.median(ordered), ordered[-1]
    print(f"until every table had gone on: {middle:.1f} s (median), {last:.1f} s at the most")
    for name, found in outcome.wrong.items():
        print(f"{len(found)} {name}")
        for one in found[:SHOWN]:
            print(f"    {one}")


if __name__ == "__main__":
    sys.exit(main())
