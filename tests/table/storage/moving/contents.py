"""What is in a database, to be compared with what is in another."""

from __future__ import annotations

from sqlalchemy import select

from kidd.table.storage.database import schema
from kidd.table.storage.moving.access import looking_in

Rows = dict[str, list[tuple[object, ...]]]


def contents(address: str) -> Rows:
    """Every row of every table."""
    with looking_in(address) as connection:
        return {
            table.name: sorted(map(tuple, connection.execute(select(table)).all()), key=repr)
            for table in schema.metadata.sorted_tables
        }
