from __future__ import annotations

import pytest

from kidd.table.play import games
from tests.table.sittings import ANN, BEA, computer, person, say, sit, turns

pytestmark = pytest.mark.once


class TestLists:
    """`games_of`, and the turns of computers that are noted as work."""

    def test_finished_games_by_leaves(self, any_store):
        """The latest first, each with who won and why; unfinished ones apart."""
        ids = [say(any_store, sit(any_store, "LC"), "resign").id for _ in range(5)]
        running = say(any_store, sit(any_store, "QM"), "@c1")
        finished = games.games_of(any_store, ANN.person, finished=True)
        assert [one.id for one in finished] == ids[::-1]
        assert {(one.outcome, one.reason, one.winner, one.turn) for one in finished} == {("0-1", "resigned", 1, None)}
        leaf = games.games_of(any_store, ANN.person, finished=True, limit=2, skip=2)
        assert [one.id for one in leaf] == ids[2:0:-1]
        (going,) = games.games_of(any_store, ANN.person, finished=False)
        assert (going.id, going.turn, going.waits_for) == (running.id, "B", 1)

    def test_colours_that_were_chosen(self, store):
        """The seat that won is known, whatever colour it has picked."""
        table = say(store, sit(store, "LC", opening="chooser"), "@c1", "@a7", "red")
        (going,) = games.games_of(store, ANN.person)
        assert (going.turn, going.waits_for) == (table.match.to_act, table.match.actor)
        over = say(store, table, "resign")
        (one,) = games.games_of(store, ANN.person)
        assert over.match.result is not None
        assert one.winner == over.match.seat(over.match.result.winner or "")

    def test_a_persons_games(self, any_store):
        """Unfinished ones come first, then the latest; others' games are not there."""
        old = say(any_store, sit(any_store, "LC"), "resign")
        running = sit(any_store, "QM", person(), computer(2))
        late = say(any_store, sit(any_store, "MG2"), "resign")
        sit(any_store, "LC", person(BEA), computer(), owner=BEA)
        listed = games.games_of(any_store, ANN.person)
        assert [one.id for one in listed] == [running.id, late.id, old.id]
        assert [one.outcome for one in listed] == ["*", "0-1", "0-1"]
        assert [one.waits_for_person(ANN.person) for one in listed] == [True, False, False]
        assert listed[0].seats == running.seats
        assert len(games.games_of(any_store, ANN.person, limit=2)) == 2
        assert games.games_of(any_store, "nobody") == []

    def test_games_that_wait_for_a_computer(self, any_store):
        """They are known without a replay, those first that have waited longest."""
        first = sit(any_store, "LC", computer(), person())
        second = sit(any_store, "LC", person(), computer())
        assert turns(any_store) == [first.id]
        second = say(any_store, second, "@c1")
        assert turns(any_store) == [first.id, second.id]
        games.computer_act(any_store, first.id, 0, "@c1")
        say(any_store, second, "resign")
        assert turns(any_store) == []
