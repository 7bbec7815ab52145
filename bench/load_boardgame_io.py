"""A game on a boardgame.io server (bench/boardgame_io) as clients play it: everything but the opening goes by sockets.

The dialect is Socket.IO 4 over WebSocket, by hand like the rest of the client. There is no answer to a move: its mover
hears of it by their own socket, as the other one does.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Sequence
from time import perf_counter
from typing import Self

from bench.load_dialects import Standing
from bench.load_game import Stroke, asked
from bench.load_wire import Ear, Line, request, upgrade

IT = "boardgame.io"
ACTS_OF_IT = 60  # after which a game is over, as in bench/boardgame_io/server.cjs
NAME = "kidd"  # of the game there
PATH = "/socket.io/?EIO=4&transport=websocket"
OPEN, PING, PONG, CONNECT, EVENT = b"0", b"2", "3", f"40/{NAME},", f"42/{NAME},"
STATE = re.compile(rb'"_stateID": ?(\d+)')
MOVES = ("c1-c3",)  # any text is a move


class IoPlace:
    """One who plays or looks on: their socket, and the newest state that it has told."""

    def __init__(self, match: str, player: str | None, credentials: str | None) -> None:
        self.version = -1
        self.at = 0.0
        self.came = 0
        """Bytes since somebody has set it to zero."""
        self._sync = EVENT + json.dumps(["sync", match, player, credentials, 2])
        self._ear: Ear
        self._news: asyncio.Future[None] | None = None

    async def listen(self, port: int) -> None:
        """Open the socket, and wait until the server has told how the game stands."""
        self._ear = Ear(upgrade(PATH), self._hear, self._deaf)  # known before the server greets
        await asyncio.get_running_loop().create_connection(lambda: self._ear, "127.0.0.1", port)
        await self._ear.opened
        await self.until(0)

    async def until(self, version: int) -> None:
        """Wait until the socket has told of a version."""
        while self.version < version:
            self._news = asyncio.get_running_loop().create_future()
            await self._news

    def say(self, *event: object) -> None:
        """Send an event."""
        self._ear.say(EVENT + json.dumps(event))

    def close(self) -> None:
        """Hang up."""
        self._news = None
        self._ear.transport.close()

    def _hear(self, message: bytes, at: float) -> None:
        self.came += len(message)
        if message == PING:
            self._ear.say(PONG)
        elif message.startswith(OPEN):
            self._ear.say(CONNECT)
        elif message.startswith(CONNECT.encode()):
            self._ear.say(self._sync)
        elif (found := STATE.search(message)) and (version := int(found[1])) > self.version:
            self.version, self.at = version, at
            if self._news is not None and not self._news.done():
                self._news.set_result(None)

    def _deaf(self) -> None:
        if self._news is not None and not self._news.done():
            self._news.set_exception(ConnectionError("boardgame.io: a socket was closed"))


class IoGame:
    """A match there, and the two who follow it: both play it, or the first one does."""

    kind = IT

    def __init__(self, match: str, credentials: Sequence[str], people: int) -> None:
        self.standing = Standing(0, 0, MOVES)
        self._match = match
        self._credentials = credentials
        self._people = people
        second = ("1", credentials[1]) if people == 2 else (None, None)
        self._places = IoPlace(match, "0", credentials[0]), IoPlace(match, *second)

    @classmethod
    async def open(cls, lines: Sequence[Line], people: int) -> Self:
        """Create a match and join it as both players."""
        body = (await asked(lines[0], request("POST", f"/games/{NAME}/create", b'{"numPlayers":2}'))).body
        match, credentials = json.loads(body)["matchID"], []
        for player in "01":
            wish = json.dumps({"playerID": player, "playerName": f"guest {player}"}).encode()
            joined = await asked(lines[-1], request("POST", f"/games/{NAME}/{match}/join", wish))
            credentials.append(json.loads(joined.body)["playerCredentials"])
        return cls(match, credentials, people)

    async def follow(self, ports: Sequence[int]) -> None:
        """Open the sockets of both players, or of one and a watcher."""
        for place, port in zip(self._places, (ports[0], ports[-1]), strict=True):
            await place.listen(port)

    async def play(self, lines: Sequence[Line], act: str, due: float = 0.0) -> Stroke:
        version, ply, _ = self.standing
        player = ply % 2
        mover = self._places[player if self._people == 2 else 0]
        other = self._places[1 - player if self._people == 2 else 1]
        mover.came = other.came = 0
        sent = due or perf_counter()
        payload = {"type": "play", "args": [act], "playerID": str(player), "credentials": self._credentials[player]}
        mover.say("update", {"type": "MAKE_MOVE", "payload": payload}, version, self._match, str(player))
        await mover.until(version + 1)
        await other.until(version + 1)
        self.standing = Standing(mover.version, ply + 1, MOVES if ply + 1 < ACTS_OF_IT else ())
        return Stroke(mover.at - sent, other.at - sent, mover.came, other.came, 0)

    def close(self) -> None:
        for place in self._places:
            place.close()
