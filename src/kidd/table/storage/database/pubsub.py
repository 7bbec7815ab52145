"""Telling whoever listens that a game has moved on: from any thread of this process, and from other processes.

Publishing belongs to the transaction, so nobody has to remember it: whoever writes says with `announce_…` what is to be
told, and both sides of it are seen to. When it is committed, the store tells its own hub (`tell_here`); on PostgreSQL
the transaction also notifies the other processes, each of which has a `Relay` (`postgres_relay`) that hears them and
passes it on to its own hub.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import contextmanager
from secrets import token_hex
from threading import Lock
from typing import TYPE_CHECKING, Protocol

from sqlalchemy import Connection, text

from kidd.table.storage.database.audience import Audience
from kidd.table.storage.database.loop_calls import LoopCalls

if TYPE_CHECKING:
    from kidd.table.storage.database.store import Store

CHANNEL = "kidd_games"  # of PostgreSQL's notifications
OF_PERSON = "person:"  # before the id of somebody to whose notices one listens
PEOPLE = "people"  # in place of a game: who somebody is, or by what they come in
ORIGIN = token_hex(8)  # this process: it hears its own notifications, too, and need not

# Before a number that is no version of a game: of the last message, and of those who look on at another server.
TALK, HERE, ASKS = "talk:", "here:", "?"

LONGEST_NOTIFICATION = 7_900  # bytes of a notification: PostgreSQL takes no more than 8,000

TIDINGS = "kidd_tidings"  # among the options of a connection that writes: what is told here once it is committed

Watcher = Callable[[str, int], None]
Tidings = list[Callable[["Store"], object]]


class Concerns(Protocol):
    """What somebody wants to hear of, as it is at that moment: a set, or the keys of a dict."""

    def isdisjoint(self, other: frozenset[str], /) -> bool: ...


def tell_here(connection: Connection, tell: Callable[[Store], object]) -> None:
    """Have something told in this process as soon as it is on the disk; never, if it is undone."""
    tidings: Tidings | None = connection.get_execution_options().get(TIDINGS)
    if tidings is not None:  # else whoever writes has no listeners, as one who moves house
        tidings.append(tell)


def announce(
    connection: Connection, game_id: str, version: int, *, work: bool = True, news: Callable[[], str] | None = None
) -> None:
    """Let other processes hear of a change of a game: whether there may be `work` in it, and the `news` themselves.

    With these they need not ask the database, each of them, for every move of every game that they show.
    """
    if connection.dialect.name != "postgresql":
        return
    said = f"{version} {work:d} {news()}" if news is not None else str(version)
    fits = len(said.encode()) + len(game_id) + len(ORIGIN) < LONGEST_NOTIFICATION
    _notify(connection, game_id, said if fits else str(version))


def _notify(connection: Connection, game_id: str, said: str) -> None:
    """Let other processes hear something of a game once it is committed; SQLite's database has one process."""
    if connection.dialect.name == "postgresql":
        payload = f"{ORIGIN} {game_id} {said}"
        connection.execute(text("SELECT pg_notify(:channel, :payload)"), {"channel": CHANNEL, "payload": payload})


def announce_call(connection: Connection, person: str) -> None:
    """Let everybody hear that somebody's notices may be others."""
    announce(connection, OF_PERSON + person, 0)
    tell_here(connection, lambda store: store.hub.call(person))


def announce_nudge(connection: Connection, game_id: str, version: int) -> None:
    """Have everybody who listens to a game look again, though it has not changed since this version."""
    announce(connection, game_id, version)
    tell_here(connection, lambda store: store.hub.nudge(game_id))


def announce_people(connection: Connection) -> None:
    """Let everybody hear that a session or a token has ended, or that somebody is somebody else now."""
    _notify(connection, PEOPLE, "0")
    tell_here(connection, lambda store: store.hub.hear_people())


def announce_audience(connection: Connection, game_id: str, number: int, *, asks: bool = False) -> None:
    """Let other processes hear how many look on here, and perhaps ask them for the same."""
    _notify(connection, game_id, f"{HERE}{number}{ASKS if asks else ''}")


