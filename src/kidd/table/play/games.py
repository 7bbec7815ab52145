"""What can be done at a table: each function is one transaction, and changes all of a game or nothing."""

from __future__ import annotations

from sqlalchemy import Connection

from kidd.errors import IllegalAct
from kidd.standing import ANSWERS
from kidd.table import limits
from kidd.table.errors import NoSuchGame, NotYours, Stale, StoreError, TooMany
from kidd.table.play.export import logbook
from kidd.table.play.new_game import open_game, rematch
from kidd.table.play.permissions import check_alone, check_open, check_seated, speaker, split, was_said
from kidd.table.seats import Seat, Summary, Table
from kidd.table.storage import event_log
from kidd.table.storage.event_log import Entry, Event
from kidd.table.storage.game_lists import games_of, waiting
from kidd.table.storage.store import Store, open_store

__all__ = [
    "NoSuchGame",
    "NotYours",
    "Seat",
    "Stale",
    "Store",
    "StoreError",
    "Summary",
    "Table",
    "TooMany",
    "abandon",
    "can_abandon",
    "check_hint",
    "computer_act",
    "games_of",
    "last_move",
    "load",
    "logbook",
    "open_game",
    "open_store",
    "play",
    "rematch",
    "take_back",
    "waiting",
]

LAST_WORDS = ("resign", *ANSWERS)  # may be said when a game is full
OFFER = "draw?"  # too, but not for ever


def load(store: Store, game_id: str) -> Table:
    """A game as it stands."""
    with store.reading() as connection:
        return event_log.read(store, connection, game_id).table


def play(
    store: Store, game_id: str, visitor: str, ply: int, act: str, by: str | None = None, version: int | None = None
) -> Table:
    """A visitor's act at a ply; the same act sent again changes nothing, another at a ply that is past is Stale.

    A visitor who says which version they saw is Stale, too, if anything has been taken back since.
    """
    if len(act) > limits.ACT:
        raise TooMany("act", limits.ACT)
    with store.writing() as connection:
        entry = event_log.read(store, connection, game_id, to_write=True)
        table = entry.table
        check_seated(table, visitor)
        text, by = split(act, by)
        if version is not None and event_log.taken_back(connection, game_id, version) is not None:
            raise Stale(table, ply)
        if ply != len(table.match):
            if was_said(table, visitor, ply, text, by):
                return table
            raise Stale(table, ply)
        check_open(table)
        after = _acted(connection, entry, text, speaker(table, visitor, text, by), visitor)
    store.shelf.put(after)
    return after


def computer_act(store: Store, game_id: str, ply: int, act: str, version: int | None = None) -> Table:
    """What a computer does that is waited for; Stale if nobody waits for it any more, or not as it was asked."""
    with store.writing() as connection:
        entry = event_log.read(store, connection, game_id, to_write=True)
        table = entry.table
        seat, colour = table.waits_for, table.match.to_act
        if ply != len(table.match) or seat is None or seat.kind != "computer" or colour is None:
            raise Stale(table, ply)
        if version not in (None, table.version):  # the same ply, but something was taken back in between
            raise Stale(table, ply)
        after = _acted(connection, entry, act, colour, None)
    store.shelf.put(after)
    return after


def take_back(store: Store, game_id: str, visitor: str, ply: int, version: int | None = None) -> Table:
    """Go back to before the visitor's last move, without what was done or said since; the die falls the same again.

    A visitor who says which version they saw takes back what they saw once, however often they ask.
    """
    with store.writing() as connection:
        entry = event_log.read(store, connection, game_id, to_write=True)
        table = entry.table
        check_alone(table, visitor)
        since = None if version is None else event_log.taken_back(connection, game_id, version)
        if since is not None and since == version:  # the first thing that happened after what they saw: their own
            return table
        if since is not None or ply != len(table.match):
            raise Stale(table, ply)
        target = last_move(table, visitor)
        if target is None:
            raise _nothing_back(table)
        _check_room(table)
        seat = table.doers[target]
        happened = [Event("takeback", str(target), seat, visitor)]
        after = event_log.append(connection, entry, table.at(target), happened)
    store.shelf.put(after)
    return after


def abandon(store: Store, game_id: str, visitor: str) -> Table:
    """Close a game without a result, which is up to whoever is the only visitor there; done twice, it is done once."""
    with store.writing() as connection:
        entry = event_log.read(store, connection, game_id, to_write=True)
        table = entry.table
        check_alone(table, visitor)
        if table.abandoned:
            return table
        if table.is_over:
            raise IllegalAct("the game is over: there is nothing to abandon", reason="over")
        after = event_log.append(connection, entry, table.match, [Event("abandon", "", None, visitor)])
    store.shelf.put(after)
    return after


def can_abandon(table: Table, visitor: str) -> bool:
    """Whether a visitor may close a game without a result."""
    return not table.is_over and bool(visitor) and table.people == {visitor}


def last_move(table: Table, visitor: str) -> int | None:
    """The ply that a visitor may take back to, None if there is none: a game that is over stays so, its seed is out."""
    if table.is_over or table.people != {visitor}:
        return None
    for ply in range(len(table.match) - 1, table.given - 1, -1):
        doer = table.doers[ply]
        if doer is not None and table.seats[doer].is_of(visitor) and not table.match.word(ply):
            return ply
    return None


def check_hint(table: Table, visitor: str, ply: int) -> None:
    """Refuse a hint to those whose turn it is not, and where it would be unfair to other people."""
    check_alone(table, visitor)
    if ply != len(table.match):
        raise Stale(table, ply)
    if table.waits_for is None:
        raise IllegalAct("the game is over: there is nothing to do", reason="hint-over")
    if not table.waits_for.is_of(visitor):
        raise NotYours("it is not your turn", reason="turn")


def _acted(connection: Connection, entry: Entry, text: str, by: str, visitor: str | None) -> Table:
    table = entry.table
    if text not in LAST_WORDS:
        _check_room(table, limits.LAST_OFFERS if text == OFFER else 0)
    match = table.match.copy()
    happened = [event_log.add(match, text, by, visitor)]
    happened += event_log.fate(match, entry.seed, table.id)
    return event_log.append(connection, entry, match, happened)


def _check_room(table: Table, more: int = 0) -> None:
    if table.version >= limits.EVENTS + more:
        raise TooMany("acts", limits.EVENTS)


def _nothing_back(table: Table) -> IllegalAct:
    if table.is_over:
        return IllegalAct("the game is over: there is nothing to take back", reason="back-over")
    return IllegalAct("there is nothing to take back", reason="nothing-back")
