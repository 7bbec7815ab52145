"""A member's language, time zone and mail address, and whom anybody has blocked."""

from __future__ import annotations

import logging
import re
from concurrent.futures import Future
from datetime import timedelta

from sqlalchemy import Connection

from kidd.table import limits
from kidd.table.errors import AccountError
from kidd.table.moments import now
from kidd.table.people.passwords import Hasher, check_password
from kidd.table.play.actors import Actor
from kidd.table.play.people import mailing
from kidd.table.play.people.accounts import Place, charge_from, in_writing, own_account
from kidd.table.play.permissions import check_known
from kidd.table.storage.database.store import Store
from kidd.table.storage.persons import accounts, blocks, people, proofs
from kidd.table.storage.persons.accounts import Account
from kidd.table.storage.persons.blocks import Blocked
from kidd.table.storage.persons.keys import change_locks
from kidd.table.storage.persons.throttles import Limit, charge
from kidd.words.club.days import zone_of
from kidd.words.club.ship_names import ship_name
from kidd.words.language import LANGUAGES, Tongue

log = logging.getLogger(__name__)

MAIL = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})+")
LETTERS = Limit("letters", 6, timedelta(hours=6))  # that one person may have sent to themselves
LETTERS_FROM = Limit("letters-at", 20, timedelta(hours=1))
LETTERS_FOR = Limit("letters-for", 3, timedelta(days=1))  # to one mailbox, whoever asks for them
RESETS_FROM = Limit("reset-at", 20, timedelta(hours=1))
RESETS_FOR = Limit("reset", 4, timedelta(hours=1))
MOST_OF_ONE_MAIL = 5  # accounts that a letter tells of


def keep_profile(store: Store, actor: Actor, language: str, zone: str) -> None:
    """Keep the language and the time zone that a member likes; empty is as the browser has it."""
    own_account(store, actor)
    if language and language not in LANGUAGES:
        raise AccountError("language")
    if zone and zone_of(zone) is None:
        raise AccountError("zone")
    store.write(lambda connection: accounts.change(connection, actor.person, language=language, zone=zone))


def keep_language(store: Store, actor: Actor, language: str) -> None:
    """Keep the language alone, for those who have an account."""
    if actor.is_member:
        store.write(lambda connection: accounts.change(connection, actor.person, language=language))


def checked_mail(address: str) -> str:
    """A mail address on one line, or the reason why nothing can be sent there."""
    found = address.strip()
    if len(found) > limits.MAIL or not MAIL.fullmatch(found):
        raise AccountError("mail")
    name, _, host = found.rpartition("@")
    return f"{name}@{host.lower()}"


def ask_mail(store: Store, actor: Actor, place: Place, address: str, language: str) -> None:
    """Write to an address, which is a member's once they have answered; without one, forget the one there is.

    Anybody can sign up again and again, and write to somebody else's: letters are counted by where they go, too.
    """
    account = own_account(store, actor)
    mail = checked_mail(address) if address.strip() else ""

    def work(connection: Connection) -> None:
        proofs.drop(connection, actor.person, "mail")
        if not mail:
            _tell_of_old(connection, account)
            accounts.change(connection, actor.person, mail=None, mail_verified=None)
            proofs.drop(connection, actor.person, "reset")
            return
        charge_from(connection, LETTERS_FROM, place)
        charge(connection, LETTERS, actor.person, now())
        charge(connection, LETTERS_FOR, _mailbox(mail), now())
        code = proofs.issue(connection, "mail", actor.person, mail, now())
        mailing.queue(connection, account, mail, "verify", language, path=f"/verify?code={code}")

    store.write(work)


def _mailbox(mail: str) -> str:
    """Where letters to an address arrive: capitals and what follows a plus sign are anybody's to choose."""
    name, _, host = mail.casefold().rpartition("@")
    return f"{name.partition('+')[0]}@{host}"


def asked_mail(store: Store, actor: Actor) -> str:
    """The address that a member was written to and has not answered from, empty if there is none."""
    with store.reading() as connection:
        return proofs.waiting(connection, "mail", actor.person, now())


def verify_mail(store: Store, code: str) -> str:
    """Somebody has the code that was sent: the address is theirs."""

    def work(connection: Connection) -> str:
        proof = proofs.redeem(connection, "mail", code, now())
        if proof is None:
            raise AccountError("code")
        account = accounts.find(connection, proof.person)
        if account is not None and account.mail != proof.about:
            _tell_of_old(connection, account)
        accounts.change(connection, proof.person, mail=proof.about, mail_verified=now())
        accounts.settle(connection, proof.person)
        proofs.drop(connection, proof.person, "reset")  # what was sent to the address of before
        return proof.about

    return store.write(work)


