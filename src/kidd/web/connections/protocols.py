"""uvicorn's protocols with bounds: on how many connections there are, and on what one of them sends unasked."""

from __future__ import annotations

import asyncio
from asyncio import Transport
from collections.abc import Callable
from math import inf
from random import getrandbits
from time import monotonic
from typing import Any, NamedTuple, cast

from starlette.types import Scope
from uvicorn.protocols.http.auto import AutoHTTPProtocol
from uvicorn.protocols.utils import get_remote_addr
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Close, CloseCode, Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import State

from kidd.web.connections.berths import Berths
from kidd.web.connections.frames import PING_HEAD, least_size, read_small, text_head
from kidd.web.http.lines import LINE

MOST_OF_HEAD = 1 << 16  # bytes before the body of a request
MOST_AHEAD = 8  # requests on one connection that wait for the answer to the one before: browsers send none
HEAD_ENDS = b"\r\n\r\n"
PIECE = 2048  # bytes that are read between two looks at the number of frames: some 340 of the smallest
FRAMES_AT_ONCE = 4.0  # seconds' worth of frames that may come at once on one socket
MOST_UNTAKEN = 1 << 20  # bytes that somebody who asks for more has not taken yet
TOO_MUCH, NO_TEXT = 1008, 1007  # why a socket is closed
MOST_UNHEARD = 4  # messages on one socket that wait until the one before is done with
LINGER = 5.0  # seconds in which the rest of a message that is too large may come
FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain; charset=utf-8\r\nretry-after: 5\r\n"
    b"content-length: 23\r\nconnection: close\r\n\r\nToo many connections.\r\n"
)


NO_HANDSHAKE = (
    b"HTTP/1.1 400 Bad Request\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: 33\r\n"
    b"connection: close\r\n\r\nThis is no opening of a socket.\r\n"
)


class TooFarAhead(Exception):
    """More requests than anybody sends without waiting for answers."""


class Bounds(NamedTuple):
    """What the connections of a server share: berths, the most bytes of a body, who hears what was refused, words."""

    berths: Berths
    most_of_body: int
    told: Callable[[str], None]
    too_large: Callable[[Scope], str]
    """What is said to whoever sends too large a message over a socket."""
    frame_gap: float = 0.0
    """Seconds from one frame of a socket to the next, in the long run; 0: as often as they like."""


def http_protocol(bounds: Bounds) -> type[asyncio.Protocol]:
    """The protocol of requests."""
    base: Any = AutoHTTPProtocol

    class Berthed(base):  # type: ignore[misc]
        """A connection that has a berth."""

        def connection_made(self, transport: Transport) -> None:
            """Find a berth, or be told to come again."""
            address = get_remote_addr(transport)
            refused = bounds.berths.enter(transport, address[0] if address else "")
            if not refused:
                super().connection_made(transport)
                return
            bounds.told(refused)
            transport.set_protocol(asyncio.Protocol())
            transport.write(FULL)
            transport.close()

        def connection_lost(self, error: Exception | None) -> None:
            """Leave the berth."""
            bounds.berths.leave(self.transport)
            super().connection_lost(error)

    # The other one, where there is no httptools, has bounds of its own for heads and takes one request at a time.
    return _bounded(Berthed, bounds) if hasattr(base, "on_message_begin") else Berthed


def _bounded(base: Any, bounds: Bounds) -> type[asyncio.Protocol]:
    class Bounded(base):  # type: ignore[misc]
        """A connection whose requests come to an end."""

        _unfinished = 0  # bytes of a request that is not all there

        def data_received(self, data: bytes) -> None:
            """Take what comes; what is no request after so many bytes will be none."""
            self._unfinished += len(data)
            super().data_received(data)
            cycle = self.cycle
            if cycle is not None and not cycle.more_body and not cycle.response_complete:
                self._unfinished = 0
                return
            in_head = cycle is None or self.scope is not cycle.scope
            if self._unfinished > (MOST_OF_HEAD if in_head else bounds.most_of_body):
                bounds.told("large")
                self.transport.abort()

        def on_message_complete(self) -> None:
            """End a request, which may have been answered long before: the next one is counted by itself."""
            self._unfinished = 0
            super().on_message_complete()

        def on_message_begin(self) -> None:
            """Begin a request, unless too many wait already."""
            if len(self.pipeline) >= MOST_AHEAD:
                raise TooFarAhead
            super().on_message_begin()

    return Bounded


