from __future__ import annotations

from random import Random

import pytest

import kidd
from kidd.match import Match
from kidd.match.standing import Standing, is_opening, task
from kidd.position import Result
from tests.contract import Table, tables
from tests.matches import CIRCLES, CIRCLES_MG, LAP, THREE, TWO_OF_THREE, played, refused

# Gold takes the last tower of the others.
LAST_CAPTURE, WINS = "MG3 Gc4c3,RBb5c4 G R0B0G0 -", "c4-b5"


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
            refused(match, act, "Answer the offer or claim first.")

    def test_only_the_asked_answer(self):
        """Nobody answers for another, or what was not asked."""
        refused(Match("LC"), "draw!", "Nobody has offered a draw.")
        refused(Match("LC"), "draw.", "Nobody has offered a draw.")
        match = played("LC", "draw?")
        refused(match, "R:draw!", "It is for somebody else to answer.")
        refused(match, "stalemate!", "Nobody has claimed stalemate.")
        refused(match, "contest", "Nobody has claimed stalemate.")

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
        assert (match.in_game, match.to_act, match.legal_acts()) == ("RG", "B", ("pass", "leave"))
        refused(match, "draw?", "Blue is out of the game")
        refused(match, "B:resign", "Blue is out of the game")
        match.play("G:draw?")
        match.play("draw!")
        assert (match.result, match.sharing, match.outcome) == (Result(None, "agreed"), "RG", "1/2-0-1/2")

    def test_who_falls_need_no_longer_answer(self):
        """MG7: when a move takes the last tower of the only one who had not accepted, all who are left agree."""
        match = played(THREE, "R:draw?", "draw!")
        assert match.offer == ("draw", "R", "B")
        match.play("b8-b5/c6")
        assert (match.in_game, match.result, match.outcome) == ("RG", Result(None, "agreed"), "1/2-0-1/2")

    @pytest.mark.parametrize(("fallen", "outcome"), [("R", "0-1/2-1/2"), ("B", "1/2-0-1/2"), ("G", "1/2-1/2-0")])
    def test_the_fallen_have_no_part_in_a_draw(self, fallen: str, outcome: str):
        """MG7: agreed or repeated, the two who are left share it, whichever crew is out."""
        two = "RBG".replace(fallen, "")
        turned = str.maketrans(dict(zip("RG", two, strict=True)))
        start = f"MG3 {'Rb2c1,Gb8c9'.translate(turned)} {two[0]} R0B0G0 -"
        match = played(start, f"{two[1]}:draw?", "draw!")
        assert (match.in_game, match.sharing, match.outcome) == (two, two, outcome)
        match = Match(start)
        laps = [iter(LAP[number::2] * 3) for number in range(2)]
        while match.result is None:
            mover = two.find(match.mover)
            match.play("pass" if mover < 0 else next(laps[mover]))
        assert (match.result, match.outcome) == (Result(None, "repetition"), outcome)

    @pytest.mark.parametrize(
        ("position", "outcome"),
        [
            ("MG3 Ba3~,GBRBRBGGRBc7d8,Rc9~ R R2B0G0 p3", "1/3-1/3-1/3"),
            ("MG3 Ga3b2,GBRBRBGGRBc7d8,RBRGGRBc6b5 B R0B0G0 p3", "1/2-0-1/2"),
            ("MG2 Rb2c1,Bb8c9 R R6B6 p2", "1/2-1/2"),
        ],
    )
    def test_all_have_passed(self, position: str, outcome: str):
        """MG7: when nobody can move, those share who are still in the game, all three only if they are."""
        match = Match(position)
        assert (match.result, match.outcome) == (Result(None, "no-one-can-move"), outcome)


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
            refused(Match("MG3"), act, "While three are in the game nobody can resign")
        assert "resign" not in Match("MG3").legal_acts()

    def test_when_two_of_three_are_left(self):
        """MG6: of the last two, the other then is alone in the game."""
        match = played(TWO_OF_THREE, "G:resign")
        assert (match.result, match.outcome) == (Result("R", "resigned"), "1-0-0")


