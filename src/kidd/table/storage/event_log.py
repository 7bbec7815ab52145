"""A game in the database: read by folding its events, and continued by storing more of them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, insert, select, update

from kidd.errors import KiddError
from kidd.table.errors import Damaged, Newer, NoSuchGame
from kidd.table.seats import Seat
from kidd.table.snapshot import Table
from kidd.table.storage import condition_rows, deadline_rows, job_rows
from kidd.table.storage.club import ratings
from kidd.table.storage.database.prepared import Prepared
from kidd.table.storage.database.pubsub import announce, tell_here
from kidd.table.storage.database.schema import events, games, persons, seats
from kidd.table.storage.database.store import Store
from kidd.table.storage.database.versions import is_newer, version_of
from kidd.table.storage.database.writer import Work
from kidd.table.storage.events import Acted, Event, UnknownEvent, read_event, write_event
from kidd.table.storage.notices import notice_rows
from kidd.table.storage.persons import people
from kidd.table.storage.reducer import COURSE, Draft, fixed_row_of, fold, row_of

LONGEST_ID = 32

# What every move writes.
_LATER = Prepared(
    update(games).where(games.c.id == bindparam("of_game"), games.c.version == bindparam("of_version")), COURSE
)
_EVENTS = Prepared(insert(events), [column.name for column in events.columns])
_SEAT = update(seats).where(seats.c.game == bindparam("of_game"), seats.c.number == bindparam("of_number"))


class Conflict(KiddError):
    """Somebody else has changed the game meanwhile: look again."""

    about = "table"


class Sitting(NamedTuple):
    """Who sits at a table, and who has played there in each seat."""

    seats: tuple[Seat, ...]
    players: tuple[str | None, ...]


class Change:
    """What is to happen to a game: the table before and after it, and the events in between."""

    __slots__ = ("after", "before", "concerns_computers", "concerns_time", "events", "may_be_noticed")

    def __init__(self, before: Table | None, after: Table, events: Sequence[Event]) -> None:
        self.before = before
        self.after = after
        self.events = tuple(events)
        # Whether a computer is to act now, or was before.
        self.concerns_computers = after.waits_for_computer or (before is not None and before.waits_for_computer)
        # Whether a clock is to be watched.
        self.concerns_time = after.clock is not None
        # Whether somebody may have to be told beside the table, which `telling.news` knows: not of moves of a calm game
        # that all have before them, as one by the clock, or one in which nobody else plays and no days go by.
        self.may_be_noticed = (
            before is None
            or not (before.is_calm and after.is_calm)
            or (not after.is_live and (self.concerns_time or len(after.people) > 1))
        )

    @staticmethod
    def of(draft: Draft) -> Change:
        """All that was added to a draft."""
        return Change(draft.before, draft.table(), draft.events)


Follow = Callable[[Connection, Change], Change]


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
        if isinstance(error, UnknownEvent) and is_newer(version_of(connection)):
            raise Newer("newer-game", game=game_id, why=str(error)) from error
        raise Damaged("damaged", game=game_id, why=str(error)) from error
    if found.version != version:
        raise Damaged("damaged-events", game=game_id, came=found.version, wanted=version)
    return _with_ratings(connection, before, found)


def learn(store: Store, game_id: str, version: int, news: str) -> None:
    """Bring a game that is kept ready here up to what another process has told of it, if that is all there is to it."""
    ready = store.snapshots.latest(game_id)
    if ready is None or ready.version + len(told := json.loads(news)) != version:
        return
    try:
        happened = [read_event(kind, datetime.fromisoformat(at), data) for kind, at, data in told]
    except UnknownEvent:  # of a later version: whoever looks at the game is told so
        return
    if all(isinstance(one, Acted) for one in happened):
        found = fold(game_id, happened, ready)
        if not (found.rated and found.is_over):  # else ratings have changed beside it
            store.snapshots.put(found)


def _news_of(happened: Sequence[Event]) -> str:
    rows = [(one.kind, one.at.isoformat(), write_event(one)) for one in happened]
    return json.dumps(rows, ensure_ascii=False, separators=(",", ":"))


def commit(store: Store, change: Change, follow: Follow | None = None) -> Future[Table]:
    """Store what happened; done when it is on the disk and everybody who listens was told, a Conflict if outdated.

    Where something may `follow` from it at once by somebody's plan, that is stored along with it.
    """
    return store.submit(_work_of(change, follow), several=False, place=change.after.id)


def commit_in_loop(store: Store, change: Change, follow: Follow | None = None) -> asyncio.Future[Table]:
    """The same for whoever waits in an event loop."""
    return store.submit_in_loop(_work_of(change, follow), several=False, place=change.after.id)


def _work_of(change: Change, follow: Follow | None) -> Work[Table]:
    return partial(write, change=change) if follow is None else partial(_write_on, change, follow)


def commit_decision(
    store: Store,
    game_id: str,
    decide: Callable[[Table], Change | None],
    *,
    beside: Callable[[Connection, Table], None] | None = None,
    follow: Follow | None = None,
) -> Future[Table]:
    """Decide within the transaction, where nobody else can be quicker; that keeps the other writers waiting.

    What is written `beside` the game is so in the same transaction, by how the game stands before.
    """

    def work(connection: Connection) -> Table:
        connection.execute(select(games.c.id).where(games.c.id == game_id).with_for_update())
        table = read(connection, game_id, store.snapshots.latest(game_id))
        if beside is not None:
            beside(connection, table)
        change = decide(table)
        if change is not None and follow is not None:
            change = follow(connection, change)
        if change is not None:
            return write(connection, change)
        tell_here(connection, partial(_tell, table, True))
        return table

    return store.submit(work, place=game_id)


def _tell(after: Table, work: bool, store: Store) -> None:
    """Keep a game ready that was committed, and let everybody know who listens here and whom it may concern."""
    store.snapshots.put(after)
    store.hub.publish(after.id, after.version, work=work, about=after.concerns)


def _write_on(change: Change, follow: Follow, connection: Connection) -> Table:
    """The same with what follows from it; plans that it shortens are as they were if it is refused."""
    if not condition_rows.is_planned(connection, change.after.id):
        return write(connection, change)
    with connection.begin_nested():
        return write(connection, follow(connection, change))


def write(connection: Connection, change: Change) -> Table:
    """Store what happened in a transaction, and give back the table after it; nothing is changed before it is refused.

    Where that ends a rated game, it counts from then on. Everybody who listens is told when it is committed.
    """
    before, after, first = change.before, change.after, 0
    if before is None:
        _begin(connection, after)
    else:
        first, row = before.version, row_of(after)
        row["of_game"], row["of_version"] = after.id, first
        if _LATER.run(connection, row) != 1:
            raise Conflict("conflict", game=after.id)
        if after.seats != before.seats:
            _change_seats(connection, before, after)
    rows = []
    for number, one in enumerate(change.events, first):
        rows.append({"game": after.id, "number": number, "kind": one.kind, "at": one.at, "data": write_event(one)})
    _EVENTS.run(connection, *rows)
    if change.concerns_computers:
        job_rows.note_turn(connection, after)
        after = _with_share(connection, before, after)
    if change.concerns_time:
        deadline_rows.note(connection, after)
    if after.rated and after.is_over and not (before and before.is_over) and ratings.counts(after):
        ratings.settle(connection, after)
    if change.may_be_noticed:
        notice_rows.tell(connection, before, after, change.events)
    work = change.concerns_computers or change.concerns_time
    if connection.dialect.name != "sqlite":  # where other processes may listen
        announce(connection, after.id, after.version, work=work, news=lambda: _news_of(change.events))
    if after.rated:
        after = _with_ratings(connection, before, after)
    tell_here(connection, partial(_tell, after, work))
    return after


def _with_ratings(connection: Connection, before: Table | None, after: Table) -> Table:
    """With the ratings of a rated game's players, which are looked up when more than an act has happened to it."""
    is_known = before is not None and len(before.marks) == len(after.marks) and before.is_over == after.is_over
    return after if is_known else ratings.attach(connection, after)


