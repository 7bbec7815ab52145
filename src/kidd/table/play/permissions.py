"""Who may do what: the one table of it, and every refusal to somebody for being who they are.

Elsewhere only what somebody has done or is asked is refused, such as to answer one's own question.

A use case asks `check(actor, action, table)`, and then whether turn, crew or seat are theirs; a page asks `may(...)` to
know which buttons to show.
"""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum
from typing import Protocol, TypeVar

from kidd.table.errors import BadToken, MissingScope, NotYours
from kidd.table.play.actors import Actor, Role
from kidd.table.play.people.scopes import PEOPLE
from kidd.table.seats import Seat

Kept = TypeVar("Kept")


class Action(StrEnum):
    """What can be done to a game."""

    ACT = "act"
    LEAVE = "leave"
    TAKE_BACK = "take back"
    ABANDON = "abandon"
    ABORT = "abort"  # the same before everybody has acted once
    CALL_OFF = "call off"  # and while somebody is missing
    HINT = "hint"
    REMATCH = "rematch"
    ANALYSE = "analyse"
    TAKE_SEAT = "take seat"
    LEAVE_SEAT = "leave seat"
    GIVE_SEAT = "give seat"
    FILL_SEAT = "fill seat"  # one that is open, while somebody is missing
    DECLINE = "decline"
    EDIT_STUDY = "edit study"
    GO_ON = "go on"
    TALK = "talk"
    NOTE = "note"
    PLAN = "plan"
    REPORT = "report"
    BLOCK = "block"
    ADJOURN = "adjourn"
    RESUME = "resume"


class Peopled(Protocol):
    """What is asked of a game: who sits there, and who opened it. A `Table` or a row of a list."""

    @property
    def people(self) -> Collection[str]: ...
    @property
    def owner(self) -> str: ...


class Studied(Peopled, Protocol):
    """The same, whether the game goes on, and whether it counts."""

    @property
    def is_over(self) -> bool: ...
    @property
    def rated(self) -> bool: ...


class Relation(StrEnum):
    """What somebody must be to a game."""

    SOMEBODY = "somebody"  # with a session
    PLAYER = "player"  # who sits at the table
    HOST = "host"  # who opened it, or is the only person at the table
    ALONE = "alone"  # the only person at the table: against computers, or several at one device
    KEEPER = "keeper"  # who sits at the table, or looks after the house


RULES: dict[Action, Relation] = {
    Action.ACT: Relation.PLAYER,
    Action.LEAVE: Relation.PLAYER,
    Action.TAKE_BACK: Relation.PLAYER,  # who asks the others, if there are any
    Action.ABANDON: Relation.ALONE,
    Action.ABORT: Relation.PLAYER,
    Action.CALL_OFF: Relation.HOST,
    Action.HINT: Relation.ALONE,
    Action.REMATCH: Relation.PLAYER,
    Action.ANALYSE: Relation.PLAYER,
    Action.TAKE_SEAT: Relation.SOMEBODY,
    Action.LEAVE_SEAT: Relation.PLAYER,
    Action.GIVE_SEAT: Relation.ALONE,
    Action.FILL_SEAT: Relation.HOST,
    Action.DECLINE: Relation.SOMEBODY,  # for whom the seat is kept
    Action.EDIT_STUDY: Relation.PLAYER,  # whose it is
    Action.GO_ON: Relation.ALONE,
    Action.TALK: Relation.SOMEBODY,  # in a room that is theirs
    Action.NOTE: Relation.SOMEBODY,
    Action.PLAN: Relation.PLAYER,
    Action.REPORT: Relation.SOMEBODY,
    Action.BLOCK: Relation.SOMEBODY,
    Action.ADJOURN: Relation.KEEPER,  # who asks the others, if there are any
    Action.RESUME: Relation.KEEPER,  # when all of them want to
}
REFUSALS = {Action.ANALYSE: "analysis", Action.EDIT_STUDY: "study"}


def check(actor: Actor, action: Action, table: Peopled) -> None:
    """Refuse whoever may not do that at this table."""
    reason = _hindrance(actor, action, table)
    if reason:
        raise NotYours(reason)


def check_known(actor: Actor) -> None:
    """Refuse strangers what is for people, be they guests or members."""
    if not actor.is_known:
        raise NotYours("stranger")


