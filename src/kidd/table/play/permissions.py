"""Who may do what: the one table of it; whose turn it is, and which crew is whose, `speaker` and the use cases know.

A use case asks `check(actor, action, table)`; a page asks `may(...)` to know which buttons to show.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Protocol

from kidd.table.errors import NotYours
from kidd.table.play.actors import Actor


class Action(StrEnum):
    """What can be done to a game."""

    LOOK = "look"
    ACT = "act"
    TAKE_BACK = "take back"
    ABANDON = "abandon"
    HINT = "hint"
    REMATCH = "rematch"
    ANALYSE = "analyse"
    TAKE_SEAT = "take seat"
    LEAVE_SEAT = "leave seat"
    GIVE_SEAT = "give seat"


class Peopled(Protocol):
    """What is asked of a game: who sits there. A `Table` or a row of a list."""

    @property
    def people(self) -> frozenset[str]: ...


class Relation(StrEnum):
    """What somebody must be to a game."""

    ANYBODY = "anybody"  # strangers, too
    SOMEBODY = "somebody"  # with a session
    PLAYER = "player"  # who sits at the table
    ALONE = "alone"  # the only person at the table: against computers, or several at one device


RULES: dict[Action, Relation] = {
    Action.LOOK: Relation.ANYBODY,
    Action.ACT: Relation.PLAYER,
    Action.TAKE_BACK: Relation.ALONE,
    Action.ABANDON: Relation.ALONE,
    Action.HINT: Relation.ALONE,
    Action.REMATCH: Relation.PLAYER,
    Action.ANALYSE: Relation.PLAYER,
    Action.TAKE_SEAT: Relation.SOMEBODY,
    Action.LEAVE_SEAT: Relation.PLAYER,
    Action.GIVE_SEAT: Relation.ALONE,
}


def check(actor: Actor, action: Action, table: Peopled) -> None:
    """Refuse whoever may not do that at this table."""
    wanted = RULES[action]
    if wanted is Relation.ANYBODY:
        return
    if wanted is Relation.SOMEBODY:
        if not actor.is_known:
            raise NotYours("stranger")
        return
    if actor.person not in table.people:
        raise NotYours("analysis" if action is Action.ANALYSE else "looking-on")
    if wanted is Relation.ALONE and table.people != {actor.person}:
        raise NotYours("others")


def may(actor: Actor, action: Action, table: Peopled) -> bool:
    """Whether somebody may do that at this table, leaving aside how the game stands."""
    try:
        check(actor, action, table)
    except NotYours:
        return False
    return True
