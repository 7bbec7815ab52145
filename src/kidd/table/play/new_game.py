"""Beginning games: from the start, from a position, from a log book."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from sqlalchemy import Connection, func, select

from kidd.dice import new_seed
from kidd.errors import OptionError, PositionError, shown
from kidd.game import DEFAULT_DECK, Value, descriptor
from kidd.match.standing import PARTING
from kidd.position import Position, parse, start
from kidd.rules.numbers import RULINGS
from kidd.table import limits
from kidd.table.errors import TooMany
from kidd.table.moments import now
from kidd.table.play.acting import split
from kidd.table.play.actors import Actor
from kidd.table.play.club.locks import check_computers
from kidd.table.play.club.rated import check_opening
from kidd.table.play.people.guest_names import check_name
from kidd.table.seats import Seat, checked
from kidd.table.snapshot import Table
from kidd.table.storage.database.schema import games
from kidd.table.storage.database.store import Store
from kidd.table.storage.event_log import Change, write
from kidd.table.storage.events import Opened
from kidd.table.storage.growth import place_of
from kidd.table.storage.persons import people
from kidd.table.storage.reducer import Draft
from kidd.table.terms import USUAL, Terms, checked_terms

LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # without those that are taken for one another
LENGTH = 12


class Plan(NamedTuple):
    """A game before it is opened."""

    start: Position
    acts: Sequence[str]
    seats: tuple[Seat, ...]
    owner: str
    source: str
    terms: Terms = USUAL


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
    terms: Terms = USUAL,
) -> Table:
    """Begin a game, from its start or from a position, with acts that were played elsewhere."""
    store.growth.check(owner.share)
    pos = first_position(code, options, position)
    mine = (replace(seat, bot=owner.is_bot) if seat.is_of(owner.person) else seat for seat in seats)
    sitting = checked(tuple(mine), pos.game.colours, watched=True)
    check_opening(owner, terms, sitting, from_start=position is None and not acts)
    plan = Plan(pos, acts, sitting, known_person(owner), source, checked_terms(terms))
    draft = draft_of(plan)
    origin = "" if owner.session else owner.origin  # whoever has a session is known

    def work(connection: Connection) -> Table:
        check_name(connection, owner, *(seat.name for seat in sitting if seat.kind == "person"))
        check_computers(connection, owner, plan.seats, plan.start, len(plan.acts))
        store.growth.charge(connection, owner.share, now(), len(plan.acts))
        return put_draft(draft, connection, origin=origin)

    return store.write(work, place=place_of(owner.share))


def open_plan(store: Store, owner: Actor, plan: Callable[[Connection], Plan]) -> Table:
    """Begin a game that is planned by what the database says."""
    store.growth.check(owner.share)

    def work(connection: Connection) -> Table:
        planned = plan(connection)
        store.growth.charge(connection, owner.share, now(), len(planned.acts))
        return put_draft(draft_of(planned), connection)

    return store.write(work, place=place_of(owner.share))


def put_draft(draft: Draft, connection: Connection, origin: str = "") -> Table:
    """Write down a game that begins, if whoever opens it has not too many that go on."""
    change = Change.of(draft)
    _check_unfinished(connection, change.after.owner)
    if origin:
        people.remember(connection, change.after.owner, change.after.created, origin)
    return write(connection, change)


def draft_of(plan: Plan) -> Draft:
    """The game with what was played elsewhere, and with what the die says first."""
    if len(plan.acts) > limits.EVENTS:
        raise TooMany("acts", limits.EVENTS)
    if plan.start.result:
        raise PositionError("over")
    if any(len(act) > limits.ACT for act in plan.acts):
        raise TooMany("act", limits.ACT)
    # Whoever left a game elsewhere has not left this one, in which everybody sits anew.
    acts = [found for act in plan.acts if (found := split(act, None))[0] not in PARTING]
    game, moment, seed = plan.start.game, now(), new_seed(len(acts))
    draft = Draft(new_id())
    draft.add(
        Opened(
            at=moment,
            code=game.code,
            options={"deck": game.deck.name, **game.options},
            start=str(plan.start),
            given=len(acts),
            rules=RULINGS,
            owner=plan.owner,
            seed=seed,
            source=plan.source,
            seats=plan.seats,
            **vars(plan.terms),
        )
    )
    for act in acts:
        draft.act(*act, None, moment)
    draft.fate(seed, moment)
    return draft


def first_position(code: str, options: Mapping[str, Value], position: str | None) -> Position:
    """Where a game begins that is played online: at its start, or elsewhere."""
    chosen: dict[str, Any] = {**descriptor(code).online, **options}
    if (deck := chosen.get("deck", DEFAULT_DECK)) != DEFAULT_DECK:
        raise OptionError("site-deck", came=shown(deck)) if isinstance(deck, str) else OptionError("deck-name")
    if position is None:
        return start(code, **chosen)
    if len(position) > limits.POSITION:
        raise TooMany("position", limits.POSITION)
    pos = parse(position, **chosen)
    if pos.game != start(code, **chosen).game:
        raise PositionError("other-game", game=shown(code), came=shown(position))
    return pos


def new_id() -> str:
    """An id that nobody can guess and everybody can read out: of a game, or of a study."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def known_person(owner: Actor) -> str:
    """The person who begins something, if it is somebody."""
    if not owner.is_known or len(owner.person) > limits.PERSON:
        raise OptionError("owner", came=shown(owner.person))
    return owner.person


def _check_unfinished(connection: Connection, owner: str) -> None:
    query = select(func.count()).select_from(games).where(games.c.owner == owner, games.c.outcome == "*")
    if connection.execute(query).scalar_one() >= limits.UNFINISHED:
        raise TooMany("unfinished games", limits.UNFINISHED)
