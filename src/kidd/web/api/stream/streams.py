"""Who is told of their games: the streams of one server, and one task that looks up what has happened for all of them.

The hub calls at every change of a game at which somebody sits who listens, and at those by other processes. Whether
anybody has to do with these is asked of what is kept ready; only then are events read, once for all who hear of them.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict, deque
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import NamedTuple

from kidd.table.errors import Damaged, NoSuchGame, TooFast, Unavailable
from kidd.table.moments import now
from kidd.table.snapshot import Table
from kidd.table.storage import happenings
from kidd.table.storage.database.store import Store
from kidd.table.storage.event_log import load
from kidd.table.storage.happenings import Happening
from kidd.table.timekeeper.presence import Page, Presence
from kidd.web.api.stream.telling import Message, messages, standing

log = logging.getLogger(__name__)

OF_ONE = 4  # streams of one person
IN_ALL = 2000
WAITING = 500  # messages that somebody has not taken yet: with more they have to come again
KNOWN = 1000  # games whose version is remembered for one stream
OVERLAP = timedelta(seconds=15)  # servers' clocks differ, and what was decided first may be written last
LONG_AGO = timedelta(days=3)  # for whoever was away longer it is told anew how things stand
TRY_AGAIN_AFTER = 5  # seconds after which somebody with too many streams may try again


class Stream:
    """What one program has yet to be told."""

    def __init__(self, person: str) -> None:
        self.person = person
        self.closed = False
        self.ready = False
        self.since = now() - OVERLAP
        """What happened before that in games that it does not know is not told."""
        self.missed: set[str] = set()
        """Games that have changed while it was looked up how things stand."""
        self._seen: OrderedDict[str, int] = OrderedDict()
        self._waiting: deque[Message] = deque()
        self._news = asyncio.Event()
        self._pages: dict[str, Page] = {}

    def is_news(self, game: str, one: Happening) -> bool:
        """Whether it has not been told that yet."""
        return one.version > self._seen[game] if game in self._seen else one.event.at >= self.since

    def seen(self, game: str) -> int:
        """The version of a game up to which it was told."""
        return self._seen.get(game, 0)

    def see(self, game: str, version: int) -> None:
        """Remember that."""
        self._seen[game] = max(version, self.seen(game))
        self._seen.move_to_end(game)
        if len(self._seen) > KNOWN:
            self._seen.popitem(last=False)

    def follow(self, table: Table, presence: Presence) -> None:
        """Let it count as a page of a live game as long as that goes on."""
        if table.is_over:
            if (page := self._pages.pop(table.id, None)) is not None:
                page.close()
        elif table.id not in self._pages and len(self._pages) < KNOWN:
            page = Page(presence)
            if page.shows(table, self.person):
                self._pages[table.id] = page

    def leave(self) -> None:
        """Count as a page no more."""
        while self._pages:
            self._pages.popitem()[1].close()

    def tell(self, message: Message) -> None:
        """Have something told; whoever takes nothing is let go."""
        if len(self._waiting) >= WAITING:
            self.close()
        self._waiting.append(message)
        self._news.set()

    def close(self) -> None:
        """Let it go, after what waits."""
        self.closed = True
        self._news.set()

    async def take(self, patience: float) -> list[Message]:
        """What is to be told, nothing after so many seconds without news."""
        try:
            async with asyncio.timeout(patience):
                await self._news.wait()
        except TimeoutError:
            return []
        self._news.clear()
        found = list(self._waiting)
        self._waiting.clear()
        return found


class News(NamedTuple):
    """A game as it stands, and what has happened since somebody last heard of it."""

    table: Table
    first: int
    """The version from which on it was read."""
    happened: list[Happening]


class Streams:
    """The streams of one server."""

    def __init__(self) -> None:
        self._open: dict[str, set[Stream]] = {}
        self._changed: dict[str, int] = {}
        self._news = asyncio.Event()
        self._number = 0
        self._presence: Presence | None = None

    def __len__(self) -> int:
        return self._number

    def check(self, person: str) -> None:
        """Refuse a stream to somebody who has too many, or where all together have."""
        if len(self._open.get(person, ())) >= OF_ONE:
            raise TooFast(TRY_AGAIN_AFTER, "streams")
        if self._number >= IN_ALL:
            raise TooFast(TRY_AGAIN_AFTER, "all-streams")

    @contextmanager
    def of(self, person: str) -> Iterator[Stream]:
        """A stream of somebody's, for as long as it goes on."""
        stream, mine = Stream(person), self._open.setdefault(person, set())
        mine.add(stream)
        self._number += 1
        try:
            yield stream
        finally:
            self._number -= 1
            mine.discard(stream)
            stream.leave()
            if not mine:
                self._open.pop(person, None)

    async def begin(self, store: Store, stream: Stream, last: datetime | None) -> None:
        """Tell what has happened since a moment; without one, or where that was long ago, how things stand."""
        back = None
        if last is not None and -OVERLAP < now() - last < LONG_AGO:
            back = await asyncio.to_thread(_changed, store, stream.person, last - OVERLAP)
        if back is not None:
            known, changed = back
            for game, version in {**known, **changed}.items():
                stream.see(game, version)
            stream.missed |= changed.keys()
        else:
            for one in await asyncio.to_thread(_underway, store, stream.person):
                stream.see(one.id, one.version)
                if (message := standing(one, stream.person)) is not None:
                    stream.tell(message)
        # Whoever listens is there, which is to be seen at live games.
        stream.missed |= await asyncio.to_thread(_live, store, stream.person)
        stream.ready = True
        for game_id in stream.missed:
            self._note(game_id, 0)
        stream.missed.clear()

    async def run(self, store: Store, presence: Presence) -> None:
        """Look up what happens and tell it, until the server stops."""
        loop = asyncio.get_running_loop()

        def hear(game_id: str, version: int) -> None:
            """Called on the thread that tells of a change."""
            if self._open and self._concerns(store.snapshots.latest(game_id), version):
                loop.call_soon_threadsafe(self._note, game_id, version)

        def close_all() -> None:
            """Called on any thread."""
            loop.call_soon_threadsafe(self.close)

        self._presence = presence
        store.hub.watch(hear, self._open.keys())
        store.hub.when_deaf(close_all)
        while True:
            await self._news.wait()
            self._news.clear()
            changed, self._changed = self._changed, {}
            try:
                for news in await asyncio.to_thread(self._look, store, changed):
                    self._tell(news)
            except Unavailable as error:
                log.warning("what has happened cannot be looked up: %s", error)
                self.close()  # whoever comes again says what they have heard last

    def close(self) -> None:
        """Let all go, when the server stops or has missed something."""
        for mine in self._open.values():
            for stream in mine:
                stream.close()

    def _concerns(self, table: Table | None, version: int) -> bool:
        """Whether somebody who listens may have to do with a game; not known here, anything may be."""
        if table is None or table.version < version:
            return True
        return any(seat.person in self._open for seat in table.seats if seat.person)

    def _note(self, game_id: str, version: int) -> None:
        self._changed[game_id] = max(version, self._changed.get(game_id, 0))
        self._news.set()

    def _listeners(self, table: Table) -> list[Stream]:
        people = {seat.person for seat in table.seats if seat.person}
        return [stream for person in people for stream in tuple(self._open.get(person, ()))]

    def _look(self, store: Store, changed: dict[str, int]) -> list[News]:
        """What has happened to games, read from the first version that somebody has not heard of."""
        found = []
        for game_id in changed:
            try:
                table = load(store, game_id)
            except (NoSuchGame, Damaged):
                continue
            heard = [stream.seen(game_id) for stream in self._listeners(table) if stream.ready]
            first = min(heard, default=table.version)
            happened: list[Happening] = []
            if first < table.version:
                with store.reading() as connection:
                    happened = happenings.since(connection, game_id, first, table.version)
            found.append(News(table, first, happened))
        return found

    def _tell(self, news: News) -> None:
        table = news.table
        for stream in self._listeners(table):
            if not stream.ready:
                stream.missed.add(table.id)
                continue
            if stream.seen(table.id) < news.first:  # it was not ready when that was read
                self._note(table.id, table.version)
                continue
            fresh = [one for one in news.happened if stream.is_news(table.id, one)]
            if self._presence is not None:
                stream.follow(table, self._presence)
            for message in messages(table, fresh, stream.person):
                stream.tell(message)
            stream.see(table.id, table.version)


def _underway(store: Store, person: str) -> list[happenings.Underway]:
    with store.reading() as connection:
        return happenings.underway(connection, person)


def _live(store: Store, person: str) -> set[str]:
    with store.reading() as connection:
        return happenings.live(connection, person)


def _changed(store: Store, person: str, moment: datetime) -> tuple[dict[str, int], dict[str, int]] | None:
    with store.reading() as connection:
        changed = happenings.changed(connection, person, moment)
        return None if changed is None else (happenings.versions(connection, person), changed)