def announce_talk(connection: Connection, game_id: str, number: int) -> None:
    """Let everybody hear of what was said beside a game: the number of the last message."""
    _notify(connection, game_id, f"{TALK}{number}")
    tell_here(connection, lambda store: store.hub.publish_talk(game_id, number))


class Listener:
    """Hears of one game; versions that come faster than they are read are heard of once, as the latest."""

    def __init__(self, calls: LoopCalls) -> None:
        self.calls = calls
        """The way to it."""
        self._news = asyncio.Event()
        self._latest = -1
        self._closed = False
        self.talked = 0
        """How often there was news of what is said beside the game."""
        self.nudged = 0
        """How often there was something to look at beside the game, by `Hub.nudge`."""
        self.quick: Callable[[int], bool] | None = None
        """Is told of a version at once, in the loop, and says whether that was all there is to do about it."""

    def hear(self, version: int) -> None:
        """Hear of a version, or of a nudge; called in the loop."""
        self._latest = max(self._latest, version)
        done = False
        if version < 0:
            self.nudged += 1
        else:
            try:
                done = self.quick is not None and self.quick(self._latest)
            except Exception:  # noqa: BLE001 - whoever reads on meets it again, where somebody sees to it
                done = False
        if not done:
            self._news.set()

    def hear_talk(self) -> None:
        """Hear that something was said; called in the loop."""
        self.talked += 1
        self._news.set()

    def look_again(self) -> None:
        """Hear of the latest version once more; called in the loop."""
        self.hear(max(self._latest, 0))

    def close(self) -> None:
        """End the listening; called in the loop."""
        self._closed = True
        self._news.set()

    async def __aiter__(self) -> AsyncIterator[int]:
        while True:
            await self._news.wait()
            if self._closed:
                return
            self._news.clear()
            yield self._latest


