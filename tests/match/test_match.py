from __future__ import annotations

import copy
import pickle
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kidd
from kidd.errors import IllegalAct, IllegalMove, KiddError, NotationError, OptionError
from kidd.match import Match
from kidd.match.standing import CLOCK, WORDS, Offer
from kidd.position import Result
from tests.matches import CIRCLES, CIRCLES_MG, LAP, THREE, TWO_OF_THREE, picture, played, refused


class TestRecord:
    """A match grows act by act."""

    def test_a_new_match_stands_at_the_start(self):
        """A game's code is enough for a match."""
        match = Match("LC")
        assert match.start == match.position == kidd.start("LC")
        assert (match.acts, match.positions, match.result, match.outcome) == ((), (), None, "*")
        assert (match.to_act, match.offer, match.headers, match.comments) == ("R", None, {}, {})

    def test_a_copy_knows_what_its_book_named(self):
        """What a log book names and what it says goes along with a copy, whole or cut; each grows apart."""
        (match,) = kidd.read_logbook('[Game "LC"]\n[Options "claim_after=0"]\n[Event "Tea"]\n\n1. @c1 {so} @a7 *\n')
        for twin in (match.copy(), match.until(1)):
            assert twin.naming == {"claim_after"}
            assert (twin.headers, twin.comments) == ({"Event": "Tea"}, {1: "so"})
            twin.headers["Event"] = "Rum"
        assert match.headers == {"Event": "Tea"}

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
        with pytest.raises(IllegalAct, match="does not play here"):
            match.play(act, by)
        with pytest.raises(IllegalAct, match="does not play here"):
            match.legal_acts(by)
        assert match.acts == ()

    @pytest.mark.parametrize("number", [-1, -2, 2, 10**9])
    def test_acts_are_numbered_from_the_first(self, number: int):
        """Numbers run from 0; the round of the act to come can be asked, too."""
        match = played("LC", "@c1", "@a7")
        assert (match.act(1), match.act_by(1), match.turn_number(2)) == ("@a7", "B", 2)
        for ask in (match.act, match.act_by, match.word, match.move):
            with pytest.raises(IndexError, match=f"expected the number of an act, from 0 and below 2, got {number}"):
                ask(number)
        with pytest.raises(IndexError, match="below 3"):
            match.turn_number(number if number != 2 else 3)

    def test_an_act_is_a_word_or_a_move(self):
        """The word is bare, whoever said it; the move is a value, as is a roll."""
        match = played("QM", "@c1", "B:draw?", "draw.", "@a7", "*2")
        assert [match.word(number) for number in range(5)] == ["", "draw?", "draw.", "", ""]
        assert [match.move(number).text for number in (0, 3, 4)] == ["@c1", "@a7", "*2"]

    def test_what_was_at_a_ply(self):
        """The position after so many acts, and a match that ends there and grows apart from the whole."""
        match = played("LC", "@c1", "draw?", "draw.", "@a7")
        every = [match.start, *match.positions]
        for ply, pos in enumerate(every):
            then = match.until(ply)
            assert match.position_at(ply) == then.position == pos
            assert then.acts == match.acts[:ply]
        assert len(match) == 4
        for ply in (-1, 5):
            for ask in (match.position_at, match.until):
                with pytest.raises(IndexError, match=f"below 5, got {ply}"):
                    ask(ply)

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
        with pytest.raises(IllegalAct, match="It is the turn of Red"):
            match.play("@c1", by="B")
        match.play("@c1", by="R")
        match.play("B:@c9")
        assert match.acts == ("@c1", "@c9")
        assert [match.act_by(number) for number in range(2)] == ["R", "B"]

    def test_colours_must_be_of_the_game(self):
        """Gold has no say among two."""
        match = Match("LC")
        refused(match, "G:resign", "That crew does not play here.")
        with pytest.raises(IllegalAct, match=r"That crew does not play here\."):
            match.play("resign", by="red")
        with pytest.raises(IllegalAct, match="expected an act of Red"):
            match.play("B:resign", by="R")

    def test_nothing_comes_after_the_end(self):
        """A match that is over refuses moves and words alike."""
        match = played("LC Rb2c3,Ra3~,Rc4b5,Rb5a5,Re5e3,Rc6c7,Bc7d8,Rb8c9 R R0B0 -", "a3-a5")
        assert (match.result, match.outcome, match.to_act) == (Result("R", "immobile"), "1-0", None)
        for act in ("c7-d8", "draw?", "resign", "B:stalemate?"):
            refused(match, act, "The game is over.")
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
    words = {*WORDS} - {CLOCK}
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


