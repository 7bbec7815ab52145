"""Copies every row of a database into another one of the same version, and compares the two."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Integer, MetaData, Row, Table, func, insert, select, text

from kidd.table.errors import StoreError
from kidd.table.storage.database.schema import metadata
from kidd.table.storage.moving.tally import Counting, Tally

AT_ONCE = 1000  # rows
OF_BEFORE = {"visitors"}  # tables that today's database has under another name
KNOWN = {*metadata.tables, *OF_BEFORE}

COPYING, COMPARING, REPLAYING = "copying", "comparing", "replaying"
Told = Callable[[str, int, int], None]
"""Is told what is done, how much of it, and how much there is."""


def in_silence(_doing: str, _done: int, _all: int) -> None:
    """Where nobody wants to know."""


def tables_of(connection: Connection) -> Sequence[Table]:
    """Our tables as this database has them, those first that others point to."""
    there = MetaData()
    there.reflect(connection, only=lambda name, _: name in KNOWN)
    return there.sorted_tables


def count_rows(connection: Connection, tables: Sequence[Table]) -> int:
    """How many rows there are in all."""
    return sum(connection.execute(select(func.count()).select_from(table)).scalar_one() for table in tables)


def copy_rows(source: Connection, target: Connection, told: Told = in_silence) -> dict[str, Tally]:
    """Put every row into the other database, whose tables are empty; returns what was sent, by table."""
    into = {table.name: table for table in tables_of(target)}
    tables = tables_of(source)
    done, whole = 0, count_rows(source, tables)
    sent = {}
    for table in tables:
        counting, order = Counting(), _order(table)
        adding = insert(into[table.name])
        for rows in _leaves(source, table, order):
            for row in rows:
                counting.add(row)
            target.execute(adding, [dict(zip(order, row, strict=True)) for row in rows])
            told(COPYING, done := done + len(rows), whole)
        sent[table.name] = counting.tally
    _go_on_counting(target, into.values())
    return sent


def tally_rows(connection: Connection, told: Told = in_silence) -> dict[str, Tally]:
    """What a database holds, by table."""
    tables = tables_of(connection)
    done, whole = 0, count_rows(connection, tables)
    found = {}
    for table in tables:
        counting = Counting()
        for rows in _leaves(connection, table, _order(table)):
            for row in rows:
                counting.add(row)
            told(COMPARING, done := done + len(rows), whole)
        found[table.name] = counting.tally
    return found


def compare(one: Mapping[str, Tally], other: Mapping[str, Tally], *, reason: str = "not-equal") -> None:
    """Refuse what is not the same, row for row."""
    for name in sorted({*one, *other}):
        if one.get(name) != other.get(name):
            raise StoreError(reason, table=name)


def _order(table: Table) -> list[str]:
    """The columns in an order that does not depend on the database."""
    return sorted(table.columns.keys())


def _leaves(connection: Connection, table: Table, order: Sequence[str]) -> Iterator[Sequence[Row[Any]]]:
    query = select(*(table.columns[name] for name in order))
    yield from connection.execute(query, execution_options={"yield_per": AT_ONCE}).partitions()


def _go_on_counting(connection: Connection, tables: Any) -> None:
    """Let PostgreSQL number new rows after those that came with their numbers, as SQLite does by itself."""
    if connection.dialect.name != "postgresql":
        return
    for table in tables:
        keys = list(table.primary_key)
        if len(keys) == 1 and isinstance(keys[0].type, Integer):
            name = keys[0].name
            after = f"SELECT setval(pg_get_serial_sequence('{table.name}', '{name}'), max({name})) FROM {table.name}"
            connection.execute(text(after))
