"""uvicorn's protocol of requests with bounds: how many connections there are, and what one of them sends unasked."""

from __future__ import annotations

import asyncio
from asyncio import Transport
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol
from uvicorn.protocols.utils import get_remote_addr

from kidd.web.connections.bounds import Bounds

MOST_OF_HEAD = 1 << 16  # bytes before the body of a request
MOST_AHEAD = 8  # requests on one connection that wait for the answer to the one before: browsers send none
FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain; charset=utf-8\r\nretry-after: 5\r\n"
    b"content-length: 23\r\nconnection: close\r\n\r\nToo many connections.\r\n"
)


class TooFarAhead(Exception):
    """More requests than anybody sends without waiting for answers."""


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
