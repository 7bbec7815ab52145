"""Processes that keep time, and games whose clocks are about to run out."""

from __future__ import annotations

import subprocess
import sys
from datetime import timedelta
from pathlib import Path

from sqlalchemy import select

from kidd.table.moments import WATCH
from kidd.table.snapshot import Table
from kidd.table.storage.database.schema import events
from kidd.table.storage.database.store import Store
from tests.table.tides import move, sit_timed

ROOT = Path(__file__).parents[3]


class Keeper:
    """A process that keeps time."""

    def __init__(self, address: str) -> None:
        command = [sys.executable, "-m", "tests.table.timekeeper.keeper_process", address]
        self.process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def wait(self) -> None:
        """Until it keeps time."""
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == "there\n"

    def kill(self) -> None:
        """End it without any farewell."""
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            pipe.close()


def about_to_end(store: Store, seconds: float) -> Table:
    """A live game whose clock comes to zero in so many seconds."""
    usual = WATCH.read
    WATCH.go_on(timedelta(seconds=seconds - 30))
    try:
        return move(store, sit_timed(store, "30+0"), 2)
    finally:
        WATCH.read = usual


def endings(store: Store, table: Table) -> list[timedelta]:
    """How late each loss on time was settled."""
    assert table.clock is not None
    falls = table.clock.falls
    assert falls is not None
    query = select(events.c.at).where(events.c.game == table.id, events.c.data.contains(":time"))
    with store.reading() as connection:
        return [at - falls for at in connection.execute(query).scalars()]
