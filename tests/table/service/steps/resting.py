"""Games that are adjourned and go on: by those who play, all of them or not, and by operators."""

from __future__ import annotations

from functools import partial

from kidd.table.play.club import adjourning
from kidd.table.play.people import operators
from kidd.table.snapshot import Table
from tests.table.service.steps.house import operator_of
from tests.table.service.world import Act, World


def ask_to_adjourn(world: World, table: Table) -> Table:
    """Somebody would like to play on another day; an operator who does not play decides it."""
    return world.note(world.act(table.id, partial(adjourning.decide_adjourn, world.player(table))))


def answer_adjourn(world: World, table: Table) -> Table:
    """One of those who are asked agrees, or not; somebody asks, where nobody has."""
    random, plea = world.random, table.recess.plea
    if plea is None:
        return ask_to_adjourn(world, table)
    asked = [table.seats[seat].person or "" for seat in plea.asked]
    someone = random.choice([*asked, *asked, ""])
    actor = world.of(someone) if someone else world.player(table)
    version = random.choice([None, table.version, plea.version])
    decide = partial(adjourning.decide_adjourn_answer, actor, version, agree=random.random() < 0.8)
    return world.note(world.act(table.id, decide))


def withdraw_adjourn(world: World, table: Table) -> Table:
    """Whoever has asked thinks better of it."""
    plea = table.recess.plea
    actor = world.of(table.seats[plea.seat].person or "") if plea else world.player(table)
    return world.note(world.act(table.id, partial(adjourning.decide_adjourn_answer, actor, None, agree=False)))


def say_ready(world: World, table: Table) -> Table:
    """One of the players wants to go on."""
    return world.note(world.act(table.id, partial(adjourning.decide_resume, world.player(table))))


def house_adjourns(world: World, table: Table) -> Table:
    """An operator lets a game rest, also one without a clock."""
    return world.note(operators.adjourn_game(world.store, operator_of(world), table.id))


def house_resumes(world: World, table: Table) -> Table:
    """An operator lets it go on, whoever has adjourned it."""
    return world.note(operators.resume_game(world.store, operator_of(world), table.id))


def settle(world: World, table: Table) -> Table:
    """What brings a game on: an answer, or one more of those who have to say so is ready."""
    if not table.is_adjourned:
        return (withdraw_adjourn if world.random.random() < 0.15 else answer_adjourn)(world, table)
    if table.recess.house:
        return house_resumes(world, table)
    ready = {table.seats[one.seat].person for one in table.recess.ready}
    someone = world.random.choice(sorted(set(table.people) - ready) or sorted(table.people))
    return world.note(world.act(table.id, partial(adjourning.decide_resume, world.of(someone))))


STEPS: dict[Act, float] = {
    ask_to_adjourn: 7,
    answer_adjourn: 4,
    withdraw_adjourn: 2,
    say_ready: 3,
    house_adjourns: 0.7,
    house_resumes: 0.7,
}