class Hub:
    """Who listens to which game."""

    def __init__(self) -> None:
        self._listeners: dict[str, set[Listener]] = {}
        self._talks: dict[str, int] = {}
        self.audience = Audience()
        self._asked: list[Callable[[str], None]] = []
        self._workers: list[Watcher] = []
        self._watchers: list[tuple[Watcher, Concerns | None]] = []
        self._deaf: list[Callable[[], None]] = []
        self._called: list[Callable[[], None]] = []
        self._acquainted: list[Callable[[], None]] = []
        self._loops: dict[asyncio.AbstractEventLoop, LoopCalls] = {}
        self._lock = Lock()
        self.is_in_doubt = False
        """Whether something may have been committed of which nobody here was told: by a commit without an answer."""

    def calls_here(self) -> LoopCalls:
        """The way from other threads into the loop that runs here; one for all that is told there."""
        loop = asyncio.get_running_loop()
        known = self._loops.get(loop)
        if known is None:
            known = self._loops[loop] = LoopCalls(loop)
        return known

    def when_deaf(self, call: Callable[[], None]) -> None:
        """Have a function called whenever news of other processes may have been missed."""
        self._deaf.append(call)

    def miss(self) -> None:
        """Say that this may be so; called from any thread. Whoever listens to what is said looks again."""
        for call in list(self._deaf):
            call()
        with self._lock:
            self._talks.clear()
            games = list(self._listeners)
        for game in games:
            self.publish_talk(game, -1)

    def publish(self, game_id: str, version: int, *, work: bool = True, about: frozenset[str] | None = None) -> None:
        """Tell everybody who listens to a game its new version; called after the commit, from any thread.

        Where it is known that there is no `work` in it, or whom the change is `about`, others are not called.
        """
        if game_id in self._listeners:
            self._tell(game_id, version)
        if work:
            for watcher in self._workers:
                watcher(game_id, version)
        for watcher, concerns in self._watchers:
            if about is None or concerns is None or not concerns.isdisjoint(about):
                watcher(game_id, version)

    def nudge(self, game_id: str) -> None:
        """Have everybody who listens to a game look again, though it has not changed."""
        self._tell(game_id, -1)

    def call(self, person: str) -> None:
        """Tell everybody who listens to a person's notices that there may be others; as after any commit."""
        self._tell(OF_PERSON + person, 0)
        for wake in self._called:
            wake()

    def watch_calls(self, wake: Callable[[], None]) -> None:
        """Have a function called whenever anybody's notices may have changed; it must be quick."""
        self._called.append(wake)

    def hear_people(self) -> None:
        """Somebody has changed who somebody is, here or elsewhere; called from any thread."""
        for call in list(self._acquainted):
            call()

    def when_people_change(self, call: Callable[[], None]) -> None:
        """Have a function called when somebody has, or may have, changed who somebody is."""
        self._acquainted.append(call)
        self._deaf.append(call)

    def _tell(self, name: str, version: int) -> None:
        for calls, some in self._heard_by(name):
            calls.call(_hear, some, version)

    def _heard_by(self, name: str) -> list[tuple[LoopCalls, list[Listener]]]:
        """Who listens, by their loops: each is called once for all who are there."""
        ways: dict[LoopCalls, list[Listener]] = {}
        with self._lock:
            for listener in self._listeners.get(name, ()):
                ways.setdefault(listener.calls, []).append(listener)
        return list(ways.items())

    def publish_talk(self, game_id: str, number: int) -> None:
        """Tell everybody who listens to a game that something was said beside it, or is to be read otherwise."""
        with self._lock:
            if number > self._talks.get(game_id, -1) and game_id in self._listeners:
                self._talks[game_id] = number
        for calls, some in self._heard_by(game_id):
            calls.call(_hear_talk, some)

    def hear_audience(self, game_id: str, origin: str, said: str) -> None:
        """Another process tells how many look on there, and may ask how many do here."""
        if self.audience.hear(game_id, origin, int(said.removesuffix(ASKS))):
            self.publish_talk(game_id, -1)
        if said.endswith(ASKS) and self.audience.here(game_id):
            for answer in self._asked:
                answer(game_id)

    def when_asked(self, answer: Callable[[str], None]) -> None:
        """Have a function called when another process asks how many look on here."""
        self._asked.append(answer)

    def last_talk(self, game_id: str) -> int:
        """The number of the last message that was heard of while somebody listens; -1 if there was none."""
        with self._lock:
            return self._talks.get(game_id, -1)

    def watch(self, watcher: Watcher, concerns: Concerns | None = None) -> None:
        """Have a function called at every change of any game, or of those games with which its `concerns` have to do.

        These are people, or `LISTED` (`Table.concerns`). It is called on the thread that tells of it, and must
        be quick.
        """
        self._watchers.append((watcher, concerns))

    def watch_work(self, watcher: Watcher) -> None:
        """The same for whoever looks for work: where a computer is to act, or a clock runs."""
        self._workers.append(watcher)

    @contextmanager
    def subscribe(self, game_id: str) -> Iterator[Listener]:
        """Listen to a game: `with hub.subscribe(id) as news: async for version in news: ...`."""
        listener = Listener(self.calls_here())
        with self._lock:
            self._listeners.setdefault(game_id, set()).add(listener)
        try:
            yield listener
        finally:
            with self._lock:
                others = self._listeners[game_id]
                others.discard(listener)
                if not others:
                    del self._listeners[game_id]
                    self._talks.pop(game_id, None)

    def close(self) -> None:
        """Let every listener go, when the server stops; called in their loop."""
        with self._lock:
            listeners = [listener for some in self._listeners.values() for listener in some]
        for listener in listeners:
            listener.close()
        self._workers.clear()
        self._watchers.clear()
        self._deaf.clear()
        self._called.clear()
        self._acquainted.clear()
        self._asked.clear()
        self._loops.clear()

    @property
    def games(self) -> list[str]:
        """The games that somebody listens to."""
        with self._lock:
            return list(self._listeners)

    @property
    def listeners(self) -> int:
        """How many listen."""
        with self._lock:
            return sum(map(len, self._listeners.values()))


def _hear(listeners: Sequence[Listener], version: int) -> None:
    for listener in listeners:
        listener.hear(version)


def _hear_talk(listeners: Sequence[Listener]) -> None:
    for listener in listeners:
        listener.hear_talk()
