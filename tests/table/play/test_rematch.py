"""The same game once more."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

from bench.long_game import long_game
from kidd.errors import IllegalAct
from kidd.table.play import games
from kidd.table.play.actors import Actor
from kidd.table.storage.database.store import Store
from kidd.table.storage.recompute import differences
from tests.table.sittings import ANN, BEA, computer, person, say, sit, turns

pytestmark = pytest.mark.once

LONG = long_game(40)


def test_everybody_moves_one_seat_on(store: Store):
    """The same game and options, other seats; asked for twice it is one game."""
    table = sit(store, "LC", person(), computer(2), opening="chooser", claim_after=4)
    with pytest.raises(IllegalAct, match="once this game is over"):
        games.rematch(store, table.id, ANN)
    say(store, table, "resign")
    again = games.rematch(store, table.id, ANN)
    assert [seat.kind for seat in again.seats] == ["computer", "person"]
    assert [seat.number for seat in again.seats] == [0, 1]
    assert again.match.game == table.match.game
    assert again.source == f"rematch:{table.id}"
    assert games.rematch(store, table.id, ANN).id == again.id
    assert turns(store) == [again.id]
    with pytest.raises(IllegalAct):
        games.rematch(store, again.id, ANN)


def test_from_where_it_began(store: Store):
    """A game from a position or a book is played again from there."""
    table = sit(store, "LC", position="LC Rc1~ B R6B7 -", acts=["@a7"])
    say(store, table, "resign")
    again = games.rematch(store, table.id, ANN)
    assert (str(again.match.start), again.match.acts, again.given) == ("LC Rc1~ B R6B7 -", ("@a7",), 1)


def test_long_games_are_not_replayed_where_all_have_to_wait(any_store: Store, replays: Counter[str]):
    """Many ask for a rematch of one: none of its acts is played in the thread that writes for everybody."""
    over = sit(any_store, "LC", person(), person(BEA), acts=LONG)
    say(any_store, over, "resign")
    replays.clear()

    def ask(actor: Actor) -> str:
        any_store.snapshots.drop(over.id)
        return games.rematch(any_store, over.id, actor).id

    with ThreadPoolExecutor(8) as pool:
        began = {one.id for one in [games.load(any_store, found) for found in pool.map(ask, [ANN, BEA] * 8)]}
    (again,) = began
    any_store.snapshots.drop(again)
    assert ask(BEA) == again
    assert replays.total() >= 2 * len(LONG)
    assert "kidd-writer" not in replays
    assert not games.load(any_store, again).is_waiting_for_people
    assert differences(any_store) == []


def test_one_that_is_open_already_is_not_drafted_again(store: Store, replays: Counter[str]):
    """Whoever asks once more is told which one it is, and nothing is played or written for that."""
    over = say(store, sit(store, "LC", person(), computer(2), acts=LONG), "resign")
    again = games.rematch(store, over.id, ANN)
    heard: list[str] = []
    store.hub.watch(lambda game, _: heard.append(game))
    replays.clear()
    ask = partial(games.rematch, store, over.id, ANN)
    assert [ask().id for _ in range(5)] == [again.id] * 5
    assert (replays.total(), heard) == (0, [])
