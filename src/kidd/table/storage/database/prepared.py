"""Statements needed all the time: compiled once for each kind of database, then given to its driver as they are.

Otherwise each would be put together anew by SQLAlchemy, which takes longer than the database needs to carry it out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, Dialect, Select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.elements import ClauseElement

Row = Mapping[str, Any]
Answer = TypeVar("Answer")


class Compiled(NamedTuple):
    """A statement as a driver takes it."""

    text: str
    order: Sequence[tuple[str, Callable[[Any], Any] | None]] | None
    """The names of its values in their order, and how each is written; None where the driver takes them by name."""
    bind: Mapping[str, Callable[[Any], Any]]
    """How values are written that the driver does not know."""
    read: Sequence[Callable[[Any], Any] | None] = ()
    """How each value that a query finds is read, None where it is as the driver gives it."""

    def values(self, row: Row) -> Any:
        """A row of values as the driver takes them."""
        if self.order is not None:
            return [row[name] if write is None else write(row[name]) for name, write in self.order]
        return {name: self.bind[name](value) if name in self.bind else value for name, value in row.items()}


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
        return self._ask(connection, rows, lambda cursor: int(cursor.rowcount))

    def finds(self, connection: Connection, row: Row) -> bool:
        """Whether a query by these values finds anything."""
        return self._ask(connection, (row,), lambda cursor: cursor.fetchone() is not None)

    def first(self, connection: Connection, row: Row) -> list[Any] | None:
        """The first row that a query by these values finds, None where there is none."""
        found = self._ask(connection, (row,), lambda cursor: cursor.fetchone())
        if found is None:
            return None
        readers = self._compiled[connection.dialect.name].read
        return [value if reader is None else reader(value) for value, reader in zip(found, readers, strict=True)]

    def _ask(self, connection: Connection, rows: Sequence[Row], answer: Callable[[Any], Answer]) -> Answer:
        dialect = connection.dialect
        ready = self._compiled.get(dialect.name) or self._compile(dialect)
        cursor = connection.connection.cursor()
        try:
            if len(rows) == 1:
                cursor.execute(ready.text, ready.values(rows[0]))
            else:
                cursor.executemany(ready.text, [ready.values(row) for row in rows])
            return answer(cursor)
        except Exception as error:
            if isinstance(error, dialect.loaded_dbapi.Error):
                raise DBAPIError.instance(
                    ready.text, None, error, dialect.loaded_dbapi.Error, hide_parameters=True, dialect=dialect
                ) from error
            raise
        finally:
            cursor.close()

    def _compile(self, dialect: Dialect) -> Compiled:
        made: Any = self._statement.compile(dialect=dialect, column_keys=list(self._keys) or None)
        writers = {name: one.type.dialect_impl(dialect).bind_processor(dialect) for name, one in made.binds.items()}
        known = {name: writer for name, writer in writers.items() if writer is not None}
        columns = self._statement.selected_columns if isinstance(self._statement, Select) else ()
        readers = [one.type.dialect_impl(dialect).result_processor(dialect, None) for one in columns]
        order = [(name, known.get(name)) for name in made.positiontup] if made.positional else None
        ready = Compiled(str(made), order, known, readers)
        self._compiled[dialect.name] = ready
        return ready
