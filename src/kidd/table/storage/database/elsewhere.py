"""Whether others write to an SQLite database: somebody who looks after it by command while a server has it open."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection

from kidd.table.storage.database.store import Store


class Elsewhere:
    """All that this process writes goes through one connection, so SQLite can tell that from what others do.

    On PostgreSQL whoever changes something says so (`pubsub`).
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._seen: tuple[Any, int] | None = None
        """The connection that was asked last, and its number: that of another one means something else."""

    def has_written(self) -> bool:
        """Whether somebody else has written since this was asked last, as far as can be told; at first it cannot."""
        if self._store.engine.dialect.name != "sqlite":
            return False
        before, self._seen = self._seen, self._store.write(_look)
        return before is None or before[0] is not self._seen[0] or before[1] != self._seen[1]


def _look(connection: Connection) -> tuple[Any, int]:
    number = connection.exec_driver_sql("PRAGMA data_version").scalar_one()
    return connection.connection.dbapi_connection, int(number)
