"""LC5: claims of stalemate, contests and their count."""

from __future__ import annotations

from itertools import cycle, islice

from kidd.match import Match
from kidd.position import Result
from tests.matches import CIRCLES, LAP, played, refused


class TestStalemate:
    """LC5: claims, contests and their count."""

    def test_accepted(self):
        """LC5: the opponent accepts, and the game is drawn."""
        match = played(CIRCLES, "stalemate?")
        assert (match.offer, match.to_act) == (("stalemate", "R", "B"), "B")
        assert match.legal_acts() == ("stalemate!", "contest", "resign")
        match.play("stalemate!")
        assert (match.result, match.outcome) == (Result(None, "stalemate-accepted"), "1/2-1/2")

    def test_the_game_waits_for_the_answer(self):
        """LC5: no move and no offer before the claim is answered."""
        match = played(CIRCLES, "stalemate?")
        for act in ("b2-c3", "R:draw?", "draw?", "stalemate?", "draw!", "R:contest", "R:stalemate!"):
            refused(match, act)
        refused(match, "b2-c3", "Answer the offer or claim first.")
        assert match.legal_acts("R") == ("resign",)

    def test_resigning_answers_too(self):
        """LC5: either may give up instead."""
        assert played(CIRCLES, "stalemate?", "resign").result == Result("R", "resigned")
        assert played(CIRCLES, "stalemate?", "R:resign").result == Result("B", "resigned")

    def test_contested(self):
        """LC5: the contester has twenty turns; the claimant, whose turn it is, goes on."""
        match = played(CIRCLES, "stalemate?", "contest")
        assert match.position.contest == ("B", 20)
        assert (match.to_act, match.offer, match.result) == ("R", None, None)

    def test_not_proven(self):
        """LC5: a contester who has not won after twenty turns of their own has lost."""
        match = played(CIRCLES, "stalemate?", "contest")
        for act in islice(cycle(LAP), 39):
            match.play(act)
        assert (match.position.contest, match.result) == (("B", 1), None)
        match.play(LAP[39 % 8])
        assert (match.result, match.outcome) == (Result("R", "not-proven"), "1-0")

    def test_won_with_the_last_turn(self):
        """LC5: the move that brings the count to nothing may still win."""
        match = played("LC Rb2c3,Ra3~,Rc4b5,Rb5a5,Re5e3,Rc6c7,Bc7d8,Rb8c9 R R0B0 R1", "a3-a5")
        assert match.result == Result("R", "immobile")

    def test_a_capture_starts_the_count_again(self):
        """LC5: any capture sets the count back to twenty."""
        match = played("LC Re3d2,Rd5c4,Ba7a5,Bc7c6,Bb8c7,Rc9d8 B R0B0 B3", "c7-d8")
        assert match.position.contest == ("B", 20)

    def test_nobody_claims_while_it_runs(self):
        """LC5: one contest at a time, for either side."""
        match = played(CIRCLES, "stalemate?", "contest")
        refused(match, "stalemate?", "Blue is contesting a stalemate already; turns left: 20.")
        match.play("b2-c3")
        refused(match, "stalemate?", "Blue is contesting")

    def test_a_draw_can_be_agreed_while_it_runs(self):
        """LC5: the contest does not end the talking."""
        assert played(CIRCLES, "stalemate?", "contest", "draw?", "draw!").result == Result(None, "agreed")
        assert played(CIRCLES, "stalemate?", "contest", "b2-c3", "resign").result == Result("R", "resigned")

    def test_only_on_ones_own_turn(self):
        """LC5: who is not on turn waits for it."""
        refused(Match(CIRCLES), "B:stalemate?", "on one's own turn")

    def test_only_in_loyal_captain(self):
        """LC5 is a rule of Loyal Captain."""
        for game in ("QM", "MG2", "MG3"):
            refused(Match(game), "stalemate?", "in Loyal Captain only")

    def test_ones_own_offer_does_not_bar_the_claim(self):
        """LC5: silence towards an offer cannot take the right to claim; the claim takes the offer's place."""
        match = played(CIRCLES, "draw?", "R:stalemate?")
        assert match.offer == ("stalemate", "R", "B")
        assert match.acts == ("draw?", "R:stalemate?")

    def test_claim_after(self):
        """LC5, option claim_after: so many turns in a row without a capture must each side have had."""
        match = Match(CIRCLES, claim_after=2)
        for act, had in zip(LAP[:4], (0, 0, 1, 1), strict=True):
            refused(match, "stalemate?", f"once each side has had 2 turns without a capture; so far: {had}.")
            match.play(act)
        match.play("stalemate?")
        assert match.offer

    def test_claim_after_one(self):
        """LC5, option claim_after: one turn is no turns, nor is the last one of a contest."""
        refused(
            Match(CIRCLES, claim_after=1), "stalemate?", "once each side has had one turn without a capture; so far: 0."
        )
        refused(Match("LC Rb2c1,Bb8c9 R R0B0 B1"), "stalemate?", "already; turns left: 1.")

    def test_claim_after_counts_from_the_choice(self):
        """LC5, LC6, option claim_after: what the first player enters before the choice is no turn of either side."""
        match = played("LC", "@c1", "@a7", "blue", claim_after=1, opening="chooser")
        for act in ("c1-b2", "a7-b8"):
            refused(match, "stalemate?", "so far: 0.")
            match.play(act)
        match.play("stalemate?")
        assert match.offer

    def test_claim_after_counts_from_the_last_capture(self):
        """LC5, option claim_after: a capture by either side starts both counts again."""
        capture = "LC Re3d2,Rd5c4,Ba7a5,Bc7c6,Bb8c7,Rc9d8 B R0B0 -"
        match = played(capture, "c7-d8", "d5-c6", claim_after=1)
        refused(match, "stalemate?", "so far: 0.")
        match.play("b8-c9")
        match.play("stalemate?")
        assert match.offer
