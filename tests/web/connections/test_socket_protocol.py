"""Small frames go past the parser: only where one begins, and with the same outcome as through it."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from threading import Event
from typing import Any, NamedTuple
from unittest.mock import MagicMock

import pytest
import uvicorn
from hypothesis import given
from hypothesis import strategies as st
from uvicorn.server import ServerState

from kidd.web.connections.berths import Berths
from kidd.web.connections.bounds import Bounds
from kidd.web.connections.socket_protocol import FRAMES_AT_ONCE, MOST_UNHEARD, read_small, socket_protocol
from kidd.web.http.lines import Line
from tests.patience import PATIENCE, until
from tests.web.afloat import MANY
from tests.web.connections.callers import OPENING
from tests.web.connections.talks import Caller, Receive, Said, Send, Talk, hosting

pytestmark = pytest.mark.once

QUICK, SLOW = "quick", "slow"
CONT, TEXT, BINARY, CLOSE, PING, PONG = 0x80, 0x81, 0x82, 0x88, 0x89, 0x8A
OPEN = 0x7F  # masks the bit that says: no more of this message comes
RESERVED = 0x40


def frame(first: int, data: bytes = b"", mask: bytes = b"\x9a\x03\xff\x51") -> bytes:
    """A frame as a browser sends it."""
    length = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + struct.pack("!H", len(data))
    return bytes([first]) + length + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(data))


A, B, LONG = (frame(TEXT, data) for data in (b"a", b"b", b"x" * 126))
MANY_BYTES = "Käpt’n".encode()


class Way(NamedTuple):
    """What comes at once, and how it is read."""

    chunk: bytes
    way: str = SLOW


class Watch:
    """What the server did with what came, and with whom it spoke."""

    def __init__(self, gap: float = 0.0) -> None:
        self.ways: list[str] = []
        self.told: list[str] = []
        self.measured: list[float] = []
        self.sockets: list[Any] = []
        base: Any = socket_protocol(Bounds(Berths(MANY, 0), MANY, self.told.append, lambda scope: "", gap))
        watch = self

        class Watched(base):  # type: ignore[misc]
            def connection_made(self, transport: Any) -> None:
                watch.sockets.append(self)
                super().connection_made(transport)

            def data_received(self, data: bytes) -> None:
                is_open = self.handshake_complete
                super().data_received(data)
                if is_open:
                    watch.ways.append(watch.way)
                    watch.way = SLOW

            def _take_small(self, first: int, said: bytes) -> None:
                watch.way = QUICK
                super()._take_small(first, said)

        self.way = SLOW
        self.protocol = Watched

    async def echo(self, line: Line, receive: Receive, send: Send) -> None:
        """Say again what is said, until the caller goes."""
        line.measure(self.measured.append)
        while (said := await receive())["type"] != "websocket.disconnect":
            await send({"type": "websocket.send", **{key: said[key] for key in said if key != "type"}})


@contextmanager
def calling(watch: Watch, more: str = "", talk: Talk | None = None, **settings: Any) -> Iterator[Caller]:
    """Somebody whose every byte is watched."""
    with hosting(talk or watch.echo, watch.protocol, **settings) as port:
        caller = Caller(port, more)
        try:
            yield caller
        finally:
            caller.close()


def send_all(caller: Caller, watch: Watch, chunks: list[Way]) -> None:
    """Send one chunk after the other, each once the one before was read."""
    for chunk, way in chunks:
        watch.ways.clear()
        caller.sends(chunk)
        until(lambda: watch.ways, "what was sent")
        assert watch.ways == [way], chunk


HEARD = {
    "texts, one at a time": ([Way(A, QUICK), Way(B, QUICK)], ["a", "b"]),
    "an empty one": ([Way(frame(TEXT), QUICK), Way(A, QUICK)], ["", "a"]),
    "the longest that is small": ([Way(frame(TEXT, b"x" * 125), QUICK)], ["x" * 125]),
    "a longer one": ([Way(LONG), Way(A, QUICK)], ["x" * 126, "a"]),
    "letters of several bytes": ([Way(frame(TEXT, MANY_BYTES), QUICK)], ["Käpt’n"]),
    "two in a chunk": ([Way(A + B), Way(A, QUICK)], ["a", "b", "a"]),
    "one in pieces": ([Way(A[:1]), Way(A[1:4]), Way(A[4:]), Way(B, QUICK)], ["a", "b"]),
    "one and a half": ([Way(A + B[:3]), Way(B[3:]), Way(A, QUICK)], ["a", "b", "a"]),
    "half a one and the next": ([Way(A[:6]), Way(A[6:] + B), Way(A, QUICK)], ["a", "b", "a"]),
    "a message in frames": ([Way(frame(TEXT & OPEN, b"a")), Way(frame(CONT, b"b")), Way(A, QUICK)], ["ab", "a"]),
    "a letter over two frames": (
        [Way(frame(TEXT & OPEN, MANY_BYTES[:2])), Way(frame(CONT, MANY_BYTES[2:])), Way(A, QUICK)],
        ["Käpt’n", "a"],
    ),
    "a message that begins empty": ([Way(frame(TEXT & OPEN)), Way(frame(CONT, b"b")), Way(A, QUICK)], ["b", "a"]),
    "a pong within a message": (
        [Way(frame(TEXT & OPEN, b"a")), Way(frame(PONG, b"p")), Way(frame(CONT, b"b")), Way(A, QUICK)],
        ["ab", "a"],
    ),
    "a pong that nobody waits for": ([Way(frame(PONG, b"p"), QUICK), Way(A, QUICK)], ["a"]),
    "no text": ([Way(frame(BINARY, b"\xff")), Way(A, QUICK)], [b"\xff", "a"]),
    "what looks like a text, within another": (
        [Way(frame(BINARY, A, b"\0\0\0\0")[:6]), Way(A), Way(B, QUICK)],
        [A, "b"],
    ),
    "the same behind half a head": ([Way(b"\x82\xfe"), Way(b"\0\7" + bytes(4)), Way(A), Way(B)], [A, "b"]),
    "a length that takes more bytes than it needs": ([Way(b"\x81\xfe\0\1\0\0\0\0a"), Way(B)], ["a", "b"]),
}


@pytest.mark.parametrize(("chunks", "heard"), HEARD.values(), ids=HEARD)
def test_what_is_heard(chunks: list[Way], heard: list[str | bytes]):
    """Each message once and in order, however it was cut; the parser is asked only where it has to be."""
    watch = Watch()
    with calling(watch) as caller:
        send_all(caller, watch, chunks)
        for said in heard:
            assert caller.hears() == (Said(TEXT, said.encode()) if isinstance(said, str) else Said(BINARY, said))


def test_a_ping_within_a_message():
    """It is answered at once, and the message goes on."""
    watch = Watch()
    with calling(watch) as caller:
        send_all(caller, watch, [Way(frame(TEXT & OPEN, b"a")), Way(frame(PING, b"p"))])
        assert caller.hears() == Said(PONG, b"p")
        send_all(caller, watch, [Way(frame(CONT, b"b")), Way(A, QUICK)])
        assert [caller.hears().data for _ in range(2)] == [b"ab", b"a"]


REFUSED = {
    "no mask": (b"\x81\1a", SLOW, 1002, "incorrect masking"),
    "a reserved bit": (frame(TEXT | RESERVED, b"a"), SLOW, 1002, "reserved bits must be 0"),
    "a pong in parts": (frame(PONG & OPEN), SLOW, 1002, "fragmented control frame"),
    "an end of nothing": (frame(CONT, b"a"), SLOW, 1002, "unexpected continuation frame"),
    "no such frame": (frame(0x83), SLOW, 1002, "invalid opcode"),
    "a text within a text": (frame(TEXT & OPEN, b"a") + A, SLOW, 1002, "expected a continuation frame"),
    "letters that are none": (frame(TEXT, b"\xff\xfe"), QUICK, 1007, ""),
    "half a letter": (frame(TEXT, MANY_BYTES[:2]), QUICK, 1007, ""),
    "a farewell": (frame(CLOSE, struct.pack("!H", 4001) + b"bye"), SLOW, 4001, "bye"),
}


@pytest.mark.parametrize(("chunk", "way", "code", "reason"), REFUSED.values(), ids=REFUSED)
def test_what_ends_it(chunk: bytes, way: str, code: int, reason: str):
    """The same close, with the same words, as without the quick way; what was said before is heard."""
    watch = Watch()
    with calling(watch) as caller:
        send_all(caller, watch, [Way(A, QUICK)])
        assert caller.hears() == Said(TEXT, b"a")
        send_all(caller, watch, [Way(chunk, way)])
        assert caller.hears() == Said(CLOSE, struct.pack("!H", code) + reason.encode())


def test_a_text_after_half_a_message():
    """Is no quick one: a message is open."""
    watch = Watch()
    with calling(watch) as caller:
        send_all(caller, watch, [Way(frame(TEXT & OPEN, b"a")), Way(A)])
        assert caller.hears() == Said(CLOSE, struct.pack("!H", 1002) + b"expected a continuation frame")


def test_after_the_server_has_closed():
    """Nothing is heard any more but the answer to that."""
    watch = Watch()

    async def talk(_: Line, receive: Receive, send: Send) -> None:
        await send({"type": "websocket.close", "code": 4404})

    with calling(watch, talk=talk) as caller:
        assert caller.hears() == Said(CLOSE, struct.pack("!H", 4404))
        send_all(caller, watch, [Way(A), Way(B)])
        assert [said["type"] for said in watch.sockets[0].queue._queue] == ["websocket.disconnect"]
        send_all(caller, watch, [Way(frame(CLOSE, struct.pack("!H", 4404)))])
        with pytest.raises(ValueError, match="unpack"):  # it is over
            caller.hears()


@pytest.mark.parametrize("chunk", [A, frame(PONG, b"p"), A + B], ids=["texts", "pongs", "several at once"])
def test_too_many_frames(chunk: bytes):
    """They are counted on either way; the request was the first."""
    watch = Watch(gap=FRAMES_AT_ONCE - 0.01)
    with calling(watch) as caller:
        send_all(caller, watch, [Way(chunk, SLOW if chunk == A + B else QUICK)])
        assert caller.hears() == Said(CLOSE, struct.pack("!H", 1008) + b"too many frames")
    assert watch.told == ["frames"]


def test_reading_stops_while_several_wait():
    """Whoever says more than is listened to is read no further; all of it is heard in the end."""
    watch, listens = Watch(), Event()

    async def talk(line: Line, receive: Receive, send: Send) -> None:
        while not listens.is_set():
            await asyncio.sleep(0.001)
        await watch.echo(line, receive, send)

    with calling(watch, talk=talk) as caller:
        for number in range(MOST_UNHEARD):
            assert not watch.sockets[0].read_paused
            send_all(caller, watch, [Way(frame(TEXT, b"%d" % number), QUICK)])
        assert watch.sockets[0].read_paused
        caller.sends(A)
        listens.set()
        assert [caller.hears().data for _ in range(MOST_UNHEARD + 1)] == [b"0", b"1", b"2", b"3", b"a"]
    assert not watch.sockets[0].read_paused


def test_with_an_extension():
    """What is packed goes through the parser, and from then on all."""
    watch = Watch()
    deflate = "Sec-WebSocket-Extensions: permessage-deflate\r\n"
    packed = b"\x4a\x04\x00"  # an "a"
    with calling(watch, deflate, ws_per_message_deflate=True) as caller:
        send_all(caller, watch, [Way(A, QUICK), Way(frame(TEXT | RESERVED, packed)), Way(A)])
        assert all(caller.hears().first == TEXT | RESERVED for _ in range(3))


def test_the_right_pong_and_others():
    """Only the answer to the ping under way is measured, and only once; then the next ping is waited for."""
    watch = Watch()
    with calling(watch, ws_ping_interval=PATIENCE, ws_ping_timeout=PATIENCE) as caller:
        ping = caller.hears()
        assert (ping.first, len(ping.data)) == (PING, 4)
        protocol = watch.sockets[0]
        wrong = bytes(byte ^ 1 for byte in ping.data)
        send_all(caller, watch, [Way(frame(PONG, data), QUICK) for data in (wrong, b"", ping.data[:3])])
        assert (watch.measured, protocol.pending_ping_payload, protocol.ping_timer) == ([], ping.data, None)
        deadline = protocol.pong_timer
        send_all(caller, watch, [Way(frame(PONG, ping.data), QUICK)] * 2)
        assert len(watch.measured) == 1
        assert 0 < watch.measured[0] < PATIENCE
        assert (protocol.pending_ping_payload, protocol.pong_timer) == (None, None)
        assert deadline.cancelled()
        assert not protocol.ping_timer.cancelled()


def test_pings_go_on():
    """As long as each is answered; every one can be told from the last."""
    watch = Watch()
    with calling(watch, ws_ping_interval=0.001, ws_ping_timeout=PATIENCE) as caller:
        pings = []
        for _ in range(5):
            pings.append(caller.hears())
            send_all(caller, watch, [Way(frame(PONG, pings[-1].data), QUICK)])
    assert {ping.first for ping in pings} == {PING}
    assert len({ping.data for ping in pings}) == 5
    assert len(watch.measured) == 5


def test_pings_that_need_no_answer():
    """They go on where a server waits for none."""
    watch = Watch()
    with calling(watch, ws_ping_interval=0.001, ws_ping_timeout=None) as caller:
        assert {caller.hears().first for _ in range(3)} == {PING}
        assert watch.sockets[0].pong_timer is None


def test_a_wrong_pong_is_no_answer():
    """The socket is given up when its time is over."""
    watch = Watch()
    with calling(watch, ws_ping_interval=0.001, ws_ping_timeout=PATIENCE) as caller:
        ping, protocol = caller.hears(), watch.sockets[0]
        send_all(caller, watch, [Way(frame(PONG, ping.data + b"!"), QUICK)])
        assert not protocol.pong_timer.cancelled()
        protocol.loop.call_soon_threadsafe(protocol.keepalive_timeout)  # as that timer does
        assert caller.hears() == Said(CLOSE, struct.pack("!H", 1011) + b"keepalive ping timeout")
    assert not watch.measured


def test_what_is_small():
    """A whole text or pong under a mask, of the length it says; nothing else."""
    for first in range(256):
        found = read_small(frame(first, b"abc"))
        assert (found is not None) == (first in (TEXT, PONG))
        assert found in (None, b"abc")


class Outcome(NamedTuple):
    """All that comes of what was sent: what the app hears, what is answered, and whether that was the end."""

    heard: list[Any]
    answered: list[bytes]
    ended: list[str]


def outcome(chunks: list[bytes], *, quick: bool) -> Outcome:
    """What comes of chunks, with the quick way or without it."""
    ended: list[str] = []
    answered: list[bytes] = []
    transport = MagicMock()
    transport.is_closing.side_effect = lambda: bool(ended)
    transport.get_write_buffer_size.return_value = 0
    transport.write.side_effect = answered.append
    transport.close.side_effect = lambda: ended.append("close")
    transport.abort.side_effect = lambda: ended.append("abort")

    async def app(scope: Any, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        answered.clear()
        await receive()

    async def feed() -> Outcome:
        config = uvicorn.Config(app, log_config=None, lifespan="off", ws_ping_interval=None)
        config.load()
        made: Any = socket_protocol(Bounds(Berths(MANY, 0), MANY, ended.append, lambda scope: ""))
        protocol = made(config=config, server_state=ServerState(), app_state={})
        protocol.connection_made(transport)
        protocol.data_received(OPENING.format(path="/").encode())
        while not protocol.handshake_complete:
            await asyncio.sleep(0)
        if not quick:
            protocol._rest = inf
        for chunk in chunks:
            if not ended:
                protocol.data_received(chunk)
        heard = [protocol.queue.get_nowait() for _ in range(protocol.queue.qsize())]
        found = Outcome(heard, answered[:], ended[:])
        protocol.connection_lost(None)  # which ends the app
        await asyncio.gather(*protocol.tasks)
        return found

    return asyncio.run(feed())


PIECES = [
    *(A, A, A, LONG, frame(TEXT), frame(TEXT, MANY_BYTES), frame(PONG, b"p"), frame(PING, b"p")),
    *(frame(TEXT & OPEN, b"a"), frame(CONT & OPEN), frame(CONT, b"c"), frame(BINARY & OPEN, A)),
    *(frame(BINARY, A, bytes(4))[:-7], A[:1], A[1:4], A[4:], b"\x81\xfe\0\1\0\0\0\0a", frame(TEXT, b"\xff")),
]


@given(st.lists(st.lists(st.sampled_from(PIECES), min_size=1, max_size=3).map(b"".join), max_size=8))
def test_it_is_the_same_either_way(chunks: list[bytes]):
    """What is heard, answered and the end of it are those of the parser, however odd the pieces."""
    assert outcome(chunks, quick=True) == outcome(chunks, quick=False)
