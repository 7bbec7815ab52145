"""What people do about their notices: look at them, say what they have seen, and choose how they are told."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

from sqlalchemy import Connection

from kidd.errors import OptionError
from kidd.table.moments import now
from kidd.table.notices.addresses import BadAddress
from kidd.table.notices.push import checked_device
from kidd.table.notices.stopping import read_stop_token
from kidd.table.play.actors import Actor
from kidd.table.play.permissions import check_known
from kidd.table.storage.database.store import Store
from kidd.table.storage.notices import notice_rows, receivers
from kidd.table.storage.notices.notice_rows import Notice
from kidd.table.storage.notices.receivers import Receiver, Wishes

Result = TypeVar("Result")


def listed(store: Store, actor: Actor) -> Sequence[Notice]:
    """What stands open for somebody, and what they have not seen yet; nothing for a stranger."""
    if not actor.is_known:
        return ()
    with store.reading() as connection:
        return notice_rows.of_person(connection, actor.person)


async def see(store: Store, actor: Actor, keys: Collection[str]) -> None:
    """A page that somebody looks at has shown notices: they are not sent any more."""
    check_known(actor)
    await _write(store, partial(notice_rows.mark_seen, person=actor.person, keys=keys, moment=now()))


async def add_device(store: Store, actor: Actor, said: Mapping[str, Any], language: str, *, local: bool) -> str:
    """Have a browser told; returns what it is called here."""
    check_known(actor)
    try:
        device = checked_device(actor.person, said, language, local=local)
    except BadAddress as error:
        raise OptionError("device") from error
    await _write(store, partial(receivers.add_device, device=device, moment=now()))
    return device.id


async def drop_device(store: Store, actor: Actor, device: str) -> bool:
    """Have a browser of one's own told no more; False if there is none."""
    check_known(actor)
    return await _write(store, partial(receivers.drop_device, device=device, person=actor.person))


def reached(store: Store, actor: Actor) -> Receiver | None:
    """How somebody is reached, None for a stranger."""
    if not actor.is_known:
        return None
    with store.reading() as connection:
        return receivers.receiver(connection, actor.person)


async def wish(store: Store, actor: Actor, wishes: Wishes) -> None:
    """Choose how one is told."""
    check_known(actor)
    await _write(store, partial(receivers.wish, person=actor.person, wishes=wishes, moment=now()))


async def stop(store: Store, secret: bytes, token: str) -> str:
    """Send no more letters of a kind, by the token of one of them; returns the kind, empty if somebody made it up."""
    found = read_stop_token(secret, token)
    if found is None:
        return ""
    person, kind = found

    def work(connection: Connection) -> None:
        if receivers.receiver(connection, person) is not None:  # who may be gone by now
            wanted = receivers.wishes_of(connection, person)._replace(**{kind: False})
            receivers.wish(connection, person, wanted, now())

    await _write(store, work)
    return kind


async def _write(store: Store, work: Callable[[Connection], Result]) -> Result:
    """Write in the event loop, without a thread that waits."""
    return await asyncio.wrap_future(store.submit(work))
