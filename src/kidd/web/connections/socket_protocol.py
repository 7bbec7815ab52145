"""uvicorn's protocol of sockets: with bounds on what is sent unasked, and straight lines past the layers above.

Frames are read byte by byte (RFC 6455, 5.2) where they are small, as nearly all are; those need no parser.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from math import inf
from random import getrandbits
from struct import pack
from time import monotonic
from typing import cast

from starlette.types import Scope
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Close, CloseCode, Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import State

from kidd.web.connections.bounds import Bounds
from kidd.web.http.lines import LINE

try:
    from websockets.speedups import apply_mask
except ImportError:  # nobody could compile it here
    from websockets.utils import apply_mask

HEAD_ENDS = b"\r\n\r\n"
PIECE = 2048  # bytes that are read between two looks at the number of frames: some 340 of the smallest
FRAMES_AT_ONCE = 4.0  # seconds' worth of frames that may come at once on one socket
MOST_UNTAKEN = 1 << 20  # bytes that somebody who asks for more has not taken yet
TOO_MUCH, NO_TEXT = 1008, 1007  # why a socket is closed
MOST_UNHEARD = 4  # messages on one socket that wait until the one before is done with
LINGER = 5.0  # seconds in which the rest of a message that is too large may come
NO_HANDSHAKE = (
    b"HTTP/1.1 400 Bad Request\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: 33\r\n"
    b"connection: close\r\n\r\nThis is no opening of a socket.\r\n"
)
TEXT, PONG = 0x81, 0x8A  # the first byte of what comes small: whole, and no bit is reserved
PING_HEAD = b"\x89\4"  # of a ping with four bytes
MASKED = 0x80  # a bit of the second byte; the rest of it is the length
MASK = 4  # bytes
SMALL_HEAD = 2 + MASK
LONG = 126  # from so many bytes on the length has bytes of its own


class Socket(WebSocketsSansIOProtocol):
    """A socket that is spoken to over a straight line, says why it takes no more, and leaves its berth at last."""

    _bounds: Bounds
    _heard: Callable[[str], bool] | None = None
    _measured: Callable[[float], None] | None = None
    _pinged = 0.0
    _full = 0.0  # when as many frames may come at once again as ever
    _rest = inf  # bytes that the parser has of a frame whose end has not come

    def data_received(self, data: bytes) -> None:
        """Take what comes, a piece at a time: whoever sends too many frames is stopped before all are read."""
        is_between = not self._rest and not self.frames and self.conn.state is State.OPEN
        if is_between and (said := read_small(data)) is not None:
            self._take_small(data[0], said)
            return
        if len(data) <= PIECE:
            self._take(data)
            return
        for start in range(0, len(data), PIECE):
            self._take(data[start : start + PIECE])
            if self.transport.is_closing():
                return

    def _take_small(self, first: int, said: bytes) -> None:
        if self._are_too_many(1):
            return
        if first == PONG:
            self.handle_pong(Frame(Opcode.PONG, said))
            return
        self.curr_msg_data_type, self.frames = "text", [said]
        self.send_receive_event_to_app()

    def _take(self, data: bytes) -> None:
        conn = self.conn
        conn.receive_data(data)
        self._note_rest(data)
        if conn.parser_exc is not None and conn.close_sent is None:  # it was not even open
            self.transport.abort()
        elif conn.parser_exc is not None:
            self.handle_parser_exception()
        elif conn.handshake_exc is not None and not self.handshake_initiated:
            self._bounds.told("handshake")  # whoever sent such a head waits for an answer
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
        self._full = max(self._full, now) + frames * self._bounds.frame_gap
        if self._full - now <= FRAMES_AT_ONCE:
            return False
        self._end(TOO_MUCH, "too many frames")
        return True

    def _end(self, code: int, reason: str) -> None:
        """Close, with a reason; whoever has not taken what was sent before is told nothing more."""
        self._bounds.told("frames")
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
            self._bounds.told("taking")
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

    def hear(self, heard: Callable[[str], bool] | None) -> None:
        """Have texts told at once, as long as none before them waits; False where one has to wait as well."""
        self._heard = heard

    def leave(self, text: str) -> None:
        """Let a text that was taken go the long way after all."""
        self.queue.put_nowait({"type": "websocket.receive", "text": text})

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
        if self.curr_msg_data_type == "text":
            try:
                text = data.decode()
            except UnicodeDecodeError:
                self._end(NO_TEXT, "")
                return
            if self._heard is not None and self.queue.empty() and self._heard(text):
                return
            self.queue.put_nowait({"type": "websocket.receive", "text": text})
        else:
            self.queue.put_nowait({"type": "websocket.receive", "bytes": data})
        if not self.read_paused and self.queue.qsize() >= MOST_UNHEARD:
            self.read_paused = True
            self.transport.pause_reading()

    def handle_parser_exception(self) -> None:
        """Say why a message is refused, and let the rest of it come: who is cut off while sending reads nothing."""
        if self.close_sent or (sent := self.conn.close_sent) is None:
            return
        frames = b"".join(self.conn.data_to_send())
        if sent.code == CloseCode.MESSAGE_TOO_BIG:
            self._bounds.told("large")
            sent = Close(sent.code, self._bounds.too_large(cast("Scope", self.scope)))
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
        self._bounds.berths.leave(self.transport)
        super().connection_lost(exc)


def socket_protocol(bounds: Bounds) -> type[asyncio.Protocol]:
    """The protocol of sockets, which take over the berth of the request that they began as."""
    return type("BoundedSocket", (Socket,), {"_bounds": bounds})


def read_small(data: bytes) -> bytes | None:
    """What the small text or pong says that these bytes are, no more and no less; None where they are anything else."""
    size = len(data) - SMALL_HEAD
    if not 0 <= size < LONG or data[1] != MASKED | size or data[0] not in (TEXT, PONG):
        return None
    return apply_mask(data[SMALL_HEAD:], data[2:SMALL_HEAD])


def text_head(length: int) -> bytes:
    """What stands before a text of so many bytes that is sent whole."""
    if length < LONG:
        return bytes((TEXT, length))
    return pack("!BBH", TEXT, 126, length) if length < 1 << 16 else pack("!BBQ", TEXT, 127, length)


def least_size(frame: Frame) -> int:
    """How many bytes a frame had on its way here; more where its length took more of them than it needs."""
    length = len(frame.data)
    return len(text_head(length)) + MASK + length
