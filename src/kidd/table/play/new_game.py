"""Beginning games: from the start, from a position, from a log book, and once more."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from sqlalchemy import Connection, func, select

from kidd.dice import new_seed
from kidd.errors import IllegalAct, OptionError, PositionError, shown
from kidd.game import DEFAULT_DECK, Value, descriptor
from kidd.position import Position, parse, start
from kidd.table import limits
from kidd.table.errors import TooMany
from kidd.table.play.actors import Actor
from kidd.table.play.permissions import Action, check
from kidd.table.play.speaker import split
from kidd.table.seats import Seat, checked
from kidd.table.snapshot import Table
from kidd.table.storage.database.schema import games
from kidd.table.storage.database.store import Store
from kidd.table.storage.database.writer import Work
from kidd.table.storage.event_log import Change, now, read, write
from kidd.table.storage.events import Opened
from kidd.table.storage.reducer import RULINGS, Draft

LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # without those that are taken for one another
LENGTH = 12


class Plan(NamedTuple):
    """A game before it is opened."""

    start: Position
    acts: Sequence[str]
    seats: tuple[Seat, ...]
    owner: str
    source: str


def open_game(
    store: Store,
    *,
    code: str,
    options: Mapping[str, Value],
    seats: Sequence[Seat],
    owner: Actor,
    position: str | None = None,
    acts: Sequence[str] = (),
    source: str = "",
) -> Table:
    """Begin a game, from its start or from a position, with acts that were played elsewhere."""
    pos = _first(code, options, position)
    plan = Plan(pos, acts, checked(tuple(seats), pos.game.colours), _known(owner), source)
    return _opened(store, partial(_open, _draft(plan)))


def rematch(store: Store, game_id: str, actor: Actor) -> Table:
    """The same game again with everybody one seat further; asked for twice, it is still one game."""
    return _opened(store, partial(_open_again, game_id, actor))


def _opened(store: Store, work: Work[Table]) -> Table:
    """Have a game opened in a transaction, and everybody told."""

    def ready(table: Table) -> None:
        store.snapshots.put(table)
        store.hub.publish(table.id, table.version)

    return store.submit(work, then=ready).result()


def _open_again(game_id: str, actor: Actor, connection: Connection) -> Table:
    table = read(connection, game_id)
    check(actor, Action.REMATCH, table)
    if not table.is_over:
        raise IllegalAct("not-over")
    source = f"rematch:{table.id}"
    lock = select(games.c.id).where(games.c.id == table.id).with_for_update()  # two who ask at once get one game
    connection.execute(lock)
    query = select(games.c.id).where(games.c.source == source, games.c.outcome == "*")
    begun = connection.execute(query).scalars().first()
    if begun is not None:
        return read(connection, begun)
    seats = checked((*table.seats[1:], table.seats[0]), table.match.game.colours)
    plan = Plan(table.match.start, table.match.acts[: table.given], seats, actor.person, source)
    return _open(_draft(plan), connection)


def _open(draft: Draft, connection: Connection) -> Table:
    change = Change.of(draft)
    _check_unfinished(connection, change.after.owner)
    write(connection, change)
    return change.after


def _draft(plan: Plan) -> Draft:
    """The game with what was played elsewhere, and with what the die says first."""
    if len(plan.acts) > limits.EVENTS:
        raise TooMany("acts", limits.EVENTS)
    if plan.start.result:
        raise PositionError("over")
    if any(len(act) > limits.ACT for act in plan.acts):
        raise TooMany("act", limits.ACT)
    game, moment, seed = plan.start.game, now(), new_seed(len(plan.acts))
    draft = Draft("".join(secrets.choice(LETTERS) for _ in range(LENGTH)))
    draft.add(
        Opened(
            at=moment,
            code=game.code,
            options={"deck": game.deck.name, **game.options},
            start=str(plan.start),
            given=len(plan.acts),
            rules=RULINGS,
            owner=plan.owner,
            seed=seed,
            source=plan.source,
            seats=plan.seats,
        )
    )
    for act in plan.acts:
        draft.act(*split(act, None), None, moment)
    draft.fate(seed, moment)
    return draft


def _first(code: str, options: Mapping[str, Value], position: str | None) -> Position:
    chosen: dict[str, Any] = {**descriptor(code).online, **options}
    if not isinstance(chosen.get("deck", DEFAULT_DECK), str):
        raise OptionError("deck-name")
    if position is None:
        return start(code, **chosen)
    if len(position) > limits.POSITION:
        raise TooMany("position", limits.POSITION)
    pos = parse(position, **chosen)
    if pos.game != start(code, **chosen).game:
        raise PositionError("other-game", game=shown(code), came=shown(position))
    return pos


def _known(owner: Actor) -> str:
    if not owner.is_known or len(owner.person) > limits.PERSON:
        raise OptionError("owner", came=shown(owner.person))
    return owner.person


def _check_unfinished(connection: Connection, owner: str) -> None:
    query = select(func.count()).select_from(games).where(games.c.owner == owner, games.c.outcome == "*")
    if connection.execute(query).scalar_one() >= limits.UNFINISHED:
        raise TooMany("unfinished games", limits.UNFINISHED)
