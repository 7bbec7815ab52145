"""Callers who take their time, and a server that has little patience with them."""

from __future__ import annotations

import re
import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import httpx

from tests.plain import NO_TLS

HEAD = "GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n"
OPENING = (
    "GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nAccept-Language: de\r\n\r\n"
)
UPLOAD = (
    "POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    "Content-Length: 1000\r\n\r\ntext="
)
# A server that looks often, and waits a moment where it else waits for seconds; /large is more than any system keeps.
IMPATIENT = """
import kidd.web.connections.waiting as waiting
import kidd.web.serving as serving
from starlette.responses import Response
from kidd.web.http.settings import read_settings
serving.PING_EVERY = serving.PING_PATIENCE = 3.0
waiting.EVERY = 0.02
waiting.SLOWEST = 1e9
waiting.SECONDS.update(head=0.4, body=0.4, taking=0.4, parting=0.4)
create_app = serving.create_app
def with_large(settings):
    app = create_app(settings)
    app.get("/large")(lambda: Response(b"x" * 50_000_000))
    return app
serving.create_app = with_large
serving.serve(read_settings())
"""
IMPATIENT_COMMAND = [sys.executable, "-c", IMPATIENT]


def port_of(url: str) -> int:
    """Where a server listens."""
    found = re.search(r":(\d+)", url.removeprefix("http:"))
    assert found
    return int(found[1])


@contextmanager
def calling(url: str, number: int, said: str = "", source: str = "") -> Iterator[list[socket.socket]]:
    """So many connections on which the same is said, and no more."""
    with ExitStack() as stack:
        callers = []
        for _ in range(number):
            bound = (source, 0) if source else None
            caller = socket.create_connection(("127.0.0.1", port_of(url)), timeout=30, source_address=bound)
            callers.append(stack.enter_context(caller))
            caller.sendall(said.encode())
        yield callers


def is_over(caller: socket.socket) -> bool:
    """Whether the server has let a connection go; what it has said before that is thrown away."""
    caller.setblocking(False)
    try:
        while said := caller.recv(1 << 16):
            assert said
    except BlockingIOError:
        return False
    except ConnectionError:
        return True
    return True


def asks(url: str, path: str = "healthz", **headers: str) -> httpx.Response:
    """What somebody honest is told, on a connection of their own."""
    return httpx.get(f"{url}{path}", headers=headers, trust_env=False, verify=NO_TLS, timeout=30)


def counted(url: str, why: str) -> int:
    """How many connections the server says it has ended for that reason."""
    found = re.search(rf'kidd_connections_ended_total{{why="{why}"}} (\d+)', asks(url, "metrics").text)
    return int(found[1]) if found else 0
