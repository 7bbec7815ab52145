"""The one door to the post: what is to be written to somebody is a row, in the same transaction as what it tells of.

Whoever sends (`kidd.table.notices`) takes the rows of the outbox, and has `words.mails` write the letter in the row's
language.
"""

from __future__ import annotations

import json
from hashlib import sha256

from sqlalchemy import Connection

from kidd.table.moments import now
from kidd.table.storage.notices import outbox
from kidd.table.storage.persons.accounts import Account
from kidd.words.language import LANGUAGES


def queue(connection: Connection, account: Account, address: str, kind: str, language: str, **data: str) -> None:
    """Have a letter of some kind written to an address; `data` fills in its words.

    What says the same is written once; where too many of somebody's letters wait already, this one is not sent.
    """
    tongue = account.language or language
    outbox.put_letter(
        connection,
        kind,
        account.id,
        address,
        now(),
        language=tongue if tongue in LANGUAGES else "en",
        mark=sha256(json.dumps([address, data]).encode()).hexdigest(),
        data={"name": account.name or "", **data},
    )


def tell_of_change(connection: Connection, account: Account, kind: str, language: str, path: str = "/reset") -> None:
    """Tell somebody at the address they have had until now that their password or their address is another one."""
    if account.mail and account.mail_verified:
        queue(connection, account, account.mail, kind, language, path=path, at=now().isoformat())
