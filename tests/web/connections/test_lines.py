"""The straight line to a page: the same frames as by the long way, and none where somebody has to wait or has gone."""

from __future__ import annotations

import socket
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Any

import pytest
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from kidd.web.connections.berths import Berths
from kidd.web.connections.protocols import Bounds, socket_protocol
from kidd.web.http.lines import Line, line_of
from tests.patience import PATIENCE, until
from tests.web.afloat import MANY

pytestmark = pytest.mark.once

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
Talk = Callable[[Line, Receive, Send], Awaitable[None]]

LENGTHS = (0, 1, 125, 126, (1 << 16) - 1, 1 << 16, 200_000)


@contextmanager
def talking(talk: Talk) -> Iterator[ClientConnection]:
    """Somebody who is talked to over their line by a server of its own."""

    async def app(scope: dict[str, Any], receive: Receive, send: Send) -> None:
        line = line_of(scope)
        assert line is not None
        assert not line.say(b"before it is open")
        assert (await receive())["type"] == "websocket.connect"
        await send({"type": "websocket.accept"})
        await talk(line, receive, send)

    protocol = socket_protocol(Bounds(Berths(MANY, 0), MANY, lambda why: None, lambda scope: ""))
    server = uvicorn.Server(uvicorn.Config(app, log_config=None, lifespan="off", ws=protocol, ws_ping_interval=None))
    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = Thread(target=server.run, args=([listening],), daemon=True)
        thread.start()
        until(lambda: server.started, "the server")
        with connect(f"ws://127.0.0.1:{listening.getsockname()[1]}", max_size=None, proxy=None) as caller:
            yield caller
        server.should_exit = True
        thread.join(PATIENCE)
    assert not thread.is_alive()


def test_texts_of_every_length():
    """Come as they were said, in their order, also between others that went the long way."""

    async def talk(line: Line, _: Receive, send: Send) -> None:
        for length in LENGTHS:
            while not line.say(b"x" * length):
                await send({"type": "websocket.send", "text": ""})
            await send({"type": "websocket.send", "text": f"{length}"})

    with talking(talk) as caller:
        for length in LENGTHS:
            said = caller.recv(PATIENCE)
            while length and said == "":  # it had to wait until all before was taken
                said = caller.recv(PATIENCE)
            assert said == "x" * length
            assert caller.recv(PATIENCE) == str(length)


def test_who_does_not_take_it():
    """Is told nothing over the line any more: whoever waits for them keeps the time."""
    refused: list[bool] = []

    async def talk(line: Line, receive: Receive, _: Send) -> None:
        while line.say(b"x" * 100_000):
            pass
        refused.append(line.say(b"more"))
        while (await receive())["type"] != "websocket.disconnect":
            pass
        refused.append(line.say(b"and after they have gone"))

    with talking(talk):
        until(lambda: refused, "that the line is full")
    until(lambda: len(refused) == 2, "that they have gone")
    assert refused == [False, False]


def test_after_the_server_has_closed():
    """Nothing is said any more."""
    refused: list[bool] = []

    async def talk(line: Line, _: Receive, send: Send) -> None:
        await send({"type": "websocket.close", "code": 4404})
        refused.append(line.say(b"more"))

    with talking(talk) as caller:
        with pytest.raises(ConnectionClosed):
            caller.recv(PATIENCE)
        assert caller.close_code == 4404
    assert refused == [False]
