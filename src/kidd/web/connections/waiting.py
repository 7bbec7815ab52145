"""What a connection waits for, when it is the other end's turn, and for how long it may.

Nothing is noted while a request is served: once in a while somebody looks at all connections, and whoever is found in
the same wait too often is let go. Time is counted in such looks: a server that was held up itself blames nobody.
"""

from __future__ import annotations

import asyncio
from asyncio import Transport
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

EVERY = 1.0  # seconds from one look to the next
SECONDS = {
    "head": 10.0,  # until a request is there but for its body
    "body": 60.0,  # until all of it is there
    "taking": 30.0,  # until an answer is taken, and more for a long one
    "parting": 10.0,  # until a connection that was closed has taken the rest
}
SLOWEST = 2_000  # bytes in a second that somebody who takes a long answer takes at least


class Wait(NamedTuple):
    """What for, and since which request: another request is another wait."""

    kind: str
    request: object


class Watched(NamedTuple):
    """A wait, and how many looks it may still last."""

    wait: Wait
    looks: int


def wait_of(protocol: Any) -> Wait | None:
    """What the other end of a connection has to do next; None where it is up to the server, or to a timer of its own.

    Speaks of uvicorn's protocols by what they have in common.
    """
    if protocol.transport.is_closing():
        return Wait("parting", None)
    if isinstance(protocol, WebSocketsSansIOProtocol):
        if not protocol.writable.is_set():
            return Wait("taking", None)
        return None if protocol.handshake_initiated else Wait("head", None)  # which is pinged from then on
    cycle = protocol.cycle
    if protocol.flow.write_paused:
        return Wait("taking", cycle)
    if cycle is None or (cycle.response_complete and protocol.timeout_keep_alive_task is None):
        return Wait("head", cycle)
    if not cycle.response_complete and cycle.more_body:
        return Wait("body", cycle)
    return None


def is_up_to_them(transport: Transport) -> bool:
    """Whether nothing would be lost for which the server has worked if a connection were let go."""
    protocol: Any = transport.get_protocol()
    if transport.is_closing():
        return False
    if isinstance(protocol, WebSocketsSansIOProtocol):
        return not protocol.handshake_initiated
    cycle = protocol.cycle
    return cycle is None or bool(cycle.response_complete or cycle.more_body)


class Lookout:
    """Looks at all connections, and lets go of those that dawdle; `told` hears of each what it had waited for."""

    def __init__(self, connections: Iterable[Any], told: Callable[[str], None]) -> None:
        self._connections = connections
        self._told = told
        self._watched: dict[Any, Watched] = {}

    async def run(self) -> None:
        """Look again and again."""
        while True:
            await asyncio.sleep(EVERY)
            self.look()

    def look(self) -> None:
        """Let go of whoever has been waited for too long."""
        still: dict[Any, Watched] = {}
        for protocol in list(self._connections):
            wait = wait_of(protocol)
            if wait is None:
                continue
            before = self._watched.get(protocol)
            if before is None or before.wait != wait:
                still[protocol] = Watched(wait, _looks(wait, protocol.transport))
            elif before.looks:
                still[protocol] = Watched(wait, before.looks - 1)
            else:
                self._told(wait.kind)
                protocol.transport.abort()
        self._watched = still


def _looks(wait: Wait, transport: Transport) -> int:
    seconds = SECONDS[wait.kind]
    is_socket = isinstance(transport.get_protocol(), WebSocketsSansIOProtocol)  # which has to answer pings in less
    if wait.kind in ("taking", "parting") and not is_socket:
        seconds += transport.get_write_buffer_size() / SLOWEST
    return round(seconds / EVERY)
