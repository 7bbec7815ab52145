"""The web server's app: what it is made of, how it starts and how it stops."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from importlib import import_module

from fastapi import FastAPI

from kidd.table.computers.computers import Computers
from kidd.table.notices.postman import Postman
from kidd.table.people.passwords import Hasher
from kidd.table.storage.notices.notice_rows import remind
from kidd.table.storage.ownership import claim, open_own
from kidd.table.timekeeper.timekeeper import Timekeeper
from kidd.web.api.club.lobby import LobbyBoard
from kidd.web.api.club.presence import Presence
from kidd.web.api.exercises.solving import Refuter
from kidd.web.api.hints import Hints
from kidd.web.api.sockets.round_trips import RoundTrips
from kidd.web.api.stream.streams import Streams
from kidd.web.api.study.lookers import Lookers
from kidd.web.api.talk.hearing import Hearing, tell_audience
from kidd.web.http import requests
from kidd.web.http.assets.static_files import Static
from kidd.web.http.assets.templates import Pages
from kidd.web.http.database_room import look_at_room, watch_room
from kidd.web.http.defence.body_limits import most_bytes
from kidd.web.http.defence.origins import OwnNames
from kidd.web.http.defence.pace import Crowd, Paces
from kidd.web.http.defence.portholes import Portholes
from kidd.web.http.defence.turnstile import Turnstile
from kidd.web.http.health import Readiness
from kidd.web.http.housekeeping import keep_tidy
from kidd.web.http.logging_setup import log
from kidd.web.http.metrics import Metrics
from kidd.web.http.middleware import Door, Watch
from kidd.web.http.settings import Settings
from kidd.web.http.visitors.sessions import Sessions

MOST_WORKERS = 4
ROUTERS = (  # those first that are asked for most
    "api.routes",
    "pages.table.routes",
    "pages.home.routes",
    "pages.invitation.routes",
    "pages.lobby.routes",
    "pages.member.routes",
    "pages.rules.routes",
    "pages.introduction.routes",
    "pages.study.routes",
    "pages.problems.routes",
    "pages.notices.routes",
    "pages.installing.routes",
    "pages.account.routes",
    "pages.operator.routes",
    "pages.dice.routes",
    "pages.about.routes",
    "pages.vacation.routes",
    "pages.pictures",
    "http.health",
    "pages.api_docs.routes",
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
    state = app.state
    state.settings = settings
    state.metrics = Metrics()
    state.pages = Pages(has_imprint=bool(settings.imprint_text()))
    state.sessions = Sessions(settings.secret())
    state.sending = settings.sending()
    state.store = None
    state.stopping = False
    state.hints = Hints()
    state.refuter = Refuter()
    state.lookers = Lookers()
    state.streams = Streams()
    state.hearing = Hearing()
    state.round_trips = RoundTrips()
    state.hasher = Hasher()
    state.readiness = Readiness()
    state.turnstile = Turnstile()
    state.portholes = Portholes(settings.watchers)
    state.presence = Presence()
    state.lobby = LobbyBoard()
    for name in ROUTERS:
        app.router.routes.extend(import_module(f"kidd.web.{name}").router.routes)
    app.mount("/static", Static(state.pages.static_version))
    requests.register(app)

    state.paces = Paces(settings.pace)
    crowds = Crowd(settings.connections_each), Crowd(settings.sockets_each)
    door = Door(OwnNames(settings), most_bytes, state.paces, *crowds)
    app.add_middleware(Watch, metrics=state.metrics, refuse=requests.refuse, door=door)
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    """What a running app has in its state: the store, and the computers that play and judge for us."""
    state, settings = app.state, app.state.settings
    if state.store is None:
        state.store = open_own(settings.database())
    elif not state.store.is_ours_alone:
        claim(state.store)
    workers = settings.workers or (1 if settings.cluster else suitable_workers())
    state.computers = Computers(state.store, workers, settings.cluster)
    thinkers = state.computers.thinkers
    state.metrics.watch_jobs(lambda: thinkers.waiting + thinkers.thinking)
    state.metrics.workers.set_function(lambda: thinkers.hands)
    state.metrics.tasks.set_function(partial(_number_of_tasks, asyncio.get_running_loop()))
    state.computers.start()
    state.postman = Postman(state.store, state.sending)
    state.postman.start()
    hub = state.store.hub
    hub.when_asked(lambda game: tell_audience(state.store, game, hub.audience.here(game)))
    state.timekeeper = Timekeeper(state.store, remind=remind)
    await asyncio.to_thread(state.timekeeper.start)
    rounds = [asyncio.create_task(one.run(state.store)) for one in (state.presence, state.lobby)]
    watching = asyncio.create_task(state.sessions.watch(state.store))
    telling = asyncio.create_task(state.streams.run(state.store, state.timekeeper.presence))
    tidying = asyncio.create_task(keep_tidy(state.store, settings.keeping))
    growth = state.store.growth = settings.growth()
    state.metrics.watch_room(lambda: growth.size, growth.most)
    await asyncio.to_thread(look_at_room, state.store)
    measuring = asyncio.create_task(watch_room(state.store))
    log().info("started", database=state.store.engine.url.render_as_string(hide_password=True))
    try:
        yield
    finally:
        state.stopping = True
        tidying.cancel()
        measuring.cancel()
        watching.cancel()
        state.store.hub.close()
        state.lobby.close()
        for one in rounds:
            one.cancel()
        await asyncio.gather(*rounds, return_exceptions=True)
        telling.cancel()
        # Not on the threads that answer requests: all of them may be waiting for something.
        await asyncio.to_thread(state.postman.close)
        await asyncio.to_thread(state.timekeeper.close)
        await asyncio.to_thread(state.computers.close)
        state.hasher.close()
        state.store.close()
        log().info("stopped")


def _number_of_tasks(loop: asyncio.AbstractEventLoop) -> int:
    return len(asyncio.all_tasks(loop))


def suitable_workers() -> int:
    """As many processes as leave the machine room for the server."""
    return min(MOST_WORKERS, max(1, (os.cpu_count() or 2) - 1))
