"""The web server's app: what it is made of, how it starts and how it stops."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import import_module

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware

from kidd.table.computers.analysis_jobs import Studies
from kidd.table.computers.computer_turns import Rivals
from kidd.table.computers.job_queue import Thinkers
from kidd.table.play.games import open_store
from kidd.table.storage.pubsub import Hub
from kidd.web.http import requests
from kidd.web.http.gzip_cache import SMALL
from kidd.web.http.logging_setup import log
from kidd.web.http.metrics import Metrics
from kidd.web.http.middleware import Watch
from kidd.web.http.settings import Settings
from kidd.web.http.static_files import Static
from kidd.web.http.visitor_cookies import Purser
from kidd.web.pages.render import Pages
from kidd.web.pages.table import socket
from kidd.web.pages.table.hints import Hints
from kidd.web.pages.table.view_cache import Gallery

MOST = 600_000  # bytes of a request: a log book of the largest kind, as a form sends it
MOST_WORKERS = 4
PACKED = 5  # of 9: what is drawn for one viewer is packed quickly
ROUTERS = (
    "pages.home.routes",
    "pages.rules.routes",
    "pages.study.routes",
    "pages.dice.routes",
    "pages.about.routes",
    "pages.pictures",
    "http.health",
    "pages.table.routes",
)


def create_app(settings: Settings | None = None) -> FastAPI:
    """The app with its settings; the database is opened when it starts."""
    settings = settings or Settings()
    app = FastAPI(
        title="Capt'n W. Kidd",
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        redirect_slashes=False,  # it would name whatever host the request has named
        lifespan=_lifespan,
    )
    app.state.settings = settings
    app.state.metrics = Metrics()
    app.state.pages = Pages()
    app.state.purser = Purser(settings.secret())
    app.state.store = None
    app.state.stopping = False
    app.state.gallery = Gallery()
    app.state.hints = Hints()
    for name in ROUTERS:
        app.include_router(import_module(f"kidd.web.{name}").router)
    app.include_router(socket.router)
    app.mount("/static", Static(app.state.pages.static_version))
    requests.register(app)
    app.add_middleware(GZipMiddleware, minimum_size=SMALL, compresslevel=PACKED)
    app.add_middleware(Watch, metrics=app.state.metrics, most=MOST, refuse=requests.refuse)
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    """What a running app has in its state: the store, who thinks, who is told, and who plays and studies for us."""
    state, settings = app.state, app.state.settings
    state.store = state.store or open_store(settings.database())
    state.hub = Hub()
    state.thinkers = Thinkers(settings.workers or suitable_workers())
    state.rivals = Rivals(state.store, state.thinkers, state.hub)
    state.studies = Studies(state.thinkers, state.store)
    state.metrics.watch_jobs(lambda: state.thinkers.waiting + state.thinkers.thinking)
    state.rivals.start()
    log().info("started", database=state.store.engine.url.render_as_string(hide_password=True))
    try:
        yield
    finally:
        state.stopping = True
        state.hub.close()
        # Not on the threads that answer requests: all of them may be waiting for something.
        await asyncio.to_thread(state.rivals.close)
        await asyncio.to_thread(state.thinkers.close)
        state.store.close()
        log().info("stopped")


def suitable_workers() -> int:
    """As many processes as leave the machine room for the server."""
    return min(MOST_WORKERS, max(1, (os.cpu_count() or 2) - 1))
