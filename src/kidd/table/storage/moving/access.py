"""Ways into a database for those who move: looking at all of it at one moment, and filling it while nobody is there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import DBAPIError

from kidd.errors import shown
from kidd.table.errors import StoreError
from kidd.table.storage.database.engines import (
    WRITES,
    Address,
    engine_for,
    file_of,
    read_address,
    unhurried,
    without_password,
)
from kidd.table.storage.database.file_lock import locked_in_turn
from kidd.table.storage.database.migrate import alone, refuse_servers
from kidd.table.storage.database.store import words_of
from kidd.table.storage.database.versions import NONE, is_newer, newest, version_of

BESIDE = ("", "-wal", "-shm")  # what SQLite adds to the name of a file


@contextmanager
def looking_in(url: Address, *, empty: bool = False) -> Iterator[Connection]:
    """All of a database as it is at one moment, while others go on writing; or while no server is there, `empty`."""
    file = file_of(read_address(url))
    if file is not None and not file.exists():
        raise StoreError("no-database", address=shown(without_password(url)))
    with _refusals(url), _locked(file if empty else None), _engine(url) as engine, _talking(engine) as connection:
        if empty:
            refuse_servers(connection)
        if version_of(connection) == NONE:
            raise StoreError("no-database", address=shown(without_password(url)))
        refuse_newer(version_of(connection))
        yield connection


@contextmanager
def filling(url: Address, *, known: bool = True) -> Iterator[Connection]:
    """A transaction in a database that no server is at; an SQLite file that was not there is gone if that fails.

    A file that nobody else has heard of need not be locked.
    """
    file = file_of(read_address(url))
    was_there = file is None or file.exists()
    with _refusals(url), _engine(url) as engine, _locked(file if known else None):
        try:
            with _talking(engine, writes=True) as connection, alone(connection):
                refuse_servers(connection)
                refuse_newer(version_of(connection))
                yield connection
        except BaseException:
            engine.dispose()
            for ending in () if file is None or was_there else BESIDE:
                Path(f"{file}{ending}").unlink(missing_ok=True)
            raise


def refuse_newer(version: str) -> None:
    """Leave alone what this program does not know all of."""
    if is_newer(version):
        raise StoreError("newer", came=shown(version), known=newest())


@contextmanager
def _refusals(url: Address) -> Iterator[None]:
    """What the database says against it is said in one sentence."""
    try:
        yield
    except DBAPIError as error:
        raise StoreError("open", address=shown(without_password(url)), why=words_of(error)) from error


@contextmanager
def _engine(url: Address) -> Iterator[Engine]:
    engine = engine_for(read_address(url))
    try:
        yield engine
    finally:
        engine.dispose()


@contextmanager
def _talking(engine: Engine, *, writes: bool = False) -> Iterator[Connection]:
    """A transaction that may take its time."""
    with engine.connect().execution_options(**{WRITES: writes}) as talk, talk.begin() as transaction:
        if talk.dialect.name == "postgresql" and not writes:
            talk.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"))
        with unhurried(talk):
            yield talk
            transaction.commit()


def _locked(file: Path | None) -> AbstractContextManager[None]:
    """While no server plays on an SQLite file, or say that there is one."""
    return nullcontext() if file is None else locked_in_turn(file)
