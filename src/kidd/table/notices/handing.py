"""Handing on notices: from what somebody is told to what is sent where."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta

from sqlalchemy import Connection

from kidd.table.storage.notices import notice_rows, outbox, receivers
from kidd.table.storage.notices.notice_rows import Notice
from kidd.table.storage.notices.outbox import DIGEST, MAIL, NOTICE, PUSH
from kidd.table.storage.notices.receivers import Receiver
from kidd.table.storage.notices.telling import DEADLINE
from kidd.words.club.days import zone_of

DIGEST_HOUR = 7  # of the receiver's morning


@dataclass(frozen=True)
class Handing:
    """What reaches people from here: browsers always, `mail` where there is a server for it."""

    mail: bool

    def hand_on(self, connection: Connection, moment: datetime, limit: int) -> int:
        """Put all that is due into the outbox, for every place where somebody is reached; says how much was due."""
        found = notice_rows.take_due(connection, moment, limit)
        reached = receivers.reached(connection, {notice.person for notice in found}) if found else ()
        for notice in found:
            receiver = receivers.receiver(connection, notice.person) if notice.person in reached else None
            if receiver is not None:
                self._hand_on(connection, notice, receiver, moment)
        return len(found)

    def _hand_on(self, connection: Connection, notice: Notice, receiver: Receiver, moment: datetime) -> None:
        if receiver.wishes.push:
            for device in receivers.devices_of(connection, notice.person):
                mark = f"push:{notice.id}:{notice.key}:{device.id[:32]}"
                more = {"notice": notice.id, "device": device.id, "language": device.language}
                outbox.put(connection, mark, PUSH, NOTICE, notice.person, moment, **more)
        if not self.mail or not receiver.address:
            return
        if notice.kind == DEADLINE:
            if receiver.wishes.warnings:
                mark = f"mail:{notice.id}:{notice.key}"
                outbox.put(connection, mark, MAIL, NOTICE, notice.person, moment, notice=notice.id)
        elif receiver.wishes.digest:
            due = next_morning(moment, receiver.zone)
            outbox.put(connection, f"digest:{notice.person}", MAIL, DIGEST, notice.person, moment, due=due)


def next_morning(moment: datetime, zone: str) -> datetime:
    """When somebody's next day begins."""
    here = zone_of(zone) or UTC
    local = moment.astimezone(here)
    morning = datetime.combine(local.date(), time(DIGEST_HOUR), here)
    if morning <= local:
        morning = datetime.combine(local.date() + timedelta(days=1), time(DIGEST_HOUR), here)
    return morning.astimezone(UTC)
