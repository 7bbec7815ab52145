from __future__ import annotations

from itertools import cycle, islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kidd
from kidd.errors import IllegalAct, IllegalMove, KiddError, NotationError, OptionError
from kidd.match import Match
from kidd.position import Result
from kidd.standing import Offer, is_opening

# Two tokens that walk in circles, red's at the bow and blue's at the stern, and never meet: the fourth turn of each
# brings the position back.
CIRCLES = "LC Rb2c1,Bb8c9 R R0B0 -"
LAP = ["b2-c3", "b8-c7", "c3-d2", "c7-d8", "d2-c1", "d8-c9", "c1-b2", "c9-b8"]
# Madagascar's first six are entered; the same two walk in circles.
CIRCLES_MG = "MG2 Rb2c1,Ra5b5,Be5d5,Ra7a5,Be7e5,Bb8c9 R R4B4 -"
# Gold can capture blue's last tower.
THREE = "MG3 RGBc1b2,RGa3a5,GRc3d2,BRBb5c6,RGBe5e7,GRBGBb8c7 G R0B0G0 -"
# Blue has nothing left.
TWO_OF_THREE = "MG3 Ga3b2,RBRGGRBc6b5,GBRBRBGGRBc7d8 B R0B0G0 -"


def played(position: str, *acts: str, **options: Any) -> Match:
    """A match after these acts."""
    match = Match(position, **options)
    for act in acts:
        match.play(act)
    return match


def refused(match: Match, act: str, *said: str) -> None:
    """The match refuses the act, says why, and is as it was."""
    before = picture(match)
    with pytest.raises(IllegalAct) as error:
        match.play(act)
    for words in said:
        assert words in str(error.value)
    assert picture(match) == before


def picture(match: Match) -> tuple[object, ...]:
    """Everything that one can ask a match."""
    acts = tuple(match.legal_acts(colour) for colour in (None, *match.game.colours))
    seats = tuple(match.seat(colour) for colour in match.game.colours)
    said = match.acts, match.positions, match.offer, match.result, match.outcome, match.to_act, match.actor
    return *said, acts, seats, dict(match.comments), match.turn_number(len(match))


