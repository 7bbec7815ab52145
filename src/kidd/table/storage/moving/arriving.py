"""What one database holds is put into another, all of it or nothing: every row is compared, and every game replayed."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from sqlalchemy import Connection, select, text

from kidd.errors import shown
from kidd.table.errors import StoreError
from kidd.table.storage.database.engines import Address
from kidd.table.storage.database.migrate import migrate
from kidd.table.storage.database.versions import newest, version_of
from kidd.table.storage.moving.access import looking_in
from kidd.table.storage.moving.copying import REPLAYING, Told, compare, copy_rows, in_silence, tables_of, tally_rows
from kidd.table.storage.recompute import Checked, check

# What a server writes before anybody has come, and nobody would miss.
PASSING = {"heartbeats", "presences", "throttles", "rating_pools"}


class Arrival(NamedTuple):
    """How many rows have come, and what was found in the games."""

    rows: int
    checked: Checked


def arrive(
    source: Connection,
    target: Connection,
    told: Told = in_silence,
    *,
    replace: bool = False,
    anyway: bool = False,
) -> Arrival:
    """Fill a database in the transaction that is given: an empty one, or one that is to be replaced.

    What comes is compared with what was sent, and games that do not replay are refused, but `anyway`.
    """
    if not replace:
        refuse_inhabited(target)
    _clear(target)
    migrate(target, version_of(source))
    sent = copy_rows(source, target, told)
    compare(sent, tally_rows(target, told))
    migrate(target)
    return Arrival(sum(tally.rows for tally in sent.values()), replay(target, told, anyway=anyway))


def inspect_games(url: Address, told: Told = in_silence) -> Checked:
    """Replay every game of a database that is up to date, as it is at one moment."""
    with looking_in(url) as connection:
        if (found := version_of(connection)) != newest():
            raise StoreError("older", came=found, known=newest())
        return replay(connection, told, anyway=True)


def replay(connection: Connection, told: Told = in_silence, *, anyway: bool = False) -> Checked:
    """Replay every game, and refuse if one is not what its row says."""
    checked = check(connection, partial(told, REPLAYING))
    if checked.otherwise and not anyway:
        raise StoreError("does-not-replay", number=len(checked.otherwise), first=shown(checked.otherwise[0]))
    return checked


def refuse_inhabited(connection: Connection) -> None:
    """Say so where anybody has been."""
    for table in tables_of(connection):
        if table.name not in PASSING and connection.execute(select(table).limit(1)).first() is not None:
            raise StoreError("not-empty")


def _clear(connection: Connection) -> None:
    for table in reversed(tables_of(connection)):
        table.drop(connection)
    connection.execute(text("DROP TABLE IF EXISTS alembic_version"))
