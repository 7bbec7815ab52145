"""A database that is one server's alone: SQLite's file, behind a lock that ends with the process."""

from __future__ import annotations

from filelock import FileLock, Timeout

from kidd.errors import shown
from kidd.table.errors import StoreError
from kidd.table.storage import job_rows
from kidd.table.storage.database.engines import file_of
from kidd.table.storage.database.store import Store


def claim(store: Store) -> None:
    """Be the only server on an SQLite database until it is closed, or say that there is one; PostgreSQL is shared."""
    file = file_of(store.engine.url)
    if file is None:
        return
    real = file.resolve()  # one file may have several names
    lock = FileLock(f"{real}.lock", timeout=0, thread_local=False)
    try:
        lock.acquire()
    except Timeout:
        raise StoreError("other-server", file=shown(str(real))) from None
    except (OSError, NotImplementedError) as error:
        raise StoreError("lock", file=shown(str(real)), why=str(error)) from error
    store.at_close(lock.release)
    store.write(job_rows.release_all)  # whoever held them is dead
    store.is_ours_alone = True