class TestRecord:
    """A match grows act by act."""

    def test_a_new_match_stands_at_the_start(self):
        """A game's code is enough for a match."""
        match = Match("LC")
        assert match.start == match.position == kidd.start("LC")
        assert (match.acts, match.positions, match.result, match.outcome) == ((), (), None, "*")
        assert (match.to_act, match.offer, match.headers, match.comments) == ("R", None, {}, {})

    @pytest.mark.parametrize("position", [5, None, b"LC", ["LC"]])
    def test_what_is_no_position(self, position: Any):
        """A match is of a position, its notation or a game's code."""
        with pytest.raises(OptionError, match="expected a position, its notation or the code of a game, got "):
            Match(position)

    @pytest.mark.parametrize("players", ["AB", b"AB", 5, [5, 5], ["Ann", None], [], ["Ann"], ["Ann", "Bob", "Cay"]])
    def test_what_are_no_players(self, players: Any):
        """There is a name for each seat, when the match begins and ever after."""
        with pytest.raises(OptionError, match="players"):
            Match("LC", players)
        match = Match("LC", ["Ann", "Bob"])
        with pytest.raises(OptionError, match="players"):
            match.players = players
        assert match.players == ("Ann", "Bob")

    @pytest.mark.parametrize("by", [[], {}, 5, "", "red", "G", "RB", b"R"])
    @pytest.mark.parametrize("act", ["@c1", "R:@c1", "resign"])
    def test_what_is_no_colour(self, act: str, by: Any):
        """An act is by one of the colours that play."""
        match = Match("LC")
        with pytest.raises(IllegalAct, match="expected a colour of LC"):
            match.play(act, by)
        with pytest.raises(IllegalAct, match="expected a colour of LC"):
            match.legal_acts(by)
        assert match.acts == ()

    @pytest.mark.parametrize("number", [-1, -2, 2, 10**9])
    def test_acts_are_numbered_from_the_first(self, number: int):
        """Numbers run from 0; the round of the act to come can be asked, too."""
        match = played("LC", "@c1", "@a7")
        assert (match.act(1), match.act_by(1), match.turn_number(2)) == ("@a7", "B", 2)
        for ask in (match.act, match.act_by):
            with pytest.raises(IndexError, match=f"expected the number of an act, from 0 and below 2, got {number}"):
                ask(number)
        with pytest.raises(IndexError, match="below 3"):
            match.turn_number(number if number != 2 else 3)

    def test_moves_are_written_in_full(self):
        """A move with its via left out stands in the record with it."""
        match = played("QM Bc1~,Re3~,Ra5a7,Be5e7 R R5B5 2", "a5-b2")
        assert match.acts == ("a5-b2/a3",)

    def test_moves_may_be_values(self):
        """`play` takes what `legal_moves` gives."""
        match = Match("LC")
        move = match.position.legal_moves()[0]
        match.play(move)
        assert match.acts == (str(move),)
        assert match.position == kidd.start("LC").play(move)

    def test_bad_moves_are_refused_as_the_position_does(self):
        """What is no move, or no legal one, leaves the match as it was."""
        match = Match("LC")
        for act, error in (("b2-c3", IllegalMove), ("nonsense", NotationError), ("", NotationError)):
            with pytest.raises(error):
                match.play(act)
        assert match.acts == ()

    def test_a_move_is_made_by_the_player_on_turn(self):
        """Who says that blue makes red's move is wrong; who says that red does is right."""
        match = Match("LC")
        with pytest.raises(IllegalAct, match="expected a move of red, got '@c1' from blue"):
            match.play("@c1", by="B")
        match.play("@c1", by="R")
        match.play("B:@c9")
        assert match.acts == ("@c1", "@c9")
        assert [match.act_by(number) for number in range(2)] == ["R", "B"]

    def test_colours_must_be_of_the_game(self):
        """Gold has no say among two."""
        match = Match("LC")
        refused(match, "G:resign", "expected a colour of LC, R (red), B (blue), got 'G'")
        with pytest.raises(IllegalAct, match="got 'red'"):
            match.play("resign", by="red")
        with pytest.raises(IllegalAct, match="expected an act of red"):
            match.play("B:resign", by="R")

    def test_nothing_comes_after_the_end(self):
        """A match that is over refuses moves and words alike."""
        match = played("LC Rb2c3,Ra3~,Rc4b5,Rb5a5,Re5e3,Rc6c7,Bc7d8,Rb8c9 R R0B0 -", "a3-a5")
        assert (match.result, match.outcome, match.to_act) == (Result("R", "immobile"), "1-0", None)
        for act in ("c7-d8", "draw?", "resign", "B:stalemate?"):
            refused(match, act, "the game is over (immobile)")
        assert match.legal_acts() == match.legal_acts("R") == ()

    def test_the_start_may_be_the_end(self):
        """A position that is over makes a match that is over."""
        assert Match("MG2 BRRBBRRBRBRBBRe3e5 R R0B0 -").outcome == "0-1"

    def test_rounds_are_numbered_from_one(self):
        """A round ends with the last colour's move, whoever began."""
        match = played("QM", "@c1", "@a7", "*1", "draw?", "draw.", "c1-b2@e3", "*1")
        assert [match.turn_number(number) for number in range(8)] == [1, 1, 2, 2, 2, 2, 2, 2]
        match = played("LC Rb2c1,Bb8c9 B R0B0 -", "b8-c7", "b2-c3")
        assert [match.turn_number(number) for number in range(3)] == [1, 2, 2]

    def test_players_are_as_many_as_colours(self):
        """A name for each seat, or none at all."""
        assert Match("MG3", ["Ann", "Bob", "Cay"]).player("G") == "Cay"
        assert Match("LC").player("R") == ""
        with pytest.raises(OptionError, match="LC is for 2 players"):
            Match("LC", ["Ann"])

    def test_options_come_with_a_code_or_a_notation_only(self):
        """A position brings its options along."""
        assert Match("LC", repetition=3).game.options["repetition"] == 3
        assert Match(CIRCLES, repetition=3).game.options["repetition"] == 3
        with pytest.raises(TypeError):
            Match(kidd.start("LC"), repetition=3)


