from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from functools import partial
from threading import Event, Lock
from typing import Any

import pytest
from sqlalchemy import Connection, event, text

from kidd.errors import KiddError
from kidd.table.errors import Entangled, Unavailable
from kidd.table.moments import now
from kidd.table.play.games import decide_act, play
from kidd.table.snapshot import Table
from kidd.table.storage import event_log
from kidd.table.storage.database.loop_calls import LoopCalls
from kidd.table.storage.database.pubsub import tell_here
from kidd.table.storage.database.store import Store, open_store
from kidd.table.storage.database.writer import AT_ONCE, Writer
from kidd.table.storage.persons.people import remember
from tests.patience import PATIENCE, until
from tests.table.sittings import ANN, count, fresh, say, sit

pytestmark = pytest.mark.once


class Refused(KiddError):
    """What a piece of work says that is not to be done."""


class Untouched:
    """In place of a connection, for works that do not look at it."""

    begin_nested = nullcontext


def dry(body: Callable[[Connection], None], *, again: bool) -> None:
    """A transaction without a database: for works that do not look at it."""
    body(None)  # type: ignore[arg-type]


def done(future: Future[Any]) -> Any:
    """What became of it: the result or the error."""
    return future.exception(PATIENCE) or future.result()


def adding(name: str) -> Callable[[Connection], str]:
    """Work that leaves a person of that name."""

    def work(connection: Connection) -> str:
        remember(connection, name, now())
        return name

    return work


def noting(order: list[int], number: int) -> Callable[[Connection], None]:
    """Work that leaves a number."""
    return lambda _: order.append(number)


def names(store: Store) -> set[str]:
    """Everybody in the database, as another connection sees them."""
    with store.reading() as connection:
        return set(connection.execute(text("SELECT id FROM persons")).scalars())


@contextmanager
def held(store: Store) -> Iterator[None]:
    """While this lasts the writer is busy, so that all that is submitted waits together."""
    busy, go = Event(), Event()

    def wait(_: Connection) -> None:
        busy.set()
        assert go.wait(PATIENCE)

    first = store.submit(wait)
    assert busy.wait(PATIENCE)
    try:
        yield
    finally:
        go.set()
        first.result(PATIENCE)


@pytest.fixture
def commits(store: Store) -> list[str]:
    """What was committed and undone, in order."""
    return watched(store)


def watched(store: Store) -> list[str]:
    """What a store commits and undoes from now on, as SQLite is told."""
    seen: list[str] = []

    def note(said: str) -> None:
        if said in ("COMMIT", "ROLLBACK"):
            seen.append(said.lower())

    store.write(lambda connection: driver_of(connection).set_trace_callback(note))
    return seen


