"""Beginning games: from the start, from a position, from a log book, and once more."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from sqlalchemy import Connection, func, select

from kidd.dice import new_seed
from kidd.errors import IllegalAct, OptionError, PositionError, shown
from kidd.game import DEFAULT_DECK, Value, descriptor
from kidd.match.standing import PARTING
from kidd.position import Position, parse, start
from kidd.rules.numbers import RULINGS
from kidd.table import limits
from kidd.table.errors import NotYours, TooMany
from kidd.table.moments import now
from kidd.table.play.acting import split
from kidd.table.play.actors import Actor
from kidd.table.play.club.locks import check_computers
from kidd.table.play.club.rated import check_company, check_opening
from kidd.table.play.people.guest_names import check_name
from kidd.table.play.permissions import Action, check
from kidd.table.play.seats import decide_take
from kidd.table.seats import Seat, checked
from kidd.table.snapshot import Table
from kidd.table.storage.database.pubsub import announce
from kidd.table.storage.database.schema import games
from kidd.table.storage.database.store import Store
from kidd.table.storage.database.writer import Work
from kidd.table.storage.event_log import Change, load, read, tell, write
from kidd.table.storage.events import Opened
from kidd.table.storage.growth import Growth
from kidd.table.storage.persons import accounts, blocks, people
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
    draft = _draft(plan)
    origin = "" if owner.session else owner.origin  # whoever has a session is known

    def work(connection: Connection) -> Table:
        check_name(connection, owner, *(seat.name for seat in sitting if seat.kind == "person"))
        check_computers(connection, owner, plan.seats, plan.start, len(plan.acts))
        store.growth.charge(connection, owner.share, now(), len(plan.acts))
        return _open(draft, connection, origin=origin)

    return _opened(store, work)


def open_plan(store: Store, owner: Actor, plan: Callable[[Connection], Plan]) -> Table:
    """Begin a game that is planned by what the database says."""
    store.growth.check(owner.share)

    def work(connection: Connection) -> Table:
        planned = plan(connection)
        store.growth.charge(connection, owner.share, now(), len(planned.acts))
        return _open(_draft(planned), connection)

    return _opened(store, work)


def rematch(store: Store, game_id: str, actor: Actor, salt: str = "") -> Table:
    """The same game again with everybody one seat further; asked for twice, it is still one game.

    Where other people have played, too, their seats are kept for them, and it begins when all have asked for it.
    """
    _check_again(actor, load(store, game_id))  # before it is read anew, for which all others who write would wait
    after = _opened(store, partial(_open_again, store.growth, game_id, actor, salt))
    store.hub.nudge(game_id)  # those who still look at the game before
    return after


def _opened(store: Store, work: Work[Table]) -> Table:
    """Have a game opened in a transaction, and everybody told."""
    opened: Future[Table] = store.submit(work, then=partial(tell, store))
    return opened.result()


def begun_after(connection: Connection, game_id: str) -> str | None:
    """The game that was opened as a rematch of another one, and goes on."""
    query = select(games.c.id).where(games.c.source == f"rematch:{game_id}", games.c.outcome == "*")
    return connection.execute(query).scalars().first()


def _check_again(actor: Actor, table: Table) -> None:
    check(actor, Action.REMATCH, table)
    if not table.is_over:
        raise IllegalAct("not-over")


def _open_again(growth: Growth, game_id: str, actor: Actor, salt: str, connection: Connection) -> Table:
    table = read(connection, game_id)
    _check_again(actor, table)
    source = f"rematch:{table.id}"
    lock = select(games.c.id).where(games.c.id == table.id).with_for_update()  # two who ask at once get one game
    connection.execute(lock)
    announce(connection, table.id, table.version)
    if blocks.are_apart(connection, actor.person, [person for person in table.people if person != actor.person]):
        raise NotYours("apart")
    begun = begun_after(connection, table.id)
    if begun is not None:
        return _join_again(connection, read(connection, begun), actor, salt)
    known = accounts.who(connection, table.people)
    gone = {person for person, one in known.items() if one.kind == accounts.FORMER}
    turned = (_kept(seat, actor, gone) for seat in (*table.seats[1:], table.seats[0]))
    seats = checked(tuple(turned), table.match.game.colours, watched=True)
    rated = table.rated and all(seat.kind != "computer" for seat in seats)  # which plays on for somebody who left
    terms = Terms(table.time, rated, table.listed, salt=salt)  # whom the seats are kept for is known
    plan = Plan(table.match.start, table.match.acts[: table.given], seats, actor.person, source, checked_terms(terms))
    check_computers(connection, actor, plan.seats, plan.start, len(plan.acts))
    growth.charge(connection, actor.share, now(), len(plan.acts))
    return _open(_draft(plan), connection)


def _kept(seat: Seat, actor: Actor, gone: Collection[str]) -> Seat:
    """The same seat, where another person is asked to sit down again; anybody, if they have left the house."""
    if seat.person in gone:
        return Seat(seat.number, "open")
    return replace(seat, kind="open") if seat.kind == "person" and not seat.is_of(actor.person) else seat


def _join_again(connection: Connection, table: Table, actor: Actor, salt: str) -> Table:
    """Sit down where a seat is kept."""
    kept = next((seat for seat in table.seats if seat.is_kept_for(actor.person)), None)
    if kept is None:
        return table
    check_company(connection, actor, table)
    change = decide_take(actor, kept.number, kept.name, salt, table)
    assert change is not None
    return write(connection, change)


def _open(draft: Draft, connection: Connection, origin: str = "") -> Table:
    change = Change.of(draft)
    _check_unfinished(connection, change.after.owner)
    if origin:
        people.remember(connection, change.after.owner, change.after.created, origin)
    return write(connection, change)


def _draft(plan: Plan) -> Draft:
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
