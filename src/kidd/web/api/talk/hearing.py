"""Hearing what is said beside games: read once for all who listen, and told to each as far as it is theirs."""

from __future__ import annotations

from threading import Lock
from typing import NamedTuple

from cachetools import LRUCache, TTLCache
from starlette.concurrency import run_in_threadpool

from kidd.table.play.club.talk import heard
from kidd.table.seats import Seat
from kidd.table.snapshot import Table
from kidd.table.storage.club import messages
from kidd.table.storage.club.messages import Message
from kidd.table.storage.database.pubsub import Listener, announce_audience
from kidd.table.storage.database.store import Store
from kidd.table.storage.persons import blocks
from kidd.web.http.visitors.viewer import Viewer
from kidd.web.state.models import as_json
from kidd.web.state.talk_state import talk_state

ROOM = 8_000_000  # bytes of messages that are kept ready
MESSAGE_BYTES = 500  # that one takes beside its letters
PEOPLE = 5000  # of whom it is remembered whom they have blocked
SECONDS = 5.0  # for which that holds; a block of one's own counts at once on the server that it was sent to


def _bytes(said: tuple[Message, ...]) -> int:
    return sum((MESSAGE_BYTES + 4 * len(one.text) for one in said), MESSAGE_BYTES)


class Hearing:
    """The messages of games that somebody listens to, and who is not to be heard by whom."""

    def __init__(self) -> None:
        self._said: LRUCache[str, tuple[Message, ...]] = LRUCache(ROOM, _bytes)
        self._hidden: TTLCache[str, frozenset[str]] = TTLCache(PEOPLE, SECONDS)
        self._lock = Lock()

    def forget(self, person: str) -> None:
        """Somebody has blocked somebody."""
        with self._lock:
            self._hidden.pop(person, None)

    async def heard(self, store: Store, table: Table, viewer: Viewer, since: int) -> tuple[Message, ...]:
        """What somebody hears since a message."""
        with self._lock:
            known, hidden = self._said.get(table.id), self._hidden.get(viewer.person)
        last = store.hub.last_talk(table.id)
        if known is None or hidden is None or last < 0 or (known[-1].number if known else 0) < last:
            found = await run_in_threadpool(self._look, store, table.id, viewer.person)
        else:
            found = known, hidden
        return heard(found[0], viewer.actor, table, found[1], since)

    def _look(self, store: Store, game: str, person: str) -> tuple[tuple[Message, ...], frozenset[str]]:
        with store.reading() as connection:
            said, hidden = messages.of_game(connection, game), blocks.blocked_by(connection, person)
        with self._lock:
            self._said[game] = said
            self._hidden[person] = hidden
        return said, hidden


class Heard(NamedTuple):
    """How it stood when all was told that is said beside a game."""

    talked: int
    """How much news there had been."""
    seats: tuple[Seat, ...]
    is_over: bool
    person: str
    """Who listens."""


class Ear:
    """One page that listens to what is said beside a game, from the last message that it knows, or is deaf to it."""

    def __init__(self, store: Store, hearing: Hearing, listener: Listener, game: str, last: int | None) -> None:
        self._store, self._hearing, self.listener, self._game = store, hearing, listener, game
        self.deaf, self._last = last is None, last or 0
        self._talked = -1
        self._watching = False
        self._seats: tuple[int, ...] = ()
        self._told: tuple[object, ...] = ()
        self.known: Heard | None = None
        self._first = not self.deaf and store.hub.audience.enter(game)

    async def news(self, table: Table, viewer: Viewer) -> bytes:
        """What is new for this page as it is sent; empty if there is nothing."""
        if self.deaf:
            return b""
        self.known = None  # until all of it is told
        current = Heard(self.listener.talked, table.seats, table.is_over, viewer.person)
        self._attend(table.seats_of(viewer.person), watching=viewer.person not in table.people)
        audience = self._store.hub.audience
        watchers, seated = audience.number(self._game), audience.seated(self._game)
        known = (watchers, seated), table.is_over, viewer.person, table.people
        if self._talked == self.listener.talked and self._told == known:
            self.known = current
            return b""
        before, self._told, self._talked = self._told, known, self.listener.talked
        since = 0 if before and before[1:] != known[1:] else self._last  # other rooms: all that is in them
        said = await self._hearing.heard(self._store, table, viewer, since)
        self.known = current
        if not said and before == known:
            return b""
        self._last = max(self._last, said[-1].number if said else 0)
        state = talk_state(table, viewer, said, (watchers, seated), self._last)
        return b'{"talk":%b}' % as_json(state)

    def close(self) -> None:
        """The page is gone."""
        if self.deaf:
            return
        self._attend((), watching=False)
        self._store.hub.audience.leave(self._game)

    def _attend(self, seats: tuple[int, ...], *, watching: bool) -> None:
        """Let everybody know that one more looks on or sits there, or one less."""
        changed = (watching, seats) != (self._watching, self._seats)
        if not changed and not self._first:
            return
        audience, asks = self._store.hub.audience, self._first
        audience.watch(self._game, watching - self._watching)
        audience.sit(self._game, self._seats, -1)
        audience.sit(self._game, seats, 1)
        self._watching, self._seats, self._first = watching, seats, False
        if changed:
            self._store.hub.publish_talk(self._game, -1)
        tell_audience(self._store, self._game, audience.here(self._game), asks=asks)


def tell_audience(store: Store, game: str, here: int, *, asks: bool = False) -> None:
    """Tell other servers how many look on here, and who sits there."""
    if not store.is_ours_alone:
        store.submit(lambda connection: announce_audience(connection, game, here, asks=asks))
