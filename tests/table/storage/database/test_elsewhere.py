"""Who else writes to the file of a server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kidd.table.moments import now
from kidd.table.storage.database.elsewhere import Elsewhere
from kidd.table.storage.database.store import Store, open_store
from kidd.table.storage.persons import people

pytestmark = pytest.mark.once


@pytest.fixture
def stores(tmp_path: Path) -> Iterator[tuple[Store, Store]]:
    """A server's database, opened by somebody else as well."""
    both = open_store(f"sqlite:///{tmp_path}/kidd.db"), open_store(f"sqlite:///{tmp_path}/kidd.db")
    yield both
    for store in both:
        store.close()


def remember(store: Store, person: str) -> None:
    """Write something."""
    store.write(lambda connection: people.remember(connection, person, now()))


def test_others_are_told_from_oneself(stores: tuple[Store, Store]):
    """What others have written is said once; what was written here, or only read there, is not."""
    here, there = stores
    elsewhere = Elsewhere(here)
    assert elsewhere.has_written()  # it may be so, before it was asked for the first time
    for number in range(3):
        remember(here, f"here {number}")
        with there.reading() as connection:
            people.sessions_of(connection, "here")
        assert not elsewhere.has_written()
        remember(there, f"there {number}")
        remember(here, f"here, later {number}")
        assert [elsewhere.has_written() for _ in range(2)] == [True, False]


def test_with_another_connection(stores: tuple[Store, Store]):
    """Nobody knows what was written before it was made: that may have been somebody else's."""
    here, there = stores
    elsewhere = Elsewhere(here)
    elsewhere.has_written()
    remember(there, "there")
    here.engine.dispose()  # the next transaction begins on a connection of its own
    assert elsewhere.has_written()
    assert not elsewhere.has_written()
