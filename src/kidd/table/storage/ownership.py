"""A database that is one server's alone: SQLite's file, behind a lock that ends with the process."""

from __future__ import annotations

from kidd.table.storage import job_rows
from kidd.table.storage.database.engines import file_of
from kidd.table.storage.database.store import Store, open_store


def open_own(url: str) -> Store:
    """Open a database as its only server, if it is SQLite's: what another plays on is not even brought up to date."""
    store = open_store(url, own=True)
    _take_over(store)
    return store


def claim(store: Store) -> None:
    """Be the only server on an SQLite database until it is closed, or say that there is one; PostgreSQL is shared."""
    store.lock()
    _take_over(store)


def _take_over(store: Store) -> None:
    if file_of(store.engine.url) is not None:
        store.write(job_rows.release_all)  # whoever held them is dead
        store.is_ours_alone = True
