"""Two processes that write to one PostgreSQL at the same time, and could wait for one another's rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from functools import partial
from threading import Event
from typing import Any, NamedTuple

import pytest
from sqlalchemy import Connection, NullPool, create_engine, event, select, text

from kidd.table.moments import now
from kidd.table.storage import event_log
from kidd.table.storage.database import postgres as patience
from kidd.table.storage.database.engines import read_address
from kidd.table.storage.database.schema import games, throttles
from kidd.table.storage.database.store import Store, open_store
from kidd.table.storage.growth import Growth, place_of
from kidd.table.storage.persons.throttles import origin
from tests.patience import PATIENCE, until
from tests.postgres import new_database
from tests.table.sittings import sit
from tests.table.storage.database.test_writer import done, held

pytestmark = pytest.mark.once

FIRST = "!"  # a place before all others
SHARES = [origin(f"2001:db8:{wide}:{narrow}::1", bytes(32)) for wide in range(2) for narrow in range(1, 5)]


class Two(NamedTuple):
    """Both of them, and how often PostgreSQL has ended one of their transactions since both were closed."""

    stores: tuple[Store, Store]
    deadlocks: Callable[[], int]


@pytest.fixture
def two(postgres: str) -> Iterator[Two]:
    """Two on a database of their own."""
    with new_database(postgres, "entangled") as address:
        stores = open_store(address), open_store(address)

        def deadlocks() -> int:
            for store in stores:
                store.close()
            return _deadlocks(address)

        yield Two(stores, deadlocks)
        for store in stores:
            store.close()


def _deadlocks(address: str) -> int:
    """As it is known when everybody who has written there has hung up."""
    others = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    ended = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"
    engine = create_engine(read_address(address), isolation_level="AUTOCOMMIT", poolclass=NullPool)
    with engine.connect() as connection:
        until(lambda: connection.execute(text(others)).scalar_one() == 0, "the end of the others")
        found: int = connection.execute(text(ended)).scalar_one()
    return found


@contextmanager
def meeting(stores: tuple[Store, Store]) -> Iterator[None]:
    """What is submitted here is begun by each in one transaction, by both at the same time."""
    met = Event(), Event()

    def meet(number: int, _: Connection) -> None:
        met[number].set()
        assert met[1 - number].wait(PATIENCE)

    with held(stores[0]), held(stores[1]):
        for number, store in enumerate(stores):
            store.submit(partial(meet, number), place=FIRST)
        yield


def touch(connection: Connection, game: str) -> None:
    """Lock the row of a game, and count that."""
    connection.execute(text("UPDATE games SET ply = ply + 1 WHERE id = :game"), {"game": game})


def nothing(_: object) -> None:
    """What is decided of a game that has only to be looked at."""


def test_two_that_wait_for_one_another(two: Two):
    """One of them gives way before PostgreSQL looks who waits for whom; each work alone succeeds."""
    table, other = sit(two.stores[0], "LC"), sit(two.stores[0], "LC")
    touched = [Event(), Event()]

    def first(number: int, game: str) -> Callable[[Connection], int]:
        def work(connection: Connection) -> int:
            touch(connection, game)
            touched[number].set()
            assert touched[1 - number].wait(PATIENCE)
            return number

        return work

    futures: list[Future[Any]] = []
    with held(two.stores[0]), held(two.stores[1]):
        for number, (mine, theirs) in enumerate([(table.id, other.id), (other.id, table.id)]):
            futures.append(two.stores[number].submit(first(number, mine)))
            futures.append(two.stores[number].submit(partial(touch, game=theirs)))
    assert [done(future) for future in futures] == [0, None, 1, None]
    with two.stores[0].reading() as connection:
        found = connection.execute(select(games.c.ply).where(games.c.id.in_([table.id, other.id])))
        assert list(found.scalars()) == [2, 2]
    assert two.deadlocks() == 0


def test_all_take_games_and_origins_in_one_order(two: Two, monkeypatch: pytest.MonkeyPatch):
    """However they come, and though many charge one address: neither of two holds what the other one waits for."""
    monkeypatch.setattr(patience, "PASSING", "4000")  # nobody gives way
    tables = [sit(two.stores[0], "LC") for _ in range(8)]
    undone: list[object] = []
    for store in two.stores:
        store.growth = Growth(each=1000)
        event.listen(store.engine, "rollback", undone.append)
    futures: list[Future[Any]] = []
    with meeting(two.stores):
        for store, step in zip(two.stores, (1, -1), strict=True):
            for table, share in list(zip(tables, SHARES, strict=True))[::step]:
                charge = partial(store.growth.charge, share=share, moment=now())
                futures.append(store.submit(charge, place=place_of(share)))
                futures.append(event_log.commit_decision(store, table.id, nothing))
    assert not [error for future in futures if (error := future.exception(PATIENCE))]
    with two.stores[0].reading() as connection:
        counted = connection.execute(select(throttles.c["count"]).order_by(throttles.c["count"])).scalars().all()
    assert counted == [2] * len(SHARES) + [8, 8], "each once by both, and what is wider by both for four of them"
    assert undone == []
    assert two.deadlocks() == 0


def test_what_somebody_holds_stops_nobody_else(two: Two):
    """A server may be frozen while it holds the row of an origin: games go on, and what needs the row is done later."""
    store, table, share = two.stores[0], sit(two.stores[0], "LC"), SHARES[0]
    store.growth = Growth(each=1000)
    charge, place = partial(store.growth.charge, share=share, moment=now()), place_of(share)
    assert done(store.submit(charge, place=place)) is None
    with two.stores[1].engine.connect() as frozen, frozen.begin():
        frozen.execute(select(throttles.c.key).with_for_update())
        waiting = [store.submit(charge, place=place) for _ in range(20)]
        for _ in range(30):
            assert done(store.submit(partial(touch, game=table.id), place=table.id)) is None
        assert [one.exception() for one in waiting if one.done()] == []
    assert [done(one) for one in waiting] == [None] * 20
    assert two.deadlocks() == 0


def test_what_a_frozen_server_holds_is_given_back(two: Two):
    """PostgreSQL ends a transaction in which nothing has happened for longer than anybody waits."""
    with two.stores[0].reading() as connection:
        said = connection.execute(text("SHOW idle_in_transaction_session_timeout")).scalar_one()
    assert said == "10s"
