"""Hears of changes that other processes have committed to the same PostgreSQL."""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Event, Thread
from typing import Any

import psycopg
from sqlalchemy import select
from sqlalchemy.engine import URL

from kidd.table.errors import StoreError
from kidd.table.storage.database.engines import LINE
from kidd.table.storage.database.migrate import SERVING
from kidd.table.storage.database.pubsub import CHANNEL, HERE, OF_PERSON, ORIGIN, PEOPLE, TALK, Hub
from kidd.table.storage.database.schema import games
from kidd.table.storage.database.store import Store

log = logging.getLogger(__name__)

PAUSE = 1.0  # seconds until a line that was lost is tried again
WAIT = 0.5  # seconds after which somebody who listens notices that they are to stop, or that a commit is in doubt


class Relay:
    """Listens on a connection of its own; `missed()` is called when notifications may have been lost.

    `learn(game, version, news)` is called with what has happened to a game, before anybody hears that something has.
    """

    def __init__(
        self,
        address: URL,
        hub: Hub,
        missed: Callable[[], None] = lambda: None,
        learn: Callable[[str, int, str], None] = lambda _game, _version, _news: None,
    ) -> None:
        self._address = address.set(drivername="postgresql").render_as_string(hide_password=False)
        self._line: dict[str, Any] = {name: value for name, value in LINE.items() if name not in address.query}
        self._hub = hub
        self._missed = missed
        self._learn = learn
        self._stop = Event()
        self._thread = Thread(target=self._run, name="kidd-relay", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Hear no more."""
        self._stop.set()
        self._thread.join(2 * PAUSE)

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                self._listen()
            except (psycopg.Error, StoreError) as error:
                log.warning("the line to the database's notifications is lost: %s", " ".join(str(error).split()))
            except Exception:
                log.exception("a notification of the database cannot be passed on")
            finally:
                self._stop.wait(PAUSE)

    def _listen(self) -> None:
        with psycopg.connect(self._address, autocommit=True, **self._line) as connection:
            connection.execute("SELECT pg_advisory_lock_shared(%s)", [SERVING])  # a server is here while the line is
            connection.execute(f"LISTEN {CHANNEL}")
            self._missed()  # whatever happened before
            while not self._stop.is_set():
                for notice in connection.notifies(timeout=WAIT):
                    self._pass_on(notice.payload)
                if self._hub.is_in_doubt:
                    self._hub.is_in_doubt = False
                    self._missed()

    def _pass_on(self, payload: str) -> None:
        origin, game_id, version, *more = payload.split(" ", 4)
        if origin == ORIGIN:
            return
        if version.startswith(TALK):
            self._hub.publish_talk(game_id, int(version.removeprefix(TALK)))
        elif version.startswith(HERE):
            self._hub.hear_audience(game_id, origin, version.removeprefix(HERE))
        elif game_id == PEOPLE:
            self._hub.hear_people()
        elif game_id.startswith(OF_PERSON):
            self._hub.call(game_id.removeprefix(OF_PERSON))
        elif more:
            work, news = more
            self._learn(game_id, int(version), news)
            self._hub.publish(game_id, int(version), work=work == "1")
        else:
            self._hub.publish(game_id, int(version))


def catch_up(store: Store) -> None:
    """Tell everybody who listens how their games stand, as after news that were missed."""
    store.hub.miss()
    if not (heard := store.hub.games):
        return
    with store.reading() as connection:
        rows = connection.execute(select(games.c.id, games.c.version).where(games.c.id.in_(heard))).all()
    for row in rows:
        store.hub.publish(row.id, row.version)
    for person in (one for one in heard if one.startswith(OF_PERSON)):
        store.hub.call(person.removeprefix(OF_PERSON))
