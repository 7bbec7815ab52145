"""The whole service in one process, with all who use it: servers on one database, people, their games, a tide."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from unittest.mock import patch

from sqlalchemy import Connection, select

from kidd.errors import KiddError
from kidd.table.errors import NoSuchGame, StoreError
from kidd.table.people.passwords import Hasher
from kidd.table.play.actors import STRANGER, Actor, Role, role_of
from kidd.table.play.transaction import Decide, run, run_async
from kidd.table.snapshot import Table
from kidd.table.storage.database.schema import notices
from kidd.table.storage.database.store import Store
from kidd.table.storage.event_log import Change, Conflict, load
from kidd.table.storage.events import Event
from kidd.table.storage.notices import notice_rows
from kidd.table.storage.notices.telling import DEADLINE, NOTHING, news
from kidd.table.storage.persons import people
from kidd.table.timekeeper.presence import Page
from kidd.table.timekeeper.timekeeper import Timekeeper
from kidd.web.http.visitors.bearers import actor_of
from kidd.words.error_texts import TEXTS
from kidd.words.errors import sentence
from kidd.words.language import LANGUAGES, tongue
from tests.table.service.chance import drawn_from, forget_what_was_told, time_of_its_own
from tests.table.tides import Tide

ROOM = 40  # games that go on at a time: with more of them nobody would see the end of any
BUGS = (StoreError, Conflict)  # refusals that nobody should hear of while the database is well


class Failure(AssertionError):
    """What went wrong, and how to see it again."""


@dataclass
class Somebody:
    """A person as they know themselves: by what their browser or their program keeps."""

    person: str
    token: str = ""
    name: str = ""
    password: str = ""
    secret: str = ""
    """Of a bot, who has no other way in."""
    maker: str = ""
    language: str = "en"


@dataclass
class Server:
    """A process as far as it matters here."""

    store: Store
    keeper: Timekeeper
    pages: dict[tuple[str, str], Page] = field(default_factory=dict)


@dataclass
class World:
    """Everything there is. Each step has chances of its own, so that it does not depend on how long others took."""

    address: str
    seed: int
    tide: Tide
    hidden: Random
    """What the service itself draws from."""
    runner: asyncio.Runner
    hasher: Hasher = field(default_factory=Hasher)
    random: Random = field(default_factory=Random)
    number: int = 0
    doing: str = ""
    servers: list[Server] = field(default_factory=list)
    people: list[Somebody] = field(default_factory=list)
    actors: dict[str, Actor] = field(default_factory=dict)
    former: set[str] = field(default_factory=set)
    """Those who have left."""
    focus: str = ""
    running: list[str] = field(default_factory=list)
    finished: list[str] = field(default_factory=list)
    apart: set[str] = field(default_factory=set)
    """Games of races, whose outcome no seed decides: nobody comes back to them."""
    sat: set[tuple[str, int, str]] = field(default_factory=set)
    """Seats that somebody was told are theirs: game, seat, person."""
    reminded: dict[tuple[str, str], set[datetime]] = field(default_factory=dict)
    """Until when those had time who were warned: by game and turn."""
    refused: Counter[str] = field(default_factory=Counter)
    done: Counter[str] = field(default_factory=Counter)
    happened: Counter[str] = field(default_factory=Counter)
    """What the events tell of, when everything was looked at last."""
    faults: list[str] = field(default_factory=list)
    """What the service has only written into its log."""

    @property
    def server(self) -> Server:
        """Any of the servers."""
        return self.random.choice(self.servers)

    @property
    def store(self) -> Store:
        """The store of any of the servers."""
        return self.server.store

    def begin_step(self, number: int) -> None:
        """Draw from the chances of a step."""
        self.number = number
        self.random = Random(f"{self.seed} {number}")
        self.hidden.seed(f"hidden {self.seed} {number}")

    def actor(self, one: Somebody) -> Actor:
        """Who somebody is for the service just now: a stranger, if their session or token has ended.

        While people only play nothing of that changes, and it is remembered, as the web does it.
        """
        key = one.secret or one.token
        if key not in self.actors:
            self.actors[key] = actor_of(self.store, one.secret) if one.secret else self._visitor(one.token)
        return self.actors[key]

    def _visitor(self, token: str) -> Actor:
        with self.store.reading() as connection:
            found = people.find_session(connection, token)
        if found is None:
            return STRANGER
        role = role_of(found.kind, operator=found.operator)
        return Actor(found.person, found.id, role, found.name if role is not Role.GUEST else "")

    def known(self, person: str) -> Somebody | None:
        """Whoever has that id."""
        return next((one for one in self.people if one.person == person), None)

    def of(self, person: str) -> Actor:
        """The actor of that id, a stranger if they are not there."""
        found = self.known(person)
        return self.actor(found) if found else STRANGER

    def anybody(self) -> Actor:
        """Somebody, or now and then a stranger."""
        return STRANGER if self.random.random() < 0.04 else self.actor(self.random.choice(self.people))

    def somebody(self, role: Role) -> Somebody | None:
        """Any person in that role."""
        found = [one for one in self.people if self.actor(one).role is role]
        return self.random.choice(found) if found else None

    def player(self, table: Table) -> Actor:
        """Mostly somebody who sits there."""
        there = sorted(table.people)
        return self.of(self.random.choice(there)) if there and self.random.random() < 0.9 else self.anybody()

    def seats_of_use(self, table: Table) -> int:
        """A seat's number, which may be wrong by one."""
        return self.random.randrange(-1, len(table.seats) + 1)

    def table(self) -> Table | None:
        """The game that everybody looks at just now; None where there is none."""
        return self.load(self.focus) if self.focus else None

    def load(self, game: str) -> Table | None:
        """A game as any server has it, None if it was thrown away."""
        try:
            return load(self.store, game)
        except NoSuchGame:
            self.forget(game)
            return None

    def act(self, game: str, decide: Decide) -> Table:
        """Have something done to a game, on the thread of whoever asks or in the event loop, as the web does it."""
        store = self.store
        if self.random.random() < 0.5:
            return run(store, game, decide)
        return self.runner.run(run_async(store, game, decide))

    def note(self, table: Table) -> Table:
        """Keep in mind whether a game goes on."""
        ids, others = (self.finished, self.running) if table.is_over else (self.running, self.finished)
        if table.id not in ids:
            ids.append(table.id)
        if table.id in others:
            others.remove(table.id)
        return table

    def seated(self, table: Table, person: str) -> Table:
        """Keep in mind that somebody was told where they sit."""
        self.sat |= {(table.id, seat, person) for seat in table.seats_of(person)}
        return self.note(table)

    def forget(self, game: str) -> None:
        """A game is no more."""
        for ids in (self.running, self.finished):
            if game in ids:
                ids.remove(game)
        self.sat = {one for one in self.sat if one[0] != game}
        self.focus = "" if self.focus == game else self.focus

    def refuse(self, error: KiddError) -> None:
        """Count a refusal, which must have a sentence in each language."""
        if isinstance(error, BUGS):
            raise error
        if error.reason not in TEXTS.get(error.about, {}):
            raise Failure(f"there is no sentence for {error.about!r} {error.reason!r}")
        for language in LANGUAGES:
            assert sentence(error, tongue(language))
        self.refused[f"{error.about} {error.reason}"] += 1

    def serve(self, store: Store) -> None:
        """Let one more server begin."""
        keeper = Timekeeper(store, remind=self._remind)
        keeper.start()  # counts the time without a server
        keeper.close()  # no thread of its own looks after that: whoever tells the tide does
        self.servers.append(Server(store, keeper))

    def _remind(self, connection: Connection, table: Table, seat: int) -> None:
        query = select(notices.c.id).where(notices.c.game == table.id, notices.c.kind == DEADLINE)
        before = set(connection.execute(query).scalars())
        notice_rows.remind(connection, table, seat)
        clock = table.clock
        if set(connection.execute(query).scalars()) != before and clock is not None and clock.falls is not None:
            turn = f"ply {table.match.plies} after {len(table.takebacks)} takebacks"
            told = self.reminded.setdefault((table.id, turn), set())
            if any(clock.falls - one <= timedelta(milliseconds=clock.control.short) for one in told):
                self.faults.append(f"somebody in game {table.id} was warned twice of {clock.falls}")
            told.add(clock.falls)


