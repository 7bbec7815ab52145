"""A game in the database: read from its rows, and continued by events."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, func, insert, select, update

from kidd.dice import commitment, ply_of, roll
from kidd.match import Match
from kidd.position import parse
from kidd.table.errors import Damaged, NoSuchGame
from kidd.table.seats import Seat, Table, awaited
from kidd.table.storage.schema import events, games, seats
from kidd.table.storage.store import Store

RULINGS = 1  # the version of the rulings that new games are played by; older games keep theirs
KNOWN_RULINGS = (1,)
LONGEST_ID = 32
ABANDONED = "abandoned"  # in place of an outcome


class Event(NamedTuple):
    """Something that happened: an act as the match writes it, the ply that was taken back to, or an abandoned game."""

    kind: str
    text: str
    seat: int | None = None
    visitor: str | None = None


class Entry(NamedTuple):
    """A game as the database has it: what everybody may see, and the seed."""

    table: Table
    seed: str


def now() -> datetime:
    """This moment, as the database keeps it."""
    moment = datetime.now(UTC)
    return moment.replace(microsecond=moment.microsecond // 1000 * 1000)


def read(store: Store, connection: Connection, game_id: str, *, to_write: bool = False) -> Entry:
    """A game by its id; whoever wants to write has it for themselves until the transaction ends."""
    query = select(games).where(games.c.id == game_id)
    known = len(game_id) <= LONGEST_ID and game_id.isascii() and game_id.isalnum()
    row = connection.execute(query.with_for_update() if to_write else query).one_or_none() if known else None
    if row is None:
        raise NoSuchGame(game_id)
    table = store.shelf.find(row.id, row.version)
    if table is None:
        try:
            table = _replayed(connection, row)
        except (ValueError, TypeError, LookupError) as error:
            raise Damaged(f"game {row.id} cannot be read: {error}") from error
        store.shelf.put(table)
    return Entry(table, row.seed)


def _replayed(connection: Connection, row: Row[Any]) -> Table:
    if row.rules not in KNOWN_RULINGS:
        raise ValueError(f"it is played by version {row.rules} of the rulings, which this program lacks")
    sitting = read_seats(connection, [row.id])[row.id]
    match = Match(parse(row.start, **json.loads(row.options)), [seat.name for seat in sitting])
    query = select(events).where(events.c.game == row.id, events.c.number < row.version).order_by(events.c.number)
    standing = stand([Event(one.kind, one.text, one.seat) for one in connection.execute(query)])
    for act in standing:
        match.play(act.text)
    doers = tuple(act.seat for act in standing)
    return _table(row, match, sitting, doers)


def stand(happened: Iterable[Event]) -> list[Event]:
    """The acts that stand after all that happened."""
    acts: list[Event] = []
    for event in happened:
        if event.kind == "takeback":
            del acts[int(event.text) :]
        elif event.kind == "act":
            acts.append(event)
    return acts


def _table(row: Row[Any], match: Match, sitting: tuple[Seat, ...], doers: tuple[int | None, ...]) -> Table:
    return Table(
        row.id,
        match,
        sitting,
        doers,
        row.version,
        commitment(row.seed),
        row.seed if row.outcome != "*" else None,
        row.outcome == ABANDONED,
        row.given,
        row.rules,
        row.source,
        row.created,
        row.updated,
    )


def read_seats(connection: Connection, ids: Sequence[str]) -> dict[str, tuple[Seat, ...]]:
    """Who sits where, by game."""
    found: dict[str, list[Seat]] = {}
    query = select(seats).where(seats.c.game.in_(ids)).order_by(seats.c.game, seats.c.number)
    for row in connection.execute(query):
        found.setdefault(row.game, []).append(Seat(row.number, row.kind, row.visitor, row.level, row.name))
    return {game: tuple(sitting) for game, sitting in found.items()}


def add(match: Match, text: str, by: str | None, visitor: str | None = None) -> Event:
    """Play an act, and return it as the event to be stored."""
    sitting = {colour: match.seat(colour) for colour in match.game.colours}  # a choice of colours swaps them (LC6)
    match.play(text, by)
    number = len(match) - 1
    doer = match.act_by(number)
    return Event("act", match.act(number), None if doer is None else sitting[doer], visitor)


def fate(match: Match, seed: str, game_id: str) -> list[Event]:
    """Play what is nobody's decision: the die falls, and one of three who has lost everything passes (MG7)."""
    found = []
    while match.result is None:
        if match.position.is_chance:
            act = f"*{roll(seed, game_id, ply_of(match))}"
        elif match.to_act and match.to_act not in match.in_game:
            act = "pass"
        else:
            break
        match.play(act)
        found.append(Event("act", act))
    return found


def append(connection: Connection, entry: Entry, match: Match, happened: Sequence[Event]) -> Table:
    """Store what happened to a game, and return the table after it; `match` is the match after it."""
    table, moment = entry.table, now()
    write_events(connection, table.id, table.version, happened, moment)
    version = table.version + len(happened)
    abandoned = any(event.kind == "abandon" for event in happened)
    derived = progress(match, table.seats, version, abandoned=abandoned)
    changed = update(games).where(games.c.id == table.id, games.c.version == table.version)
    done = connection.execute(changed.values(version=version, updated=moment, **derived))
    if done.rowcount != 1:  # nobody else could: this transaction holds the game
        raise AssertionError(f"game {table.id} was changed by somebody else")
    acts = [Event("act", "", doer) for doer in table.doers]
    doers = tuple(act.seat for act in stand([*acts, *happened]))
    seed = entry.seed if match.result or abandoned else None
    after = replace(
        table, match=match, doers=doers, version=version, dice_seed=seed, abandoned=abandoned, updated=moment
    )
    after.inherit(table)
    return after


def taken_back(connection: Connection, game_id: str, version: int) -> int | None:
    """At which version something was first taken back since a visitor saw the game at one; None if nothing was."""
    query = select(func.min(events.c.number)).where(
        events.c.game == game_id, events.c.kind == "takeback", events.c.number >= version
    )
    found: int | None = connection.execute(query).scalar_one()
    return found


def write_events(connection: Connection, game_id: str, first: int, happened: Sequence[Event], moment: datetime) -> None:
    """Number events and store them."""
    rows = [
        {"game": game_id, "number": first + number, "at": moment, **event._asdict()}
        for number, event in enumerate(happened)
    ]
    if rows:
        connection.execute(insert(events), rows)


def progress(match: Match, sitting: Sequence[Seat], version: int, *, abandoned: bool = False) -> dict[str, Any]:
    """What a game's row says of its course after so many events."""
    seat = None if abandoned else awaited(match, sitting, version)
    result = match.result
    return {
        "ply": len(match),
        "outcome": ABANDONED if abandoned else match.outcome,
        "reason": result.reason if result else None,
        "winner_seat": match.seat(result.winner) if result and result.winner else None,
        "turn": match.to_act if seat else None,
        "waiting": seat.kind if seat else "",
        "waiting_seat": seat.number if seat else None,
    }
