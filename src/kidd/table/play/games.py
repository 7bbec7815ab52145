"""What can be done at a table: the use cases, each of which changes all of a game or nothing.

Each has a `decide_…` that looks at a table and says what changes; `transaction.run` and `run_async` commit that.
"""

from __future__ import annotations

from functools import partial

from kidd.errors import IllegalAct
from kidd.standing import ANSWERS
from kidd.table import limits
from kidd.table.errors import NoSuchGame, NotYours, Stale, StoreError, TooMany
from kidd.table.play.actors import Actor
from kidd.table.play.export import logbook
from kidd.table.play.new_game import open_game, rematch
from kidd.table.play.permissions import Action, check, may
from kidd.table.play.seating import give_seat_to_computer, leave_seat, take_seat
from kidd.table.play.speaker import speaker, split, was_said
from kidd.table.play.transaction import run, run_async
from kidd.table.seats import Seat
from kidd.table.snapshot import Summary, Table
from kidd.table.storage.database.store import Store, open_store
from kidd.table.storage.event_log import Change, load, now
from kidd.table.storage.events import Abandoned, TakenBack
from kidd.table.storage.game_lists import games_of
from kidd.table.storage.reducer import Draft

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
    "can_abandon",
    "check_hint",
    "computer_act",
    "decide_abandon",
    "decide_act",
    "decide_take_back",
    "games_of",
    "give_seat_to_computer",
    "last_move",
    "leave_seat",
    "load",
    "logbook",
    "open_game",
    "open_store",
    "play",
    "rematch",
    "run",
    "run_async",
    "take_back",
    "take_seat",
]

LAST_WORDS = ("resign", *ANSWERS)  # may be said when a game is full
OFFER = "draw?"  # too, but not for ever


def play(
    store: Store, game_id: str, actor: Actor, ply: int, act: str, by: str | None = None, version: int | None = None
) -> Table:
    """Somebody's act at a ply; the same act sent again changes nothing, another at a ply that is past is Stale.

    Whoever says which version they saw is Stale, too, if anything has been taken back since.
    """
    return run(store, game_id, partial(decide_act, actor, ply, act, by, version))


def decide_act(actor: Actor, ply: int, act: str, by: str | None, version: int | None, table: Table) -> Change | None:
    """What somebody's act changes."""
    if len(act) > limits.ACT:
        raise TooMany("act", limits.ACT)
    check(actor, Action.ACT, table)
    text, by = split(act, by)
    if version is not None and table.taken_back_since(version) is not None:
        raise Stale(table, ply)
    if ply != len(table.match):
        if was_said(table, actor.person, ply, text, by):
            return None
        raise Stale(table, ply)
    if table.abandoned:
        raise IllegalAct("abandoned")
    return _acted(table, text, speaker(table, actor.person, text, by), actor.person)


def computer_act(store: Store, game_id: str, ply: int, act: str, version: int | None = None) -> Table:
    """What a computer does that is waited for; Stale if nobody waits for it any more, or not as it was asked."""
    return run(store, game_id, partial(_decide_computer_act, ply, act, version))


def _decide_computer_act(ply: int, act: str, version: int | None, table: Table) -> Change:
    colour = table.match.to_act
    if ply != len(table.match) or not table.waits_for_computer or colour is None:
        raise Stale(table, ply)
    if version not in (None, table.version):  # the same ply, but something was taken back in between
        raise Stale(table, ply)
    return _acted(table, act, colour, None)


def take_back(store: Store, game_id: str, actor: Actor, ply: int, version: int | None = None) -> Table:
    """Go back to before one's last move, without what was done or said since; the die falls the same again.

    Whoever says which version they saw takes back what they saw once, however often they ask.
    """
    return run(store, game_id, partial(decide_take_back, actor, ply, version))


def decide_take_back(actor: Actor, ply: int, version: int | None, table: Table) -> Change | None:
    """What taking back changes."""
    check(actor, Action.TAKE_BACK, table)
    since = None if version is None else table.taken_back_since(version)
    if since is not None and since == version:  # the first thing that happened after what they saw: their own
        return None
    if since is not None or ply != len(table.match):
        raise Stale(table, ply)
    target = last_move(table, actor)
    if target is None:
        raise IllegalAct("back-over" if table.is_over else "nothing-back")
    _check_room(table)
    draft = Draft(table.id, table)
    draft.add(TakenBack(at=now(), ply=target, seat=table.doers[target] or 0, person=actor.person))
    return Change.of(draft)


def abandon(store: Store, game_id: str, actor: Actor) -> Table:
    """Close a game without a result, which is up to whoever is the only person there; done twice, it is done once."""
    return run(store, game_id, partial(decide_abandon, actor))


def decide_abandon(actor: Actor, table: Table) -> Change | None:
    """What abandoning changes."""
    check(actor, Action.ABANDON, table)
    if table.abandoned:
        return None
    if table.is_over:
        raise IllegalAct("abandon-over")
    draft = Draft(table.id, table)
    draft.add(Abandoned(at=now(), person=actor.person))
    return Change.of(draft)


def can_abandon(table: Table, actor: Actor) -> bool:
    """Whether somebody may close a game without a result."""
    return not table.is_over and may(actor, Action.ABANDON, table)


def last_move(table: Table, actor: Actor) -> int | None:
    """The ply that somebody may take back to, None if there is none: a game that is over stays so, its seed is out."""
    if table.is_over or not may(actor, Action.TAKE_BACK, table):
        return None
    for ply in range(len(table.match) - 1, table.given - 1, -1):
        doer = table.doers[ply]
        if doer is not None and table.seats[doer].is_of(actor.person) and not table.match.word(ply):
            return ply
    return None


def check_hint(table: Table, actor: Actor, ply: int) -> None:
    """Refuse a hint to those whose turn it is not, and where it would be unfair to other people."""
    check(actor, Action.HINT, table)
    if ply != len(table.match):
        raise Stale(table, ply)
    if table.waits_for is None:
        raise IllegalAct("hint-over")
    if not table.waits_for.is_of(actor.person):
        raise NotYours("turn")


def _acted(table: Table, text: str, by: str, person: str | None) -> Change:
    if text not in LAST_WORDS:
        _check_room(table, limits.LAST_OFFERS if text == OFFER else 0)
    draft, moment = Draft(table.id, table), now()
    draft.act(text, by, person, moment)
    draft.fate(table.seed, moment)
    return Change.of(draft)


def _check_room(table: Table, more: int = 0) -> None:
    if table.version >= limits.EVENTS + more:
        raise TooMany("acts", limits.EVENTS)