class _Faults(logging.Handler):
    def __init__(self, said: list[str]) -> None:
        super().__init__(logging.ERROR)
        self._said = said

    def emit(self, record: logging.LogRecord) -> None:
        self._said.append(self.format(record))


@contextmanager
def _hushed(faults: list[str]) -> Iterator[None]:
    """Note changes of which somebody ought to be told, but will not be (`Change.may_be_noticed`)."""
    make = Change.__init__

    def noted(change: Change, before: Table | None, after: Table, events: Sequence[Event]) -> None:
        make(change, before, after, events)
        if not change.may_be_noticed and (found := news(before, after, events)) != NOTHING:
            faults.append(f"nobody hears of game {after.id}: {found}")

    with patch.object(Change, "__init__", noted):
        yield


@contextmanager
def world_of(address: str, seed: int) -> Iterator[World]:
    """A world without servers and people, which leaves everything else as it was."""
    hidden = Random()
    forget_what_was_told()
    with time_of_its_own() as tide, drawn_from(hidden), asyncio.Runner() as runner:
        world = World(address, seed, tide, hidden, runner)
        faults, hushed = _Faults(world.faults), _hushed(world.faults)
        logging.getLogger("kidd").addHandler(faults)
        try:
            with hushed:
                yield world
        finally:
            logging.getLogger("kidd").removeHandler(faults)
            for server in world.servers:
                server.store.close()
            world.hasher.close()


Act = Callable[[World, Table], object]
Step = Callable[[World], object]
