"""The postman of a server: hands on notices that nobody has seen in time, and sends what is in the outbox.

However many servers there are, each row is leased by one, and struck out when it was taken. Should a server die between
the two, the letter has the same Message-ID the second time, and the notice replaces the one that is on the screen.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from functools import partial
from secrets import token_hex
from threading import Lock

from sqlalchemy import Connection

from kidd.table.computers.rounds import Rounds
from kidd.table.moments import now
from kidd.table.notices.addresses import Unreachable
from kidd.table.notices.handing import Handing
from kidd.table.notices.hosts import Hosts, house_of
from kidd.table.notices.mail import BadLetter, NoPost
from kidd.table.notices.push import Gone, Refused
from kidd.table.notices.sending import Sending
from kidd.table.storage.database.store import Store
from kidd.table.storage.notices import notice_rows, outbox, receivers
from kidd.table.storage.notices.outbox import MAIL, PUSH, Item

log = logging.getLogger(__name__)

ROUND = 20.0  # seconds after which the outbox is looked at in any case
TRY_AGAIN_AFTER = 2.0  # seconds until it is tried again where the database does not answer
LEASE = 180.0  # seconds: longer than all steps of sending together may take
AT_ONCE = {PUSH: 8, MAIL: 2}  # threads that send: a server that stalls keeps one of them
HANDED = 100  # notices that are handed on in one transaction
TIDY = timedelta(hours=1)

Clock = Callable[[], datetime]


class Postman:
    """Made when the store is open; what it cannot send, as no mail server is set, it leaves alone."""

    def __init__(self, store: Store, sending: Sending, clock: Clock = now) -> None:
        self._store = store
        self._sending = sending
        self._clock = clock
        self._holder = token_hex(8)
        self._handing = Handing(mail=sending.office is not None)
        self._pools = {
            channel: ThreadPoolExecutor(many, thread_name_prefix=f"kidd-{channel}") for channel, many in AT_ONCE.items()
        }
        self._busy: dict[str, set[str]] = {channel: set() for channel in AT_ONCE}
        self._hosts = Hosts()
        self._lock = Lock()
        self._tidied = clock() - TIDY
        self._closed = False
        self._rounds = Rounds("kidd-post", self.look, every=ROUND, soon=TRY_AGAIN_AFTER)

    def start(self) -> None:
        """Begin to send."""
        self._store.hub.watch_calls(self._hear)
        self._rounds.start()

    def close(self) -> None:
        """Send no more, and leave the rest to others."""
        self._closed = True
        self._rounds.close()
        for pool in self._pools.values():
            pool.shutdown(wait=True, cancel_futures=True)
        try:
            self._store.write(lambda connection: outbox.release(connection, self._holder))
        except Exception:  # then the leases run out
            log.exception("the outbox cannot be given back")

    def wake(self) -> None:
        """Look at the outbox now."""
        self._rounds.wake()

    def look(self) -> None:
        """The round: hand on what is due, then send as much as there are hands for."""
        moment = self._clock()
        while self._store.write(partial(self._handing.hand_on, moment=moment, limit=HANDED)) == HANDED:
            pass
        if moment - self._tidied >= TIDY:
            self._tidied = moment
            self._store.write(partial(_tidy, moment=moment))
        for channel in (PUSH, MAIL) if self._sending.office else (PUSH,):
            self._take(channel, moment)
        with self._store.reading() as connection:
            ahead = [one for one in (notice_rows.next_due(connection), outbox.next_due(connection)) if one]
        if ahead and (pause := (min(ahead) - self._clock()).total_seconds()) > 0:
            self._rounds.wake(pause)

    def _hear(self) -> None:
        """Somebody's notices have changed: after the grace they may have to be handed on."""
        self._rounds.wake(notice_rows.GRACE.total_seconds() + 0.1)

    def _take(self, channel: str, moment: datetime) -> None:
        lease = partial(outbox.lease, channel=channel, holder=self._holder, moment=moment, seconds=LEASE)
        while not self._closed:
            with self._lock:
                busy = set(self._busy[channel])
            room = AT_ONCE[channel] - len(busy)
            more = {"skip_persons": busy, "shut": self._hosts.shut(moment), "apart": house_of}
            found = self._store.write(partial(lease, limit=room, **more)) if room > 0 else ()
            for item in found:
                with self._lock:
                    self._busy[channel].add(item.person)
                self._hosts.enter(item.endpoint)
                self._pools[channel].submit(self._send, item)
            if not found:
                return

    def _send(self, item: Item) -> None:
        """On a thread of its own: send, and note what came of it."""
        try:
            self._store.write(self._settled(item))
        except Exception:  # the database is gone: the lease runs out
            log.exception("what came of a %s cannot be noted", item.channel)
        finally:
            self._hosts.leave(item.endpoint)
            with self._lock:
                self._busy[item.channel].discard(item.person)
            if not self._closed:
                self._rounds.wake()

    def _settled(self, item: Item) -> Callable[[Connection], object]:
        moment = self._clock()
        try:
            after = self._sending.send(self._store, self._holder, item, moment)
        except (Gone, BadLetter) as error:
            log.info("a %s is given up: %s", item.channel, error)
            self._hosts.settle(item.endpoint, moment, well=True)
            return partial(_dropped, holder=self._holder, item=item, gone=isinstance(error, Gone))
        except (Refused, Unreachable, NoPost) as error:
            log.warning("a %s was not taken: %s", item.channel, error)
            self._hosts.settle(item.endpoint, moment, well=not isinstance(error, Unreachable))
            return partial(outbox.set_back, holder=self._holder, item=item, moment=moment)
        except Exception:  # one row that cannot be read must not keep the others waiting
            log.exception("a %s cannot be sent", item.channel)
            return partial(outbox.set_back, holder=self._holder, item=item, moment=moment)
        self._hosts.settle(item.endpoint, moment, well=True)
        return partial(_done, holder=self._holder, item=item, after=after)


def _tidy(connection: Connection, moment: datetime) -> None:
    notice_rows.forget_old(connection, moment)
    outbox.forget_old(connection, moment)


def _done(connection: Connection, holder: str, item: Item, after: Callable[[Connection], None]) -> None:
    after(connection)
    outbox.finish(connection, holder, item)


def _dropped(connection: Connection, holder: str, item: Item, *, gone: bool) -> None:
    outbox.finish(connection, holder, item)
    if gone and item.device:
        receivers.drop_device(connection, item.device)
