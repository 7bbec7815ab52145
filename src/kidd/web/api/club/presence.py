"""Who is here: people with an open socket, written down for all processes again and again."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import partial

from sqlalchemy import Connection

from kidd.table.errors import Unavailable
from kidd.table.moments import now
from kidd.table.storage.club import presences
from kidd.table.storage.database.store import Store

log = logging.getLogger(__name__)

BEAT = 10.0  # seconds after which everybody who is here is written down again
HERE_AFTER = 1.0  # seconds after which somebody is who has just come; not more often, however many come
MOST_PEOPLE = 20_000  # people of whom one process keeps track


class Presence:
    """The people of this process; used in its loop only, but for the writing."""

    def __init__(self) -> None:
        self._here: Counter[str] = Counter()
        self._left: dict[str, datetime] = {}
        self._new = False

    @contextmanager
    def of(self, person: str) -> Iterator[None]:
        """Somebody is here for as long as this lasts; strangers are nobody."""
        known = bool(person) and (person in self._here or len(self._here) < MOST_PEOPLE)
        if known:
            self._new = self._new or not self._here[person]
            self._here[person] += 1
        try:
            yield
        finally:
            if known:
                self._here[person] -= 1
                if not self._here[person]:
                    del self._here[person]
                    self._left[person] = now()

    async def run(self, store: Store) -> None:
        """Write down who is here until the server stops."""
        loop = asyncio.get_running_loop()
        last = loop.time() - BEAT
        while True:
            await asyncio.sleep(HERE_AFTER)
            if not self._new and loop.time() - last < BEAT:
                continue
            last, self._new = loop.time(), False
            moment = now()
            left, self._left = self._left, {}
            seen = {**left, **dict.fromkeys(self._here, moment)}
            try:
                await asyncio.to_thread(store.write, partial(_write, seen, moment))
            except Unavailable as error:
                log.warning("nobody knows who is here: %s", error)
            except Exception:  # the next beat may do better
                log.exception("nobody knows who is here")


def _write(seen: dict[str, datetime], moment: datetime, connection: Connection) -> None:
    presences.see(connection, seen)
    presences.forget(connection, moment)