def check_member(actor: Actor, reason: str = "stranger") -> None:
    """Refuse whoever has no account."""
    if not actor.is_member:
        raise NotYours(reason)


def check_member_in_person(actor: Actor) -> None:
    """Refuse programs, too: a token makes no other tokens."""
    if actor.role not in (Role.MEMBER, Role.OPERATOR) or actor.scopes is not None:
        raise NotYours("stranger")


def check_operator(actor: Actor) -> None:
    """Refuse whoever does not look after the house; programs never do."""
    if not actor.keeps_house:
        raise NotYours("operator")


def check_kept(found: Kept | None) -> Kept:
    """What the house keeps of whoever asks; of whom nothing is kept any more, they are a stranger by now."""
    if found is None:
        raise NotYours("stranger")
    return found


def has_scope(actor: Actor, scope: str) -> bool:
    """Whether somebody may do that, as far as tokens go: people may do all that is theirs."""
    return actor.scopes is None or scope in actor.scopes


def check_scope(actor: Actor, scope: str) -> None:
    """Refuse a program whose token is unknown, or not good for this."""
    if actor.scopes is None:
        return
    if not actor.is_known:
        raise BadToken
    if scope == PEOPLE:
        raise MissingScope("no-program")
    if scope and scope not in actor.scopes:
        raise MissingScope("scope", scope=scope)


def may_study(actor: Actor, table: Studied) -> bool:
    """Whether somebody may let the engine look at a game: not at one that they play against others just now.

    While a game counts nobody may: a second browser would be a stranger's.
    """
    if table.is_over or len(table.people) == 1:
        return True
    return actor.person not in table.people and not table.rated


def check_study(actor: Actor, table: Studied) -> None:
    """Refuse a study of a game that somebody plays against others just now: the engine is nobody's second."""
    if not may_study(actor, table):
        raise NotYours("study-running")


def rooms_of(actor: Actor, table: Studied) -> tuple[str, ...]:
    """Where somebody listens to what is said beside a game: players among themselves, others in a room of their own.

    Players hear what the watchers have said when the game is over, and not before; the players' room stays theirs. Who
    plays alone has no room.
    """
    if actor.person not in table.people:
        return ("watchers",)
    if len(table.people) <= 1:
        return ()
    return ("players", "watchers") if table.is_over else ("players",)


def check_room(actor: Actor, room: str, table: Studied) -> None:
    """Refuse a room to those for whom it is not."""
    if room not in rooms_of(actor, table):
        raise NotYours("watchers-room" if room == "watchers" else "players-room")


def may(actor: Actor, action: Action, table: Peopled) -> bool:
    """Whether somebody may do that at this table, leaving aside how the game stands."""
    return not _hindrance(actor, action, table)


def _hindrance(actor: Actor, action: Action, table: Peopled) -> str:
    """Why somebody may not do that, empty if they may."""
    wanted, people = RULES[action], table.people
    if wanted is Relation.SOMEBODY:
        return "" if actor.is_known else "stranger"
    if wanted is Relation.HOST and actor.is_known and actor.person == table.owner:
        return ""
    if wanted is Relation.KEEPER and actor.keeps_house:
        return ""
    if actor.person not in people:
        return REFUSALS.get(action, "looking-on")
    return "others" if wanted in (Relation.ALONE, Relation.HOST) and len(people) > 1 else ""


def check_crew(mine: str, colour: str, *, named: bool) -> None:
    """Refuse whoever acts for a crew that is none of theirs, be it named or the one whose turn it is."""
    if colour not in mine:
        raise NotYours("crew" if named else "turn", colour=colour)


def check_turn(actor: Actor, awaited: Seat) -> None:
    """Refuse whoever is not waited for."""
    if not awaited.is_of(actor.person):
        raise NotYours("turn")


def check_seat(actor: Actor, seat: Seat, *, or_open: bool = False) -> None:
    """Refuse whoever does not sit there, unless nobody does and that is as good."""
    if not seat.is_of(actor.person) and not (or_open and seat.kind == "open"):
        raise NotYours("seat")


def check_open(seat: Seat, actor: Actor) -> None:
    """Refuse a seat that is taken, or kept for somebody else."""
    if seat.kind != "open":
        raise NotYours("seat-taken")
    if seat.person and not seat.is_kept_for(actor.person):
        raise NotYours("seat-kept")
