"""A running server for tests, and visitors who call at it."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import Any

import httpx
import uvicorn
from fastapi import FastAPI
from websockets.sync.client import ClientConnection, connect

from kidd.table.play.actors import Actor
from kidd.web.api.sockets.wire import too_large
from kidd.web.app import create_app
from kidd.web.connections.berths import Berths
from kidd.web.connections.bounds import Bounds
from kidd.web.connections.http_protocol import http_protocol
from kidd.web.connections.socket_protocol import socket_protocol
from kidd.web.http.settings import Settings
from kidd.web.serving import PING_EVERY, PING_PATIENCE
from tests.patience import PATIENCE, until
from tests.plain import NO_TLS

API = "/api/v1"
JSON = {"accept": "application/json"}
MANY = 1 << 20  # connections, and bytes of a body: nobody is refused for them


class Visitor(httpx.Client):
    """A browser of its own, with its own cookies."""

    def __init__(self, url: str, **more: Any) -> None:
        super().__init__(base_url=url, timeout=PATIENCE, trust_env=False, verify=NO_TLS, **more)

    def opens(self, **wishes: str) -> str:
        """Open a game and return its path."""
        answer = self.post("/games", data={"game": "LC", "party": "2-2", **wishes})
        assert answer.status_code == 303, answer.text
        return str(answer.headers["location"])

    def plays(self, page: str, ply: int, act: str, **more: int) -> httpx.Response:
        """Send an act as the scripts of a page do."""
        return self.does(page, "acts", ply=ply, act=act, **more)

    def does(self, page: str, deed: str, **said: Any) -> httpx.Response:
        """Send anything to a game as the scripts of its page do."""
        return self.post(f"{API}{page}/{deed}", json=said)

    def sees(self, page: str, **wishes: Any) -> dict[str, Any]:
        """The state of a game as this visitor may see it."""
        answer = self.get(f"{API}{page}", params=wishes)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def listens(self, page: str, version: int | str = "", **headers: str) -> ClientConnection:
        """Open the socket of a game."""
        return self._connects(f"{page.removeprefix(API)}/socket?version={version}", headers)

    def thinks_along(self, **headers: str) -> ClientConnection:
        """Open the socket of the engine."""
        return self._connects("/engine", headers)

    def looks_around(self, **headers: str) -> ClientConnection:
        """Open the socket of the lobby."""
        return self._connects("/lobby/socket", headers)

    def hears_notices(self, **headers: str) -> ClientConnection:
        """Open the socket of one's notices."""
        return self._connects("/notices/socket", headers)

    def _connects(self, path: str, headers: dict[str, str]) -> ClientConnection:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        url = str(self.base_url.join(f"{API}{path}")).replace("http", "ws", 1)
        return connect(url, additional_headers={"cookie": cookies, **headers}, proxy=None)


@dataclass(frozen=True)
class Server:
    """A server that listens."""

    url: str
    app: FastAPI

    def visitor(self, **more: Any) -> Visitor:
        """Somebody new."""
        return Visitor(self.url, **more)

    def actor(self, visitor: Visitor) -> Actor:
        """Who a visitor is to the house."""
        sessions, store = self.app.state.sessions, self.app.state.store
        cookies = "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())
        scope = {"type": "http", "headers": [(b"cookie", cookies.encode())]}
        found: Actor = asyncio.run(sessions.find(store, scope))
        return found


@contextlib.contextmanager
def afloat(folder: Path, **more: Any) -> Iterator[Server]:
    """A server with an empty database in a folder, in a thread; `more` are settings of its own."""
    app = create_app(Settings(**{"data": folder, "workers": 1, "base_url": "", **more}))
    bounds = Bounds(Berths(MANY, 0), MANY, lambda why: None, too_large)
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        http=http_protocol(bounds),
        ws=socket_protocol(bounds),
        ws_ping_interval=PING_EVERY,
        ws_ping_timeout=PING_PATIENCE,
        ws_per_message_deflate=False,
        lifespan="on",
    )
    server = uvicorn.Server(config)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = Thread(target=server.run, args=([listening],), daemon=True)
        thread.start()
        until(lambda: server.started or not thread.is_alive(), "the server")
        assert server.started, "the server does not start"
        yield Server(f"http://127.0.0.1:{listening.getsockname()[1]}", app)
        server.should_exit = True
        thread.join(PATIENCE)
        assert not thread.is_alive(), "the server does not stop"
