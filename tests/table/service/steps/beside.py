"""What happens beside a game: what is said, noted and reported there, and studies that are made of it."""

from __future__ import annotations

from random import Random

from kidd.table.play import studies
from kidd.table.play.club import talk
from kidd.table.play.permissions import check_study
from kidd.table.snapshot import Table
from kidd.table.study import Study
from kidd.words.club.phrases import PHRASES
from tests.table.service.world import Act, World

SAID = ("ahoy", "  ", "well\nplayed", "x" * 301, "<b>shiver</b>", "船", "\u202e")


def say(world: World, table: Table) -> None:
    """Somebody says something, in a room that may not be theirs."""
    random, actor = world.random, world.player(table)
    phrase, text = random.choice([("", random.choice(SAID)), (random.choice([*PHRASES, "mutiny"]), "")])
    number = talk.say(
        world.store, table, actor, room=random.choice(["", "", "players", "watchers"]), phrase=phrase, text=text
    )
    said = talk.read(world.store, table, actor).said
    assert number in [one.number for one in said]


def listen(world: World, table: Table) -> None:
    """Somebody reads what was said; nobody reads what is not for them, or from whom they have blocked."""
    actor = world.player(table)
    heard = talk.read(world.store, table, actor)
    assert all(one.room in heard.rooms and one.person not in heard.hidden for one in heard.said)
    if actor.person in table.people and not table.is_over:
        assert all(one.room == "players" for one in heard.said)


def complain(world: World, table: Table) -> None:
    """Somebody reports what was said, or blocks whoever has said it."""
    random, actor = world.random, world.player(table)
    said = talk.read(world.store, table, world.player(table)).said
    number = random.choice([one.number for one in said] + [99])
    if random.random() < 0.5:
        talk.report(world.store, table, actor, number)
    else:
        talk.block(world.store, table, actor, number, on=random.random() < 0.4)


def note(world: World, table: Table) -> None:
    """Somebody notes something for themselves."""
    actor = world.player(table)
    kept = talk.put_note(world.store, table, actor, world.random.choice(["", "a trap at c4", "x" * 4001, "one\ntwo"]))
    assert talk.read(world.store, table, actor).note == kept


def study(world: World, table: Table) -> None:
    """Somebody makes a study of a game, edits one, or throws it away."""
    random, actor, store = world.random, world.player(table), world.store
    mine = studies.studies_of(store, actor)
    if not mine or random.random() < 0.3:
        check_study(actor, table)
        studies.keep(store, actor, studies.match_of_game(table), title="a study", source=table.id)
        return
    kept = studies.read(store, random.choice(mine).id)
    if random.random() < 0.1:
        studies.delete(store, actor, kept.id)
        return
    before, after, _ = studies.edit(store, actor, kept.id, kept.version, _change(kept, random))
    assert after.version == before.version + (after is not before)
    assert studies.match_of(studies.read(store, kept.id)).acts == studies.match_of(after).acts


def _change(kept: Study, random: Random) -> studies.Change:
    node = random.choice([*kept.tree.nodes, 10**6])
    moves = kept.at_node(node).position.legal_moves() if node in kept.tree.nodes else []
    return random.choice(
        [
            studies.add(node, str(random.choice(moves)) if moves else "@c1"),
            studies.add(node, "draw?"),
            studies.comment(node, random.choice(["good", "", "x" * 2001])),
            studies.name(node, "the trap"),
            studies.promote(node),
            studies.cut(node),
            studies.retitle("another title"),
        ]
    )


STEPS: dict[Act, float] = {say: 3, listen: 1.5, complain: 2, note: 1, study: 2}
