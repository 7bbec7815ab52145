"""Taking back: alone at the table at once, between people by consent, and never across a die that was seen."""

from __future__ import annotations

from functools import partial

from kidd.errors import IllegalAct
from kidd.table.errors import NotYours, Stale
from kidd.table.moments import now
from kidd.table.play.acting import check_room
from kidd.table.play.actors import Actor
from kidd.table.play.permissions import Action, check
from kidd.table.play.transaction import run
from kidd.table.snapshot import Table, Wish
from kidd.table.storage.database.store import Store
from kidd.table.storage.event_log import Change
from kidd.table.storage.events import Event, TakebackAgreed, TakebackAsked, TakebackRefused, TakenBack
from kidd.table.storage.reducer import Draft


def take_back(store: Store, game_id: str, actor: Actor, ply: int, version: int | None = None) -> Table:
    """Go back to before one's last move, without what was done or said since; the die falls the same again.

    Where other people sit at the table they are asked. Whoever says which version they saw takes back what they saw
    once, however often they ask.
    """
    return run(store, game_id, partial(decide_take_back, actor, ply, version))


def decide_take_back(actor: Actor, ply: int, version: int | None, table: Table) -> Change | None:
    """What taking back changes, or asking for it."""
    check(actor, Action.TAKE_BACK, table)
    since = None if version is None else table.taken_back_since(version)
    if since is not None and since == version:  # the first thing that happened after what they saw: their own
        return None
    if since is not None or ply != len(table.match):
        raise Stale(table, ply)
    if table.wish is not None and table.wish.seat in table.seats_of(actor.person):  # asked for already
        return None
    target = table.last_move_of(actor.person)
    if target is None:
        hindrance = _hindrance(table, actor)
        raise IllegalAct(hindrance)
    check_room(table)
    seat, person = table.doers[target] or 0, actor.person
    if len(table.people) > 1:
        return _happened(table, TakebackAsked(at=now(), ply=target, seat=seat, person=person))
    return _happened(table, TakenBack(at=now(), ply=target, seat=seat, person=person))


def answer_take_back(
    store: Store, game_id: str, actor: Actor, ply: int, version: int | None = None, *, agree: bool
) -> Table:
    """Answer somebody who wants to take back, or think better of one's own question; an answer counts once."""
    return run(store, game_id, partial(decide_answer, actor, ply, version, agree=agree))


def decide_answer(actor: Actor, ply: int, version: int | None, table: Table, *, agree: bool) -> Change | None:
    """What an answer changes: the last of those who are asked decides, any of them refuses."""
    check(actor, Action.TAKE_BACK, table)
    wish = table.wish
    if table.is_over:  # closed while the question waited
        raise IllegalAct("back-over")
    if wish is None or ply != len(table.match) or (version is not None and version <= wish.version):
        raise Stale(table, ply)  # answered already, overtaken, or another question than the one that was seen
    seats, moment = _heard(table, actor, wish), now()
    if not agree:
        return _happened(table, TakebackRefused(at=moment, seat=seats[0], person=actor.person))
    check_room(table)
    if wish.seat in table.seats_of(actor.person):
        raise NotYours("own-takeback")
    if set(wish.asked) - set(seats):
        return _happened(table, TakebackAgreed(at=moment, seat=seats[0], person=actor.person))
    asker = table.seats[wish.seat].person or ""
    return _happened(table, TakenBack(at=moment, ply=wish.ply, seat=wish.seat, person=asker))


def can_answer(table: Table, actor: Actor) -> bool:
    """Whether somebody is asked to let another take back."""
    mine = table.seats_of(actor.person)
    return table.wish is not None and any(seat in mine for seat in table.wish.asked) and not table.is_over


def has_asked(table: Table, actor: Actor) -> bool:
    """Whether somebody waits for leave to take back."""
    return table.wish is not None and table.wish.seat in table.seats_of(actor.person) and not table.is_over


def _heard(table: Table, actor: Actor, wish: Wish) -> tuple[int, ...]:
    """The seats for which somebody answers: those that are asked, or their own question's."""
    mine = table.seats_of(actor.person)
    seats = tuple(seat for seat in (*wish.asked, wish.seat) if seat in mine)
    if not seats:
        raise NotYours("takeback-answered")
    return seats


def _hindrance(table: Table, actor: Actor) -> str:
    """Why there is nothing to take back."""
    if table.is_over:
        return "back-over"
    if table.is_adjourned:
        return "adjourned"
    if table.wish is not None:
        return "back-asked"
    if set(table.denied) & set(table.seats_of(actor.person)):
        return "back-refused"
    mine, since = table.seats_of(actor.person), table.given
    own = [ply for ply in range(since, len(table.match)) if table.doers[ply] in mine and not table.match.word(ply)]
    seen = own and any(act.startswith("*") for act in table.match.acts[own[-1] :])
    return "back-die" if seen else "nothing-back"


def _happened(table: Table, event: Event) -> Change:
    draft = Draft(table.id, table)
    draft.add(event)
    return Change.of(draft)
