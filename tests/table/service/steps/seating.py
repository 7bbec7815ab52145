"""Who sits where: seats that are taken, left, declined and handed over, by whoever may and by others."""

from __future__ import annotations

from kidd.table.play import games
from kidd.table.play.seats import any_seat, leave_or_decline
from kidd.table.snapshot import Table
from kidd.table.storage.persons import blocks
from tests.table.service.world import Act, World

NAMES = ("", "Ann", " Bea ", "É. d’Œuf", "船長", "x" * 60, "\u2800")


def sit_down(world: World, table: Table) -> Table:
    """Somebody takes a seat: one that is open, as a rule, and whoever it is kept for."""
    random = world.random
    kept = [seat.person for seat in table.seats if seat.kind == "open" and seat.person]
    actor = world.of(random.choice(kept) or "") if kept and random.random() < 0.7 else world.anybody()
    seat = world.seats_of_use(table)
    if random.random() < 0.8:
        seat = any_seat(table, actor)
    name = actor.name or random.choice(NAMES)
    salt = random.choice(["", f"{random.getrandbits(80):020x}"])
    after = games.take_seat(world.store, table.id, actor, seat, name, salt)
    assert after.seats[seat].is_of(actor.person), "somebody was told of a seat that is not theirs"
    check_apart(world, after, actor.person)
    return world.seated(after, actor.person)


def check_apart(world: World, table: Table, person: str) -> None:
    """Nobody sits down with whom they have blocked, or who has blocked them."""
    others = [one for one in table.people if one != person]
    with world.store.reading() as connection:
        assert not blocks.are_apart(connection, person, others), "two play who have blocked one another"


def stand_up(world: World, table: Table) -> Table:
    """Somebody leaves a seat, perhaps not their own."""
    return world.note(games.leave_seat(world.store, table.id, world.player(table), world.seats_of_use(table)))


def hand_over(world: World, table: Table) -> Table:
    """A computer takes over."""
    level, seat = world.random.choice([1, 1, 2, 3, 8, 0, 9]), world.seats_of_use(table)
    return world.note(games.give_seat_to_computer(world.store, table.id, world.player(table), seat, level))


def decline(world: World, table: Table) -> Table:
    """Somebody does not want the seat that is kept for them."""
    kept = [seat.person for seat in table.seats if seat.kind == "open" and seat.person]
    actor = world.of(world.random.choice(kept) or "") if kept else world.player(table)
    away = world.random.choice([games.decline, leave_or_decline])
    return world.note(away(world.store, table.id, actor))


STEPS: dict[Act, float] = {sit_down: 4, stand_up: 3, hand_over: 2, decline: 1.5}