class TestDraws:
    """LC5, MG7: players may agree to a draw at any time."""

    @pytest.mark.parametrize("game", ["LC", "QM", "MG2"])
    def test_accepted(self, game: str):
        """LC5: an offer that is accepted ends the game."""
        match = played(game, "draw?")
        assert match.offer == ("draw", "R", "B")
        assert match.to_act == "B"
        match.play("draw!")
        assert (match.result, match.outcome) == (Result(None, "agreed"), "1/2-1/2")
        assert played(game, "draw?", "draw!").offer is None

    def test_declining_costs_nothing(self):
        """LC5: after a declined offer all is as before, and it may be repeated at once."""
        match = played("LC", "draw?", "draw.")
        assert (match.position, match.offer, match.to_act) == (match.start, None, "R")
        match.play("draw?")
        match.play("draw!")
        assert match.result == Result(None, "agreed")

    def test_at_any_time_by_anybody(self):
        """LC5: who is not on turn may offer, too, and the one on turn is asked."""
        match = played("LC", "B:draw?")
        assert (match.offer, match.to_act) == (("draw", "B", "R"), "R")
        match.play("draw.")
        assert match.acts == ("B:draw?", "draw.")

    def test_the_asked_players_move_declines(self):
        """LC5: moving on says no."""
        match = played("LC", "B:draw?", "@c1")
        assert match.offer is None

    def test_the_offer_outlives_the_offerers_move(self):
        """LC5: the offer stands until it is answered; the game goes on meanwhile."""
        match = played("LC", "draw?", "@c1")
        assert (match.offer, match.to_act) == (("draw", "R", "B"), "B")
        assert match.legal_acts() == (*map(str, match.position.legal_moves()), "draw!", "draw.", "resign")
        match.play("draw!")
        assert match.outcome == "1/2-1/2"

    def test_one_offer_at_a_time(self):
        """An offer that waits is answered before another is made."""
        match = played("LC", "draw?")
        for act in ("R:draw?", "B:draw?", "B:stalemate?"):
            refused(match, act, "expected an answer of blue to red's offer of a draw")

    def test_only_the_asked_answer(self):
        """Nobody answers for another, or what was not asked."""
        refused(Match("LC"), "draw!", "there is no offer of a draw to answer")
        refused(Match("LC"), "draw.", "there is no offer of a draw to answer")
        match = played("LC", "draw?")
        refused(match, "R:draw!", "an answer of blue", "from red")
        refused(match, "stalemate!", "there is no claim of stalemate to answer")
        refused(match, "contest", "there is no claim of stalemate to answer")

    def test_the_die_declines_nothing(self):
        """A roll is nobody's move."""
        match = played("QM", "@c1", "@a7", "B:draw?", "*1")
        assert match.offer == ("draw", "B", "R")
        match.play("c1-b2@e3")
        assert match.offer is None

    def test_three_must_all_accept(self):
        """MG7: a draw is agreed when all who are still in the game agree."""
        match = played("MG3", "draw?", "draw!")
        assert (match.offer, match.result) == (("draw", "R", "G"), None)
        match.play("draw!")
        assert (match.result, match.outcome) == (Result(None, "agreed"), "1/3-1/3-1/3")

    def test_three_answer_in_any_order(self):
        """MG7: a colour before the answer says whose it is."""
        match = played("MG3", "B:draw?", "G:draw!", "R:draw!")
        assert match.acts == ("B:draw?", "G:draw!", "draw!")
        assert match.outcome == "1/3-1/3-1/3"

    def test_one_of_three_declines_for_all(self):
        """MG7: one no is enough, said or moved."""
        assert played("MG3", "draw?", "B:draw!", "G:draw.").offer is None
        assert played("MG3", "G:draw?", "B:draw!", "@c1").offer is None

    def test_a_move_after_accepting_takes_nothing_back(self):
        """MG7: who accepted may move on; the third still answers."""
        match = played("MG3", "G:draw?", "R:draw!", "@c1")
        assert match.offer == ("draw", "G", "B")
        assert played("MG3", "G:draw?", "R:draw!", "@c1", "draw!").outcome == "1/3-1/3-1/3"

    def test_the_fallen_are_not_asked(self):
        """MG7: only players still in the game agree, and only they speak."""
        match = Match(TWO_OF_THREE)
        assert (match.in_game, match.to_act, match.legal_acts()) == ("RG", "B", ("pass",))
        refused(match, "draw?", "blue is out of the game")
        refused(match, "B:resign", "blue is out of the game")
        match.play("G:draw?")
        match.play("draw!")
        assert match.result == Result(None, "agreed")

    def test_who_falls_need_no_longer_answer(self):
        """MG7: when a move takes the last tower of the only one who had not accepted, all who are left agree."""
        match = played(THREE, "R:draw?", "draw!")
        assert match.offer == ("draw", "R", "B")
        match.play("b8-b5/c6")
        assert (match.in_game, match.result) == ("RG", Result(None, "agreed"))


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
        refused(
            match, "b2-c3", "expected an answer of blue to red's claim of stalemate (stalemate!, contest or resign)"
        )
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
        refused(match, "stalemate?", "blue is contesting a stalemate already, with 20 turns left")
        match.play("b2-c3")
        refused(match, "stalemate?", "blue is contesting")

    def test_a_draw_can_be_agreed_while_it_runs(self):
        """LC5: the contest does not end the talking."""
        assert played(CIRCLES, "stalemate?", "contest", "draw?", "draw!").result == Result(None, "agreed")
        assert played(CIRCLES, "stalemate?", "contest", "b2-c3", "resign").result == Result("R", "resigned")

    def test_only_on_ones_own_turn(self):
        """LC5: who is not on turn waits for it."""
        refused(Match(CIRCLES), "B:stalemate?", "on one's own turn: it is red's, not blue's")

    def test_only_in_loyal_captain(self):
        """LC5 is a rule of Loyal Captain."""
        for game in ("QM", "MG2", "MG3"):
            refused(Match(game), "stalemate?", f"belongs to Loyal Captain, and this is {game}")

    def test_ones_own_offer_does_not_bar_the_claim(self):
        """LC5: silence towards an offer cannot take the right to claim; the claim takes the offer's place."""
        match = played(CIRCLES, "draw?", "R:stalemate?")
        assert match.offer == ("stalemate", "R", "B")
        assert match.acts == ("draw?", "R:stalemate?")

    def test_claim_after(self):
        """LC5, option claim_after: so many turns in a row without a capture must each side have had."""
        match = Match(CIRCLES, claim_after=2)
        for act, had in zip(LAP[:4], (0, 0, 1, 1), strict=True):
            refused(match, "stalemate?", f"after 2 turns of each side without a capture, now {had}")
            match.play(act)
        match.play("stalemate?")
        assert match.offer

    def test_claim_after_one(self):
        """LC5, option claim_after: one turn is no turns, nor is the last one of a contest."""
        refused(Match(CIRCLES, claim_after=1), "stalemate?", "after 1 turn of each side without a capture, now 0")
        refused(Match("LC Rb2c1,Bb8c9 R R0B0 B1"), "stalemate?", "already, with 1 turn left")

    def test_claim_after_counts_from_the_choice(self):
        """LC5, LC6, option claim_after: what the first player enters before the choice is no turn of either side."""
        match = played("LC", "@c1", "@a7", "blue", claim_after=1, opening="chooser")
        for act in ("c1-b2", "a7-b8"):
            refused(match, "stalemate?", "now 0")
            match.play(act)
        match.play("stalemate?")
        assert match.offer

    def test_claim_after_counts_from_the_last_capture(self):
        """LC5, option claim_after: a capture by either side starts both counts again."""
        capture = "LC Re3d2,Rd5c4,Ba7a5,Bc7c6,Bb8c7,Rc9d8 B R0B0 -"
        match = played(capture, "c7-d8", "d5-c6", claim_after=1)
        refused(match, "stalemate?", "now 0")
        match.play("b8-c9")
        match.play("stalemate?")
        assert match.offer


