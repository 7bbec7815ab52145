"""Sockets that are half open, that say too much, or that take nothing: each has an end."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple
from unittest.mock import MagicMock

import pytest
import uvicorn
from uvicorn.server import ServerState
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from kidd.web.connections.berths import Berths
from kidd.web.connections.bounds import Bounds
from kidd.web.connections.socket_protocol import FRAMES_AT_ONCE, MOST_UNTAKEN, socket_protocol
from kidd.web.connections.waiting import EVERY, SECONDS, Lookout, is_up_to_them
from kidd.web.http.defence.pace import frame_gap
from kidd.web.http.settings import Settings
from tests.patience import PATIENCE
from tests.web.afloat import API
from tests.web.connections.callers import counted, port_of
from tests.web.processes import serving

pytestmark = [
    pytest.mark.once,
    pytest.mark.skipif(sys.platform == "win32", reason="another protocol, with timeouts of its own"),
]
EMPTY, PING = b"\x81\x80\0\0\0\0", b"\x89\xfd\0\0\0\0" + b"p" * 125
AT_ONCE = round(FRAMES_AT_ONCE / frame_gap(Settings().pace))


class Half(NamedTuple):
    """A socket of which no more is there than a test says."""

    protocol: Any
    transport: MagicMock
    state: ServerState
    told: list[str]

    def is_looked_at(self, seconds: float) -> None:
        """Let the look-out look for so long, and once more."""
        lookout = Lookout(self.state.connections, self.told.append)
        for _ in range(round(seconds / EVERY) + 2):
            lookout.look()


@pytest.fixture
def half() -> Iterator[Half]:
    """A socket that was just connected."""
    transport, state, told = MagicMock(), ServerState(), list[str]()
    transport.is_closing.return_value = False
    transport.get_write_buffer_size.return_value = 0
    loop, config = asyncio.new_event_loop(), uvicorn.Config(MagicMock(), log_config=None, lifespan="off")
    made: Any = socket_protocol(Bounds(Berths(1, 0), 1, told.append, lambda scope: ""))
    protocol = made(config=config, server_state=state, app_state={}, _loop=loop)
    transport.get_protocol.return_value = protocol
    protocol.connection_made(transport)
    yield Half(protocol, transport, state, told)
    loop.close()


def test_half_a_handshake_may_make_way(half: Half):
    """It is waited for as any head is, and let go for others."""
    half.protocol.data_received(b"GET /socket HTTP/1.1\r\n")
    assert is_up_to_them(half.transport)
    half.is_looked_at(SECONDS["head"])
    assert half.told == ["head"]
    half.transport.abort.assert_called()


def test_nobody_waits_longer_for_a_socket(half: Half):
    """However much it has not taken: it was closed, and that is all."""
    half.transport.is_closing.return_value = True
    half.transport.get_write_buffer_size.return_value = 100 * MOST_UNTAKEN
    half.is_looked_at(SECONDS["parting"])
    assert half.told == ["parting"]


def test_answers_to_pings_have_an_end(half: Half):
    """Whoever has not taken those before is let go."""
    half.transport.get_write_buffer_size.return_value = MOST_UNTAKEN
    half.protocol.handle_ping()
    half.transport.abort.assert_not_called()
    half.transport.get_write_buffer_size.return_value = MOST_UNTAKEN + 1
    half.protocol.handle_ping()
    half.transport.abort.assert_called_once()
    assert half.told == ["taking"]


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server with its usual pace."""
    with serving(tmp_path_factory.mktemp("frames"), "--port", "0") as (_, address):
        yield address


@contextmanager
def listening(url: str) -> Iterator[ClientConnection]:
    """A socket that has been told of the lobby."""
    with connect(f"ws://127.0.0.1:{port_of(url)}{API}/lobby/socket", proxy=None) as caller:
        caller.recv(PATIENCE)
        yield caller


def hear_all(caller: ClientConnection) -> None:
    """Take what is said until it is closed."""
    with suppress(ConnectionClosed):
        while True:
            caller.recv(PATIENCE)


@pytest.mark.parametrize("frame", [EMPTY, PING], ids=["texts", "pings"])
def test_more_frames_than_anybody_sends(url: str, frame: bytes):
    """A hundred at once are fine; thousands end with 1008, and are not even read."""
    before = counted(url, "frames")
    with listening(url) as caller:
        caller.socket.sendall(frame * (AT_ONCE // 2))
        assert caller.ping().wait(PATIENCE)
        with suppress(OSError):  # cut off in the middle
            caller.socket.sendall(frame * 20 * AT_ONCE)
        hear_all(caller)
        assert caller.close_code in (1008, 1006)  # the latter where it was cut off before it had read
    assert counted(url, "frames") == before + 1


def test_frames_are_counted_before_all_are_read(half: Half, monkeypatch: pytest.MonkeyPatch):
    """Of a megabyte that comes at once no more is read than shows that it is too much."""
    read = MagicMock(wraps=half.protocol.conn.receive_data)
    monkeypatch.setattr(half.protocol.conn, "receive_data", read)
    half.transport.close.side_effect = lambda: setattr(half.transport.is_closing, "return_value", True)
    half.protocol._full = float("inf")
    half.protocol.conn.events.append(MagicMock())
    half.protocol.data_received(b"GET " + b"x" * (1 << 20))
    assert read.call_count == 1
    assert half.told == ["frames"]


def test_letters_that_are_none(url: str, caplog: pytest.LogCaptureFixture, half: Half):
    """Close the socket, and that is all: the log is not for others to write into."""
    with listening(url) as caller:
        caller.socket.sendall(b"\x81\x82\0\0\0\0\xff\xfe")
        hear_all(caller)
        assert caller.close_code == 1007
    half.protocol.frames, half.protocol.curr_msg_data_type = [b"\xff"], "text"
    with caplog.at_level(logging.INFO):
        half.protocol.send_receive_event_to_app()
    assert not caplog.records
    half.transport.close.assert_called_once()
