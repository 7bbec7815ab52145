"""Runs the app until it is told to stop, with the address on stdout and, if wished, in a browser."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
import socket
import sys
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from ipaddress import ip_address, ip_network
from threading import Thread

import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from kidd.arena.crews import check_dask
from kidd.errors import OptionError
from kidd.table.computers.lanes import SOON
from kidd.table.storage.ownership import open_own
from kidd.web.api.sockets.wire import too_large
from kidd.web.app import create_app
from kidd.web.connections.berths import Berths
from kidd.web.connections.bounds import Bounds
from kidd.web.connections.file_limit import raise_file_limit, room_for
from kidd.web.connections.http_protocol import http_protocol
from kidd.web.connections.public_address import check_public
from kidd.web.connections.socket_protocol import socket_protocol
from kidd.web.connections.waiting import Lookout, is_up_to_them
from kidd.web.http import logging_setup
from kidd.web.http.defence.body_limits import MOST_BYTES
from kidd.web.http.defence.pace import frame_gap
from kidd.web.http.metrics import Metrics
from kidd.web.http.settings import Settings, listed, unknown_variables
from kidd.words.language import tongue_for
from kidd.words.terminal.commands import say_serving

log = logging.getLogger(__name__)

EVERYWHERE = ("0.0.0.0", "::")
PING_EVERY, PING_PATIENCE = 4.0, 5.0  # seconds: a socket that went silent is given up after 9 at the most
HERE = ("127.0.0.1", "::1", "")  # where whoever sits at this machine comes from; others have names of their own
BACKLOG = 128  # connections that wait until somebody looks at them
FAREWELL = 1.0  # seconds for open pages to hear that the server stops
TURN = 0.001  # seconds for which a thread that computes keeps the others waiting, moves among them; Python's are 0.005
LITTER = 100_000  # objects after which Python looks for rings of them; its usual 700 cost a fifth of every move


def serve(settings: Settings, *, open_browser: bool = False, language: str = "en") -> int:
    """Listen, say where, and serve; Ctrl-C or SIGTERM ends it after the requests under way."""
    logging_setup.set_up(settings)
    check_public(settings)
    if unknown := unknown_variables():
        log.warning("no such settings, see docs/serving.md: %s", ", ".join(unknown))
    if settings.cluster:
        check_dask()
    app = create_app(settings)
    listening = _listen(settings)
    address = settings.base_url or _address(settings.host, listening.getsockname()[1])
    bounds = _bounds(settings, app.state.metrics)
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.base_url),
        forwarded_allow_ips=listed(settings.proxies),
        http=http_protocol(bounds),
        ws=socket_protocol(bounds),
        ws_max_size=1 << 16,
        ws_ping_interval=PING_EVERY,
        ws_ping_timeout=PING_PATIENCE,
        backlog=BACKLOG,
        ws_per_message_deflate=False,  # a move is small: packing it would cost more than sending it
        timeout_graceful_shutdown=max(1, round(settings.stop_seconds)),
    )
    greeting = say_serving(address, tongue_for(language))
    server = _Server(app, config, address, greeting, open_browser and _has_display())
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    # uvicorn stops in good order at either signal, and then sends it once more to whoever listened before it.
    with listening, suppress(KeyboardInterrupt):
        app.state.store = open_own(settings.database())  # before uvicorn, which would tell of a failure at length
        server.run([listening])
    return 0 if server.was_up else 1


class _Server(uvicorn.Server):
    """Says where it listens once it does."""

    def __init__(self, app: FastAPI, config: uvicorn.Config, address: str, greeting: str, open_browser: bool) -> None:
        super().__init__(config)
        self.app = app
        self.address = address
        self.greeting = greeting
        self.open_browser = open_browser
        self.was_up = False

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        await super().startup(sockets)
        if not self.started:
            return
        self.was_up = True
        sys.setswitchinterval(TURN)
        gc.freeze()  # what is there by now stays
        gc.set_threshold(LITTER, *gc.get_threshold()[1:])
        gc.enable()
        lookout = Lookout(self.server_state.connections, _told(self.app.state.metrics))
        self._looking = asyncio.create_task(lookout.run())
        print(self.greeting, flush=True)
        if self.open_browser:
            Thread(target=webbrowser.open, args=(self.address,), daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop; nobody is to wait for hints meanwhile, and nobody for pages that read no more."""
        state = self.app.state
        state.stopping = True
        state.computers.thinkers.hush(SOON)
        state.streams.close()
        asyncio.get_running_loop().call_later(FAREWELL, self._cut_off)
        await super().shutdown(sockets)

    def _cut_off(self) -> None:
        """Give up sockets that were closed, but whose other end has not taken what was sent before."""
        for connection in list(self.server_state.connections):
            if isinstance(connection, WebSocketsSansIOProtocol) and connection.transport.is_closing():
                connection.transport.abort()


def _bounds(settings: Settings, metrics: Metrics) -> Bounds:
    """How many connections there may be, and how much may come on one of them."""
    files = raise_file_limit()
    proxies = [ip_network(one) for one in listed(settings.proxies)] if settings.base_url else []

    def speaks_for_many(address: str) -> bool:
        """A proxy does, and at this machine's own address there may be one that nobody has told us of."""
        return address in HERE or any(ip_address(address) in one for one in proxies)

    most = room_for(settings.connections, files)
    each = settings.connections_each + settings.sockets_each
    berths = Berths(most, each, spared=speaks_for_many, idle=is_up_to_them)
    metrics.connections.set_function(lambda: len(berths))
    return Bounds(berths, 2 * MOST_BYTES, _told(metrics), too_large, frame_gap(settings.pace))


def _told(metrics: Metrics) -> Callable[[str], None]:
    """Counts connections that were refused or let go, and tells of those that a setting would have let in."""

    def told(why: str) -> None:
        metrics.ended.labels(why).inc()
        if why in ("all", "each"):
            log.warning("a connection found no room: KIDD_CONNECTIONS%s", "_EACH" if why == "each" else "")

    return told


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
    bound = socket.create_server((host, port), family=family, backlog=BACKLOG)
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