def socket_protocol(bounds: Bounds) -> type[asyncio.Protocol]:
    """The protocol of sockets, which take over the berth of the request that they began as."""

    class Socket(WebSocketsSansIOProtocol):
        """A socket that is spoken to over a straight line, says why it takes no more, and leaves its berth at last."""

        _measured: Callable[[float], None] | None = None
        _pinged = 0.0
        _full = 0.0  # when as many frames may come at once again as ever
        _rest = inf  # bytes that the parser has of a frame whose end has not come

        def data_received(self, data: bytes) -> None:
            """Take what comes, a piece at a time: whoever sends too many frames is stopped before all are read."""
            is_between = not self._rest and not self.frames and self.conn.state is State.OPEN
            if is_between and (frame := read_small(data)) is not None:
                self._take_small(frame)
                return
            if len(data) <= PIECE:
                self._take(data)
                return
            for start in range(0, len(data), PIECE):
                self._take(data[start : start + PIECE])
                if self.transport.is_closing():
                    return

        def _take_small(self, frame: Frame) -> None:
            if self._are_too_many(1):
                return
            if frame.opcode is Opcode.TEXT:
                self.handle_text(frame)
            else:
                self.handle_pong(frame)

        def _take(self, data: bytes) -> None:
            conn = self.conn
            conn.receive_data(data)
            self._note_rest(data)
            if conn.parser_exc is not None and conn.close_sent is None:  # it was not even open
                self.transport.abort()
            elif conn.parser_exc is not None:
                self.handle_parser_exception()
            elif conn.handshake_exc is not None and not self.handshake_initiated:
                bounds.told("handshake")  # whoever sent such a head waits for an answer
                self.transport.write(b"".join(conn.data_to_send()) or NO_HANDSHAKE)
                self.transport.close()
            elif conn.events and not self._are_too_many(len(conn.events)):
                self.handle_events()

        def _note_rest(self, data: bytes) -> None:
            """Note what has come of a frame that is not all there: with nothing of it, the next needs no parser."""
            if not self.handshake_initiated:  # the request: uvicorn hands it on by itself
                self._rest = 0 if data.partition(HEAD_ENDS)[1:] == (HEAD_ENDS, b"") else inf
            elif self.conn.extensions:  # which make frames of another length than came
                self._rest = inf
            else:
                self._rest += len(data) - sum(map(least_size, cast("list[Frame]", self.conn.events)))

        def _are_too_many(self, frames: int) -> bool:
            """Count frames that came; with too many of them the socket is closed."""
            now = monotonic()
            self._full = max(self._full, now) + frames * bounds.frame_gap
            if self._full - now <= FRAMES_AT_ONCE:
                return False
            self._end(TOO_MUCH, "too many frames")
            return True

        def _end(self, code: int, reason: str) -> None:
            """Close, with a reason; whoever has not taken what was sent before is told nothing more."""
            bounds.told("frames")
            self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
            self.close_sent = True
            if self.transport.get_write_buffer_size() > MOST_UNTAKEN:
                self.transport.abort()
                return
            self.conn.fail(code, reason)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()

        def handle_ping(self) -> None:
            """Answer a ping, unless all the answers before are still here."""
            if self.transport.get_write_buffer_size() > MOST_UNTAKEN:
                bounds.told("taking")
                self.transport.abort()
            else:
                super().handle_ping()

        def handle_connect(self, event: Request) -> None:
            """Begin; whoever serves it is called after this."""
            super().handle_connect(event)
            if (scope := getattr(self, "scope", None)) is not None:
                scope[LINE] = self

        def say(self, text: bytes) -> bool:
            """Send a text as one frame; what has to wait goes the long way, where somebody keeps the time."""
            if self.conn.state is not State.OPEN or not self.writable.is_set() or self.transport.is_closing():
                return False
            self.transport.write(text_head(len(text)) + text)
            return True

        def measure(self, told: Callable[[float], None]) -> None:
            """Tell how long a ping is under way, and send one now unless there is none or one is already."""
            self._measured = told
            if self.ping_timer is not None:
                self.ping_timer.cancel()
                self.send_keepalive_ping()

        def send_keepalive_ping(self) -> None:
            """Send a ping, as from time to time; the loop's own time may be that of some moments before."""
            self.ping_timer = None
            if self.close_sent or self.transport.is_closing():
                return
            self.pending_ping_payload = payload = getrandbits(32).to_bytes(4, "big")  # no answer is known before
            self.ping_sent_at = self.loop.time()
            self._pinged = monotonic()
            self.transport.write(PING_HEAD + payload)
            if self.ping_timeout is None:
                self.schedule_ping()
            else:
                self.pong_timer = self.loop.call_later(self.ping_timeout, self.keepalive_timeout)

        def handle_pong(self, event: Frame) -> None:
            """Take the answer to a ping, and no other."""
            was_pending = self.pending_ping_payload is not None
            super().handle_pong(event)
            if was_pending and self.pending_ping_payload is None and self._measured is not None:
                self._measured(monotonic() - self._pinged)

        def send_receive_event_to_app(self) -> None:
            """Take a message; reading stops only when several wait, as to stop and go on for each costs two calls."""
            data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
            self.frames = []
            if self.close_sent:  # the app listens no more
                return
            try:
                if self.curr_msg_data_type == "text":
                    self.queue.put_nowait({"type": "websocket.receive", "text": data.decode()})
                else:
                    self.queue.put_nowait({"type": "websocket.receive", "bytes": data})
            except UnicodeDecodeError:
                self._end(NO_TEXT, "")
                return
            if not self.read_paused and self.queue.qsize() >= MOST_UNHEARD:
                self.read_paused = True
                self.transport.pause_reading()

        def handle_parser_exception(self) -> None:
            """Say why a message is refused, and let the rest of it come: who is cut off while sending reads nothing."""
            if self.close_sent or (sent := self.conn.close_sent) is None:
                return
            frames = b"".join(self.conn.data_to_send())
            if sent.code == CloseCode.MESSAGE_TOO_BIG:
                bounds.told("large")
                sent = Close(sent.code, bounds.too_large(cast("Scope", self.scope)))
                frames = Frame(Opcode.CLOSE, sent.serialize()).serialize(mask=False)
            self.queue.put_nowait({"type": "websocket.disconnect", "code": sent.code, "reason": sent.reason})
            self.close_sent = True
            self.transport.write(frames)
            if self.transport.can_write_eof():
                self.transport.write_eof()
            self.transport.resume_reading()
            self.close_timer = self.loop.call_later(LINGER, self.transport.close)

        def connection_lost(self, exc: Exception | None) -> None:
            """Leave the berth."""
            bounds.berths.leave(self.transport)
            super().connection_lost(exc)

    return Socket
