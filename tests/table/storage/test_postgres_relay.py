"""Changes that are committed in one process are heard of in the others."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial

import psycopg
import pytest
from sqlalchemy import Connection, PoolProxiedConnection, text

from kidd.table.moments import now
from kidd.table.notices import telling
from kidd.table.play import games
from kidd.table.play.club import talk
from kidd.table.play.games import Store, Table, open_store
from kidd.table.storage.database.postgres_relay import Relay, catch_up
from kidd.table.storage.database.pubsub import OF_PERSON, Hub, announce
from kidd.table.storage.event_log import learn
from kidd.table.storage.persons import accounts, blocks, people, tokens
from tests.patience import PATIENCE, until
from tests.table.sittings import ANN, BEA, person, say, sit

pytestmark = pytest.mark.once

News = list[tuple[str, int]]


class Heard:
    """A process that only listens: its hub, what came to it, and how often it was told that it may have missed some."""

    def __init__(self, store: Store) -> None:
        self.news: News = []
        self.missed = 0
        self.people = 0
        hub = Hub()
        hub.when_people_change(self._meet)
        hub.watch(lambda game, version: self.news.append((game, version)))
        self.relay = Relay(store.engine.url, hub, self._miss)

    def _miss(self) -> None:
        self.missed += 1

    def _meet(self) -> None:
        self.people += 1


@pytest.fixture
def store(postgres: str) -> Iterator[Store]:
    """The process that plays."""
    opened = open_store(postgres)
    yield opened
    opened.close()


@pytest.fixture
def other(store: Store, monkeypatch: pytest.MonkeyPatch) -> Iterator[Heard]:
    """Another process, as far as its relay knows."""
    monkeypatch.setattr("kidd.table.storage.database.postgres_relay.ORIGIN", "another")
    heard = Heard(store)
    until(lambda: heard.missed == 1, "the line")
    yield heard
    heard.relay.close()


def test_every_change_is_heard_of(store: Store, other: Heard):
    """Openings, acts, takebacks and ends, each once and in order; of a rematch the old game tells, too."""
    table = say(store, sit(store, "LC"), "@c1")
    games.take_back(store, table.id, ANN, 1)
    games.abandon(store, table.id, ANN)
    again = games.rematch(store, table.id, ANN)
    until(lambda: other.news[-1:] == [(again.id, 1)], "the last of it")
    assert other.news == [*((table.id, version) for version in (1, 2, 3, 4, 4)), (again.id, 1)]


def test_a_commit_without_an_answer(store: Store, monkeypatch: pytest.MonkeyPatch):
    """Whoever moved sees that it was made after all, and everybody else on the same server hears of it, too."""
    table, heard, ready = sit(store, "LC"), list[int](), list[None]()
    store.hub.when_deaf(lambda: ready.append(None))
    relay = Relay(store.engine.url, store.hub, lambda: catch_up(store), partial(learn, store))
    until(lambda: ready, "the line")
    lose_answer(store, monkeypatch)

    async def scene() -> None:
        with store.hub.subscribe(table.id) as news:
            await asyncio.to_thread(say, store, table, "@c1")
            async with asyncio.timeout(PATIENCE):
                async for version in news:
                    if version > 0:  # else there may be news of what is said
                        heard.append(version)
                        break

    try:
        asyncio.run(scene())
    finally:
        relay.close()
    assert heard == [table.version + 1]


def lose_answer(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the line break once, between a commit and the answer to it."""
    commit = store.engine.dialect.do_commit

    def broken(connection: PoolProxiedConnection) -> None:
        monkeypatch.setattr(store.engine.dialect, "do_commit", commit)
        commit(connection)
        if connection.dbapi_connection is not None:
            connection.dbapi_connection.close()
        raise psycopg.OperationalError("the line is cut")

    monkeypatch.setattr(store.engine.dialect, "do_commit", broken)


def test_what_was_not_committed_is_not(store: Store, other: Heard):
    """Nobody hears of what did not happen."""

    def spoil(connection: Connection) -> None:
        announce(connection, "spoilt", 7)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        store.write(spoil)
    table = sit(store, "LC")
    until(lambda: other.news, "the next one")
    assert other.news == [(table.id, 1)]


def test_who_somebody_is(store: Store, other: Heard):
    """Whatever ends a session or a token, or makes somebody another one, is heard of; that one begins is not."""
    store.write(lambda connection: people.begin_session(connection, "ann", "secret", now()))
    token = store.write(lambda connection: tokens.issue(connection, "ann", "mine", frozenset(), now()))
    ends: list[Callable[[Connection], object]] = [
        lambda connection: people.end_session(connection, "ann", people.session_id("secret"), now()),
        lambda connection: people.end_sessions(connection, "ann", now()),
        lambda connection: tokens.end(connection, "ann", people.session_id(token)),
        lambda connection: tokens.end_all(connection, "ann"),
        lambda connection: accounts.enrol(connection, "ann", "Anne Bonny", now()),
        lambda connection: accounts.change(connection, "ann", operator=True),
    ]
    for number, end in enumerate(ends):
        assert other.people == number
        store.write(end)
        until(partial(lambda before: other.people > before, number), "what has changed")
    assert other.news == []


