"""What can be done at a table: the use cases, each of which changes all of a game or nothing.

Each has a `decide_…` that looks at a table and says what changes; `transaction.run` and `run_async` commit that.
"""

from __future__ import annotations

from functools import partial

from kidd.errors import IllegalAct
from kidd.table.errors import NoSuchGame, NotYours, Stale, StoreError, TooMany
from kidd.table.moments import now
from kidd.table.play.acting import acted, check_room, decide_act, takes_salt
from kidd.table.play.actors import Actor
from kidd.table.play.club.adjourning import adjourn, answer_adjourn, resume
from kidd.table.play.export import logbook
from kidd.table.play.new_game import open_game
from kidd.table.play.permissions import Action, check, check_turn, may
from kidd.table.play.rematch import rematch
from kidd.table.play.seats import decline, give_seat_to_computer, leave_seat, may_leave, take_seat
from kidd.table.play.takebacks import answer_take_back, decide_answer, decide_take_back, take_back
from kidd.table.play.transaction import run, run_async
from kidd.table.seats import Seat
from kidd.table.snapshot import Table
from kidd.table.storage.database.store import Store, open_store
from kidd.table.storage.event_log import Change, load
from kidd.table.storage.events import Abandoned
from kidd.table.storage.game_lists import games_of
from kidd.table.storage.reducer import Draft
from kidd.table.summary import Summary

__all__ = [
    "NoSuchGame",
    "NotYours",
    "Seat",
    "Stale",
    "Store",
    "StoreError",
    "Summary",
    "Table",
    "TooMany",
    "abandon",
    "adjourn",
    "answer_adjourn",
    "answer_take_back",
    "can_abandon",
    "check_go_on",
    "check_hint",
    "computer_act",
    "decide_abandon",
    "decide_act",
    "decide_answer",
    "decide_close",
    "decide_take_back",
    "decline",
    "games_of",
    "give_seat_to_computer",
    "leave_seat",
    "load",
    "logbook",
    "may_leave",
    "open_game",
    "open_store",
    "play",
    "rematch",
    "resume",
    "run",
    "run_async",
    "take_back",
    "take_seat",
    "takes_salt",
]


def play(
    store: Store,
    game_id: str,
    actor: Actor,
    ply: int,
    act: str,
    by: str | None = None,
    version: int | None = None,
    *,
    salt: str = "",
    lag: int = 0,
) -> Table:
    """Somebody's act at a ply; the same act sent again changes nothing, another at a ply that is past is Stale.

    Whoever says which version they saw is Stale, too, if anything has been taken back since. `salt` is what their
    browser adds to the roll that follows.
    """
    return run(store, game_id, partial(decide_act, actor, ply, act, by, version, salt=salt, lag=lag))


def computer_act(store: Store, game_id: str, ply: int, act: str, version: int | None = None) -> Table:
    """What a computer does that is waited for; Stale if nobody waits for it any more, or not as it was asked."""
    return run(store, game_id, partial(_decide_computer_act, ply, act, version))


def _decide_computer_act(ply: int, act: str, version: int | None, table: Table) -> Change:
    colour = table.match.to_act
    if ply != len(table.match) or not table.waits_for_computer or colour is None:
        raise Stale(table, ply)
    if version not in (None, table.version):  # the same ply, but something was taken back in between
        raise Stale(table, ply)
    return acted(table, act, colour, None)


def abandon(store: Store, game_id: str, actor: Actor) -> Table:
    """Close a game without a result, which is up to whoever is the only person there; done twice, it is done once.

    Before everybody has acted once, any player may; while somebody is missing, whoever opened it.
    """
    return run(store, game_id, partial(decide_abandon, actor))


def decide_abandon(actor: Actor, table: Table) -> Change | None:
    """What abandoning changes."""
    check(actor, closing(table), table)
    return decide_close(actor, table)


def decide_close(actor: Actor, table: Table) -> Change | None:
    """The same for whoever may close any game."""
    if table.abandoned:
        return None
    if table.is_over:
        raise IllegalAct("abandon-over")
    draft = Draft(table.id, table)
    draft.add(Abandoned(at=now(), person=actor.person))
    return Change.of(draft)


def can_abandon(table: Table, actor: Actor) -> bool:
    """Whether somebody may close a game without a result."""
    return not table.is_over and may(actor, closing(table), table)


def closing(table: Table) -> Action:
    """What it is to close a game as it stands."""
    if table.is_waiting_for_people:
        return Action.CALL_OFF
    return Action.ABORT if table.is_beginning and not table.is_over else Action.ABANDON


def check_go_on(table: Table, actor: Actor, ply: int) -> None:
    """Refuse to let the next computer act to those whose game it is not, and where no computer waits to be asked."""
    check(actor, Action.GO_ON, table)
    if not table.is_watched:
        raise IllegalAct("not-watched")
    if ply != len(table.match):
        raise Stale(table, ply)
    if table.is_over:
        raise IllegalAct("over")
    if table.is_adjourned:
        raise IllegalAct("adjourned")
    check_room(table)


def check_hint(table: Table, actor: Actor, ply: int) -> None:
    """Refuse a hint to those whose turn it is not, and where it would be unfair to other people."""
    check(actor, Action.HINT, table)
    if ply != len(table.match):
        raise Stale(table, ply)
    if table.is_waiting_for_people:
        raise IllegalAct("waiting")
    if table.is_adjourned:
        raise IllegalAct("adjourned")
    if table.waits_for is None:
        raise IllegalAct("hint-over")
    check_turn(actor, table.waits_for)
