"""A server's process that only keeps time; run as a program by the tests, until it is killed or its input ends."""

from __future__ import annotations

import sys

from kidd.table.storage.database.store import open_store
from kidd.table.storage.ownership import claim
from kidd.table.timekeeper.timekeeper import Timekeeper


def main(url: str) -> None:
    """Keep time."""
    store = open_store(url)
    claim(store)
    keeper = Timekeeper(store)
    keeper.start()
    print("there", flush=True)
    sys.stdin.read()
    keeper.close()
    store.close()


if __name__ == "__main__":
    main(sys.argv[1])
