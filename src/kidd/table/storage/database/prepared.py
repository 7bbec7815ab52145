"""Statements needed all the time: compiled once for each kind of database, then given to its driver as they are.

Otherwise each would be put together anew by SQLAlchemy, which takes longer than the database needs to carry it out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import lru_cache
from operator import itemgetter
from typing import Any, NamedTuple

from sqlalchemy import Boolean, Connection, Dialect, Select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.elements import ClauseElement
from sqlalchemy.types import TypeEngine

from kidd.table.storage.database.schema.columns import EPOCH, Moment

Row = Mapping[str, Any]

MILLISECOND = timedelta(milliseconds=1)


class Compiled(NamedTuple):
    """A statement as a driver takes it."""

    text: str
    names: Sequence[str] | None
    """Of its values in their order; None where the driver takes them by name."""
    take: Callable[[Row], tuple[Any, ...]]
    """Gives a row's values in that order."""
    write: Sequence[tuple[int, str, Callable[[Any], Any]]]
    """How values are written that the driver does not know: the place of each, and its name."""
    read: Sequence[Callable[[Any], Any] | None] = ()
    """How each value that a query finds is read, None where it is as the driver gives it."""


class Prepared:
    """A statement by its values' names, of an insert or update also the columns', `keys`.

    Errors come as SQLAlchemy would raise them.
    """

    def __init__(self, statement: ClauseElement, keys: Sequence[str] = ()) -> None:
        self._statement = statement
        self._keys = keys
        self._compiled: dict[str, Compiled] = {}

    def run(self, connection: Connection, *rows: Row) -> int:
        """Carry it out for each row of values; says how many rows of the database were changed."""
        cursor = self._carried_out(connection, rows)
        changed: int = cursor.rowcount
        cursor.close()
        return changed

    def finds(self, connection: Connection, row: Row) -> bool:
        """Whether a query by these values finds anything."""
        return self._fetched(connection, row) is not None

    def first(self, connection: Connection, row: Row) -> list[Any] | None:
        """The first row that a query by these values finds, None where there is none."""
        found = self._fetched(connection, row)
        if found is None:
            return None
        readers = self._compiled[connection.dialect.name].read
        return [value if reader is None else reader(value) for value, reader in zip(found, readers, strict=True)]

    def _fetched(self, connection: Connection, row: Row) -> Sequence[Any] | None:
        cursor = self._carried_out(connection, (row,))
        try:
            found: Sequence[Any] | None = cursor.fetchone()
        except connection.dialect.loaded_dbapi.Error as error:
            raise _as_usual(error, connection.dialect, self._compiled[connection.dialect.name].text) from error
        finally:
            cursor.close()
        return found

    def _carried_out(self, connection: Connection, rows: Sequence[Row]) -> Any:
        """The driver's cursor after it, which whoever asks for it closes."""
        dialect = connection.dialect
        ready = self._compiled.get(dialect.name) or self._compile(dialect)
        written: list[Any] = []
        for row in rows:
            values: Any
            if ready.names is None:
                values = dict(row)
                for _, name, write in ready.write:
                    values[name] = write(row[name])
            else:
                values = list(ready.take(row))
                for place, name, write in ready.write:
                    values[place] = write(row[name])
            written.append(values)
        cursor = connection.connection.cursor()
        try:
            if len(written) == 1:
                cursor.execute(ready.text, written[0])
            else:
                cursor.executemany(ready.text, written)
        except BaseException as error:
            cursor.close()
            if isinstance(error, dialect.loaded_dbapi.Error):
                raise _as_usual(error, dialect, ready.text) from error
            raise
        return cursor

    def _compile(self, dialect: Dialect) -> Compiled:
        made: Any = self._statement.compile(dialect=dialect, column_keys=list(self._keys) or None)
        writers = {name: _writer(one.type, dialect) for name, one in made.binds.items()}
        names = made.positiontup if made.positional else None
        order = made.binds if names is None else names
        known = [(place, name, writer) for place, name in enumerate(order) if (writer := writers[name]) is not None]
        columns = self._statement.selected_columns if isinstance(self._statement, Select) else ()
        readers = [one.type.dialect_impl(dialect).result_processor(dialect, None) for one in columns]
        ready = Compiled(str(made), names, _taker(names or ()), known, readers)
        self._compiled[dialect.name] = ready
        return ready


def _taker(names: Sequence[str]) -> Callable[[Row], tuple[Any, ...]]:
    if len(names) > 1:
        return itemgetter(*names)
    return lambda row: tuple(row[name] for name in names)


def _writer(kind: TypeEngine[Any], dialect: Dialect) -> Callable[[Any], Any] | None:
    """How the values of a type are written: as SQLAlchemy does, with fewer steps for what is written at every move."""
    if isinstance(kind, Moment):
        return milliseconds
    if isinstance(kind, Boolean) and dialect.name == "sqlite":
        return None  # which takes a truth value for a number
    return kind.dialect_impl(dialect).bind_processor(dialect)


@lru_cache(64)  # that of an event is also when its game was changed last
def milliseconds(moment: datetime | None) -> int | None:
    """A moment as every database keeps it."""
    return None if moment is None else (moment - EPOCH) // MILLISECOND


def _as_usual(error: Exception, dialect: Dialect, said: str) -> BaseException:
    """An error of a driver as SQLAlchemy would raise it."""
    return DBAPIError.instance(said, None, error, dialect.loaded_dbapi.Error, hide_parameters=True, dialect=dialect)