def _tell_of_old(connection: Connection, account: Account) -> None:
    """Tell whoever reads the address of before that it is theirs no more, and how to take that back."""
    if account.mail and account.mail_verified:
        code = proofs.issue(connection, "undo", account.id, account.mail, now())
        path = f"/take-back?code={code}" if code else "/reset"
        mailing.tell_of_change(connection, account, "new-mail", account.language, path)


def take_mail_back(store: Store, code: str) -> str:
    """Make the address of before theirs again; the code by which they choose another password at once.

    Whoever changed the address knew the password: it is good no more, nor is anything else by which they come in.
    """

    def work(connection: Connection) -> str:
        proof = proofs.redeem(connection, "undo", code, now())
        if proof is None:
            raise AccountError("code")
        proofs.drop_later(connection, proof.person, "undo", proof.until)
        accounts.change(connection, proof.person, mail=proof.about, mail_verified=now(), password=None)
        change_locks(connection, proof.person, now())
        return proofs.issue(connection, "reset", proof.person, proof.about, now())

    return store.write(work)


def ask_reset(store: Store, place: Place, who: str, language: str) -> None:
    """Write to those of that name or mail address; nobody learns whether there is anybody, nor by how long it takes."""
    if len(who) > limits.MAIL:
        return

    def count(connection: Connection) -> None:
        charge_from(connection, RESETS_FROM, place)
        charge(connection, RESETS_FOR, who.strip().casefold(), now())

    store.write(count)
    written = store.submit(lambda connection: _write_resets(connection, who, language))  # nobody waits for it
    written.add_done_callback(_note_failure)


def _note_failure(written: Future[None]) -> None:
    if error := written.exception():
        log.warning("a letter to somebody who has forgotten their password is not written: %s", error)


def _write_resets(connection: Connection, who: str, language: str) -> None:
    if "@" in who:
        name, _, host = who.strip().rpartition("@")
        found = accounts.by_mail(connection, f"{name}@{host.lower()}", MOST_OF_ONE_MAIL)
    else:
        one = accounts.named(connection, who)
        found = [one] if one else []
    for account in found:
        if account.mail and account.mail_verified and account.kind == accounts.MEMBER and not account.closed:
            code = proofs.issue(connection, "reset", account.id, account.mail, now())
            if code:
                mailing.queue(connection, account, account.mail, "reset", language, path=f"/reset/{code}")


async def reset_password(store: Store, hasher: Hasher, place: Place, code: str, password: str, language: str) -> None:
    """Another password for whoever has the code that was sent; all their sessions, tokens and devices end."""
    check_password(password)
    with hasher.place(place.network):
        await in_writing(store, lambda connection: charge_from(connection, RESETS_FROM, place))
        hashed = await hasher.hash(password)

    def work(connection: Connection) -> None:
        proof = proofs.redeem(connection, "reset", code, now())
        if proof is None:
            raise AccountError("code")
        accounts.change(connection, proof.person, password=hashed)
        change_locks(connection, proof.person, now())
        account = accounts.find(connection, proof.person)
        if account is not None:
            mailing.tell_of_change(connection, account, "new-password", language)

    await in_writing(store, work)


def block(store: Store, actor: Actor, name: str) -> None:
    """Hear no more of somebody, by their name."""
    check_known(actor)

    def work(connection: Connection) -> None:
        people.remember(connection, actor.person, now())
        other = accounts.named(connection, name)
        if other is None:
            raise AccountError("no-such-person")
        if other.id == actor.person:
            raise AccountError("oneself")
        blocks.block(connection, actor.person, other.id, now())

    store.write(work)


def unblock(store: Store, actor: Actor, other: str, _: Tongue) -> None:
    """Hear of somebody again, by their id or name, or as the list calls a guest."""
    check_known(actor)
    called = [one.id for one in blocked(store, actor, _) if one.name == other]

    def work(connection: Connection) -> None:
        member = accounts.named(connection, other)
        for person in (other, *([member.id] if member else called)):
            blocks.unblock(connection, actor.person, person)

    store.write(work)


def blocked(store: Store, actor: Actor, _: Tongue) -> list[Blocked]:
    """Whom somebody has blocked; guests without a name by a ship's."""
    with store.reading() as connection:
        found = blocks.list_of(connection, actor.person)
    return [one if one.name else one._replace(name=ship_name(one.id, _)) for one in found]
