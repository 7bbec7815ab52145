"""What must hold whenever one looks: everything that rows, snapshots and pages say follows from the events."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import Any

from sqlalchemy import Connection, select

from kidd import dice
from kidd.errors import KiddError
from kidd.logbook import read_logbook
from kidd.match import Match
from kidd.match.token_ids import follow
from kidd.table.play.actors import Actor
from kidd.table.play.export import logbook
from kidd.table.snapshot import Table
from kidd.table.storage.club import ratings
from kidd.table.storage.database.schema import conditions, events, games, jobs, notices, persons, seats
from kidd.table.storage.database.store import Store
from kidd.table.storage.deadline_rows import DEADLINE
from kidd.table.storage.events import Event, Opened, Outage, read_event
from kidd.table.storage.notices import telling
from kidd.table.storage.recompute import differences
from kidd.table.storage.reducer import fold
from kidd.web.http.visitors.viewer import Viewer
from kidd.web.state.game_state import state_json
from kidd.words.language import tongue
from kidd.words.texts import FORMER
from tests.table.service import clock_book, recess_book, seat_book
from tests.table.service.world import Act, Failure, World

LOOSE = {"match", "seed", "ratings", "share"}  # what is compared in another way, or stands beside the events
NOW = re.compile(r',"now":"[^"]*"')
SHOWN = 20  # findings that are told


def _happened(world: World, table: Table, since: int) -> bool:
    """Whether anything has since a version; that a server was late, it notices before it looks at what is wanted."""
    with world.store.reading() as connection:
        query = select(events.c.kind).where(events.c.game == table.id, events.c.number >= since)
        return any(kind != Outage.kind for kind in connection.execute(query).scalars())


def check_refusal(world: World, table: Table, act: Act) -> None:
    """Let somebody do something, to a game as they saw it last: what is refused has changed nothing of it."""
    before = world.load(table.id)
    if before is None:
        return
    try:
        act(world, table)
    except KiddError as refused:
        after = world.load(table.id)
        if after is not None and _happened(world, after, before.version):
            raise Failure(f"it was refused ({refused!r}), but has changed the game") from refused
        raise


def check_everything(world: World) -> None:
    """Fail if anything in the database or in memory is not what the events say."""
    store = world.store
    found = differences(store)
    with store.reading() as connection:
        history = read_all(connection)
        tables = {game: fold(game, happened) for game, happened in history.items()}
        due = {row.game: row.due for row in connection.execute(select(jobs).where(jobs.c.kind == DEADLINE))}
        for game, table in tables.items():
            happened = history[game]
            said = *_replayed(table), *_clocks(table, happened, due.get(game)), *_seats(world, table, happened)
            found += [f"game {game}: {one}" for one in (*said, *_rests(table, happened))]
        found += [*_notices(world, connection, tables), *_names(world, connection), *_plans(connection, tables)]
        for server in world.servers:
            found += _snapshots(connection, server.store, tables)
    world.happened = _counted(tables, history)
    found += [f"game {game} was lost" for game in (*world.running, *world.finished) if game not in tables]
    if found:
        raise Failure("\n".join([f"{len(found)} findings", *found[:SHOWN]]))


def read_all(connection: Connection) -> dict[str, list[Event]]:
    """What happened in every game."""
    found: dict[str, list[Event]] = {}
    for row in connection.execute(select(events).order_by(events.c.game, events.c.number)):
        found.setdefault(row.game, []).append(read_event(row.kind, row.at, row.data))
    return found


def _counted(tables: dict[str, Table], history: dict[str, list[Event]]) -> Counter[str]:
    """What has happened, and how games ended."""
    found = Counter(event.kind for happened in history.values() for event in happened)
    for table in tables.values():
        result = table.match.result
        found[f"ended: {'abandoned' if table.abandoned else result.reason if result else 'not yet'}"] += 1
        found["rated"] += ratings.counts(table)
        found[table.match.game.code] += 1
    return found


def _replayed(table: Table) -> Iterator[str]:
    """The log book of a game, read again, is the same game; and its dice fell as the seed says."""
    [again] = read_logbook(logbook(table))
    if _course(again) != _course(table.match):
        yield "its log book tells of another game"
    rolled = any(act.startswith("*") for act in table.match.acts[table.given :])
    if table.is_over and rolled and (problem := dice.check(again).problem):
        yield f"its dice: {problem}"


def _course(match: Match) -> tuple[Any, ...]:
    return (str(match.start), match.acts, match.players, match.result, match.outcome, str(match.position))


def _clocks(table: Table, happened: Sequence[Event], due: object) -> Iterator[str]:
    """The clocks, and when they are to be looked at, are those of a book that is kept by hand."""
    book = clock_book.keep(happened)
    if book is None or table.clock is None:
        if (book, table.clock, due) != (None, None, None):
            yield "it has a clock only in part"
        return
    said, clock = book.read(), table.clock
    kept = clock_book.milliseconds(said.left), said.runner, said.due
    shown = clock.left, clock.running, clock.deadline.at if clock.deadline else None
    if shown != kept or due != said.due:
        yield f"the clocks should be {kept}, are {shown}, the row says {due}"
    yield from book.objections


def _seats(world: World, table: Table, happened: Sequence[Event]) -> Iterator[str]:
    """Nobody sat down where somebody sat, and whoever was told that they sit somewhere did."""
    book = seat_book.keep(happened)
    yield from book.objections
    if book.places != tuple((seat.kind, seat.person) for seat in table.seats):
        yield f"the seats should be {book.places}, are {table.seats}"
    told = {(seat, person) for game, seat, person in world.sat if game == table.id}
    for seat, person in sorted(told - set(book.takings)):
        yield f"{person} was told that seat {seat} is theirs, and never sat there"


def _rests(table: Table, happened: Sequence[Event]) -> Iterator[str]:
    """Nothing happens in a game that is adjourned, and nobody has adjourned or resumed one alone."""
    book = recess_book.keep(happened)
    yield from book.objections
    if book.rests != table.is_adjourned and not table.is_over:
        yield f"it should be {'adjourned' if book.rests else 'going on'}"
    if table.is_adjourned and (table.waits_for is not None or (table.clock is not None and table.clock.running)):
        yield "somebody is waited for while it is adjourned"


def _notices(world: World, connection: Connection, tables: dict[str, Table]) -> Iterator[str]:
    """What stands open for somebody is what the game waits for; those who left have taken others' notices along."""
    told: dict[str, set[tuple[str, str]]] = {}
    for row in connection.execute(select(notices).where(notices.c.kind.in_(telling.OPEN))):
        told.setdefault(row.game, set()).add((row.person, row.kind))
    there = set(connection.execute(select(persons.c.id)).scalars())
    for game, table in tables.items():
        wanted = {(one.person, one.kind) for one in telling.news(None, table, ()).told}
        found = told.get(game, set())
        late = {(person, kind) for person, kind in found if kind == telling.DEADLINE}
        runs = table.clock.running if table.clock else None
        if any(runs is None or not table.seats[runs].is_of(person) for person, _ in late):
            yield f"game {game}: somebody is warned of the time who is not waited for"
        gone = any(person not in there or person in world.former for person in _ever(table))
        if found - late - wanted or (wanted - found and not gone):
            yield f"game {game}: notices should be {sorted(wanted)}, are {sorted(found)}"


