"""Two servers on one PostgreSQL keep time: each clock runs out once, whichever of them is killed.

How soon is measured by `python -m bench.timeouts`.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest
from sqlalchemy import select

from kidd.table.clocks import LAG
from kidd.table.moments import now
from kidd.table.storage.database.schema import heartbeats
from kidd.table.storage.database.store import Store, open_store
from kidd.table.storage.event_log import load
from kidd.table.storage.recompute import differences
from tests.patience import until
from tests.postgres import wipe
from tests.table.timekeeper.keepers import Keeper, about_to_end, endings

pytestmark = pytest.mark.once

LAG_OVER = timedelta(milliseconds=LAG)  # from when on no move can be on its way


@pytest.fixture
def shared(postgres: str) -> Iterator[Store]:
    """A PostgreSQL without games."""
    opened = open_store(postgres)
    wipe(opened)
    yield opened
    opened.close()


@pytest.mark.parametrize("killed", [0, 1, 2])
def test_each_clock_runs_out_once(shared: Store, postgres: str, killed: int):
    """Not before its moment: both live, or one is killed just before, or both are, and the next one settles it."""
    keepers = [Keeper(postgres) for _ in range(2)]
    try:
        for one in keepers:
            one.wait()
        tables = [about_to_end(shared, 2 + number / 10) for number in range(10)]
        until(lambda: beats(shared), "a sign of life")
        for one in keepers[:killed]:
            one.kill()
        if killed == 2:
            until(lambda: now() - last(shared) > timedelta(seconds=3), "a time without a server")
            keepers.append(Keeper(postgres))
            keepers[-1].wait()
        until(lambda: all(load(shared, table.id).is_over for table in tables), "the end")
        late = [endings(shared, table) for table in tables]
        assert all(len(one) == 1 for one in late), "once"
        early = LAG_OVER if killed < 2 else timedelta(seconds=4.5)  # as they have five seconds to come back
        assert all(early <= one[0] for one in late)
        assert differences(shared) == []
    finally:
        for one in keepers[killed if killed < 2 else 2 :]:
            one.kill()


def beats(store: Store) -> bool:
    """Whether a server has promised to say every second that it is there."""
    with store.reading() as connection:
        row = connection.execute(select(heartbeats)).first()
    return row is not None and row.next - row.at <= timedelta(seconds=1)


def last(store: Store) -> datetime:
    """When a server has last said so."""
    with store.reading() as connection:
        moment: datetime = connection.execute(select(heartbeats.c.at)).scalar_one()
    return moment
