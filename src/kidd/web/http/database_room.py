"""How much room the database has: looked at now and then, told in the metrics and, while there is time, in the log."""

from __future__ import annotations

import asyncio
from time import monotonic

from kidd.errors import KiddError
from kidd.table.storage.database.store import Store
from kidd.table.storage.growth import measure
from kidd.web.http.logging_setup import log

LOOK_EVERY = 20.0  # seconds from one look to the next: in between it grows by what people may begin
TOLD_AGAIN = 3600.0  # seconds until the log says the same once more
MEGABYTE = 1 << 20


async def watch_room(store: Store) -> None:
    """Look as long as the server runs."""
    told = "", 0.0
    while True:
        try:
            await asyncio.to_thread(look_at_room, store)
        except KiddError:
            pass  # whoever asks for anything else says why, too
        else:
            told = _tell(store, *told)
        await asyncio.sleep(LOOK_EVERY)


def look_at_room(store: Store) -> None:
    """Measure the database."""
    with store.reading() as connection:
        store.growth.size = measure(connection)


def _tell(store: Store, before: str, since: float) -> tuple[str, float]:
    """Say in the log what becomes of it, at once when that changes, and then once an hour."""
    growth = store.growth
    state = "full" if growth.is_full else "nearly full" if growth.is_nearly_full else ""
    if state == before and (not state or monotonic() - since < TOLD_AGAIN):
        return before, since
    said = {"megabytes": growth.size // MEGABYTE, "limit": growth.most // MEGABYTE}
    if growth.is_full:
        log().error("the database is full: nothing new begins (KIDD_DATABASE_MB)", **said)
    elif state:
        log().warning("the database is nearly full (KIDD_DATABASE_MB)", **said)
    else:
        log().info("the database has room again", **said)
    return state, monotonic()
