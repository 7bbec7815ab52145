from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import text

from kidd.table.computers.computers import Computers
from kidd.table.snapshot import Table
from kidd.table.storage.database.postgres_relay import catch_up
from kidd.table.storage.database.store import Store, open_store
from kidd.table.storage.event_log import load
from kidd.table.storage.ownership import claim
from tests.patience import until
from tests.table.sittings import ANN, computer, count, person, say, sit

pytestmark = pytest.mark.once


def test_a_server_plays_and_judges(any_store: Store):
    """On a database of either kind, from its start to its end; then nothing is held, and nobody thinks."""
    claim(any_store)
    waiting = sit(any_store, "LC", computer(), person())
    computers = Computers(any_store, 1)
    computers.start()
    try:
        until(lambda: len(load(any_store, waiting.id).match) == 1)
        table = load(any_store, waiting.id)
        table = say(any_store, table, str(table.match.position.legal_moves()[0]))
        until(lambda: len(load(any_store, waiting.id).match) == 3)
        over = say(any_store, load(any_store, table.id), "resign")
        computers.analyses.begin(ANN, over)
        until(lambda: _is_judged(computers, over))
    finally:
        computers.close()
    assert computers.thinkers.pids == []
    assert count(any_store, "jobs") == 0


def _is_judged(computers: Computers, table: Table) -> bool:
    found = computers.analyses.find(table)
    return found is not None and found.state == "done"


def test_a_server_that_stops_holds_nothing(any_store: Store):
    """Neither turns nor analyses: whoever comes next goes on at once."""
    claim(any_store)
    computers = Computers(any_store, 1)
    computers.start()
    sit(any_store, "LC", computer(8), person())
    over = say(any_store, sit(any_store, "LC"), "@c1", "resign")
    computers.analyses.begin(ANN, over)
    until(lambda: computers.thinkers.thinking + computers.thinkers.waiting == 2)
    computers.close()
    with any_store.reading() as connection:
        held = connection.execute(text("SELECT kind, holder FROM jobs ORDER BY kind")).all()
    assert [tuple(row) for row in held] == [("analysis", None), ("turn", None)]


def test_after_a_lost_line_everybody_hears_how_their_game_stands(any_store: Store):
    """Whatever others have done meanwhile."""
    other = open_store(any_store.engine.url.render_as_string(hide_password=False))
    table = sit(any_store, "LC")

    async def scene() -> int:
        with any_store.hub.subscribe(table.id) as news:
            later = await asyncio.to_thread(say, other, table, "@c1", "@a7")
            await asyncio.to_thread(catch_up, any_store)
            async for version in news:
                assert version == later.version
                return version
        return -1

    try:
        assert asyncio.run(scene()) == table.version + 2
    finally:
        other.close()
    catch_up(any_store)  # nobody listens