def _with_share(connection: Connection, before: Table | None, after: Table) -> Table:
    """With whose share of the computers' time is taken, which is looked up when it is for the first time."""
    is_known = after.share and before is not None and before.host == after.host
    if is_known or not after.host or not after.waits_for_computer:
        return after
    found = replace(after, share=people.find_share(connection, after.host))
    found.inherit(after)
    return found


def _begin(connection: Connection, table: Table) -> None:
    # In one order for all, so that no two wait for one another.
    for person in sorted({table.owner, *table.people, *(seat.person for seat in table.seats if seat.person)}):
        people.remember(connection, person, table.created)
    connection.execute(insert(games), {"id": table.id, **fixed_row_of(table), **row_of(table)})
    connection.execute(
        insert(seats), [{"game": table.id, "number": seat.number, **_seat_row(table, seat)} for seat in table.seats]
    )


def _change_seats(connection: Connection, before: Table, after: Table) -> None:
    for old, new in zip(before.seats, after.seats, strict=True):
        if old != new:
            if new.person:
                people.remember(connection, new.person, after.updated)
            connection.execute(_SEAT, {"of_game": after.id, "of_number": new.number, **_seat_row(after, new)})


def _seat_row(table: Table, seat: Seat) -> dict[str, str | int | None]:
    known = {"kind": seat.kind, "person": seat.person, "level": seat.level, "name": seat.name}
    return {**known, "player": table.players[seat.number]}


def read_seats(connection: Connection, ids: Sequence[str]) -> dict[str, tuple[Seat, ...]]:
    """Who sits where, by game."""
    return {game: sitting.seats for game, sitting in read_sitting(connection, ids).items()}


def read_sitting(connection: Connection, ids: Sequence[str]) -> dict[str, Sitting]:
    """The same with who has played where."""
    found: dict[str, list[tuple[Seat, str | None]]] = {}
    query = select(*seats.c, (persons.c.kind == "bot").label("bot")).outerjoin(persons, persons.c.id == seats.c.person)
    query = query.where(seats.c.game.in_(ids)).order_by(seats.c.game, seats.c.number)
    for row in connection.execute(query):
        seat = Seat(row.number, row.kind, row.person, row.level, row.name, bool(row.bot))
        found.setdefault(row.game, []).append((seat, row.player))
    return {game: Sitting(*zip(*rows, strict=True)) for game, rows in found.items()}
