"""Who is here: each process writes down, again and again, those who are connected to it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from sqlalchemy import Connection, delete, func, select
from sqlalchemy.dialects import postgresql, sqlite

from kidd.table.storage.database.schema import presences

HERE = timedelta(seconds=30)  # after somebody was seen last they have gone
KEPT_FOR = timedelta(minutes=5)  # until a row is thrown away


def see(connection: Connection, seen: Mapping[str, datetime]) -> None:
    """Note when people were here last; whoever was seen later elsewhere stays so."""
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    made = dialect.insert(presences)
    later = made.on_conflict_do_update(
        index_elements=["person"], set_={"seen": made.excluded.seen}, where=presences.c.seen < made.excluded.seen
    )
    rows = [{"person": person, "seen": moment} for person, moment in sorted(seen.items())]  # in one order for all
    if rows:
        connection.execute(later, rows)


def forget(connection: Connection, now: datetime) -> None:
    """Throw away what is of no use any more."""
    connection.execute(delete(presences).where(presences.c.seen < now - KEPT_FOR))


def count(connection: Connection, now: datetime) -> int:
    """How many are here."""
    query = select(func.count()).select_from(presences).where(presences.c.seen > now - HERE)
    return connection.execute(query).scalar_one()
