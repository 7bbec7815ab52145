"""One game as clients play it: a move goes over the mover's socket or connection, and is told there and at the other's.

Either two people play, each with a session, a connection and a socket of their own, or one plays all crews and somebody
without a seat looks on. The time that counts is that at which the other one's socket has told of the move.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from time import perf_counter
from typing import NamedTuple, Protocol, Self

from bench.load_dialects import Dialect, ForTwo, Standing, told_version
from bench.load_wire import Answer, Ear, Line, upgrade

LATER = 0.05  # seconds after which a move is sent again that the server was too busy for
BUSY = (429, 503)
ANSWERED = re.compile(rb'\{"answer":(?:\d+|null),"status":(\d+)(?:,"retry_after":\d+)?,"(?:state|problem)":')
AT_THE_START = Standing(0, 0, ("c1-c3",))  # of a server that knows no games, and takes any move


class Stroke(NamedTuple):
    """A move that was played, in seconds and bytes; headers and frames are not counted."""

    answered: float
    told: float
    to_mover: int
    to_watcher: int
    refused: int


class Played(Protocol):
    """A game that is played, on whichever server."""

    kind: str
    standing: Standing
    """As whoever is to move knows it."""

    async def play(self, lines: Sequence[Line], act: str, due: float = 0.0) -> Stroke:
        """Play a move and wait until both have heard of it; its time counts from when it was due."""
        ...

    def close(self) -> None:
        """Hang up the sockets."""
        ...


class Place:
    """One who follows a game by a socket: what it has told last, and when."""

    def __init__(self, what: str, cookie: str = "") -> None:
        self.cookie = cookie
        self.version = -1
        self.state = b""
        self.at = 0.0
        self.came = 0
        """Bytes since somebody has set it to zero."""
        self._what = what
        self._ear: Ear
        self._news: asyncio.Future[None] | None = None
        self._answer: asyncio.Future[Answer] | None = None

    async def listen(self, port: int, path: str) -> None:
        """Open the socket."""
        self._ear = Ear(upgrade(path, self.cookie), self._hear, self._deaf)  # known before the server says anything
        await asyncio.get_running_loop().create_connection(lambda: self._ear, "127.0.0.1", port)
        await self._ear.opened

    def ask(self, text: str) -> asyncio.Future[Answer]:
        """Send an act over the socket, and get its answer."""
        self._answer = asyncio.get_running_loop().create_future()
        self._ear.say(text)
        return self._answer

    async def until(self, version: int) -> None:
        """Wait until the socket has told of a version."""
        while self.version < version:
            self._news = asyncio.get_running_loop().create_future()
            await self._news

    def close(self) -> None:
        """Hang up."""
        self._news = self._answer = None
        self._ear.transport.close()

    def _hear(self, message: bytes, at: float) -> None:
        self.came += len(message)
        if found := ANSWERED.match(message):
            if self._answer is not None and not self._answer.done():
                self._answer.set_result(Answer(int(found[1]), b"", message[found.end() : -1], at))
            return
        version = told_version(message)
        if version > self.version:
            self.version, self.state, self.at = version, message, at
            if self._news is not None and not self._news.done():
                self._news.set_result(None)

    def _deaf(self) -> None:
        for waiting in (self._news, self._answer):
            if waiting is not None and not waiting.done():
                waiting.set_exception(ConnectionError(f"{self._what}: a socket was closed"))


async def connect(port: int) -> Line:
    """A connection to the server."""
    _, line = await asyncio.get_running_loop().create_connection(Line, "127.0.0.1", port)
    return line


class LoadGame:
    """A game that was opened, and the two who follow it: both play it, or the first one does."""

    def __init__(self, dialect: Dialect, kind: str, game: str, places: tuple[Place, Place], players: int) -> None:
        self.kind = kind
        self.standing = AT_THE_START
        self._dialect = dialect
        self._id = game
        self._places = places
        self._players = players
        self._mover = 0

    @classmethod
    async def open(cls, dialect: Dialect, ports: Sequence[int], lines: Sequence[Line], kind: str) -> Self:
        """Open a game for somebody who was never seen before and plays all crews, and a watcher's socket."""
        answer = await asked(lines[0], dialect.opening(kind))
        places = Place(kind, answer.cookies), Place(kind)
        game = cls(dialect, kind, dialect.opened(answer.body), places, 1)
        look = dialect.look(game._id, answer.cookies)
        if look is not None:
            game.standing = dialect.standing((await asked(lines[0], look)).body)
        await game.follow(ports)
        return game

    @classmethod
    async def invite(cls, dialect: ForTwo, lines: Sequence[Line], kind: str, time: str = "") -> Self:
        """Open a game for two people who were never seen before and do not follow it yet."""
        answer = await asked(lines[0], dialect.inviting(kind, time))
        places = Place(kind, answer.cookies), Place(kind)
        game = cls(dialect, kind, dialect.opened(answer.body), places, 2)
        sitting = dialect.sitting(game._id)
        if sitting is not None:
            answer = await asked(lines[-1], sitting)
            places[1].cookie, places[1].state = answer.cookies, answer.body
        look = dialect.look(game._id, places[0].cookie)
        if look is not None:
            game._turn(0, (await asked(lines[0], look)).body)
        return game

    async def follow(self, ports: Sequence[int]) -> None:
        """Open the sockets: those of two players, or a watcher's and that of whoever acts over theirs."""
        path = self._dialect.socket(self._id, self.standing.version)
        for place, port in zip(self._places, (ports[0], ports[-1]), strict=True):
            if place in self._listening:
                await place.listen(port, path)

    @property
    def _listening(self) -> tuple[Place, ...]:
        return self._places if self._players == 2 or self._dialect.say(self.standing, "") else self._places[1:]

    async def play(self, lines: Sequence[Line], act: str, due: float = 0.0) -> Stroke:
        mover, other = self._places[self._mover], self._places[1 - self._mover]
        line = lines[self._mover % len(lines)]
        refused, sent, other.came = 0, due or perf_counter(), 0
        said = self._dialect.say(self.standing, act)
        request = self._dialect.act(self._id, mover.cookie, self.standing, act)
        while (answer := await (mover.ask(said) if said else line.demand(request))).status in BUSY:
            refused += 1
            await asyncio.sleep(LATER)
        if answer.status >= 300:
            what = f"{self.kind} {act}: expected a move played, got {answer.status} {answer.body[:500]!r}"
            raise RuntimeError(what)
        await other.until(told_version(answer.body))
        if self._players == 1:
            self.standing = self._dialect.standing(answer.body)
        else:
            self._turn(self._mover, answer.body)
        return Stroke(answer.at - sent, other.at - sent, len(answer.body), other.came, refused)

    def close(self) -> None:
        for place in self._listening:
            place.close()

    def _turn(self, mover: int, answered: bytes) -> None:
        """Find out whose turn it is: the other's as a rule, and nobody's where neither has a move."""
        known, whose = self._dialect.standing(self._places[1 - mover].state), 1 - mover
        if not known.moves:
            known, whose = self._dialect.standing(answered), mover
        self.standing, self._mover = known, whose


async def asked(line: Line, request: bytes) -> Answer:
    """The answer to something that is not refused, but where the server is too busy for it at first."""
    while (answer := await line.demand(request)).status in BUSY:
        await asyncio.sleep(LATER)
    if answer.status >= 300:
        raise RuntimeError(f"expected a new game, got {answer.status} {answer.body[:300]!r}")
    return answer
