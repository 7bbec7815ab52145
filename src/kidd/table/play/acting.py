"""What somebody's act changes: whose it is, whether it may be done, and what comes of it."""

from __future__ import annotations

from asyncio import Future

from kidd.deck import CREWS
from kidd.dice import is_salt
from kidd.errors import IllegalAct, KiddError, OptionError, shown
from kidd.match import Match
from kidd.match.standing import ANSWERS, CLOCK, LEAVE, WORDS
from kidd.move_lookup import find
from kidd.table import limits
from kidd.table.errors import Stale, TooMany
from kidd.table.moments import BELOW, WATCH
from kidd.table.play.actors import Actor
from kidd.table.play.club.conditions import follow_of
from kidd.table.play.deadlines import decide_late
from kidd.table.play.offers import OFFER, check_offer
from kidd.table.play.permissions import Action, check, check_crew
from kidd.table.play.seats import decide_leave
from kidd.table.snapshot import Table
from kidd.table.storage.database.store import Store
from kidd.table.storage.event_log import Change, commit_in_loop
from kidd.table.storage.reducer import Draft

LAST_WORDS = ("resign", *ANSWERS)  # may be said when a game is full; an offer, too, but not for ever
GIVING_UP = ("resign", LEAVE)  # when it is adjourned


def decide_act(
    actor: Actor, ply: int, act: str, by: str | None, version: int | None, table: Table, *, salt: str = "", lag: int = 0
) -> Change | None:
    """What somebody's act changes, so many milliseconds after it was done; what comes too late, only that it does."""
    if salt and not is_salt(salt):
        raise OptionError("salt", came=shown(salt))
    if len(act) > limits.ACT:
        raise TooMany("act", limits.ACT)
    check(actor, Action.ACT, table)
    text, by = (act, by) if act[1:2] != ":" else split(act, by)
    if table.takebacks and version is not None and table.taken_back_since(version) is not None:
        raise Stale(table, ply)
    if ply != len(table.doers):
        if was_said(table, actor.person, ply, text, by):
            return None
        raise Stale(table, ply)
    if table.abandoned:
        raise IllegalAct("abandoned")
    if table.is_waiting_for_people:
        raise IllegalAct("waiting")
    if table.is_adjourned and text not in GIVING_UP:
        raise IllegalAct("adjourned")
    if text == CLOCK:
        raise IllegalAct("clock")
    colour = _speaker(table, actor.person, text, by)
    if table.clock is not None and (late := decide_late(table, lag)) is not None:
        return late
    if text == OFFER:
        check_offer(table, colour)
    return decide_leave(actor, colour, table) if text == LEAVE else acted(table, text, colour, actor.person, salt, lag)


def begin_act(
    store: Store, table: Table, actor: Actor, ply: int, act: str, version: int | None, *, salt: str = "", lag: int = 0
) -> Future[Table] | None:
    """Begin an act on a game as it is known here, in the event loop; None where it changes nothing or has to wait.

    Whatever comes of it but success, None and errors included, is a reason to ask `run_async`, which looks again.
    """
    if WATCH.read() > store.pulse.late_after:  # `is_late`, without a call at every move
        return None
    change = decide_act(actor, ply, act, None, version, table, salt=salt, lag=lag)
    if change is None:
        return None
    return commit_in_loop(store, change, follow_of(table) if len(table.people) > 1 else None)


def acted(table: Table, text: str, by: str, person: str | None, salt: str = "", lag: int = 0) -> Change:
    """The act of a colour and what it brings about by itself: a person's, or a computer's."""
    if text not in LAST_WORDS and table.version >= limits.EVENTS:
        check_room(table, limits.LAST_OFFERS if text == OFFER else 0)
    moment = WATCH.read()
    moment -= BELOW[moment.microsecond % 1000]  # `moments.now`, without a call at every move
    draft = Draft(table.id, table)
    added, forgiven = salt if salt and takes_salt(table) else "", lag if table.clock is not None else 0
    draft.act(text, by, person, moment, salt=added, lag=forgiven)
    draft.fate(table.seed, moment)
    return Change(table, draft.table(), draft.events)


def split(act: str, by: str | None) -> tuple[str, str | None]:
    """An act and the colour it names, `B:resign` or by itself."""
    if act[1:2] == ":" and act[0] in CREWS:
        if by is not None and by != act[0]:
            raise IllegalAct("other-colour", colour=by, came=shown(act))
        return act[2:], act[0]
    return act, by


def _speaker(table: Table, person: str, text: str, by: str | None) -> str:
    """The colour that an act is by, which must be that person's."""
    match, mine = table.match, table.crews.get(person, "")
    if by is not None:
        match.seat(by)  # a crew that does not play here is nobody's
        colour = by
    elif text in WORDS and mine:
        colour = _meant(match, mine, text)
    else:  # who lets computers play has no crew of their own
        colour = match.mover
    if colour not in mine:
        check_crew(mine, colour, named=by is not None)
    return colour


def _meant(match: Match, mine: str, text: str) -> str:
    """For whom a word is said by somebody who plays several crews, perhaps."""
    for colour in (match.to_act, match.mover):
        if colour and colour in mine:
            return colour
    able = [colour for colour in mine if text in match.legal_acts(colour)]
    if len(able) > 1:
        raise IllegalAct("whose", example=f"{able[0]}:{text}")
    return able[0] if able else mine[0]


def was_said(table: Table, person: str, ply: int, text: str, by: str | None) -> bool:
    """Whether somebody's act at a ply is the one that stands there, by the same seat."""
    if not 0 <= ply < len(table.match):
        return False
    doer = table.doers[ply]
    if doer not in table.seats_of(person):
        return False
    if by is not None and by != table.match.act_by(ply):
        return False
    match = table.match
    if match.word(ply) or text in WORDS:
        return match.word(ply) == text
    try:
        return find(match.position_at(ply), text) == match.move(ply)  # perhaps written in another way
    except KiddError:
        return False


def takes_salt(table: Table) -> bool:
    """Whether browsers add to the die: between people; alone one could take back until one likes the roll."""
    return bool(table.match.game.descriptor.faces) and len(table.people) > 1


def check_room(table: Table, more: int = 0) -> None:
    """Refuse what a full game has no room for."""
    if table.version >= limits.EVENTS + more:
        raise TooMany("acts", limits.EVENTS)
