"""Two processes on one PostgreSQL: whatever one of them does, and if it is killed, the other goes on."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import select

from kidd.advice.annotate import Note, acts_to_judge
from kidd.table.computers.computers import Computers
from kidd.table.snapshot import Table
from kidd.table.storage.database.schema import events, jobs
from kidd.table.storage.database.store import Store, open_store
from kidd.table.storage.event_log import load
from kidd.table.storage.events import Acted
from kidd.table.storage.study import analyses
from tests.patience import until
from tests.postgres import wipe
from tests.table.sittings import ANN, computer, person, say, sit, wander

pytestmark = pytest.mark.once

ROOT = Path(__file__).parents[3]
AT_MOST = 5.0  # seconds until another process has made the move, of which it thinks for one
THINKING = 1.0


class Server:
    """A process of its own, with workers of its own."""

    def __init__(self, address: str) -> None:
        command = [sys.executable, "-m", "tests.table.computers.second_process", address]
        self.process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.holders = self._hear().split()

    def say(self, *words: str) -> None:
        """Have it do something, and wait until it is in the database."""
        assert self.process.stdin is not None
        print(*words, file=self.process.stdin, flush=True)
        assert self._hear() == "done"

    def _hear(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def kill(self) -> None:
        """End it without any farewell."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        """End it cleanly."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()

    def close(self) -> None:
        """Leave nothing behind."""
        self.kill()
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            pipe.close()


@pytest.fixture
def shared(postgres: str) -> Iterator[Store]:
    """A PostgreSQL without games."""
    opened = open_store(postgres)
    wipe(opened)
    yield opened
    opened.close()


@pytest.fixture
def begin(postgres: str) -> Iterator[Callable[[], Server]]:
    """Begin a server."""
    begun: list[Server] = []

    def server() -> Server:
        begun.append(Server(postgres))
        return begun[-1]

    yield server
    for one in begun:
        one.close()


def holder(store: Store, table: Table) -> str | None:
    """Who works on a game."""
    with store.reading() as connection:
        return connection.execute(select(jobs.c.holder).where(jobs.c.game == table.id)).scalar_one_or_none()


def times_acted(store: Store, table: Table) -> int:
    """How many acts were ever stored, taken back or not."""
    query = select(events.c.number).where(events.c.game == table.id, events.c.kind == Acted.kind)
    with store.reading() as connection:
        return len(connection.execute(query).all())


@pytest.mark.parametrize("end", ["kill", "stop"])
def test_another_process_makes_the_move(shared: Store, begin: Callable[[], Server], end: str):
    """Whether one is killed while its computer thinks, or stopped: within five seconds, and once."""
    servers = [begin(), begin()]
    usual = _time_of_a_move(shared, servers[0])  # where the machine is busy, it is slow without any mishap
    table = sit(shared, "LC", person(), computer(8))
    servers[0].say("say", table.id, ANN.person, "@c1")
    until(lambda: holder(shared, table) is not None)
    thinks = holder(shared, table)  # as a rule that one which has heard the move
    servers.sort(key=lambda server: thinks in server.holders)
    ended = time.monotonic()
    getattr(servers[1], end)()
    assert end == "stop" or len(load(shared, table.id).match) == 1
    until(lambda: len(load(shared, table.id).match) == 2)
    assert time.monotonic() - ended < AT_MOST - THINKING + usual
    until(lambda: holder(shared, table) is None)
    assert times_acted(shared, table) == 2
    servers[0].say("say", table.id, ANN.person, str(load(shared, table.id).match.position.legal_moves()[0]))
    until(lambda: len(load(shared, table.id).match) == 4)
    assert times_acted(shared, table) == 4


def _time_of_a_move(store: Store, server: Server) -> float:
    begun = time.monotonic()
    _answered(store, server, sit(store, "LC", person(), computer(8)))
    return time.monotonic() - begun


def test_a_game_is_played_through_both(shared: Store, begin: Callable[[], Server]):
    """A move through either is answered once, and watchers of a third process hear of every move."""
    servers = [begin(), begin()]
    heard: list[int] = []
    computers = Computers(shared, 1)
    shared.hub.watch(lambda _, version: heard.append(version))
    computers.start()
    try:
        table = sit(shared, "LC", person(), computer(1))
        for turn in range(6):
            table = _answered(shared, servers[turn % 2], table)
        until(lambda: table.version in heard)
    finally:
        computers.close()
    assert times_acted(shared, table) == len(table.match) == 12
    assert set(range(table.version - 11, table.version + 1)) <= set(heard)


def _answered(store: Store, server: Server, table: Table) -> Table:
    """A person's move through a server, and the computer's."""
    server.say("say", table.id, ANN.person, str(table.match.position.legal_moves()[0]))
    until(lambda: len(load(store, table.id).match) >= len(table.match) + 2)
    return load(store, table.id)


def test_an_analysis_goes_on_where_a_process_was_killed(shared: Store, begin: Callable[[], Server]):
    """Another takes over the notes that were stored, and makes the rest."""
    over = say(shared, wander(shared, sit(shared, "LC"), 14), "resign")
    servers = [begin(), begin()]
    servers[0].say("analyse", over.id, ANN.person)
    until(lambda: len(_notes(shared, over)) >= 2)
    makes = holder(shared, over)
    servers.sort(key=lambda server: makes in server.holders)
    servers[1].kill()
    before = _notes(shared, over)
    assert len(before) < len(acts_to_judge(over.match))
    until(lambda: holder(shared, over) in servers[0].holders)
    until(lambda: holder(shared, over) is None)
    assert [note.number for note in _notes(shared, over)] == list(acts_to_judge(over.match))
    assert _notes(shared, over)[: len(before)] == before


def _notes(store: Store, table: Table) -> tuple[Note, ...]:
    with store.reading() as connection:
        kept = analyses.kept(connection, table)
    return kept.notes if kept is not None else ()
