"""One game as a client plays it: a move goes over the mover's connection and comes back there and at a watcher's."""

from __future__ import annotations

import asyncio
from time import perf_counter
from typing import NamedTuple, Self

from bench.load_dialects import Dialect, Standing, told_version
from bench.load_wire import Ear, Line, upgrade

LATER = 0.05  # seconds after which a move is sent again that the server was too busy for
BUSY = (429, 503)
AT_THE_START = Standing(0, 0, ("c1-c3",))  # of a server that knows no games, and takes any move


class Stroke(NamedTuple):
    """A move that was played, in seconds and bytes; headers and frames are not counted."""

    answered: float
    told: float
    to_mover: int
    to_watcher: int
    refused: int


async def connect(port: int) -> Line:
    """A connection to the server."""
    _, line = await asyncio.get_running_loop().create_connection(Line, "127.0.0.1", port)
    return line


class LoadGame:
    """A game that was opened, with a watcher who has no seat in it."""

    def __init__(self, dialect: Dialect, kind: str, game: str, cookie: str) -> None:
        self.kind = kind
        self.standing = AT_THE_START
        self._dialect = dialect
        self._id = game
        self._cookie = cookie
        self._ear: Ear
        self._heard = -1
        self._heard_at = 0.0
        self._heard_bytes = 0
        self._news: asyncio.Future[None] | None = None

    @classmethod
    async def open(cls, dialect: Dialect, port: int, line: Line, kind: str) -> Self:
        """Open a game for people who were never seen before, and its watcher's socket."""
        answer = await line.ask(dialect.opening(kind))
        if answer.status >= 300:
            raise RuntimeError(f"expected a new game, got {answer.status} {answer.body[:300]!r}")
        game = cls(dialect, kind, dialect.opened(answer.body), answer.cookies)
        look = dialect.look(game._id, game._cookie)
        if look is not None:
            game.standing = dialect.standing((await line.ask(look)).body)
        request = upgrade(dialect.socket(game._id, game.standing.version))
        loop = asyncio.get_running_loop()
        _, game._ear = await loop.create_connection(lambda: Ear(request, game._hear, game._deaf), "127.0.0.1", port)
        await game._ear.opened
        return game

    async def play(self, line: Line, act: str, due: float = 0.0) -> Stroke:
        """Play a move and wait until both have heard of it; its time counts from when it was due."""
        refused, sent = 0, due or perf_counter()
        self._heard_bytes = 0
        while True:
            answer = await line.ask(self._dialect.act(self._id, self._cookie, self.standing, act))
            if answer.status < 300:
                break
            if answer.status not in BUSY:
                raise RuntimeError(
                    f"{self.kind} {act}: expected a move played, got {answer.status} {answer.body[:500]!r}"
                )
            refused += 1
            await asyncio.sleep(LATER)
        self.standing = self._dialect.standing(answer.body)
        while self._heard < self.standing.version:
            self._news = asyncio.get_running_loop().create_future()
            await self._news
        return Stroke(answer.at - sent, self._heard_at - sent, len(answer.body), self._heard_bytes, refused)

    def close(self) -> None:
        """Hang up the watcher's socket."""
        self._news = None
        self._ear.transport.close()

    def _hear(self, message: bytes, at: float) -> None:
        self._heard_bytes += len(message)
        version = told_version(message)
        if version > self._heard:
            self._heard, self._heard_at = version, at
            if self._news is not None and not self._news.done():
                self._news.set_result(None)

    def _deaf(self) -> None:
        if self._news is not None and not self._news.done():
            self._news.set_exception(ConnectionError(f"{self.kind}: the watcher's socket was closed"))
