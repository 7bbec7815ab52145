"""Adjourning: the players of a live game by consent, an operator any game; clocks stand still until it is resumed."""

from __future__ import annotations

from functools import partial

from kidd.errors import IllegalAct
from kidd.table.errors import NotYours, Stale
from kidd.table.moments import now
from kidd.table.play.acting import check_room
from kidd.table.play.actors import Actor
from kidd.table.play.deadlines import decide_deadline, decide_late
from kidd.table.play.permissions import Action, check, may
from kidd.table.play.transaction import run
from kidd.table.recess import READY, Plea
from kidd.table.snapshot import Table
from kidd.table.storage.database.store import Store
from kidd.table.storage.event_log import Change
from kidd.table.storage.events import (
    AdjournAgreed,
    AdjournAsked,
    Adjourned,
    AdjournRefused,
    Event,
    Resumed,
    SaidReady,
)
from kidd.table.storage.reducer import Draft


def adjourn(store: Store, game_id: str, actor: Actor) -> Table:
    """Ask the others to adjourn a live game; who looks after the house and does not play does it at once."""
    return run(store, game_id, partial(decide_adjourn, actor))


def answer_adjourn(store: Store, game_id: str, actor: Actor, version: int | None = None, *, agree: bool) -> Table:
    """Answer somebody who wants to adjourn, or think better of one's own question; an answer counts once."""
    return run(store, game_id, partial(decide_adjourn_answer, actor, version, agree=agree))


def resume(store: Store, game_id: str, actor: Actor) -> Table:
    """Say that one is ready to go on; when the last of the players does, the clocks run again."""
    return run(store, game_id, partial(decide_resume, actor))


def decide_adjourn(actor: Actor, table: Table) -> Change | None:
    """What asking for an adjournment changes; alone at the table nobody has to be asked."""
    check(actor, Action.ADJOURN, table)
    if table.is_adjourned:
        return None
    if _is_house(actor, table):
        return decide_house_adjourn(actor, table)
    _check_running(table)
    if not table.is_live:
        raise IllegalAct("adjourn-live")
    mine, recess = table.seats_of(actor.person), table.recess
    if recess.plea is not None:
        if recess.plea.seat in mine:
            return None
        raise IllegalAct("adjourn-asked")
    if set(recess.denied) & set(mine):
        raise IllegalAct("adjourn-refused")
    check_room(table)
    if len(table.people) == 1:
        return _adjourned(table, actor, house=False)
    return _happened(table, AdjournAsked(at=now(), seat=mine[0], person=actor.person))


def decide_adjourn_answer(actor: Actor, version: int | None, table: Table, *, agree: bool) -> Change | None:
    """What an answer changes: the last of those who are asked adjourns the game, any of them refuses."""
    check(actor, Action.ADJOURN, table)
    plea = table.recess.plea
    if plea is None or table.is_over or (version is not None and version <= plea.version):
        raise Stale(table, len(table.match))  # answered already, overtaken, or another question than the one seen
    seats, moment = _heard(table, actor, plea), now()
    if not agree:
        return _happened(table, AdjournRefused(at=moment, seat=seats[0], person=actor.person))
    check_room(table)
    if plea.seat in table.seats_of(actor.person):
        raise NotYours("own-adjourn")
    if set(plea.asked) - set(seats):
        return _happened(table, AdjournAgreed(at=moment, seat=seats[0], person=actor.person))
    return _adjourned(table, actor, house=False)


def decide_resume(actor: Actor, table: Table) -> Change | None:
    """What it changes that somebody is ready: where all the others are, too, the game goes on."""
    check(actor, Action.RESUME, table)
    if _is_house(actor, table):
        return decide_house_resume(actor, table)
    if not table.is_adjourned:
        return None
    if table.recess.house:
        raise NotYours("adjourned-house")
    draft, moment = Draft(table.id, table), now()
    ready = {one.seat for one in table.recess.ready if moment - one.at <= READY}
    others = [set(table.seats_of(person)) for person in table.people if person != actor.person]
    mine = table.seats_of(actor.person)
    if others and not ready & set(mine):
        check_room(table)
        draft.add(SaidReady(at=moment, seat=mine[0], person=actor.person))
    if all(theirs & ready for theirs in others):
        draft.add(Resumed(at=moment, person=actor.person))
    return Change.of(draft) if draft.events else None


def decide_house_adjourn(actor: Actor, table: Table) -> Change | None:
    """What changes when an operator adjourns a game, with a clock or without."""
    if table.is_adjourned:
        return None
    _check_running(table)
    return _adjourned(table, actor, house=True)


def decide_house_resume(actor: Actor, table: Table) -> Change | None:
    """What changes when an operator lets a game go on, whoever has adjourned it."""
    if not table.is_adjourned:
        return None
    return _happened(table, Resumed(at=now(), person=actor.person, house=True))


def can_ask(table: Table, actor: Actor) -> bool:
    """Whether somebody may ask the others to adjourn."""
    open_to_it = table.is_live and not (table.is_over or table.is_waiting_for_people or table.is_adjourned)
    if not open_to_it or table.is_full or table.recess.plea is not None or actor.person not in table.people:
        return False
    return may(actor, Action.ADJOURN, table) and not set(table.recess.denied) & set(table.seats_of(actor.person))


def can_answer(table: Table, actor: Actor) -> bool:
    """Whether somebody is asked to adjourn."""
    plea, mine = table.recess.plea, table.seats_of(actor.person)
    return plea is not None and any(seat in mine for seat in plea.asked) and not table.is_over


def has_asked(table: Table, actor: Actor) -> bool:
    """Whether somebody waits for the others' leave to adjourn."""
    plea = table.recess.plea
    return plea is not None and plea.seat in table.seats_of(actor.person) and not table.is_over


def can_resume(table: Table, actor: Actor) -> bool:
    """Whether it is up to somebody to say that they are ready."""
    return table.is_adjourned and not table.recess.house and actor.person in table.people


def _is_house(actor: Actor, table: Table) -> bool:
    """Whether somebody comes as an operator: not in a game that is their own."""
    return actor.keeps_house and actor.person not in table.people


def _check_running(table: Table) -> None:
    if table.is_over:
        raise IllegalAct("adjourn-over")
    if table.is_waiting_for_people:
        raise IllegalAct("waiting")


def _heard(table: Table, actor: Actor, plea: Plea) -> tuple[int, ...]:
    """The seats for which somebody answers: those that are asked, or their own question's."""
    mine = table.seats_of(actor.person)
    seats = tuple(seat for seat in (*plea.asked, plea.seat) if seat in mine)
    if not seats:
        raise NotYours("adjourn-answered")
    return seats


def _adjourned(table: Table, actor: Actor, *, house: bool) -> Change:
    """The game rests from now on, unless somebody's time was up before."""
    late = decide_late(table, 0) or decide_deadline(table)
    return late or _happened(table, Adjourned(at=now(), person=actor.person, house=house))


def _happened(table: Table, event: Event) -> Change:
    draft = Draft(table.id, table)
    draft.add(event)
    return Change.of(draft)