class TestAsAValue:
    """What a match is to Python: how it shows itself, and which other one it equals."""

    @staticmethod
    def match(*acts: str, **options: int) -> kidd.Match:
        """A match of Loyal Captain with these acts."""
        match = kidd.Match("LC", ["Anne", "Bonny"], **options)
        for act in acts:
            match.play(act)
        return match

    def test_how_it_shows_itself(self):
        """Game, players, acts and outcome in a line; in a notebook, the deck as it stands."""
        match = self.match("@c1", "draw?")
        assert repr(match) == "<Match LC ('Anne', 'Bonny'), 2 acts, *>"
        assert repr(kidd.Match("MG3")) == "<Match MG3, 0 acts, *>"
        assert match._repr_svg_() == match.position._repr_svg_() != self.match()._repr_svg_()

    def test_it_equals_one_of_the_same_course(self):
        """By whatever way: played, copied, taken back and played again, written and read."""
        match = self.match("@c1", "@e7", "draw?", claim_after=10)
        match.comments, match.headers = {1: "there"}, {"Date": "2004-10-21"}
        match.vary(1, "@a7")
        again = match.copy()
        assert again == match
        again.undo()
        assert again != match
        again.play("R:draw?")
        assert again == match
        assert kidd.read_logbook(kidd.write_logbook(match)) == [match]
        assert match not in (None, "LC", match.position)

    def test_it_equals_no_other(self):
        """Another act, player, option, header, comment, line or ruling makes another match."""
        match = self.match("@c1", "@e7")
        others = [match.copy() for _ in range(5)] + [
            self.match("@c1", "@a7"),
            self.match("@c1", "@e7", claim_after=10),
            kidd.Match(match.start, match.players, rulings=1),
            self.match("@c1", "@e7", "draw?"),
        ]
        others[0].players = ["Anne", "Mary"]
        others[1].headers["Date"] = "2004-10-21"
        others[2].comments[1] = "there"
        others[3].vary(1, "@a7")
        others[4].undo()
        assert all(other != match for other in others)

    def test_it_is_in_no_set(self):
        """A match changes, so that it has no hash."""
        with pytest.raises(TypeError, match="unhashable"):
            hash(self.match())

    def test_copies_of_python_grow_apart(self):
        """copy.copy and copy.deepcopy are as good as match.copy."""
        for duplicate in (copy.copy, copy.deepcopy):
            match = self.match("@c1", "@e7")
            match.comments[1] = "there"
            match.vary(1, "@a7")
            twin = duplicate(match)
            assert twin == match
            twin.play("c1-b2")
            twin.comments[1] = twin.headers["Date"] = "then"
            twin.vary(1, "@c9")
            assert (match.acts, match.comments, match.headers) == (("@c1", "@e7"), {1: "there"}, {})
            assert len(match.variations) == 3

    def test_it_travels_between_processes(self):
        """Whole: players, comments, headers, rulings, what was tried, how often a position stood there; and light."""
        match = Match(CIRCLES, ["Anne", "Bonny"], rulings=1, repetition=3)
        for act in LAP[:5]:
            match.play(act)
        match.comments, match.headers, match.naming = {1: "there"}, {"Date": "2004-10-21"}, frozenset({"claim_after"})
        node = match.vary(1, "b8-a7")
        match.undo()
        match.play(LAP[4])
        again = pickle.loads(pickle.dumps(match))
        assert again == match
        assert (again.rulings, again.naming, again.comments) == (1, match.naming, match.comments)
        assert again.variations == match.variations
        assert again.variations.acts(node) == match.variations.acts(node)
        for one in (match, again):
            while not one.result:
                one.play(LAP[len(one) % len(LAP)])
        assert again == match
        assert match.result == Result(None, "repetition")
        again.undo(2)
        match.undo(2)
        assert again.variations == match.variations

    def test_a_pickle_is_light(self):
        """Some bytes for an act, as it is replayed."""
        match = Match("MG3")
        while len(match) < 200 and not match.result:
            match.play(match.position.legal_moves()[len(match) % len(match.position.legal_moves())])
        assert len(pickle.dumps(match)) < 600 + 15 * len(match)

    def test_many_are_annotated_at_once(self):
        """By processes of their own."""
        matches = [self.match("@c1", "@e7"), self.match("@a3")]
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
            found = list(pool.map(partial(kidd.annotate, nodes=50), matches))
        assert found == [kidd.annotate(match, nodes=50) for match in matches]


def test_how_it_stands_and_stood():
    """Now, or after so many acts; there is no other moment."""
    match = Match("LC")
    for act in ("@c1", "@a7", "draw?"):
        match.play(act)
    now = match.standing()
    assert (now.act, now.by, now.move, now.plies) == ("draw?", "R", None, 2)
    assert match.standing(3) is now
    assert [match.standing(ply).act for ply in range(4)] == ["", "@c1", "@a7", "draw?"]
    assert match.standing(2).position is match.position_at(2)
    for ply in (-1, 4):
        with pytest.raises(IndexError):
            match.standing(ply)
