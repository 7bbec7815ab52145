"""Games with an open seat: by a link, to a member by name, or for anybody in the lobby."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import datetime
from functools import partial
from typing import NamedTuple

from sqlalchemy import Connection

from kidd.deck import CREWS
from kidd.errors import OptionError, shown
from kidd.game import Value
from kidd.table import limits
from kidd.table.errors import NotYours, TooMany
from kidd.table.moments import now
from kidd.table.play.actors import Actor
from kidd.table.play.club.rated import check_makers, check_opening
from kidd.table.play.new_game import Plan, first_position, known_person, open_plan
from kidd.table.play.people.guest_names import check_name, keep_name
from kidd.table.play.rematch import begun_after
from kidd.table.seats import Seat, checked, clean_name
from kidd.table.snapshot import Table
from kidd.table.storage.club import challenge_rows, lobby_rows, presences
from kidd.table.storage.club.lobby_rows import Running, Seek
from kidd.table.storage.database.store import Store
from kidd.table.storage.event_log import load
from kidd.table.storage.persons import accounts, blocks
from kidd.table.storage.persons.throttles import is_home
from kidd.table.terms import USUAL, Terms, checked_terms

SOURCE = "invitation"
CHANCE = "random"  # in place of a colour


class Invitation(NamedTuple):
    """What somebody wants to play, and with whom."""

    code: str
    options: Mapping[str, Value]
    terms: Terms = USUAL
    colour: str = CHANCE
    """Of whoever invites: `red`, `blue`, `gold`, or chance decides."""
    name: str = ""
    """Of whoever invites."""
    friend: str = ""
    """The name of a member who is asked; empty for whoever has the link."""
    computers: tuple[int, ...] = ()
    """Levels of computers in the last seats: somebody else has to be left to play with."""


class Lobby(NamedTuple):
    """Who is here, what is looked for and what can be watched at a moment."""

    here: int
    seeks: tuple[Seek, ...]
    running: tuple[Running, ...]
    at: datetime


def invite(store: Store, actor: Actor, wish: Invitation) -> Table:
    """Open a game in which somebody is still missing; it begins when every seat is taken."""
    owner, terms = known_person(actor), checked_terms(wish.terms)
    pos = first_position(wish.code, wish.options, None)
    if wish.friend and terms.listed:
        raise OptionError("friend-listed")
    return open_plan(store, actor, partial(_plan, actor, wish, Plan(pos, (), (), owner, SOURCE, terms)))


def _plan(actor: Actor, wish: Invitation, plan: Plan, connection: Connection) -> Plan:
    if plan.terms.listed and lobby_rows.count_seeks(connection, plan.owner) >= limits.SEEKS:
        raise TooMany("seeks", limits.SEEKS)
    colours = plan.start.game.colours
    if len(wish.computers) > len(colours) - 2:
        raise OptionError("computers", most=len(colours) - 2)
    name = clean_name(wish.name)
    check_name(connection, actor, name)
    keep_name(connection, actor, name)
    mine, seats = _place(wish.colour, colours), [Seat(number, "open") for number in range(len(colours))]
    seats[mine] = Seat(mine, "person", actor.person, None, name, actor.is_bot)
    others = [(mine + turn) % len(colours) for turn in range(1, len(colours))]
    for number, level in zip(reversed(others), wish.computers, strict=False):
        seats[number] = Seat(number, "computer", None, level)
    if wish.friend:
        seats[others[0]] = _kept(connection, actor, wish.friend, others[0])
    sitting = checked(tuple(seats), colours)
    check_opening(actor, plan.terms, sitting, from_start=True)
    if plan.terms.rated:
        check_makers(connection, [seat.person for seat in sitting if seat.person])
    return plan._replace(seats=sitting)


def _place(colour: str, colours: str) -> int:
    known = {CREWS[letter]: place for place, letter in enumerate(colours)}
    if colour == CHANCE:
        return secrets.randbelow(len(colours))
    if colour not in known:
        raise OptionError("colour", came=shown(colour))
    return known[colour]


def _kept(connection: Connection, actor: Actor, name: str, number: int) -> Seat:
    """A seat for a member who is asked by name."""
    found = accounts.named(connection, clean_name(name))
    if found is None or found.kind == accounts.FORMER:
        raise OptionError("no-member", came=shown(name))
    if found.id == actor.person:
        raise NotYours("own-friend")
    if blocks.are_apart(connection, actor.person, [found.id]):
        raise NotYours("apart")
    _check_patience(connection, actor, found.id)
    return Seat(number, "open", found.id, None, found.name or "")


def _check_patience(connection: Connection, actor: Actor, whom: str) -> None:
    """Refuse a challenge to whoever waits for answers to others: nobody is to be buried in them."""
    if challenge_rows.count(connection, actor.person, whom) >= limits.CHALLENGES:
        raise TooMany("challenges", limits.CHALLENGES)
    if actor.is_member:
        return
    waiting = challenge_rows.count(connection, actor.person)
    if actor.origin and not is_home(actor.origin):  # anybody can be many guests
        waiting = max(waiting, challenge_rows.count_of_guests(connection, actor.origin, whom))
    if waiting >= limits.GUEST_CHALLENGES:
        raise TooMany("guest challenges", limits.GUEST_CHALLENGES)


def look_around(store: Store) -> Lobby:
    """The lobby as it is now."""
    moment = now()
    with store.reading() as connection:
        return Lobby(
            presences.count(connection, moment),
            tuple(lobby_rows.seeks(connection, moment)),
            tuple(lobby_rows.running(connection, moment)),
            moment,
        )


def find_rematch(store: Store, game_id: str) -> Table | None:
    """The game that somebody wants to play after this one, or that is played already; None where there is none."""
    with store.reading() as connection:
        begun = begun_after(connection, game_id)
    return None if begun is None else load(store, begun)
