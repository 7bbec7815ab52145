"""Runs the app until it is told to stop, with the address on stdout and, if wished, in a browser."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
import webbrowser
from contextlib import suppress
from threading import Thread

import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from kidd.errors import OptionError
from kidd.table.computers.job_queue import SOON
from kidd.table.storage.database.store import open_store
from kidd.table.storage.ownership import claim
from kidd.web.app import create_app
from kidd.web.http import logging_setup
from kidd.web.http.settings import Settings

EVERYWHERE = ("0.0.0.0", "::")
FAREWELL = 1.0  # seconds for open pages to hear that the server stops


def serve(settings: Settings, *, open_browser: bool = False) -> int:
    """Listen, say where, and serve; Ctrl-C or SIGTERM ends it after the requests under way."""
    logging_setup.set_up(settings)
    app = create_app(settings)
    listening = _listen(settings)
    address = settings.base_url or _address(settings.host, listening.getsockname()[1])
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.base_url),
        ws="websockets-sansio",
        ws_max_size=1 << 16,
        ws_per_message_deflate=False,  # a move is small: packing it would cost more than sending it
        timeout_graceful_shutdown=max(1, round(settings.stop_seconds)),
    )
    server = _Server(app, config, address, open_browser and _has_display())
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    # uvicorn stops in good order at either signal, and then sends it once more to whoever listened before it.
    with listening, suppress(KeyboardInterrupt):
        app.state.store = open_store(settings.database())  # before uvicorn, which would tell of a failure at length
        claim(app.state.store)
        server.run([listening])
    return 0 if server.was_up else 1


class _Server(uvicorn.Server):
    """Says where it listens once it does."""

    def __init__(self, app: FastAPI, config: uvicorn.Config, address: str, open_browser: bool) -> None:
        super().__init__(config)
        self.app = app
        self.address = address
        self.open_browser = open_browser
        self.was_up = False

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        await super().startup(sockets)
        if not self.started:
            return
        self.was_up = True
        print(f"Capt'n W. Kidd is at {self.address} (Ctrl-C stops it)", flush=True)
        if self.open_browser:
            Thread(target=webbrowser.open, args=(self.address,), daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop; nobody is to wait for hints meanwhile, and nobody for pages that read no more."""
        state = self.app.state
        state.stopping = True
        state.computers.thinkers.hush(SOON)
        asyncio.get_running_loop().call_later(FAREWELL, self._cut_off)
        await super().shutdown(sockets)

    def _cut_off(self) -> None:
        """Give up sockets that were closed, but whose other end has not taken what was sent before."""
        for connection in list(self.server_state.connections):
            if isinstance(connection, WebSocketsSansIOProtocol) and connection.transport.is_closing():
                connection.transport.abort()


def _listen(settings: Settings) -> socket.socket:
    """A socket that listens; a port that nobody asked for may be another one where it is taken."""
    try:
        return _bound(settings.host, settings.port)
    except OSError as error:
        if "port" in settings.model_fields_set:
            raise OptionError("port", host=settings.host, port=settings.port, why=error.strerror) from error
    try:
        return _bound(settings.host, 0)
    except OSError as error:
        raise OptionError("host", host=settings.host, why=error.strerror) from error


def _bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.create_server((host, port), family=family, backlog=2048)
    # Whoever is accepted inherits it: else the end of an answer waits until its beginning is acknowledged, some 40 ms.
    bound.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return bound


def _address(host: str, port: int) -> str:
    name = "localhost" if host in EVERYWHERE else f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}/"


def _has_display() -> bool:
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or os.environ.get("BROWSER"))
