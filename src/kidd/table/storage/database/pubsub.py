"""Telling whoever listens that a game has moved on: from any thread of this process, and from other processes.

Publishing belongs to the commit (`event_log`), so nobody has to remember it. In one process the hub alone does it; on
PostgreSQL the transaction also notifies the other processes, each of which has a `Relay` (`postgres_relay`) that hears
them and passes it on to its own hub.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager, suppress
from secrets import token_hex
from threading import Lock

from sqlalchemy import Connection, text

CHANNEL = "kidd_games"  # of PostgreSQL's notifications
ORIGIN = token_hex(8)  # this process: it hears its own notifications, too, and need not

Watcher = Callable[[str, int], None]


def announce(connection: Connection, game_id: str, version: int) -> None:
    """Let other processes hear of a change once it is committed; SQLite's database has one process."""
    if connection.dialect.name == "postgresql":
        payload = f"{ORIGIN} {game_id} {version}"
        connection.execute(text("SELECT pg_notify(:channel, :payload)"), {"channel": CHANNEL, "payload": payload})


class Listener:
    """Hears of one game; versions that come faster than they are read are heard of once, as the latest."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._news = asyncio.Event()
        self._latest = -1
        self._closed = False

    def tell(self, version: int) -> None:
        """Called from any thread."""
        with suppress(RuntimeError):  # its loop is closed: nobody is there any more
            self._loop.call_soon_threadsafe(self._hear, version)

    def _hear(self, version: int) -> None:
        self._latest = max(self._latest, version)
        self._news.set()

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
        self._watchers: list[Watcher] = []
        self._lock = Lock()

    def publish(self, game_id: str, version: int) -> None:
        """Tell everybody who listens to a game its new version; called after the commit, from any thread."""
        with self._lock:
            listeners = list(self._listeners.get(game_id, ()))
        for listener in listeners:
            listener.tell(version)
        for watcher in self._watchers:
            watcher(game_id, version)

    def watch(self, watcher: Watcher) -> None:
        """Have a function called at every change of any game, on the thread that tells of it: it must be quick."""
        self._watchers.append(watcher)

    @contextmanager
    def subscribe(self, game_id: str) -> Iterator[Listener]:
        """Listen to a game: `with hub.subscribe(id) as news: async for version in news: ...`."""
        listener = Listener()
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

    def close(self) -> None:
        """Let every listener go, when the server stops; called in their loop."""
        with self._lock:
            listeners = [listener for some in self._listeners.values() for listener in some]
        for listener in listeners:
            listener.close()
        self._watchers.clear()

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