class TestParting:
    """MG8: with three one may leave, and a time that runs out is a loss or the same as leaving."""

    @pytest.mark.parametrize("game", ["LC", "QM", "MG2"])
    def test_time_of_two(self, game: str):
        """The table's ruling: whose time runs out loses, on whose turn that ever is; it is written with the colour."""
        assert played(game, "R:time").result == Result("B", "time")
        match = played(game, "draw?", "B:time")
        assert (match.result, match.outcome, match.offer) == (Result("R", "time"), "1-0", None)
        assert match.acts == ("draw?", "B:time")
        refused(Match(game), "time", "such as R:time")
        refused(Match(game), "leave", "With two players nobody leaves")
        assert not {"time", "leave"} & set(Match(game).legal_acts())

    @pytest.mark.parametrize("word", ["leave", "time"])
    def test_one_of_three(self, word: str):
        """MG8: the crew plays on, and is written with its colour, be it on turn or not."""
        match = played("MG3", f"G:{word}", "@c1", "@a3", "@a7")
        assert (match.left, match.result, match.in_game, match.to_act) == ("G", None, "RBG", "R")
        assert match.acts[0] == f"G:{word}"
        assert played("MG3", f"R:{word}").acts == (f"R:{word}",)
        refused(match, "G:leave", "The player of Gold has left the game.")
        refused(match, "G:draw?", "The player of Gold has left the game.")
        assert match.legal_acts("G") == ()
        match.undo(4)
        assert match.left == ""

    def test_who_may_leave(self):
        """MG8: anybody at any time, who is out as well; a bare word is by whoever is waited for."""
        assert "leave" in Match("MG3").legal_acts("B")
        match = played(TWO_OF_THREE, "leave")
        assert (match.left, match.acts) == ("B", ("B:leave",))
        assert played("MG3", "G:leave", "R:leave", "B:leave").left == "RBG"

    def test_draws_without_who_has_left(self):
        """MG7, MG8: they are not asked, and have no part in it."""
        match = played("MG3", "G:leave", "draw?")
        assert match.offer == ("draw", "R", "B")
        match.play("draw!")
        assert (match.result, match.sharing, match.outcome) == (Result(None, "agreed"), "RB", "1/2-1/2-0")
        alone = played("MG3", "G:leave", "R:leave")
        refused(alone, "B:draw?", "Nobody is left who could accept a draw.")

    def test_an_offer_when_somebody_leaves(self):
        """MG8: theirs is gone; another's waits for the others only, who may all have accepted it."""
        assert played("MG3", "G:draw?", "G:leave").offer is None
        assert played("MG3", "draw?", "G:leave").offer == ("draw", "R", "B")
        assert played("MG3", "draw?", "draw!", "G:leave").outcome == "1/2-1/2-0"

    @pytest.mark.parametrize(
        ("left", "outcome"),
        [("", "0-0-1"), ("R", "0-0-1"), ("G", "1/2-1/2-0"), ("RG", "0-1-0"), ("BG", "1-0-0"), ("RBG", "0-0-1")],
    )
    def test_ranked_last(self, left: str, outcome: str):
        """MG8: if the crew of one who has left wins, those who stayed share the point."""
        match = played(LAST_CAPTURE, *(f"{colour}:leave" for colour in left), WINS)
        assert (match.result, match.outcome) == (Result("G", "all-captured"), outcome)

    def test_a_draw_of_one_who_stayed(self):
        """MG7, MG8: of the two in the game one has left, so that the other gets the point."""
        match = played("MG3 Rb2c1,Gb8c9 R R0B0G0 -", "G:leave")
        laps = {"R": iter(LAP[::2] * 3), "G": iter(LAP[1::2] * 3)}
        while match.result is None:
            match.play(next(laps[match.mover]) if match.mover in laps else "pass")
        assert (match.result, match.sharing, match.outcome) == (Result(None, "repetition"), "R", "1-0-0")

    def test_resigning_to_nobody(self):
        """MG8: of the last two, one cannot give up to a crew whose player has left."""
        refused(played(TWO_OF_THREE, "G:leave"), "R:resign", "or leave")


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
        refused(played("LC", opening="chooser"), "stalemate?", "before the colours are picked")

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

    def test_a_contest_suspends_it(self):
        """LC7: while a contest runs no position counts, neither before nor within it: its count decides."""
        match = played(CIRCLES, *LAP, "stalemate?", "contest", repetition=3)
        for act in (LAP * 5)[:39]:
            match.play(act)
        assert (match.position.contest, match.result) == (("B", 1), None)
        match.play(LAP[7])
        assert match.result == Result("R", "not-proven")

    def test_a_position_set_up_in_a_contest(self):
        """LC7: the same holds for a contest that was under way at the beginning."""
        contested = CIRCLES[:-1] + "B20"
        assert played(contested, *LAP, *LAP, repetition=3).result is None

    def test_by_the_rulings_of_before(self):
        """LC7, MG7: a match of older rulings ends as it did then."""
        match = Match(CIRCLES, repetition=3, rulings=1)
        for act in ("stalemate?", "contest", *LAP, *LAP):
            match.play(act)
        assert (match.rulings, match.result) == (1, Result(None, "repetition"))
        match = Match(TWO_OF_THREE, rulings=1)
        match.play("G:draw?")
        match.play("draw!")
        assert match.outcome == "1/3-1/3-1/3"
        with pytest.raises(kidd.OptionError, match="no rulings 3"):
            Match("LC", rulings=3)

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


@pytest.mark.parametrize("table", tables(), ids=str)
def test_what_is_known_from_the_start_is_what_is_worked_out(table: Table):
    """After every act, also where something is offered in between: seats, whose move it is, who is waited for."""
    random = Random(7)
    for _ in range(4):
        match = Match(table.start())
        for _ in range(60):
            if match.result:
                break
            words = match.legal_words(match.to_act) if match.to_act and random.random() < 0.1 else ()
            acts = [word for word in words if word != "resign"] or list(map(str, match.position.legal_moves()))
            answers = match.offer is not None and match.offer.kind == "stalemate"
            match.play("stalemate!" if answers else random.choice(acts))
            known, anew = match.now, Standing(*match.now)
            for name in ("places", "mover", "to_act", "in_game", "manners", "sharing"):
                assert getattr(known, name) == getattr(anew, name), (name, str(match.position))
        assert [match.standing(ply) for ply in range(len(match) + 1)] == match.standings


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("QM Rc4c3,Bc9~ R R2B3 -", "roll"),
        ("QM Rc4c3,Bc9~ R R2B3 2", "2"),
        ("QM Rc4c3 B R2B3 -", "enter"),
        ("LC - R R7B7 -", "enter"),
        ("LC Rc4c3,Bc9~ R R2B3 -", "any"),
        ("LC Rc4c3,Bc9~ R R0B3 -", "walk"),
        ("MG2 BRc1~,Rc3b2,Rb2c1 R R0B0 -", "walk"),
    ],
)
def test_what_is_to_be_done(text: str, word: str):
    """In a word, by which it is told."""
    assert task(kidd.parse(text)) == word


def test_what_is_to_be_done_before_there_are_colours_lc6():
    """LC6: both tokens are entered, then a colour is picked, and then it is as ever."""
    match, found = Match("LC", opening="chooser"), []
    for _ in range(4):
        found.append(task(match.position))
        match.play(match.position.legal_moves()[0])
    assert found == ["open", "open", "pick", "any"]
