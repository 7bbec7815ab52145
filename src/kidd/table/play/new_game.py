"""Beginning games: from the start, from a position, from a log book, and once more."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, func, insert, select
from sqlalchemy.dialects import postgresql, sqlite

from kidd.dice import new_seed
from kidd.errors import IllegalAct, OptionError, PositionError, shown
from kidd.game import DEFAULT_DECK, Value
from kidd.match import Match
from kidd.position import Position, parse, start
from kidd.rules.numbers import CLAIM_AFTER
from kidd.table import limits
from kidd.table.errors import TooMany
from kidd.table.play.permissions import check_seated, split
from kidd.table.seats import Seat, Table, checked
from kidd.table.storage import event_log
from kidd.table.storage.event_log import Event
from kidd.table.storage.schema import games, visitors
from kidd.table.storage.schema import seats as sitting_rows
from kidd.table.storage.store import Store

LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # without those that are taken for one another
LENGTH = 12
ONLINE: dict[str, dict[str, Value]] = {"LC": {"claim_after": CLAIM_AFTER}}  # what differs from the library's defaults


class Draft(NamedTuple):
    """A game before it is in the database."""

    match: Match
    given: Sequence[Event]
    seats: tuple[Seat, ...]
    owner: str
    source: str


def open_game(
    store: Store,
    *,
    code: str,
    options: Mapping[str, Value],
    seats: Sequence[Seat],
    owner: str,
    position: str | None = None,
    acts: Sequence[str] = (),
    source: str = "",
) -> Table:
    """Begin a game, from its start or from a position, with acts that were played elsewhere."""
    pos = _first(code, options, position)
    sitting = checked(tuple(seats), pos.game.colours)
    match = Match(pos, [seat.name for seat in sitting])
    given = _given(match, acts)
    with store.writing() as connection:
        return _opened(store, connection, Draft(match, given, sitting, owner, source))


def rematch(store: Store, game_id: str, visitor: str) -> Table:
    """The same game again with everybody one seat further; asked for twice, it is still one game."""
    with store.writing() as connection:
        table = event_log.read(store, connection, game_id, to_write=True).table
        check_seated(table, visitor)
        if not table.is_over:
            raise IllegalAct("the game is not over yet", reason="not-over")
        source = f"rematch:{table.id}"
        query = select(games.c.id).where(games.c.source == source, games.c.outcome == "*")
        begun = connection.execute(query).scalars().first()
        if begun is not None:
            return event_log.read(store, connection, begun).table
        turned = (*table.seats[1:], table.seats[0])
        sitting = checked(turned, table.match.game.colours)
        match = Match(table.match.start, [seat.name for seat in sitting])
        given = _given(match, table.match.acts[: table.given])
        return _opened(store, connection, Draft(match, given, sitting, visitor, source))


def _first(code: str, options: Mapping[str, Value], position: str | None) -> Position:
    chosen: dict[str, Any] = {**ONLINE.get(code, {}), **options}
    if not isinstance(chosen.get("deck", DEFAULT_DECK), str):
        raise OptionError("deck: expected the name of a deck")
    if position is None:
        return start(code, **chosen)
    if len(position) > limits.POSITION:
        raise TooMany("position", limits.POSITION)
    pos = parse(position, **chosen)
    if pos.game != start(code, **chosen).game:
        raise PositionError(f"expected a position of {shown(code)}, got {shown(position)}")
    return pos


def _given(match: Match, acts: Sequence[str]) -> list[Event]:
    """Play what was played elsewhere."""
    if len(acts) > limits.EVENTS:
        raise TooMany("acts", limits.EVENTS)
    if match.result:
        raise PositionError(f"the game is over in this position: {shown(str(match.position))}")
    if any(len(act) > limits.ACT for act in acts):
        raise TooMany("act", limits.ACT)
    return [event_log.add(match, *split(act, None)) for act in acts]


def _opened(store: Store, connection: Connection, draft: Draft) -> Table:
    match, given, sitting, owner, source = draft
    _check_unfinished(connection, owner)
    moment, seed, game = event_log.now(), new_seed(len(given)), match.game
    game_id = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
    happened = [*given, *event_log.fate(match, seed, game_id)]
    for visitor in {owner, *(seat.visitor for seat in sitting if seat.visitor)}:
        _remember(connection, visitor)
    row = {
        "id": game_id,
        "code": game.code,
        "options": json.dumps({"deck": game.deck.name, **game.options}),
        "start": str(match.start),
        "given": len(given),
        "rules": event_log.RULINGS,
        "owner": owner,
        "seed": seed,
        "source": source,
        "created": moment,
        "updated": moment,
        "version": len(happened),
    }
    connection.execute(insert(games), row | event_log.progress(match, sitting, len(happened)))
    connection.execute(insert(sitting_rows), [{"game": game_id, **vars(seat)} for seat in sitting])
    event_log.write_events(connection, game_id, 0, happened, moment)
    return event_log.read(store, connection, game_id).table


def _check_unfinished(connection: Connection, owner: str) -> None:
    if not owner or len(owner) > limits.VISITOR:
        raise OptionError(f"expected the visitor who opens the game, got {shown(owner)}")
    query = select(func.count()).select_from(games).where(games.c.owner == owner, games.c.outcome == "*")
    if connection.execute(query).scalar_one() >= limits.UNFINISHED:
        raise TooMany("unfinished games", limits.UNFINISHED)


def _remember(connection: Connection, visitor: str) -> None:
    row = {"id": visitor, "created": event_log.now()}
    if connection.dialect.name == "postgresql":
        connection.execute(postgresql.insert(visitors).values(row).on_conflict_do_nothing())
    else:
        connection.execute(sqlite.insert(visitors).values(row).on_conflict_do_nothing())
