"""What people look at: lists, profiles, leader boards, notices, and a game as its page has it, in each language."""

from __future__ import annotations

import json

from kidd.game import descriptor
from kidd.table.notices import telling
from kidd.table.play.club import members
from kidd.table.play.club.invitations import find_rematch
from kidd.table.rating import SPEEDS, Pool
from kidd.table.snapshot import Table
from kidd.table.storage import happenings
from kidd.table.storage.game_lists import Wanted, games_of, next_turn
from kidd.table.storage.notices.receivers import Wishes
from kidd.web.http.visitors.viewer import Viewer
from kidd.web.state.game_state import state_json
from kidd.words.language import LANGUAGES, tongue
from tests.contract import GAMES
from tests.table.service.steps.comings import random_name
from tests.table.service.world import Act, Step, World


def look_at_game(world: World, table: Table) -> None:
    """A page that has an earlier version and is sent what is new has the same log as one that is drawn whole."""
    viewer = Viewer(world.player(table), tongue(world.random.choice(list(LANGUAGES))))
    since = world.random.randrange(table.version + 1)
    whole, news = (json.loads(state_json(table, viewer, since=version)) for version in (None, since))
    first = news.get("log_from", 0)
    assert whole.get("log", [])[first:] == news.get("log", [])
    assert len(whole.get("log", [])) == len(table.match)
    if len(table.match):
        assert state_json(table, viewer, ply=world.random.randrange(len(table.match)))
    find_rematch(world.store, table.id)


def look_at_lists(world: World) -> None:
    """Somebody looks through their games: those under way, and where it is their turn."""
    random, actor, store = world.random, world.anybody(), world.store
    wanted = Wanted(
        random.choice([None, True, False]),
        random.choice([(), ("LC",), ("MG2", "MG3")]),
        random.choice([None, "computer", "person", "device", "watched"]),
        random.choice([None, None, "won", "lost", "drawn"]),
        random.choice([None, True]),
    )
    games_of(store, actor.person, wanted)
    found = next_turn(store, actor.person)
    if found is not None:
        table = world.load(found)
        assert table is not None
        assert table.waits_for is not None
        assert table.waits_for.is_of(actor.person)
    with store.reading() as connection:
        for game in happenings.underway(connection, actor.person):
            assert happenings.since(connection, game.id, 0, game.version)[-1].version == game.version
        happenings.changed(connection, actor.person, world.tide.now)


def look_at_member(world: World) -> None:
    """Somebody looks at a member's page."""
    store, viewer = world.store, world.anybody()
    member = members.member_named(store, random_name(world))
    found = members.profile(store, member, viewer)
    for standing in found.standings:
        assert members.course_of(store, member, standing.record.pool)
    played, _ = members.member_games(store, member, viewer, Wanted(), leaf=1)
    members.changes_of(store, member, played)


def look_at_board(world: World) -> None:
    """Somebody looks at a leader board: the best first."""
    code, _ = world.random.choice(GAMES)
    leaders, _ = members.leaders(world.store, Pool(code, world.random.choice(SPEEDS)), 1)
    means = [leader.record.rating.mu for leader in leaders]
    assert means == sorted(means, reverse=True)
    members.busiest_pool(world.store, [descriptor(code).code])


def look_at_notices(world: World) -> None:
    """Somebody reads their notices, says what they have seen, and chooses how to be told."""
    actor, store = world.anybody(), world.store
    notices = telling.listed(store, actor)
    seen = [one.key for one in notices if world.random.random() < 0.5]
    world.runner.run(telling.see(store, actor, seen))
    if world.random.random() < 0.1:
        world.runner.run(telling.wish(store, actor, Wishes(push=False, digest=world.random.random() < 0.5)))
    telling.reached(store, actor)


AT_A_TABLE: dict[Act, float] = {look_at_game: 5}
STEPS: dict[Step, float] = {look_at_lists: 3, look_at_member: 1.5, look_at_board: 1, look_at_notices: 2}
