"""The games that were in use last, kept so that a move need not replay what came before it."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from kidd.table.snapshot import Table


class SnapshotCache:
    """A table by its id and version; those not asked for in a long time make room."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._lock = Lock()

    def find(self, game_id: str, version: int) -> Table | None:
        """The table as it stood at that version, if it is here."""
        with self._lock:
            table = self._tables.get(game_id)
            if table is None or table.version != version:
                return None
            self._tables.move_to_end(game_id)
            return table

    def latest(self, game_id: str) -> Table | None:
        """The table as it is known here, whatever others may have done to it since."""
        with self._lock:
            table = self._tables.get(game_id)
            if table is not None:
                self._tables.move_to_end(game_id)
            return table

    def put(self, table: Table) -> None:
        """Keep a table that is in the database, unless a later one is here already."""
        with self._lock:
            there = self._tables.get(table.id)
            if there is None or there.version <= table.version:
                self._tables[table.id] = table
            self._tables.move_to_end(table.id)
            while len(self._tables) > self._size:
                self._tables.popitem(last=False)
