"""Telling open pages that a game has moved on: from any thread to whoever listens in this process."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from threading import Lock


class Listener:
    """Hears of one game; versions that come faster than they are read are heard of once, as the latest."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._news = asyncio.Event()
        self._latest = -1
        self._closed = False

    def tell(self, version: int) -> None:
        """Called from any thread."""
        if not self._loop.is_closed():
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
        self._lock = Lock()

    def publish(self, game_id: str, version: int) -> None:
        """Tell everybody who listens to a game its new version; to be called after the commit, from any thread."""
        with self._lock:
            listeners = list(self._listeners.get(game_id, ()))
        for listener in listeners:
            listener.tell(version)

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

    @property
    def listeners(self) -> int:
        """How many listen."""
        with self._lock:
            return sum(map(len, self._listeners.values()))
