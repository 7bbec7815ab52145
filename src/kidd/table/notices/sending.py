"""What a row of the outbox says, and to whom, in their language and their time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from hashlib import sha256
from typing import NamedTuple

from sqlalchemy import Connection

from kidd.table.notices.letters import letter_of, plain_letter
from kidd.table.notices.mail import PostOffice
from kidd.table.notices.push import Pusher
from kidd.table.notices.stopping import stop_token
from kidd.table.storage.database.store import Store
from kidd.table.storage.notices import notice_rows, outbox, receivers
from kidd.table.storage.notices.outbox import DIGEST, PUSH, Item
from kidd.table.storage.notices.receivers import Receiver
from kidd.words.club.mails import SUBJECTS, letter
from kidd.words.club.notices import Paper, digest, told, warning
from kidd.words.language import LANGUAGES, Tongue, tongue

After = Callable[[Connection], None]
Go = Callable[[], After]


def _nothing(_connection: Connection) -> None:
    """Nothing more is to be noted."""


def _no() -> After:
    """Nothing is to be sent any more."""
    return _nothing


def _mark(item: Item) -> str:
    """What a letter is called: the same, should it be sent again."""
    return sha256(f"{item.mark} {item.created.isoformat()}".encode()).hexdigest()[:40]


class _Sheet(NamedTuple):
    """A letter before it is put into its envelope."""

    paper: Paper
    to: str
    stop: str = ""
    after: After = _nothing


@dataclass(frozen=True)
class Sending:
    """What is needed to send: the two ways, the address of this site, and its secret."""

    pusher: Pusher
    office: PostOffice | None
    base_url: str
    secret: bytes

    def send(self, store: Store, holder: str, item: Item, moment: datetime) -> After:
        """Send what a row says; returns what is to be noted when it was taken."""
        with store.reading() as connection:
            if not outbox.is_held(connection, holder, item):  # settled meanwhile
                return _nothing
            ready = self._push if item.channel == PUSH else self._mail
            go = ready(connection, item, moment)
        return go()

    def _push(self, connection: Connection, item: Item, moment: datetime) -> Go:
        device = receivers.device(connection, item.device or "")
        notice = notice_rows.find(connection, item.notice or 0)
        receiver = receivers.receiver(connection, item.person)
        if device is None or notice is None or notice.seen or receiver is None or not receiver.wishes.push:
            return _no
        if device.person != item.person:  # somebody else is at that browser now
            return _no
        _ = tongue(device.language if device.language in LANGUAGES else "en")
        said, tag = told(notice.kind, notice.data, _, receiver.zone), f"{notice.kind}-{notice.game}"
        message = {"title": said.title, "body": said.text, "url": f"/games/{notice.game}", "tag": tag, "lang": _.code}

        def go() -> After:
            self.pusher.send(device, message, topic=tag)
            return _nothing

        return go

    def _mail(self, connection: Connection, item: Item, moment: datetime) -> Go:
        receiver = receivers.receiver(connection, item.person)
        if receiver is None or self.office is None:
            return _no
        language = item.language or receiver.language
        _ = tongue(language if language in LANGUAGES else "en")
        sheet: _Sheet | None
        if item.kind in SUBJECTS:
            return partial(self._write, item, moment, _)
        if item.kind == DIGEST:
            sheet = self._digest(connection, receiver, moment, _)
        else:
            sheet = self._warning(connection, item, receiver, _)
        return _no if sheet is None or not sheet.to else partial(self._post, sheet, item, moment, _)

    def _post(self, sheet: _Sheet, item: Item, moment: datetime, _: Tongue) -> After:
        if self.office is not None:
            self.office.send(letter_of(sheet.paper, sheet.to, _mark(item), _, sheet.stop), moment)
        return sheet.after

    def _write(self, item: Item, moment: datetime, _: Tongue) -> After:
        """A letter about an account, to the address that it was asked for."""
        said = letter(item.kind, item.data, self.base_url, _)
        if self.office is not None:
            self.office.send(plain_letter(said.subject, said.text, item.address, _mark(item), _), moment)
        return _nothing

    def _digest(self, connection: Connection, receiver: Receiver, moment: datetime, _: Tongue) -> _Sheet | None:
        found = notice_rows.for_digest(connection, receiver.person)
        if not found or not receiver.wishes.digest:
            return None
        lines = [(told(one.kind, one.data, _, receiver.zone), self._link(f"/games/{one.game}")) for one in found]
        after = partial(notice_rows.mark_mailed, numbers=[one.id for one in found], moment=moment)
        return _Sheet(digest(receiver.name, lines, _), receiver.address, self._stop(receiver.person, DIGEST), after)

    def _warning(self, connection: Connection, item: Item, receiver: Receiver, _: Tongue) -> _Sheet | None:
        notice = notice_rows.find(connection, item.notice or 0)
        if notice is None or notice.seen or not receiver.wishes.warnings:
            return None
        line, link = told(notice.kind, notice.data, _, receiver.zone), self._link(f"/games/{notice.game}")
        return _Sheet(warning(receiver.name, line, link, _), receiver.address, self._stop(receiver.person, "warnings"))

    def _link(self, path: str) -> str:
        return f"{self.base_url}{path}"

    def _stop(self, person: str, kind: str) -> str:
        return self._link(f"/notices/stop?token={stop_token(self.secret, person, kind)}")