class TestResigning:
    """A player may give up."""

    @pytest.mark.parametrize("game", ["LC", "QM", "MG2"])
    def test_the_opponent_wins(self, game: str):
        """With two players, the other wins, whoever's turn it is."""
        assert played(game, "resign").result == Result("B", "resigned")
        match = played(game, "B:resign")
        assert (match.result, match.outcome, match.acts) == (Result("R", "resigned"), "1-0", ("B:resign",))

    def test_an_offer_dies_with_it(self):
        """Nothing waits for an answer when the game is over."""
        assert played("LC", "draw?", "R:resign").offer is None

    def test_not_among_three(self):
        """No rule lets a crew leave the deck of Madagascar, and an idle one would decide the others' game."""
        for act in ("resign", "G:resign"):
            refused(Match("MG3"), act, "with three players in the game nobody can resign")
        assert "resign" not in Match("MG3").legal_acts()

    def test_when_two_of_three_are_left(self):
        """MG6: of the last two, the other then is alone in the game."""
        match = played(TWO_OF_THREE, "G:resign")
        assert (match.result, match.outcome) == (Result("R", "resigned"), "1-0-0")


class TestChooser:
    """LC6: the first player enters a token of each colour, the second picks."""

    def test_the_first_player_enters_both(self):
        """LC6: the second acts when there is something to pick."""
        match = Match("LC", ["Ann", "Bob"], opening="chooser")
        actors = []
        for act in ("@c1", "@a7", "red", "c1-b2"):
            actors.append(match.actor)
            match.play(act)
        assert actors == [0, 0, 1, 1]
        assert (match.actor, match.player("R"), match.player("B")) == (0, "Bob", "Ann")
        assert match.acts == ("@c1", "@a7", "red", "c1-b2")

    def test_picking_blue_leaves_the_first_player_red(self):
        """LC6: red moves next, here the first player."""
        match = played("LC", "@c1", "@a7", "blue", opening="chooser")
        assert (match.actor, match.to_act, match.seat("R")) == (0, "R", 0)

    def test_undo_gives_the_colours_back(self):
        """LC6: the choice can be taken back."""
        match = played("LC", "@c1", "@a7", "red", opening="chooser")
        match.undo()
        assert (match.seat("R"), match.actor, set(match.legal_acts()[:2])) == (0, 1, {"red", "blue"})

    def test_words_before_the_choice(self):
        """LC5, LC6: until then the first player counts as red and the second as blue."""
        assert played("LC", "@c1", "resign", opening="chooser").result == Result("B", "resigned")
        assert played("LC", "@c1", "@a7", "resign", opening="chooser").result == Result("R", "resigned")
        match = played("LC", "@c1", "draw?", opening="chooser")
        assert (match.offer, match.actor) == (("draw", "R", "B"), 1)
        refused(played("LC", opening="chooser"), "stalemate?", "before the colours are chosen")

    def test_an_offer_follows_the_players_through_the_choice(self):
        """LC6: who offered as blue and then takes red has offered as red."""
        match = played("LC", "@c1", "@a7", "draw?", opening="chooser")
        assert match.offer == ("draw", "B", "R")
        match.play("red")
        assert (match.offer, match.actor) == (("draw", "R", "B"), 0)

    def test_the_choice_declines_an_offer(self):
        """LC5, LC6: it is the second player's own move."""
        assert played("LC", "@c1", "@a7", "R:draw?", "red", opening="chooser").offer is None

    @pytest.mark.parametrize(
        ("text", "opening"),
        [
            ("LC - R R7B7 -", True),
            ("LC Rc1~ B R6B7 -", True),
            ("LC Rc1~,Ba7~ R R6B6 choose", True),
            ("LC Rc1~,Ba7~ R R6B6 -", False),
            ("LC Rc1~,Ba7~ B R6B6 -", False),
            ("LC Rc1~ B R3B7 -", False),
            ("LC Rc1b2 B R6B7 -", False),
            ("LC Rc1~ R R6B7 -", False),
            ("LC Bc1~ R R7B6 -", False),
            ("LC - B R7B7 -", False),
            ("LC - B R6B7 -", False),
            ("LC - R R7B6 -", False),
            ("LC - R R7B7 R20", False),
            ("LC Rc1~ B R6B7 B20", False),
        ],
    )
    def test_what_the_opening_is(self, text: str, opening: bool):
        """LC6: the players have no colours just where the rules lead to the choice."""
        pos = kidd.parse(text, opening="chooser")
        after = [pos.play(move) for move in pos.legal_moves()]
        later = [child.play(move) for child in after for move in child.legal_moves()]
        assert is_opening(pos) is opening is any(one.choosing for one in [pos, *after, *later])


