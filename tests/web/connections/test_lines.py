"""The straight line to a page: the same frames as by the long way, and none where somebody has to wait or has gone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from kidd.web.http.lines import Line
from tests.patience import PATIENCE, until
from tests.web.connections.talks import Receive, Send, Talk, hosting

pytestmark = pytest.mark.once

LENGTHS = (0, 1, 125, 126, (1 << 16) - 1, 1 << 16, 200_000)


@contextmanager
def talking(talk: Talk) -> Iterator[ClientConnection]:
    """Somebody who is talked to over their line by a server of its own."""
    with hosting(talk) as port, connect(f"ws://127.0.0.1:{port}", max_size=None, proxy=None) as caller:
        yield caller


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