class TestQueue:
    """Whose turn it is."""

    def test_one_at_a_time(self):
        """Whoever waits gets their turn, one after the other, from however many threads they come."""
        writer, inside, most, lock = Writer(dry), 0, 0, Lock()

        def visit(_: Connection) -> None:
            nonlocal inside, most
            with lock:
                inside += 1
                most = max(most, inside)
            Event().wait(0.001)
            with lock:
                inside -= 1

        with ThreadPoolExecutor(8) as pool:
            list(pool.map(lambda _: writer.submit(visit).result(PATIENCE), range(40)))
        writer.close()
        assert most == 1

    def test_first_come_first_served(self):
        """Also when they wait together."""
        writer, order = Writer(dry), list[int]()
        futures = [writer.submit(noting(order, number)) for number in range(2 * AT_ONCE + 1)]
        writer.close()
        assert all(future.done() for future in futures)
        assert order == list(range(2 * AT_ONCE + 1))

    def test_games_come_first_each_in_its_place(self):
        """Of what waits together, by their names; what has the same place, or none, stays in the order it came in."""
        order: list[int] = []
        writer, busy, go = Writer(dry), Event(), Event()

        def wait(_: Connection) -> None:
            busy.set()
            assert go.wait(PATIENCE)

        writer.submit(wait)
        assert busy.wait(PATIENCE)
        for number, place in enumerate(("", "b", "~origin", "a", "b", "")):
            writer.submit(noting(order, number), place=place)
        go.set()
        writer.close()
        assert order == [3, 1, 4, 0, 5, 2]

    def test_nobody_waits_for_ever(self):
        """Neither for a turn nor for a place in the queue, and what was refused is not done, nor counted."""
        busy, go = Event(), Event()
        writer, written = Writer(dry, patience=0.02, room=2), list[int]()

        def wait(_: Connection) -> None:
            busy.set()
            assert go.wait(PATIENCE)

        first = writer.submit(wait)
        assert busy.wait(PATIENCE)
        waiting = [writer.submit(noting(written, number)) for number in range(2)]
        with pytest.raises(Unavailable, match="too many wait for the database"):
            writer.submit(lambda _: written.append(2))
        Event().wait(0.03)  # longer than its patience
        go.set()
        assert done(first) is None
        for future in waiting:
            with pytest.raises(Unavailable, match="the database is busy"):
                future.result(PATIENCE)
        assert written == []
        assert done(writer.submit(lambda _: "in")) == "in"
        writer.close()

    def test_what_a_loop_gives_is_written_together(self):
        """All of what it has at hand; whoever comes from a thread meanwhile need not wait for the loop."""
        sizes: list[int] = []

        def counted(body: Callable[[Connection], None], *, again: bool) -> None:
            before = len(order)
            body(None)  # type: ignore[arg-type]
            sizes.append(len(order) - before)

        async def main() -> None:
            calls = LoopCalls(asyncio.get_running_loop())
            futures = [writer.submit_in_loop(noting(order, number), calls, several=False) for number in range(3)]
            async with asyncio.timeout(PATIENCE):
                await asyncio.gather(*futures)
                mine = writer.submit_in_loop(noting(order, 3), calls, several=False)
                writer.submit(noting(order, 4), several=False).result(PATIENCE)  # in the loop's way
                await mine

        order: list[int] = []
        writer = Writer(counted)
        asyncio.run(main())
        writer.close()
        assert order == [0, 1, 2, 3, 4]
        assert sizes[0] == 3

    def test_whoever_waits_in_a_loop_is_answered_there(self):
        """With the result or the error; whoever gives up is not told, and it is done all the same."""
        kept: list[int] = []

        def work(number: int, _: Connection) -> int:
            kept.append(number)
            if number == 2:
                raise ValueError("not today")
            return number

        async def main() -> None:
            calls = LoopCalls(asyncio.get_running_loop())
            well, badly, given_up = (writer.submit_in_loop(partial(work, number), calls) for number in (3, 2, 4))
            given_up.cancel()
            async with asyncio.timeout(PATIENCE):
                assert await well == 3
                with pytest.raises(ValueError, match="not today"):
                    await badly
            assert given_up.cancelled()

        writer = Writer(lambda body, **_: body(Untouched()))
        asyncio.run(main())
        writer.close()
        assert kept.count(4) == 1

    def test_an_error_gives_the_turn_back(self):
        """The next one gets in."""
        writer = Writer(dry)
        for _ in range(3):
            with pytest.raises(ZeroDivisionError):
                writer.submit(lambda _: 1 // 0).result(PATIENCE)
        assert done(writer.submit(lambda _: "in")) == "in"
        writer.close()

    def test_who_gives_up_in_time_writes_nothing(self, store):
        """Work that is cancelled while it waits is not done; that of others is."""
        with held(store):
            futures = [store.submit(adding(name)) for name in "abc"]
            assert futures[1].cancel()
        assert [done(futures[place]) for place in (0, 2)] == ["a", "c"]
        assert names(store) == {"a", "c"}


class TestTogether:
    """What waits together is committed together."""

    def test_one_commit(self, store, commits):
        """However many wait, they cost one sync of the disk."""
        with held(store):
            commits.clear()
            futures = [store.submit(adding(f"p{number}")) for number in range(50)]
        assert [done(future) for future in futures] == [f"p{number}" for number in range(50)]
        assert commits == ["commit"] * 2  # of whoever held it, and of all the others
        assert count(store, "persons") == 50

    def test_moves_of_many_games(self, store, commits):
        """Each is played, in one transaction."""
        tables = [sit(store, "LC") for _ in range(12)]
        changes = [acted(table, "@c1") for table in tables]
        with held(store):
            commits.clear()
            futures = [event_log.commit(store, change) for change in changes]
        assert [done(future).match.acts for future in futures] == [("@c1",)] * 12
        assert commits == ["commit"] * 2
        assert all(fresh(store, table.id).match.acts == ("@c1",) for table in tables[:3])

    def test_no_commit_is_too_large(self, store, commits):
        """Those who came first need not wait for all who came since."""
        with held(store):
            commits.clear()
            futures = [store.submit(adding(f"p{number}")) for number in range(AT_ONCE + 1)]
        assert all(done(future) for future in futures)
        assert commits == ["commit"] * 3

    def test_nobody_is_told_before_the_commit(self, store):
        """When `then` is called, another connection sees it; and the future is done only after that."""
        seen: list[tuple[bool, bool]] = []
        futures: dict[str, Future[str]] = {}

        def then(name: str) -> None:
            seen.append((names(store) >= {"a", "b", "c"}, futures[name].done()))

        with held(store):
            for name in "abc":
                futures[name] = store.submit(adding(name), then=then)
            assert not any(future.done() for future in futures.values())
            assert (names(store), seen) == (set(), [])
        assert [done(future) for future in futures.values()] == ["a", "b", "c"]
        assert seen == [(True, False)] * 3

    @pytest.mark.parametrize("error", [Refused, ZeroDivisionError])
    @pytest.mark.parametrize("place", [0, 1, 2])
    def test_one_that_fails_fails_alone(self, any_store, error, place):
        """What it has changed is undone; those before and after it are written and told."""

        def spoil(connection: Connection) -> str:
            adding("spoilt")(connection)
            raise error("no")

        told: list[str] = []
        works = [adding("a"), adding("b")]
        works.insert(place, spoil)
        with held(any_store):
            futures = [any_store.submit(work, then=told.append) for work in works]
        bad = futures.pop(place)
        assert isinstance(done(bad), error)
        assert [done(future) for future in futures] == told == ["a", "b"]
        assert names(any_store) == {"a", "b"}

    def test_a_refusal_costs_no_second_transaction(self, store, commits):
        """It is foreseen: the others are not done again."""

        def refuse(_: Connection) -> None:
            raise Refused("no")

        with held(store):
            commits.clear()
            futures = [store.submit(adding("a")), store.submit(refuse), store.submit(refuse, several=False)]
        assert [type(done(future)) for future in futures] == [str, Refused, Refused]
        assert commits == ["commit"] * 2

    def test_of_two_moves_that_wait_together_one_conflicts(self, store):
        """Both saw the same version."""
        table = sit(store, "LC")
        with held(store):
            futures = [event_log.commit(store, acted(table, act)) for act in ("@c1", "@e7")]
        assert done(futures[0]).match.acts == ("@c1",)
        assert isinstance(done(futures[1]), event_log.Conflict)
        assert fresh(store, table.id).match.acts == ("@c1",)

    def test_a_listener_that_fails(self, store, caplog):
        """What was written is written: that is logged, and nobody else misses anything."""
        told: list[str] = []

        def then(name: str) -> None:
            if name == "b":
                raise ZeroDivisionError
            told.append(name)

        with held(store):
            futures = [store.submit(adding(name), then=then) for name in "abc"]
        assert [done(future) for future in futures] == ["a", "b", "c"]
        assert told == ["a", "c"]
        assert "what was to follow could not be done" in caplog.text

    @pytest.mark.parametrize("error", [Refused, ZeroDivisionError])
    @pytest.mark.parametrize("together", [True, False])
    def test_what_is_undone_is_not_told(self, any_store: Store, error: type[Exception], together: bool):
        """Whoever writes says what is to be told: it is after the commit, once, and never if it was refused."""
        told: list[tuple[str, bool]] = []

        def telling(name: str, *, fails: bool = False) -> Callable[[Connection], str]:
            def work(connection: Connection) -> str:
                adding(name)(connection)
                tell_here(connection, lambda store: told.append((name, name in names(store))))
                if fails:
                    raise error("no")
                return name

            return work

        with held(any_store) if together else nullcontext():
            futures = [any_store.submit(telling(name, fails=name == "b")) for name in "abc"]
        assert isinstance(done(futures[1]), error)
        assert [done(futures[0]), done(futures[2])] == ["a", "c"]
        assert told == [("a", True), ("c", True)]

    def test_a_page_that_cannot_be_told(self, store: Store, caplog: pytest.LogCaptureFixture):
        """What was written is written, and the others are told."""
        told: list[str] = []

        def work(connection: Connection) -> None:
            tell_here(connection, lambda _: 1 / 0)
            tell_here(connection, lambda _: told.append("next"))

        store.write(work)
        assert told == ["next"]
        assert "could not be told" in caplog.text


class TestDatabaseThatFails:
    """A commit that fails fails for all whose work was in it."""

    @pytest.fixture
    def tables(self, store):
        """Three games in which something is to happen."""
        return [sit(store, "LC") for _ in range(3)]

    @pytest.fixture
    def heard(self, store, tables):
        """What is published from now on."""
        heard: list[tuple[str, int]] = []
        store.hub.watch(lambda game, version: heard.append((game, version)))
        return heard

    def check_nothing_happened(self, store, tables, heard, futures):
        """Everybody was told that it failed, nobody was told of a change, and it works again."""
        assert [type(done(future)) for future in futures] == [Unavailable] * len(futures)
        assert heard == []
        for table in tables:
            assert fresh(store, table.id).version == event_log.load(store, table.id).version == 1
            assert store.snapshots.latest(table.id) is table

    def moves(self, store, tables):
        """A move in each game, all of which wait together."""
        with held(store):
            return [event_log.commit(store, acted(table, "@c1")) for table in tables]

    def test_a_commit_that_fails(self, store, tables, heard):
        """The database says no in the last moment, when all of it seemed written."""
        commits = 0

        def refuse(action: int, what: str | None, *_: object) -> int:
            nonlocal commits
            commits += (action, what) == (sqlite3.SQLITE_TRANSACTION, "COMMIT")
            # The first is that of this very line, the second of whoever held the writer.
            return sqlite3.SQLITE_DENY if commits == 3 else sqlite3.SQLITE_OK

        store.write(lambda connection: driver_of(connection).set_authorizer(refuse))
        futures = self.moves(store, tables)
        self.check_nothing_happened(store, tables, heard, futures)
        assert play(store, tables[0].id, ANN, 0, "@c1").version == 2
        assert heard == [(tables[0].id, 2)]

    def test_a_full_disk(self, store, tables, heard):
        """SQLite may not take another page."""
        with store.reading() as connection:
            pages = connection.execute(text("PRAGMA page_count")).scalar()
        store.engine.dispose()
        room = f"PRAGMA max_page_count={pages}"
        event.listen(store.engine, "connect", limit := lambda connection, _: connection.execute(room).close())
        with held(store):
            big = store.submit(fill)
            futures = [event_log.commit(store, acted(table, "@c1")) for table in tables]
        assert isinstance(done(big), Unavailable)
        self.check_nothing_happened(store, tables, heard, futures)
        event.remove(store.engine, "connect", limit)
        store.engine.dispose()
        assert play(store, tables[0].id, ANN, 0, "@c1").version == 2

    def test_a_database_that_is_locked(self, store, tables, heard, monkeypatch, tmp_path):
        """Somebody else writes for longer than anybody has patience."""
        monkeypatch.setattr("kidd.table.storage.database.engines.PATIENCE", 0.2)
        hurried = open_store(f"sqlite:///{tmp_path}/kidd.db")
        holder = sqlite3.connect(tmp_path / "kidd.db", isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        futures = [event_log.commit(hurried, acted(table, "@c1")) for table in tables]
        assert [type(done(future)) for future in futures] == [Unavailable] * 3
        holder.close()
        assert done(event_log.commit(hurried, acted(tables[0], "@c1"))).version == 2
        hurried.close()

    def test_a_postgresql_that_hangs_up(self, postgres):
        """In the middle of a transaction: all of it fails, and the next one has a new line."""
        store = open_store(postgres)
        tables = [sit(store, "LC") for _ in range(3)]
        heard: list[tuple[str, int]] = []
        store.hub.watch(lambda game, version: heard.append((game, version)))

        def hang_up(connection: Connection) -> None:
            pid = connection.execute(text("SELECT pg_backend_pid()")).scalar_one()
            other = store.engine.connect().execution_options(isolation_level="AUTOCOMMIT")
            with other:
                other.execute(text("SELECT pg_terminate_backend(:pid)"), {"pid": pid})

        with held(store):
            futures = [event_log.commit(store, acted(table, "@c1")) for table in tables]
            futures.append(store.submit(hang_up))  # type: ignore[arg-type]
        assert [type(done(future)) for future in futures] == [Unavailable] * 4
        assert heard == []
        assert [fresh(store, table.id).version for table in tables] == [1, 1, 1]
        assert say(store, tables[0], "@c1").version == 2
        store.close()


class TestEnd:
    """`close`."""

    def test_it_writes_what_waits(self, address):
        """All of it, in the order in which it came."""
        store = open_store(address)
        with held(store):
            futures = [store.submit(adding(f"p{number}")) for number in range(AT_ONCE + 20)]
        store.close()
        assert all(future.done() for future in futures)
        again = open_store(address)
        assert count(again, "persons") == AT_ONCE + 20
        again.close()

    def test_nothing_comes_after_it(self, address):
        """Whoever is late is told so."""
        store = open_store(address)
        store.close()
        with pytest.raises(Unavailable, match="closed"):
            store.submit(adding("late"))
        with pytest.raises(Unavailable, match="closed"):
            store.write(adding("late"))

    def test_twice_is_once(self, address):
        """A store that is closed may be closed again."""
        store = open_store(address)
        store.close()
        store.close()

    def test_what_goes_wrong_with_the_writer_itself_is_logged(self, caplog):
        """Its thread goes on."""
        calls = 0

        def transaction(body: Callable[[Connection], None], *, again: bool) -> None:
            nonlocal calls
            calls += 1
            if calls == 1:
                raise SystemExit
            dry(body, again=again)

        caplog.set_level(logging.ERROR)
        writer = Writer(transaction)
        assert isinstance(done(writer.submit(lambda _: "lost")), SystemExit)
        assert done(writer.submit(lambda _: "in")) == "in"
        until(lambda: "could not be done" in caplog.text)
        writer.close()


def acted(table: Table, act: str) -> event_log.Change:
    """What that act changes, decided on the table as it is here."""
    change = decide_act(ANN, len(table.match), act, None, None, table)
    assert change is not None
    return change


def fill(connection: Connection) -> None:
    """Write more than there is room for."""
    connection.execute(text("CREATE TABLE large AS SELECT zeroblob(1000000) AS room"))


def driver_of(connection: Connection) -> sqlite3.Connection:
    """The connection that SQLite itself knows."""
    driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    return driver


def test_what_others_hold_is_tried_again():
    """A piece of work that needs it is put aside; then it hardly waits for that."""
    tries: list[bool] = []

    def entangled_twice(body: Callable[[Connection], None], *, again: bool) -> None:
        tries.append(again)
        if len(tries) < 3:
            raise Entangled("busy")
        dry(body, again=again)

    writer = Writer(entangled_twice)
    assert done(writer.submit(lambda _: "written")) == "written"
    writer.close()
    assert tries == [False, True, True]


def test_what_others_hold_keeps_nobody_else_waiting():
    """All that has its place is put aside with it, in order; whatever else comes is written."""
    tries: list[str] = []
    free = Event()

    def transaction(body: Callable[[Connection], None], *, again: bool) -> None:
        body(Untouched())  # type: ignore[arg-type]

    def needs(name: str) -> Callable[[Connection], str]:
        def work(_: Connection) -> str:
            tries.append(name)
            if not free.is_set():
                raise Entangled("busy")
            return name

        return work

    writer, busy, go = Writer(transaction), Event(), Event()

    def wait(_: Connection) -> None:
        busy.set()
        assert go.wait(PATIENCE)

    first = writer.submit(wait)
    assert busy.wait(PATIENCE)
    held = [writer.submit(needs(f"{number}"), place="game") for number in range(20)]
    others = [writer.submit(lambda _: "written", place=place) for place in ("a", "game two", "z")]
    go.set()
    assert done(first) is None
    assert [done(other) for other in others] == ["written"] * 3
    late = writer.submit(needs("late"), place="game")
    assert done(writer.submit(lambda _: "written")) == "written"
    assert set(tries) == {"0"}, "one finds out for all"
    free.set()
    assert [done(one) for one in (*held, late)] == [*map(str, range(20)), "late"]
    assert tries[-21:] == [*map(str, range(20)), "late"]
    writer.close()


def test_what_others_hold_for_long_is_given_up():
    """Whoever waits for it is told so; a writer that is closed waits no longer than that."""

    def entangled(body: Callable[[Connection], None], *, again: bool) -> None:
        raise Entangled("busy")

    writer = Writer(entangled, patience=0.5)
    futures = [writer.submit(lambda _: None, place="game") for _ in range(3)]
    writer.close()
    assert [done(one).reason for one in futures] == ["busy"] * 3
