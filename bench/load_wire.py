"""HTTP/1.1 and WebSocket as a client speaks them, by hand: what measures must cost less than what is measured."""

from __future__ import annotations

import asyncio
import base64
import os
import re
import struct
from collections.abc import Callable
from time import perf_counter
from typing import NamedTuple, cast

LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
COOKIE = re.compile(rb"\r\nset-cookie: *([^;\r]+)", re.IGNORECASE)
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10  # kinds of frames


class Answer(NamedTuple):
    """What a server has answered, and when all of it was there."""

    status: int
    head: bytes
    body: bytes
    at: float

    @property
    def cookies(self) -> str:
        """The cookies that it sets, as one sends them back."""
        return "; ".join(found.decode() for found in COOKIE.findall(self.head))


class Line(asyncio.Protocol):
    """A connection that is kept, for one request after the other."""

    def __init__(self) -> None:
        self.transport: asyncio.Transport
        self._is_open = False
        self._came = bytearray()
        self._due: asyncio.Future[Answer] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)  # uvloop's is one without saying so
        self._is_open = True

    async def demand(self, request: bytes) -> Answer:
        """Send a request and wait for its answer; connects again where the server has hung up on an idle connection."""
        if self._is_open:
            try:
                return await self.ask(request)
            except ConnectionError:
                pass
        _, port = self.transport.get_extra_info("peername")
        self._came.clear()
        await asyncio.get_running_loop().create_connection(lambda: self, "127.0.0.1", port)
        return await self.ask(request)

    def ask(self, request: bytes) -> asyncio.Future[Answer]:
        """Send a request; its answer comes before the next one is sent."""
        self._due = asyncio.get_running_loop().create_future()
        self.transport.write(request)
        return self._due

    def data_received(self, data: bytes) -> None:
        came = self._came
        came += data
        end = came.find(b"\r\n\r\n")
        if end < 0 or self._due is None:
            return
        length = LENGTH.search(came, 0, end)
        if length is None and bytes(came[9:12]) not in (b"204", b"303", b"304"):
            raise ValueError(f"expected an answer with its length, got {bytes(came[:end])!r}")
        whole = end + 4 + (int(length[1]) if length else 0)
        if len(came) >= whole:
            body = bytes(came[end + 4 : whole])
            answer = Answer(int(came[9:12]), bytes(came[:end]), body, perf_counter())
            del came[:whole]
            self._settle(answer)

    def connection_lost(self, exc: Exception | None) -> None:
        self._is_open = False
        self._settle(exc or ConnectionError("the server has closed the connection"))

    def _settle(self, with_what: Answer | Exception) -> None:
        due, self._due = self._due, None
        if due is None or due.done():
            return
        if isinstance(with_what, Exception):
            due.set_exception(with_what)
        else:
            due.set_result(with_what)


class Ear(asyncio.Protocol):
    """A WebSocket: messages go to `hear`, with the time when all of it was there, the end of them to `deaf`."""

    def __init__(self, request: bytes, hear: Callable[[bytes, float], None], deaf: Callable[[], None]) -> None:
        self.transport: asyncio.Transport
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._request = request
        self._hear = hear
        self._deaf = deaf
        self._came = bytearray()
        self._parts = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)  # uvloop's is one without saying so
        self.transport.write(self._request)

    def connection_lost(self, exc: Exception | None) -> None:
        self._deaf()
        if not self.opened.done():
            self.opened.set_exception(exc or ConnectionError("the socket was not opened"))

    def data_received(self, data: bytes) -> None:
        self._came += data
        if not self.opened.done():
            end = self._came.find(b"\r\n\r\n")
            if end < 0:
                return
            if self._came[9:12] != b"101":
                self.opened.set_exception(ConnectionError(f"expected a socket, got {bytes(self._came[:end])!r}"))
                return
            del self._came[: end + 4]
            self.opened.set_result(None)
        while self._frame():
            pass

    def say(self, text: str) -> None:
        """Send a message."""
        self.transport.write(_masked(TEXT, text.encode()))

    def _frame(self) -> bool:
        """Take one whole frame off what came; servers do not mask theirs."""
        came = self._came
        if len(came) < 2:
            return False
        size, at = came[1] & 127, 2
        if size >= 126:
            at = 4 if size == 126 else 10
            if len(came) < at:
                return False
            size = int.from_bytes(came[2:at])
        if len(came) < at + size:
            return False
        kind, last, payload = came[0] & 15, came[0] & 128, bytes(came[at : at + size])
        del came[: at + size]
        if kind == PING:
            self.transport.write(_masked(PONG, payload))
        elif kind == CLOSE:
            self.transport.close()
        elif kind != PONG:
            self._parts += payload
            if last:
                whole, self._parts = self._parts, b""
                self._hear(whole, perf_counter())
        return True


def request(method: str, path: str, body: bytes = b"", kind: str = "application/json", cookie: str = "") -> bytes:
    """A request as bytes; nothing in it allows the server to compress its answer."""
    head = f"{method} {path} HTTP/1.1\r\nhost: 127.0.0.1\r\naccept: application/json\r\n"
    if cookie:
        head += f"cookie: {cookie}\r\n"
    if method != "GET":
        head += f"content-type: {kind}\r\ncontent-length: {len(body)}\r\n"
    return head.encode() + b"\r\n" + body


def upgrade(path: str, cookie: str = "") -> bytes:
    """The request for a socket, without compression."""
    key = base64.b64encode(os.urandom(16)).decode()
    head = request("GET", path, cookie=cookie)[:-2].decode()
    wish = "connection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n"
    return f"{head}{wish}sec-websocket-key: {key}\r\n\r\n".encode()


def _masked(kind: int, payload: bytes) -> bytes:
    """A frame of up to 64 KiB as clients send it: masked, here with zeros."""
    size = len(payload)
    head = struct.pack("!BB", 128 | kind, 128 | size) if size < 126 else struct.pack("!BBH", 128 | kind, 254, size)
    return head + bytes(4) + payload
