from __future__ import annotations

import pytest

from kidd.errors import IllegalAct
from kidd.table.play import games
from kidd.table.play.games import NotYours
from tests.table.sittings import ANN, BEA, computer, fresh, person, say, sit

pytestmark = pytest.mark.once


class TestSpeaking:
    """Whose act it is."""

    def test_at_one_device_whoever_is_waited_for_speaks(self, store):
        """Hot-seat: an offer is made by the one and answered by the other."""
        table = say(store, sit(store, "LC"), "@c1", "draw?", "draw.", "@a7", "R:draw?", "draw!")
        assert table.match.acts == ("@c1", "draw?", "draw.", "@a7", "draw?", "draw!")
        assert table.doers == (0, 1, 0, 1, 0, 1)
        assert table.match.outcome == "1/2-1/2"

    @pytest.mark.parametrize(("act", "reason"), [("@a7", "turn"), ("B:@a7", "crew"), ("B:resign", "crew")])
    def test_for_somebody_else(self, store, act, reason):
        """Out of turn, or for another crew: the refusal tells the two apart."""
        table = say(store, sit(store, "LC", person(), computer()), "@c1")
        with pytest.raises(NotYours) as refused:
            say(store, table, act)
        assert refused.value.reason == reason

    @pytest.mark.parametrize("act", ["draw?", "resign", "@c1"])
    def test_whoever_lets_computers_play_has_no_crew(self, store, act):
        """They look on, and are told so, also where they say a word."""
        with pytest.raises(NotYours):
            say(store, sit(store, "LC", computer(), computer()), act)

    @pytest.mark.parametrize("act", ["G:@c1", "G:resign"])
    def test_for_a_crew_that_does_not_play(self, store, act):
        """It is nobody's: that is said, not that it is somebody else's."""
        with pytest.raises(IllegalAct, match="does not play here"):
            say(store, sit(store, "LC"), act)

    def test_out_of_turn_a_single_seat_speaks_for_itself(self, store):
        """While the computer thinks one may offer a draw or resign."""
        table = sit(store, "LC", person(), computer())
        table = say(store, table, "@c1", "draw?")
        assert (table.match.acts[-1], table.waits_for) == ("R:draw?", table.seats[1])
        assert say(store, table, "resign").match.outcome == "0-1"

    def test_out_of_turn_with_two_seats_one_says_for_whom(self, store):
        """Two seats of three, and the third is waited for: a word without a colour could be either's."""
        table = sit(store, "MG3", person(), person(name="Bea"), computer())
        table = say(store, table, "@c1", "@a3")
        with pytest.raises(IllegalAct, match="for which crew"):
            say(store, table, "draw?")
        assert say(store, table, "B:draw?").doers[-1] == 1

    def test_a_move_is_by_whose_move_is_due(self, store):
        """Also while the other has yet to answer an offer."""
        table = sit(store, "LC", person(), person(BEA))
        table = say(store, table, "draw?")
        assert table.waits_for == table.seats[1]
        assert say(store, table, "@c1").doers == (0, 0)

    @pytest.mark.parametrize(("choice", "red"), [("red", 1), ("blue", 0)])
    def test_the_chooser_opening(self, store, choice, red):
        """LC6: the first seat enters both, the second picks, and the seats keep their players whatever they play."""
        table = sit(store, "LC", person(), person(BEA), opening="chooser")
        assert table.waits_for == table.seats[0]
        table = say(store, table, "@c1", "@a7")
        with pytest.raises(NotYours):
            say(store, table, choice)
        table = say(store, table, choice, actor=BEA)
        assert table.doers == (0, 0, 1)
        assert table.seat_of("R") == table.seats[red]
        assert table.colours_of((ANN, BEA)[red].person) == "R"
        for ply, actor, act in ((0, ANN, "@c1"), (1, ANN, "@a7"), (2, BEA, choice)):
            assert games.play(store, table.id, actor, ply, act).version == table.version
        other = fresh(store, table.id)
        assert (other.doers, other.seat_of("R")) == (table.doers, table.seats[red])
        mover = (ANN, BEA)[red]
        with pytest.raises(NotYours):
            say(store, table, "@e7", actor=({ANN, BEA} - {mover}).pop())
        assert say(store, table, "@e7", actor=mover).doers[-1] == red

    def test_one_of_three_who_has_lost_everything_is_not_waited_for(self, store):
        """MG7: the pass of a player who is out is made at once, and is nobody's decision."""
        table = sit(store, "MG3", position="MG3 RBc1~,Ga7~,Rb5a5 R R0B0G0 -")
        table = say(store, table, "b5-c6")
        assert table.match.acts == ("b5-c6", "pass")
        assert (table.match.to_act, table.doers) == ("G", (0, None))
        back = games.take_back(store, table.id, ANN, 2)
        assert len(back.match) == 0

    def test_claims_and_contests(self, store):
        """LC5: a claim is answered before the game goes on, and the count of a contest is in the position."""
        table = say(store, sit(store, "LC", claim_after=0), "@c1", "@a7", "stalemate?")
        with pytest.raises(IllegalAct):
            say(store, table, "@e7")
        table = say(store, table, "contest")
        assert table.match.position.contest == ("B", 20)
        assert table.doers[-2:] == (0, 1)
