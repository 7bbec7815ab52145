"""What operators do, and what the house does by itself: reports, closed accounts and games, old things thrown away."""

from __future__ import annotations

from kidd.table.play.actors import Actor, Role
from kidd.table.play.people import operators
from kidd.table.play.people.housekeeping import Keeping, tidy
from tests.table.service.steps.comings import random_name
from tests.table.service.world import Step, World

GUEST_DAYS = 30


def operator_of(world: World) -> Actor:
    """An operator, or now and then somebody who would like to be one."""
    found = world.somebody(Role.OPERATOR)
    return world.actor(found) if found and world.random.random() < 0.8 else world.anybody()


def look_after_people(world: World) -> None:
    """An operator keeps somebody out, or lets them in again."""
    actor, store = operator_of(world), world.store
    found = operators.find_people(store, actor, world.random.choice(["", random_name(world)]))
    if found:
        one = world.random.choice(found)
        change = operators.close_account if one.closed is None and world.random.random() < 0.4 else None
        (change or operators.reopen_account)(store, actor, one.id)


def appoint(world: World) -> None:
    """An operator makes another, or has one less: one is always left."""
    actor, store = operator_of(world), world.store
    members = [one for one in world.people if one.password and one.person != actor.person]
    if members:
        one = world.random.choice(members)
        operators.appoint(store, actor, one.person, operator=world.random.random() < 0.6)


def look_at_reports(world: World) -> None:
    """An operator reads what was reported, and lays it aside."""
    actor, store = operator_of(world), world.store
    for one in operators.find_reports(store, actor)[:2]:
        operators.settle_report(store, actor, one.report.id)


def close_game(world: World) -> None:
    """An operator ends a game without a result."""
    actor, store = operator_of(world), world.store
    found = operators.find_games(store, actor, world.random.choice(["", random_name(world)]))
    if found and world.random.random() < 0.3:
        world.note(operators.close_game(store, actor, world.random.choice(found)))


def invite(world: World) -> None:
    """An operator makes the code of an invitation."""
    assert operators.invite(world.store, operator_of(world))


def clean_up(world: World) -> None:
    """What guests have left long ago is thrown away."""
    if tidy(world.store, Keeping(GUEST_DAYS)):
        for game in (*world.running, *world.finished):
            world.load(game)  # which forgets those that are gone


STEPS: dict[Step, float] = {
    look_after_people: 0.5,
    appoint: 0.2,
    look_at_reports: 0.5,
    close_game: 0.4,
    invite: 0.1,
    clean_up: 0.3,
}
