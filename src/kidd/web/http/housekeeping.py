"""Once in a while what is too old is thrown away, on a thread of its own."""

from __future__ import annotations

import asyncio

from kidd.errors import KiddError
from kidd.table.play.people.housekeeping import Keeping, tidy
from kidd.table.storage.database.store import Store
from kidd.web.http.logging_setup import log

FIRST, AGAIN = 60.0, 3600.0  # seconds until it is done first, and again


async def keep_tidy(store: Store, keeping: Keeping) -> None:
    """Tidy up as long as the server runs; what cannot be done now is done the next time."""
    await asyncio.sleep(FIRST)
    while True:
        try:
            if removed := await asyncio.to_thread(tidy, store, keeping):
                log().info("games of guests removed", games=removed)
        except KiddError as error:
            log().warning("not tidied", reason=str(error))
        await asyncio.sleep(AGAIN)
