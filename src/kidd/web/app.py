"""The web server's app: what it is made of, how it starts and how it stops."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import import_module

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import Receive, Scope, Send

from kidd.table.computers.computers import Computers
from kidd.table.play.actors import Actor
from kidd.table.storage.database.store import open_store
from kidd.table.storage.ownership import claim
from kidd.web.api.hints import Hints
from kidd.web.http import requests
from kidd.web.http.gzip_cache import SMALL
from kidd.web.http.logging_setup import log
from kidd.web.http.metrics import Metrics
from kidd.web.http.middleware import Watch
from kidd.web.http.sessions import Sessions
from kidd.web.http.settings import Settings
from kidd.web.http.static_files import Static
from kidd.web.http.templates import Pages

MOST_BYTES = 600_000  # of a request: a log book of the largest kind, as a form sends it
MOST_WORKERS = 4
PACKED = 5  # of 9: what is drawn for one viewer is packed quickly
ROUTERS = (  # those first that are asked for most
    "api.routes",
    "pages.table.routes",
    "pages.home.routes",
    "pages.rules.routes",
    "pages.study.routes",
    "pages.dice.routes",
    "pages.about.routes",
    "pages.pictures",
    "http.health",
    "pages.api_docs.routes",
)


class PackedPages(GZipMiddleware):
    """Packs what is asked for; the answer to a move is small, and packing it would cost more than sending it."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, packed or as it is."""
        if scope["type"] == "http" and scope["method"] == "POST" and scope["path"].startswith("/api/"):
            await self.app(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)


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
    state = app.state
    state.settings = settings
    state.metrics = Metrics()
    state.pages = Pages()
    state.sessions = Sessions(settings.secret())
    state.store = None
    state.stopping = False
    state.hints = Hints()
    for name in ROUTERS:
        app.include_router(import_module(f"kidd.web.{name}").router)
    app.mount("/static", Static(state.pages.static_version))
    requests.register(app)

    async def find_actor(scope: Scope) -> Actor:
        found: Actor = await state.sessions.find(state.store, scope)
        return found

    app.add_middleware(PackedPages, minimum_size=SMALL, compresslevel=PACKED)
    app.add_middleware(Watch, metrics=state.metrics, most=MOST_BYTES, refuse=requests.refuse, find_actor=find_actor)
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    """What a running app has in its state: the store, and the computers that play and judge for us."""
    state, settings = app.state, app.state.settings
    state.store = state.store or open_store(settings.database())
    if not state.store.is_ours_alone:
        claim(state.store)
    state.computers = Computers(state.store, settings.workers or suitable_workers())
    state.metrics.watch_jobs(lambda: state.computers.thinkers.waiting + state.computers.thinkers.thinking)
    state.computers.start()
    log().info("started", database=state.store.engine.url.render_as_string(hide_password=True))
    try:
        yield
    finally:
        state.stopping = True
        state.store.hub.close()
        # Not on the threads that answer requests: all of them may be waiting for something.
        await asyncio.to_thread(state.computers.close)
        state.store.close()
        log().info("stopped")


def suitable_workers() -> int:
    """As many processes as leave the machine room for the server."""
    return min(MOST_WORKERS, max(1, (os.cpu_count() or 2) - 1))
