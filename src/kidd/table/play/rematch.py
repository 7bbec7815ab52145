"""The same game once more, with everybody one seat further."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from sqlalchemy import Connection, select

from kidd.errors import IllegalAct
from kidd.table.errors import NotYours, Unavailable
from kidd.table.moments import now
from kidd.table.play.actors import Actor
from kidd.table.play.club.locks import check_computers
from kidd.table.play.club.rated import check_company
from kidd.table.play.new_game import Plan, draft_of, put_draft
from kidd.table.play.permissions import Action, check
from kidd.table.play.seats import decide_take
from kidd.table.seats import Seat, checked
from kidd.table.snapshot import Table
from kidd.table.storage.database.pubsub import announce_nudge
from kidd.table.storage.database.schema import games
from kidd.table.storage.database.store import Store
from kidd.table.storage.event_log import Change, Conflict, load, write
from kidd.table.storage.growth import place_of
from kidd.table.storage.persons import accounts, blocks
from kidd.table.terms import Terms, checked_terms

LOOKS = 10  # after which others are always quicker: all who sat there ask at the same moment, each perhaps twice


class Found(NamedTuple):
    """What the database says beside a game that is over, by which it is decided what a rematch is."""

    begun: str | None
    """The one that has been opened, if there is one."""
    gone: Collection[str]
    """Who of those that have played has left the house."""


def rematch(store: Store, game_id: str, actor: Actor, salt: str = "") -> Table:
    """The same game again with everybody one seat further; asked for twice, it is still one game.

    Where other people have played, too, their seats are kept for them, and it begins when all have asked for it. Both
    games are read, and what was played elsewhere is played again, before the writer is asked: that takes long for long
    games, and the writer only looks whether anything has changed since.
    """
    for left in reversed(range(LOOKS)):
        over = load(store, game_id)
        check(actor, Action.REMATCH, over)
        if not over.is_over:
            raise IllegalAct("not-over")
        with store.reading() as connection:
            found = _look(connection, over, actor)
        try:
            if found.begun is None:
                return _open_again(store, over, found, actor, salt)
            return _join_again(store, over, load(store, found.begun), actor, salt)
        except Conflict:
            if not left:
                raise Unavailable("busy") from None
    raise AssertionError("the last try either succeeds or is refused")


def begun_after(connection: Connection, game_id: str) -> str | None:
    """The game that was opened as a rematch of another one, and goes on."""
    query = select(games.c.id).where(games.c.source == f"rematch:{game_id}", games.c.outcome == "*")
    return connection.execute(query).scalars().first()


def _look(connection: Connection, over: Table, actor: Actor) -> Found:
    """What there is to know besides the game; refused where some of them have been parted by a block."""
    if blocks.are_apart(connection, actor.person, [person for person in over.people if person != actor.person]):
        raise NotYours("apart")
    known = accounts.who(connection, over.people)
    gone = frozenset(person for person, one in known.items() if one.kind == accounts.FORMER)
    return Found(begun_after(connection, over.id), gone)


def _open_again(store: Store, over: Table, found: Found, actor: Actor, salt: str) -> Table:
    """Open it, if it is still the first of them that is asked for when it is this one's turn to be written."""
    store.growth.check(actor.share)
    turned = (_kept(seat, actor, found.gone) for seat in (*over.seats[1:], over.seats[0]))
    seats = checked(tuple(turned), over.match.game.colours, watched=True)
    rated = over.rated and all(seat.kind != "computer" for seat in seats)  # which plays on for somebody who left
    terms = Terms(over.time, rated, over.listed, salt=salt)  # whom the seats are kept for is known
    acts, source = over.match.acts[: over.given], f"rematch:{over.id}"
    plan = Plan(over.match.start, acts, seats, actor.person, source, checked_terms(terms))
    draft = draft_of(plan)

    def work(connection: Connection) -> Table:
        # Two who ask at once get one game.
        lock = select(games.c.version).where(games.c.id == over.id).with_for_update()
        if connection.execute(lock).scalar_one_or_none() != over.version or _look(connection, over, actor) != found:
            raise Conflict("conflict", game=over.id)
        announce_nudge(connection, over.id, over.version)  # to those who still look at the game before
        check_computers(connection, actor, plan.seats, plan.start, len(plan.acts))
        store.growth.charge(connection, actor.share, now(), len(plan.acts))
        return put_draft(draft, connection)

    return store.write(work, place=place_of(actor.share))


def _kept(seat: Seat, actor: Actor, gone: Collection[str]) -> Seat:
    """The same seat, where another person is asked to sit down again; anybody, if they have left the house."""
    if seat.person in gone:
        return Seat(seat.number, "open")
    return replace(seat, kind="open") if seat.kind == "person" and not seat.is_of(actor.person) else seat


def _join_again(store: Store, over: Table, begun: Table, actor: Actor, salt: str) -> Table:
    """Sit down where a seat is kept; for whoever sits there already there is nothing to be written."""
    kept = next((seat for seat in begun.seats if seat.is_kept_for(actor.person)), None)
    change = decide_take(actor, kept.number, kept.name, salt, begun) if kept is not None else None
    if change is None:
        return begun
    return store.write(partial(_sit_down, over, begun, actor, change), place=begun.id)


def _sit_down(over: Table, begun: Table, actor: Actor, change: Change, connection: Connection) -> Table:
    check_company(connection, actor, begun)
    announce_nudge(connection, over.id, over.version)
    return write(connection, change)