class TestRepetition:
    """LC7, MG7: the third occurrence of a position."""

    def test_loyal_captain_by_option(self):
        """LC7: with repetition=3 the third time is a draw, the start counted."""
        assert played(CIRCLES, *LAP, *LAP[:7], repetition=3).result is None
        match = played(CIRCLES, *LAP, *LAP, repetition=3)
        assert (match.result, match.outcome) == (Result(None, "repetition"), "1/2-1/2")

    def test_loyal_captain_without(self):
        """LC7: no rule of repetition exists."""
        assert played(CIRCLES, *LAP * 4).result is None

    def test_madagascar(self):
        """MG7: the third occurrence is a draw."""
        match = played(CIRCLES_MG, *LAP, *LAP[:7])
        assert match.result is None
        match.play(LAP[7])
        assert match.result == Result(None, "repetition")

    def test_undo_uncounts(self):
        """MG7: what was taken back has not occurred."""
        match = played(CIRCLES_MG, *LAP * 2)
        match.undo(8)
        for act in LAP[:7]:
            match.play(act)
        assert match.result is None
        match.play(LAP[7])
        assert match.result == Result(None, "repetition")

    def test_words_are_no_occurrences(self):
        """MG7: offers leave the position standing, they do not repeat it."""
        assert played(CIRCLES_MG, *["draw?", "draw."] * 5).result is None

    def test_an_offer_ends_with_the_repetition(self):
        """MG7: no question is left open in a game that is over."""
        assert played(CIRCLES_MG, *LAP, *LAP[:6], "draw?", "c1-b2", "c9-b8").offer is None


