"""A game in the database: read by folding its events, and continued by storing more of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from datetime import UTC, datetime
from functools import partial
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, insert, select, update

from kidd.errors import KiddError
from kidd.table.errors import Damaged, NoSuchGame
from kidd.table.seats import Seat
from kidd.table.snapshot import Table
from kidd.table.storage import job_rows, people
from kidd.table.storage.database.pubsub import announce
from kidd.table.storage.database.schema import events, games, seats
from kidd.table.storage.database.store import Store
from kidd.table.storage.events import Event, read_event, write_event
from kidd.table.storage.reducer import Draft, fixed_row_of, fold, row_of

LONGEST_ID = 32

_LATER = update(games).where(games.c.id == bindparam("of_game"), games.c.version == bindparam("of_version"))
_SEAT = update(seats).where(seats.c.game == bindparam("of_game"), seats.c.number == bindparam("of_number"))


class Conflict(KiddError):
    """Somebody else has changed the game meanwhile: look again."""

    about = "table"


class Change(NamedTuple):
    """What is to happen to a game: the table before and after it, and the events in between."""

    before: Table | None
    after: Table
    events: tuple[Event, ...]

    @staticmethod
    def of(draft: Draft) -> Change:
        """All that was added to a draft."""
        return Change(draft.before, draft.table(), tuple(draft.events))


def now() -> datetime:
    """This moment, as the database keeps it."""
    moment = datetime.now(UTC)
    return moment.replace(microsecond=moment.microsecond // 1000 * 1000)


def load(store: Store, game_id: str) -> Table:
    """A game as it stands; where nobody else writes, what is kept ready is as good as the database."""
    ready = store.snapshots.latest(game_id)
    if ready is not None and store.is_ours_alone:
        return ready
    with store.reading() as connection:
        table = read(connection, game_id, ready)
    store.snapshots.put(table)
    return table


def read(connection: Connection, game_id: str, ready: Table | None = None) -> Table:
    """A game from its events; where it is ready as it once stood, from those since then."""
    known = len(game_id) <= LONGEST_ID and game_id.isascii() and game_id.isalnum()
    query = select(games.c.version).where(games.c.id == game_id)
    version = connection.execute(query).scalar_one_or_none() if known else None
    if version is None:
        raise NoSuchGame(game_id)
    if ready is not None and ready.version == version:
        return ready
    before = ready if ready is not None and ready.version < version else None
    place, known_until = events.c.number, before.version if before else 0
    rows = select(events).where(events.c.game == game_id, place >= known_until, place < version).order_by(place)
    try:
        found = fold(game_id, [read_event(row.kind, row.at, row.data) for row in connection.execute(rows)], before)
    except (ValueError, TypeError, LookupError) as error:
        raise Damaged("damaged", game=game_id, why=str(error)) from error
    if found.version != version:
        raise Damaged("damaged-events", game=game_id, came=found.version, wanted=version)
    return found


def commit(store: Store, change: Change) -> Future[Table]:
    """Store what happened; done when it is on the disk and everybody who listens was told, a Conflict if outdated."""
    return store.submit(partial(_write, change), several=False, then=partial(_told, store))


def commit_decision(store: Store, game_id: str, decide: Callable[[Table], Change | None]) -> Future[Table]:
    """Decide within the transaction, where nobody else can be quicker; that keeps the other writers waiting."""

    def work(connection: Connection) -> Table:
        connection.execute(select(games.c.id).where(games.c.id == game_id).with_for_update())
        table = read(connection, game_id, store.snapshots.latest(game_id))
        change = decide(table)
        return table if change is None else _write(change, connection)

    return store.submit(work, then=partial(_told, store))


def _told(store: Store, after: Table) -> None:
    store.snapshots.put(after)
    store.hub.publish(after.id, after.version)


def _write(change: Change, connection: Connection) -> Table:
    write(connection, change)
    return change.after


def write(connection: Connection, change: Change) -> None:
    """Store what happened in a transaction; nothing is changed before it is refused."""
    before, after = change.before, change.after
    if before is None:
        _begin(connection, after)
    else:
        done = connection.execute(_LATER, {"of_game": after.id, "of_version": before.version, **row_of(after)})
        if done.rowcount != 1:
            raise Conflict("conflict", game=after.id)
        if after.seats != before.seats:
            _change_seats(connection, before, after)
    first = before.version if before else 0
    connection.execute(
        insert(events),
        [
            {"game": after.id, "number": first + place, "kind": one.kind, "at": one.at, "data": write_event(one)}
            for place, one in enumerate(change.events)
        ],
    )
    if after.waits_for_computer or (before is not None and before.waits_for_computer):
        job_rows.note_turn(connection, after)
    announce(connection, after.id, after.version)


def _begin(connection: Connection, table: Table) -> None:
    for person in {table.owner, *table.people}:
        people.remember(connection, person, table.created)
    connection.execute(insert(games), {"id": table.id, **fixed_row_of(table), **row_of(table)})
    connection.execute(insert(seats), [{"game": table.id, **vars(seat)} for seat in table.seats])


def _change_seats(connection: Connection, before: Table, after: Table) -> None:
    for old, new in zip(before.seats, after.seats, strict=True):
        if old != new:
            if new.person:
                people.remember(connection, new.person, after.updated)
            known = {"kind": new.kind, "person": new.person, "level": new.level, "name": new.name}
            connection.execute(_SEAT, {"of_game": after.id, "of_number": new.number, **known})


def read_seats(connection: Connection, ids: Sequence[str]) -> dict[str, tuple[Seat, ...]]:
    """Who sits where, by game."""
    found: dict[str, list[Seat]] = {}
    query = select(seats).where(seats.c.game.in_(ids)).order_by(seats.c.game, seats.c.number)
    for row in connection.execute(query):
        found.setdefault(row.game, []).append(Seat(row.number, row.kind, row.person, row.level, row.name))
    return {game: tuple(sitting) for game, sitting in found.items()}
