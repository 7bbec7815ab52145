"""What is said beside a game: in the players' room and in the watchers', with mute, block and report; and notes.

None of it changes the game, so none of it is an event. What is said is text and nothing else, whoever shows it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import NamedTuple

from sqlalchemy import Connection

from kidd.errors import IllegalAct
from kidd.table import limits
from kidd.table.errors import NoSuchMessage, NotYours, TooMany
from kidd.table.moments import now
from kidd.table.play.actors import Actor
from kidd.table.play.permissions import Action, check, check_room, rooms_of
from kidd.table.seats import clean_name
from kidd.table.snapshot import Table
from kidd.table.storage.club import messages
from kidd.table.storage.club.messages import Message
from kidd.table.storage.database.pubsub import announce_talk
from kidd.table.storage.database.store import Store
from kidd.table.storage.growth import ROW
from kidd.table.storage.persons import blocks, people
from kidd.table.storage.persons.throttles import Limit, charge, everywhere
from kidd.words.club.phrases import PHRASES

FIRST_WORDS = Limit("first-words", 20, timedelta(minutes=10))


class Talk(NamedTuple):
    """What somebody hears beside a game."""

    rooms: tuple[str, ...]
    """Where they listen; the first is where they speak."""
    said: tuple[Message, ...]
    hidden: frozenset[str]
    """Who is not heard."""
    note: str = ""


def read(store: Store, table: Table, actor: Actor, since: int = 0) -> Talk:
    """What was said beside a game since a message, as far as somebody hears it, and what they have noted."""
    with store.reading() as connection:
        said = messages.of_game(connection, table.id)
        hidden = blocks.blocked_by(connection, actor.person)
        note = messages.note_of(connection, table.id, actor.person) if actor.is_known else ""
    return Talk(rooms_of(actor, table), heard(said, actor, table, hidden, since), hidden, note)


def heard(
    said: Sequence[Message], actor: Actor, table: Table, hidden: frozenset[str], since: int = 0
) -> tuple[Message, ...]:
    """Those of the messages that somebody hears: in their rooms, and not from whom they have blocked."""
    rooms = rooms_of(actor, table)
    return tuple(one for one in said if one.number > since and one.room in rooms and one.person not in hidden)


def say(
    store: Store, table: Table, actor: Actor, *, room: str = "", phrase: str = "", text: str = "", network: str = ""
) -> int:
    """Say a phrase or a text in a room, one's own if none is named; gives the number of the message.

    Whoever has become a guest for this has no session yet: from one `network` only so many of them begin to talk.
    """
    check(actor, Action.TALK, table)
    room = room or next(iter(rooms_of(actor, table)), "players")
    check_room(actor, room, table)
    if phrase and (text or phrase not in PHRASES):
        raise IllegalAct("no-phrase")
    words = _clean(text)
    if not phrase and not words:
        raise IllegalAct("nothing-said")
    said = Message(0, room, actor.person, "", phrase, words, now())

    def work(connection: Connection) -> int:
        if not actor.session and network:
            for limit, whose in everywhere(FIRST_WORDS, network, actor.share):
                charge(connection, limit, whose, said.at)
        store.growth.charge_bytes(actor.share, ROW + len(words.encode()))
        number = messages.add(connection, table.id, said)
        announce_talk(connection, table.id, number)
        return number

    return store.write(work, place=table.id)


def report(store: Store, table: Table, actor: Actor, number: int) -> None:
    """Have whoever runs the server look at a message; done twice, it is done once."""
    check(actor, Action.REPORT, table)

    def work(connection: Connection) -> None:
        said = _found(connection, table, actor, number)
        messages.report(connection, table.id, said, actor.person, said.text or said.phrase, now())

    store.write(work)


def block(store: Store, table: Table, actor: Actor, number: int, *, on: bool = True) -> None:
    """Hear no more of whoever has said something, here and elsewhere, or hear them again."""
    check(actor, Action.BLOCK, table)

    def work(connection: Connection) -> None:
        said = _found(connection, table, actor, number)
        if on:
            people.remember(connection, actor.person, now())
            blocks.block(connection, actor.person, said.person, now())
        else:
            blocks.unblock(connection, actor.person, said.person)
        announce_talk(connection, table.id, number)

    store.write(work)


def put_note(store: Store, table: Table, actor: Actor, text: str) -> str:
    """Note something for oneself beside a game, in place of what was noted before."""
    check(actor, Action.NOTE, table)
    if len(text) > limits.NOTE:
        raise TooMany("note", limits.NOTE)
    kept = "".join(char for char in text.replace("\r\n", "\n") if char.isprintable() or char == "\n").strip()

    def work(connection: Connection) -> None:
        moment, before = now(), messages.note_of(connection, table.id, actor.person)
        store.growth.charge_bytes(actor.share, _room_of(kept) - _room_of(before))
        messages.put_note(connection, table.id, actor.person, kept, moment)

    store.write(work)
    return kept


def _room_of(note: str) -> int:
    """Bytes that a note takes, which is no row where it says nothing."""
    return ROW + len(note.encode()) if note else 0


def may_talk(table: Table, actor: Actor) -> bool:
    """Whether somebody has somewhere to speak: a stranger, too, who is a guest with the first word."""
    return bool(rooms_of(actor, table))


def _found(connection: Connection, table: Table, actor: Actor, number: int) -> Message:
    """A message that somebody hears, and that is not their own."""
    said = messages.one(connection, table.id, number)
    if said.room not in rooms_of(actor, table):
        raise NoSuchMessage(number)
    if said.person == actor.person:
        raise NotYours("own-message")
    return said


def _clean(text: str) -> str:
    """A text on one line without what cannot be printed; one that is too long is refused."""
    if len(text) > limits.MESSAGE:
        raise TooMany("message", limits.MESSAGE)
    words = " ".join("".join(char if char.isprintable() else " " for char in text).split())
    return words if clean_name(words[: limits.NAME]) or clean_name(words[-limits.NAME :]) else ""
