"""Random people do everything that the service offers, and all is checked: for as long as one likes."""

from __future__ import annotations

import argparse
import time
from collections import Counter
from contextlib import ExitStack
from random import Random
from tempfile import TemporaryDirectory

from tests.postgres import running_postgres
from tests.table.service.sailing import sail, untried
from tests.table.service.world import World, world_of


def main() -> None:
    """Sail, and say what happened."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=10_000, help="how many (%(default)s)")
    parser.add_argument("--seed", type=int, default=None, help="start from this number to see the same again")
    parser.add_argument("--postgres", action="store_true", help="on a PostgreSQL of its own in place of SQLite")
    said = parser.parse_args()
    seed = Random().randrange(1 << 32) if said.seed is None else said.seed
    print(f"{'PostgreSQL' if said.postgres else 'SQLite'}, seed {seed}", flush=True)
    with ExitStack() as stack:
        if said.postgres:
            address = stack.enter_context(running_postgres())
        else:
            address = f"sqlite:///{stack.enter_context(TemporaryDirectory())}/kidd.db"
        world, began = stack.enter_context(world_of(address, seed)), time.monotonic()

        def tell(number: int) -> None:
            print(f"{number:>7} steps, {time.monotonic() - began:.0f} s: {summary(world)}", flush=True)

        sail(world, said.steps, tell)
    for title, counted in (("done", world.done), ("refused", world.refused), ("happened", world.happened)):
        print(f"{title}: {several(counted)}")
    if never := untried(world):
        print(f"never: {', '.join(sorted(never))}")
    print(f"{said.steps} steps: nothing broken")


def summary(world: World) -> str:
    """How it stands."""
    games = len(world.running) + len(world.finished) + len(world.apart)
    days = (world.tide.now - world.tide.first).days
    tries = f"{sum(world.done.values())} done, {sum(world.refused.values())} refused"
    return f"{tries}; {games} games, {world.happened['rated']} of them counted; {days} days"


def several(counted: Counter[str]) -> str:
    """What was counted, the most frequent first."""
    return ", ".join(f"{name} {number}" for name, number in counted.most_common())


if __name__ == "__main__":
    main()
