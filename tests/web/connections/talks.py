"""A server of its own on which a test talks to whoever comes, and a caller who sends byte by byte what a test says."""

from __future__ import annotations

import socket
import struct
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Any, NamedTuple

import uvicorn

from kidd.web.connections.berths import Berths
from kidd.web.connections.bounds import Bounds
from kidd.web.connections.socket_protocol import socket_protocol
from kidd.web.http.lines import Line, line_of
from tests.patience import PATIENCE, until
from tests.web.afloat import MANY
from tests.web.connections.callers import OPENING

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
Talk = Callable[[Line, Receive, Send], Awaitable[None]]


@contextmanager
def hosting(talk: Talk, protocol: Any = None, **more: Any) -> Iterator[int]:
    """The port of a server that talks so to whoever comes; `more` are settings of uvicorn's."""

    async def app(scope: dict[str, Any], receive: Receive, send: Send) -> None:
        line = line_of(scope)
        assert line is not None
        assert not line.say(b"before it is open")
        assert (await receive())["type"] == "websocket.connect"
        await send({"type": "websocket.accept"})
        await talk(line, receive, send)

    if protocol is None:
        protocol = socket_protocol(Bounds(Berths(MANY, 0), MANY, lambda why: None, lambda scope: ""))
    settings = {"log_config": None, "lifespan": "off", "ws": protocol, "ws_ping_interval": None, **more}
    server = uvicorn.Server(uvicorn.Config(app, **settings))
    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = Thread(target=server.run, args=([listening],), daemon=True)
        thread.start()
        until(lambda: server.started, "the server")
        yield listening.getsockname()[1]
        server.should_exit = True
        thread.join(PATIENCE)
    assert not thread.is_alive()


class Said(NamedTuple):
    """A frame that came from the server."""

    first: int
    data: bytes


class Caller:
    """An open socket of which a test says every byte."""

    def __init__(self, port: int, more: str = "") -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self._socket.sendall(OPENING.format(path="/").replace("\r\n\r\n", f"\r\n{more}\r\n").encode())
        self._file = self._socket.makefile("rb")
        assert b" 101 " in self._file.readline()
        while self._file.readline() != b"\r\n":
            pass

    def sends(self, chunk: bytes) -> None:
        """Send bytes as they are."""
        self._socket.sendall(chunk)

    def hears(self) -> Said:
        """The next frame."""
        first, length = self._file.read(2)
        if length == 126:
            (length,) = struct.unpack("!H", self._file.read(2))
        return Said(first, self._file.read(length))

    def close(self) -> None:
        """Go, without a word."""
        self._file.close()
        self._socket.close()