class TestCopy:
    """A copy goes its own way."""

    def test_neither_changes_the_other(self):
        """Acts, comments, headers and the count of repetitions are apart from there on."""
        match = played("MG2", *("@c1", "@a3", "@e3", "@a7", "@e7", "@c9"))
        match.headers["Date"], match.comments[0] = "today", "begun"
        twin = match.copy()
        assert (twin.acts, twin.headers, twin.comments) == (match.acts, match.headers, match.comments)
        twin.undo(2)
        twin.headers["Date"] = "tomorrow"
        twin.comments[1] = "other"
        match.play(match.position.legal_moves()[0])
        assert (len(match), len(twin)) == (7, 4)
        assert (match.headers, match.comments) == ({"Date": "today"}, {0: "begun"})
        for act in ("@e7", "@c9"):
            twin.play(act)
        assert twin.position == match.positions[5]


class TestUndo:
    """Undo leaves no trace."""

    @pytest.mark.parametrize("count", [0, -1, 3, 10**9])
    def test_not_more_than_there_is(self, count: int):
        """Only what was done can be undone."""
        match = played("LC", "@c1", "@a7")
        with pytest.raises(IllegalAct, match=f"take back 1 to 2 acts, got {count}"):
            match.undo(count)
        with pytest.raises(IllegalAct, match="take back 1 act, got 2"):
            played("LC", "@c1").undo(2)

    def test_comments_after_it_go_too(self):
        """A comment on a move goes with the move; the one before it stays."""
        match = Match("LC")
        match.comments[0] = "before"
        match.play("@c1")
        match.comments[1] = "after"
        match.undo()
        assert match.comments == {0: "before"}

    def test_takes_back_an_ending(self):
        """A match that was over goes on."""
        match = played("LC", "draw?", "draw!")
        match.undo()
        assert (match.result, match.offer) == (None, Offer("draw", "R", "B"))

    @settings(max_examples=40, deadline=None)
    @given(st.data())
    def test_restores_everything(self, data: st.DataObject):
        """Whatever was done, undo shows every earlier picture again, and redoing gives the later ones."""
        match = data.draw(
            st.sampled_from(
                [
                    lambda: Match("LC", claim_after=1, repetition=3),
                    lambda: Match("LC", opening="chooser"),
                    lambda: Match(CIRCLES, repetition=3),
                    lambda: Match("QM", blocked="any"),
                    lambda: Match(CIRCLES_MG),
                    lambda: Match(THREE),
                ]
            )
        )()
        pictures = [picture(match)]
        for _ in range(data.draw(st.integers(0, 25))):
            by = data.draw(st.sampled_from([None, None, *match.in_game]))
            acts = match.legal_acts(by)
            if acts:
                match.play(data.draw(st.sampled_from(acts)), by)
                pictures.append(picture(match))
        acts = match.acts
        for number in reversed(range(len(acts))):
            match.undo()
            assert picture(match) == pictures[number]
        for act, after in zip(acts, pictures[1:], strict=True):
            match.play(act)
            assert picture(match) == after


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(["LC", "QM", "MG2", "MG3"]), st.lists(st.text(max_size=8), max_size=5))
def test_any_text_is_played_or_refused(game: str, acts: list[str]):
    """Nothing but a KiddError comes out of `play`."""
    match = Match(game)
    for act in acts:
        try:
            match.play(act)
        except KiddError:
            continue


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_legal_acts_are_accepted_and_others_refused(data: st.DataObject):
    """What `legal_acts` lists for a colour is just what that colour may do."""
    match = Match(data.draw(st.sampled_from(["LC", "QM", CIRCLES_MG, THREE, TWO_OF_THREE])))
    for _ in range(data.draw(st.integers(0, 8))):
        if match.legal_acts():
            match.play(data.draw(st.sampled_from(match.legal_acts())))
    moves = {str(move) for move in match.position.legal_moves()} if not match.result else {"*1", "pass"}
    words = {"draw?", "draw!", "draw.", "stalemate?", "stalemate!", "contest", "resign"}
    for colour in match.game.colours:
        allowed = match.legal_acts(colour)
        for act in sorted(moves | words):
            try:
                match.play(act, colour)
            except KiddError:
                assert act not in allowed
            else:
                assert act in allowed or match.act_by(len(match) - 1) is None
                match.undo()
