"""What a use case decides is committed, on a thread or in the event loop, whoever else changes the game meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from functools import partial
from threading import current_thread, main_thread

import pytest

from kidd.errors import IllegalMove
from kidd.table.errors import NoSuchGame, Stale
from kidd.table.play import games
from kidd.table.play.games import Store, Table, decide_act, decide_take_back, open_store
from kidd.table.play.transaction import TRIES, Decide, run, run_async
from kidd.table.storage import event_log, reducer
from kidd.table.storage.event_log import Change
from kidd.table.storage.events import Event
from tests.table.sittings import ANN, fresh, say, sit, wander

pytestmark = pytest.mark.once

Run = Callable[[Store, str, Decide], Table]


def run_in_a_loop(store: Store, game_id: str, decide: Decide) -> Table:
    """As a server does it."""
    return asyncio.run(run_async(store, game_id, decide))


@pytest.fixture(params=[run, run_in_a_loop], ids=["thread", "loop"])
def do(request: pytest.FixtureRequest) -> Run:
    """Either way."""
    found: Run = request.param
    return found


@pytest.fixture
def other(any_store: Store) -> Iterator[Store]:
    """Another process at the same database, as far as the first one knows."""
    opened = open_store(any_store.engine.url.render_as_string(hide_password=False))
    yield opened
    opened.close()


def act(ply: int, text: str, version: int | None = None) -> Decide:
    """Ann's act."""
    return partial(decide_act, ANN, ply, text, None, version)


def test_a_game_that_is_not_at_hand(any_store: Store, other: Store, do: Run):
    """Is read; one that there is not is none."""
    table = sit(any_store, "LC")
    assert do(other, table.id, act(0, "@c1")).match.acts == ("@c1",)
    with pytest.raises(NoSuchGame):
        do(other, "nope", act(0, "@c1"))


def test_what_others_did_since_is_seen_before_anybody_is_refused(any_store: Store, other: Store, do: Run):
    """An act at a ply that is known only elsewhere, and another one that is stale by now."""
    table = sit(any_store, "LC")
    say(other, table, "@c1")
    assert do(any_store, table.id, act(1, "@a7")).match.acts == ("@c1", "@a7")
    say(other, games.load(other, table.id), "@e7")
    with pytest.raises(Stale) as refused:
        do(any_store, table.id, act(2, "@c9"))
    assert refused.value.table.match.acts == ("@c1", "@a7", "@e7")
    with pytest.raises(IllegalMove):
        do(any_store, table.id, act(3, "@e7"))


def test_a_retry_is_answered_with_the_game_as_it_stands(any_store: Store, other: Store, do: Run):
    """Though here it was known only as it was."""
    table = say(any_store, sit(any_store, "LC"), "@c1")
    later = say(other, table, "@a7", "@e7")
    assert do(any_store, table.id, act(0, "@c1")).match.acts == later.match.acts
    games.take_back(other, table.id, ANN, 3)
    with pytest.raises(Stale):
        do(any_store, table.id, act(0, "@c1", version=later.version))


def test_a_takeback_that_was_made_elsewhere_already(any_store: Store, other: Store, do: Run):
    """Is not made again."""
    table = say(any_store, sit(any_store, "LC"), "@c1", "@a7")
    once = games.take_back(other, table.id, ANN, 2, table.version)
    again = do(any_store, table.id, partial(decide_take_back, ANN, 2, table.version))
    assert (again.version, again.match.acts) == (once.version, ("@c1",))


def test_others_acts_are_added_to_what_is_known(any_store: Store, other: Store, monkeypatch: pytest.MonkeyPatch):
    """A long game is not replayed because somebody else has moved."""
    table = wander(any_store, sit(any_store, "LC"), 30)
    wander(other, games.load(other, table.id), 32, seed=2)
    folded: list[int] = []

    def fold(game_id: str, happened: list[Event], before: Table | None = None) -> Table:
        folded.append(len(happened))
        return reducer.fold(game_id, happened, before)

    monkeypatch.setattr(event_log, "fold", fold)
    now = games.load(any_store, table.id)
    assert (folded, len(now.match)) == ([2], 32)
    monkeypatch.undo()
    twin = fresh(any_store, table.id)
    assert (twin.match.acts, twin.doers, twin.version) == (now.match.acts, now.doers, now.version)


def test_nobody_is_always_too_late(any_store: Store, other: Store, do: Run):
    """Where others are quicker again and again, one decides while they cannot write."""
    table = sit(any_store, "LC")
    seen: list[tuple[int, str]] = []

    def decide(now: Table) -> Change | None:
        seen.append((len(now.match), current_thread().name))
        change = decide_act(ANN, len(now.match), "draw?", None, None, now)
        if len(seen) <= TRIES:
            wander(other, games.load(other, table.id), len(seen), seed=len(seen))
        return change

    after = do(any_store, table.id, decide)
    assert after.match.acts[-1] == "draw?"
    assert len(after.match) == TRIES + 1
    assert seen == [*((number, main_thread().name) for number in range(TRIES)), (TRIES, "kidd-writer")]
    assert fresh(any_store, table.id).match.acts == after.match.acts


def test_what_is_decided_there_may_be_nothing_or_a_refusal(any_store: Store):
    """The same as elsewhere."""
    table = say(any_store, sit(any_store, "LC"), "@c1")
    none = event_log.commit_decision(any_store, table.id, act(0, "@c1")).result()
    assert none.version == table.version
    with pytest.raises(Stale):
        event_log.commit_decision(any_store, table.id, act(0, "@e7")).result()
    with pytest.raises(NoSuchGame):
        event_log.commit_decision(any_store, "nope", act(0, "@e7")).result()
    assert games.load(any_store, table.id).version == table.version


def test_everybody_is_told_of_every_change(any_store: Store, do: Run):
    """Publishing belongs to the commit; what is refused or changes nothing is not told."""
    heard: list[tuple[str, int]] = []
    any_store.hub.watch(lambda game, version: heard.append((game, version)))
    table = sit(any_store, "LC")
    do(any_store, table.id, act(0, "@c1"))
    do(any_store, table.id, act(0, "@c1"))
    with pytest.raises(Stale):
        do(any_store, table.id, act(0, "@e7"))
    games.take_back(any_store, table.id, ANN, 1)
    over = games.abandon(any_store, table.id, ANN)
    again = games.rematch(any_store, over.id, ANN)
    assert heard == [(table.id, 1), (table.id, 2), (table.id, 3), (table.id, 4), (again.id, 1)]


def test_what_is_ours_alone_is_not_looked_for(any_store: Store, other: Store, do: Run):
    """Where nobody else writes, the game that is kept ready is the game."""
    table = sit(any_store, "LC")
    any_store.is_ours_alone = True
    say(other, table, "@c1")  # which nobody does, as it is ours
    assert games.load(any_store, table.id) is table
    with pytest.raises(Stale):
        do(any_store, table.id, act(1, "@a7"))