def _ever(table: Table) -> set[str]:
    return {person for seat in table.seats for person in (seat.person, *table.players) if person}


def _names(world: World, connection: Connection) -> Iterator[str]:
    """Whoever has left is called a former player wherever they have been."""
    for person in world.former:
        for row in connection.execute(select(seats).where(seats.c.person == person, seats.c.name != FORMER)):
            yield f"game {row.game}: {row.name!r} is still called so"
    kinds = events.c.kind.in_(("opened", "seat-taken", "renamed"))
    for row in connection.execute(select(events).where(kinds)):
        event: Any = read_event(row.kind, row.at, row.data)
        for one in event.seats if isinstance(event, Opened) else [event]:
            if one.person in world.former and one.name not in ("", FORMER):
                yield f"game {row.game}: event {row.number} still says {one.name!r}"


def _plans(connection: Connection, tables: dict[str, Table]) -> Iterator[str]:
    """Whoever has planned ahead is not waited for with what they have planned."""
    for row in connection.execute(select(conditions)):
        table = tables[row.game]
        seat = table.waits_for
        if row.ply == len(table.match) and seat is not None and seat.is_of(row.person):
            yield f"game {row.game}: {row.person} is waited for, and has planned what to do"


def _snapshots(connection: Connection, store: Store, tables: dict[str, Table]) -> list[str]:
    """What a server has in memory is what the events say, as far as it claims to be up to date."""
    found = []
    for game, table in tables.items():
        ready = store.snapshots.latest(game)
        if ready is None or (ready.version < table.version and not store.is_ours_alone):
            continue
        facts = [one.name for one in fields(Table) if one.compare and one.name not in LOOSE]
        odd = [name for name in facts if not _same(ready, table, name)]
        if _course(ready.match) != _course(table.match):
            odd.append("match")
        if "ids" in vars(ready) and ready.ids != follow(table.match):
            odd.append("ids")
        wanted = ratings.attach(connection, table).ratings
        # Of a game that has not changed any they are as they were when somebody sat down.
        if ready.ratings != wanted if ratings.counts(table) else len(ready.ratings) != len(wanted):
            found.append(f"game {game}: ratings should be {wanted}")
            odd.append("ratings")
        found += [f"game {game}: in memory {name} is {getattr(ready, name)!r}" for name in odd]
        anew = table.then(ratings=ready.ratings, share=ready.share)
        different = [person for person in (*ready.people, "") if _told(ready, person) != _told(anew, person)]
        found += [f"game {game}: {person or 'a stranger'} is told something else" for person in different if not odd]
    known = set(connection.execute(select(games.c.id)).scalars())
    return found + [f"game {game} has no row" for game in tables if game not in known]


def _told(table: Table, person: str) -> str:
    """How a game is told to somebody, but for the time of day."""
    return NOW.sub("", state_json(table, Viewer(Actor(person), tongue("en"))).decode())


def _same(one: Table, other: Table, name: str) -> bool:
    return bool(getattr(one, name) == getattr(other, name))
