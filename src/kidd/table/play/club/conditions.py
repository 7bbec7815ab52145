"""Conditional moves: "if they play this, I play that", a small tree that the server plays while one is away.

A plan begins after the acts that stand when it is made. Whatever comes that it does not foresee, a word included, ends
it. What it foresees is played in the same commit as the act that it answers, so that nobody is waited for in between.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlalchemy import Connection, select

from kidd.errors import IllegalAct, KiddError
from kidd.match import Match
from kidd.table import limits
from kidd.table.errors import Stale, TooMany
from kidd.table.moments import now
from kidd.table.play.actors import Actor
from kidd.table.play.permissions import Action, check
from kidd.table.snapshot import Table
from kidd.table.storage import condition_rows
from kidd.table.storage.condition_rows import Branch, Plan
from kidd.table.storage.database.schema import games
from kidd.table.storage.database.store import Store
from kidd.table.storage.event_log import Change, Follow
from kidd.table.storage.reducer import Draft

Lines = Sequence[Sequence[str]]


def may_plan(table: Table, person: str) -> bool:
    """Whether somebody may plan ahead: they wait for another person, and no clock counts seconds."""
    seat = table.waits_for
    waits = seat is not None and seat.kind == "person" and not seat.is_of(person)
    return waits and plays_by_plan(table) and person in table.people


def plays_by_plan(table: Table) -> bool:
    """Whether anybody can have planned ahead in a game: one between people, and not by the clock."""
    return len(table.people) > 1 and not table.is_over and "+" not in table.time


def follow_of(table: Table) -> Follow | None:
    """What may follow from a change of a game at once: what others have planned for it."""
    return play_plans if plays_by_plan(table) else None


def plan_of(store: Store, table: Table, actor: Actor) -> tuple[tuple[str, ...], ...]:
    """What somebody has planned, each line from the next act on; nobody else sees it."""
    if not actor.is_known or not plays_by_plan(table):
        return ()
    with store.reading() as connection:
        plans = condition_rows.of_game(connection, table.id)
    mine = next((plan for plan in plans if plan.person == actor.person and plan.ply == len(table.match)), None)
    return tuple(lines_of(mine.branches)) if mine else ()


def lines_of(branches: Sequence[Branch], before: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """A tree as lines from its root to each of its ends."""
    for one in branches:
        if one.after:
            yield from lines_of(one.after, (*before, one.act))
        else:
            yield (*before, one.act)


def put_plan(store: Store, table: Table, actor: Actor, ply: int, lines: Lines) -> tuple[tuple[str, ...], ...]:
    """Plan ahead: each line begins with what the others may do next; none at all forgets the plan."""
    _check(table, actor, ply, forgets=not lines)
    plan = Plan(actor.person, ply, _tree(table, actor.person, lines))

    def work(connection: Connection) -> None:
        stands = select(games.c.ply).where(games.c.id == table.id).with_for_update()  # nobody acts meanwhile
        if connection.execute(stands).scalar_one() != ply:
            raise Stale(table, ply)
        condition_rows.put(connection, table.id, plan, now())

    store.write(work, place=table.id)
    return tuple(lines_of(plan.branches))


def drop_line(store: Store, table: Table, actor: Actor, ply: int, number: int) -> tuple[tuple[str, ...], ...]:
    """Take one line out of a plan; what it has in common with others stays."""
    lines = plan_of(store, table, actor)
    return put_plan(store, table, actor, ply, [line for place, line in enumerate(lines) if place != number])


def tried(table: Table, actor: Actor, ply: int, acts: Sequence[str]) -> Match:
    """The game after acts that somebody might foresee, as a copy; only those who may plan ahead try them so."""
    _check(table, actor, ply)
    match = table.match.copy()
    _play_on(match, acts)
    return match


def _check(table: Table, actor: Actor, ply: int, *, forgets: bool = False) -> None:
    """Refuse whoever may not plan ahead now; to forget a plan is always possible."""
    check(actor, Action.PLAN, table)
    if ply != len(table.match):
        raise Stale(table, ply)
    if not forgets and not may_plan(table, actor.person):
        raise IllegalAct("no-plan")


def _play_on(match: Match, acts: Sequence[str]) -> None:
    """Play acts; words have no place in a plan."""
    for act in acts:
        match.play(act)
        if match.word(len(match) - 1):
            raise IllegalAct("plan-word")


def _tree(table: Table, person: str, lines: Lines) -> tuple[Branch, ...]:
    """The lines as one tree, if each can be played and answers what others do with one move."""
    if sum(len(line) for line in lines) > limits.CONDITIONS:
        raise TooMany("conditions", limits.CONDITIONS)
    every = [_written(table, line) for line in lines if line]
    return _grown(table.match.copy(), person, table, every)


def _written(table: Table, line: Sequence[str]) -> tuple[str, ...]:
    """A line as the match writes it."""
    match = table.match.copy()
    _play_on(match, line)
    return match.acts[len(table.match) :]


def _grown(match: Match, person: str, table: Table, lines: Sequence[tuple[str, ...]]) -> tuple[Branch, ...]:
    firsts = list(dict.fromkeys(line[0] for line in lines))
    mine = not match.position.is_chance and table.seats[match.seat(match.mover)].is_of(person)
    if mine and len(firsts) > 1:
        raise IllegalAct("plan-two", first=firsts[0], second=firsts[1])
    grown = []
    for act in firsts:
        after = match.copy()
        after.play(act)
        rest = [line[1:] for line in lines if line[0] == act and len(line) > 1]
        grown.append(Branch(act, _grown(after, person, table, rest) if rest else ()))
    return tuple(grown)


def play_plans(connection: Connection, change: Change) -> Change:
    """Let those who have planned ahead answer what has just happened, in the same commit."""
    if change.before is None or not (len(change.before.people) > 1 and "+" not in change.before.time):
        return change
    for _ in range(limits.CONDITIONS):
        plans = condition_rows.of_game(connection, change.after.id)
        answered = [_followed(connection, change, plan) for plan in plans]
        after = next((one for one in answered if one is not change), change)
        if after is change:
            return change
        change = after
    return change


def _followed(connection: Connection, change: Change, plan: Plan) -> Change:
    """A plan after what has happened since it was made: played, shortened, or at its end."""
    table, branches, ply = change.after, plan.branches, plan.ply
    acts = table.match.acts
    while ply < len(acts) and branches:
        branches = next((one.after for one in branches if one.act == acts[ply]), ())
        ply += 1
    seat = table.waits_for
    if ply != len(acts) or table.is_over or not plays_by_plan(table):
        branches = ()
    elif branches and seat is not None and seat.is_of(plan.person) and not table.is_full:
        played = _answered(change, plan.person, branches[0].act)
        rest = branches[0].after if played is not change else ()
        condition_rows.put(connection, table.id, Plan(plan.person, ply + 1, rest), now())
        return played
    if (ply, branches) != (plan.ply, plan.branches):
        condition_rows.put(connection, table.id, Plan(plan.person, ply, branches), now())
    return change


def _answered(change: Change, person: str, act: str) -> Change:
    """The same change with the answer to it, if that can be played after all."""
    table, moment = change.after, now()
    draft = Draft(table.id, table)
    try:
        draft.act(act, table.match.mover, person, moment)
    except KiddError:
        return change
    draft.fate(table.seed, moment)
    return Change(change.before, draft.table(), (*change.events, *draft.events))