def test_ones_own_changes_are_known_already(store: Store):
    """A process is not told twice."""
    own = Heard(store)
    until(lambda: own.missed == 1, "the line")
    say(store, sit(store, "LC"), "@c1")
    store.write(lambda connection: connection.execute(text("SELECT pg_notify('kidd_games', 'another last 1')")))
    until(lambda: own.news, "what another has said")
    assert own.news == [("last", 1)]
    own.relay.close()


def test_a_line_that_was_cut(store: Store, other: Heard, monkeypatch: pytest.MonkeyPatch):
    """Is made anew, and whoever listens is told that something may have been missed."""
    monkeypatch.setattr("kidd.table.storage.database.postgres_relay.PAUSE", 0.01)
    cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"
    store.write(lambda connection: connection.execute(text(cut)))
    until(lambda: other.missed == 2, "the new line")
    table = sit(store, "LC")
    until(lambda: (table.id, 1) in other.news, "the news")


@pytest.fixture
def listening(store: Store, postgres: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    """Another process that keeps games ready."""
    monkeypatch.setattr("kidd.table.storage.database.postgres_relay.ORIGIN", "another")
    opened = open_store(postgres)
    ready: list[None] = []
    relay = Relay(opened.engine.url, opened.hub, lambda: ready.append(None), partial(learn, opened))
    until(lambda: ready, "the line")
    yield opened
    relay.close()
    opened.close()


def kept(store: Store, game: str) -> int:
    """The version of a game that is kept ready; 0 if it is not."""
    table = store.snapshots.latest(game)
    return table.version if table is not None else 0


def test_a_move_is_told_with_the_news_of_it(store: Store, listening: Store):
    """Whoever keeps the game ready knows it then without asking the database, with its rolls, as if it had asked."""
    table = sit(store, "QM")
    games.load(listening, table.id)
    for _ in range(6):
        table = say(store, table, str(table.match.position.legal_moves()[0]))
        until(lambda: kept(listening, table.id) == table.version, "the move")  # noqa: B023 - waited for here
    known = listening.snapshots.latest(table.id)
    assert known is not None
    assert (known.match.acts, known.updated, known.doers) == (table.match.acts, table.updated, table.doers)


def test_what_is_more_than_a_move_is_looked_up(store: Store, listening: Store):
    """Nor is anything made of a move that comes after something else was missed, or of a game that is not at hand."""
    table = say(store, sit(store, "LC"), "@c1")
    heard: News = []
    listening.hub.watch(lambda game, version: heard.append((game, version)))
    games.load(listening, table.id)
    table = games.take_back(store, table.id, ANN, 1)
    table = say(store, table, "@a7")
    until(lambda: (table.id, table.version) in heard, "the news")
    assert kept(listening, table.id) == 2
    assert games.load(listening, table.id).match.acts == ("@a7",)
    unknown = say(store, sit(store, "LC"), "@c1")
    until(lambda: (unknown.id, unknown.version) in heard, "the news")
    assert kept(listening, unknown.id) == 0


def see(store: Store, table: Table) -> None:
    """Bea has seen that it is her turn."""
    keys = [one.key for one in telling.listed(store, BEA)]
    assert keys
    asyncio.run(telling.see(store, BEA, keys))


def block(store: Store, table: Table) -> None:
    """Bea hears no more of what Ann has said."""
    talk.block(store, table, BEA, talk.say(store, table, ANN, text="Ahoy"))


DEEDS: dict[str, tuple[Callable[[Store, Table], object], str]] = {
    "seen": (see, OF_PERSON + BEA.person),
    "said": (lambda store, table: talk.say(store, table, ANN, text="Ahoy"), ""),
    "blocked": (block, ""),
    "asked for once more": (lambda store, table: games.rematch(store, table.id, ANN), ""),
}


@pytest.mark.parametrize("name", DEEDS)
def test_whoever_listens_hears_of_it_at_both(store: Store, listening: Store, name: str):
    """Publishing belongs to the transaction: what is written at one server is told there and at the other."""
    deed, where = DEEDS[name]
    known: News = []
    listening.hub.watch(lambda game, version: known.append((game, version)))
    table = say(store, sit(store, "LC", person(), person(BEA, "Bea")), "@c1")
    store.write(lambda connection: blocks.unblock(connection, BEA.person, ANN.person))
    if name == "asked for once more":
        table = say(store, table, "resign")
    until(lambda: (table.id, table.version) in known, "all that was before")

    async def listen() -> None:
        with ExitStack() as stack:
            heard = [stack.enter_context(one.hub.subscribe(where or table.id)) for one in (store, listening)]
            await asyncio.to_thread(deed, store, table)
            for one in heard:
                await asyncio.wait_for(anext(aiter(one)), PATIENCE)

    asyncio.run(listen())


def test_news_that_are_too_long(store: Store, listening: Store):
    """Are told without what they say, as before."""
    heard: News = []
    listening.hub.watch(lambda game, version: heard.append((game, version)))
    store.write(lambda connection: announce(connection, "long", 3, news=lambda: "é" * 5_000))
    until(lambda: heard, "the news")
    assert heard == [("long", 3)]
