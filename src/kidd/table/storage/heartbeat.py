"""That a server is there: one row that all servers of a database renew; the next one knows for how long none was."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, select, update
from sqlalchemy.dialects import postgresql, sqlite

from kidd.table.storage import job_rows
from kidd.table.storage.database.schema import heartbeats

ROW = 1
APART = timedelta(seconds=2)  # that several servers' clocks may be: what is more, one was put back by
UNKNOWN = timedelta(minutes=1)  # as rarely as signs are given


class Span(NamedTuple):
    """A time without a server; its end includes what people have to come back."""

    since: datetime
    until: datetime


def gap(connection: Connection, moment: datetime, *, patience: timedelta, back: timedelta) -> Span | None:
    """The time without a server that ends now: there was none if it was promised earlier than patience allows."""
    row = connection.execute(select(heartbeats).where(heartbeats.c.id == ROW)).first()
    return None if row is None else _gap(row, moment, patience=patience, back=back)


def beat(
    connection: Connection,
    moment: datetime,
    every: timedelta,
    *,
    patience: timedelta,
    back: timedelta,
    counted: Span | None = None,
) -> Span | None:
    """Say that a server is there, and will say so again; returns the last time that there was none.

    What was `counted` before is that time, unless another server has been quicker to say that it is there.
    """
    row = connection.execute(select(heartbeats).where(heartbeats.c.id == ROW).with_for_update()).first()
    if row is None:
        made = (postgresql if connection.dialect.name == "postgresql" else sqlite).insert(heartbeats)
        first = made.values(id=ROW, at=moment, next=moment + every)
        connection.execute(first.on_conflict_do_nothing(index_elements=["id"]))
        return None
    since, until = row.since, row.until
    if until is not None and until > moment + back + APART:  # of a clock that was put back since: it is past, not ahead
        since = until = None
    found = _gap(row, moment, patience=patience, back=back)
    if counted is not None and (counted.since == row.at or row.at > moment):
        since, until = counted
    elif found is not None:
        since, until = found
    last = max(moment, row.at)
    if last - moment >= APART:
        last = moment
        job_rows.turn_back(connection, moment)
    said = {"at": last, "next": moment + every, "since": since, "until": until}
    connection.execute(update(heartbeats).where(heartbeats.c.id == ROW).values(said))
    return None if since is None else Span(since, until)


def _gap(row: Row[Any], moment: datetime, *, patience: timedelta, back: timedelta) -> Span | None:
    """A sign that is still to come is of a clock that was put back since: nobody knows how long ago that was."""
    if moment - row.next <= patience:
        return None
    return Span(row.at if row.at <= moment else moment - UNKNOWN, moment + back)
