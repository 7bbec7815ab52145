"""What the site says of a match."""

from __future__ import annotations

from typing import Any

import pytest

import kidd
from kidd.match import Match
from kidd.match.standing import WORDS
from kidd.table.errors import NotYours
from kidd.words.errors import sentence
from kidd.words.language import LANGUAGES, tongue
from kidd.words.play import results
from kidd.words.play.moves import words_of
from kidd.words.play.offers import IN_THE_LOG, LABELS
from kidd.words.play.spaces import piece_label, space_labels
from kidd.words.play.why_not import why_not
from kidd.words.texts import SAID

ENGLISH = tongue("en")
NO_WAY_OUT = "QM Ra5a3,BRa7b8,Rb8c7,Bc9~ R R0B0 1"  # the captive on a7 could be struck free from b8, but not go on


def played(position: str, *acts: str, **options: Any) -> Match:
    """A match after some acts."""
    match = Match(position, **options)
    for act in acts:
        match.play(act)
    return match


class TestState:
    """One sentence above the deck."""

    @pytest.mark.parametrize(
        ("match", "yours", "said"),
        [
            (played("LC"), "R", "Your turn: enter a token on a hatch."),
            (played("LC"), "B", "Red to enter a token."),
            (played("LC", "@c1", "@a7"), "R", "Your turn: enter or move a token."),
            (played("LC", "@c1", "@a7"), "RB", "Red to move."),
            (played("LC Rc1~,Ba7~ R R0B0 -"), "R", "Your turn: move a token."),
            (played("MG2 Rc1~,Ba7~ R R0B0 -"), "R", "Your turn: move a token."),
            (played("MG2 Rc1~,Ra3~,Re3~,Ra7~,Re7~,Rc9~,Bb2a3 R R1B6 -"), "R", "Your turn: move a token."),
            (played("QM", "@c1", "@a7", "*2"), "R", "Your turn: move a token 2 steps."),
            (played("QM", "@c1", "@a7", "*1"), "", "Red to move 1 step."),
            (played("QM", "@c1", "@a7"), "", "Red rolls the die."),
            (played("MG2"), "B", "Red to enter a token."),
            (
                played("LC", opening="chooser"),
                "R",
                "Your turn: enter a red token; the other player will then pick a colour.",
            ),
            (played("LC", "@c1", opening="chooser"), "RB", "The first player enters a blue token."),
            (played("LC", "@c1", "@a7", opening="chooser"), "B", "Your turn: pick your colour, red or blue."),
            (played("LC", "@c1", "@a7", opening="chooser"), "", "The second player picks a colour, red or blue."),
            (played("LC", "draw?"), "RB", "Red to enter a token."),
            (played("LC", "draw?"), "R", "Your turn: enter a token on a hatch."),
            (played("LC", "@c1", "R:draw?"), "B", "Your turn: enter a token on a hatch."),
            (played("LC", "stalemate?"), "RB", "Blue has to answer the claim."),
            (played("LC", "stalemate?"), "B", "Your turn: answer the claim."),
            (played("LC", "stalemate?"), "R", "Blue has to answer the claim."),
            (played("LC", "resign"), "R", "You lost. You have resigned."),
            (played("LC", "resign"), "B", "You won. Your opponent has resigned."),
            (played("LC", "resign"), "RB", "Blue wins. Red has resigned."),
            (played("LC", "draw?", "draw!"), "R", "Draw. All have agreed on it."),
            (
                played("MG3 Ga3b2,RBRGGRBc6b5,GBRBRBGGRBc7d8 B R0B0G0 -"),
                "B",
                "Your turn: you cannot move and must pass.",
            ),
        ],
    )
    def test_sentences(self, match: Match, yours: str, said: str):
        """Players of one crew are spoken to, others are told."""
        assert results.state(match, tuple(yours), "", ENGLISH) == said

    def test_a_computer_thinks(self):
        """It is called by its rank."""
        assert results.state(Match("LC"), ("B",), "Deckhand", ENGLISH) == "Deckhand is thinking."
        assert results.state(played("LC", "draw?"), ("R",), "Gunner", ENGLISH) == "Gunner thinks about the offer."

    def test_contest_and_claim(self):
        """LC5: the count is shown, and whoever is asked is told what they may do."""
        match = played("LC", "stalemate?")
        assert "win within 20 turns" in results.offer(match, ("B",), ENGLISH)
        assert results.offer(match, ("R",), ENGLISH) == "Red claims stalemate."
        match.play("contest")
        contest = results.contest(match.position, ENGLISH)
        assert contest == "Contested: 20 turns left for Blue."
        one = results.contest(kidd.parse("LC Rb2c1,Bb8c9 R R0B0 R1"), ENGLISH)
        assert one == "Contested: 1 turn left for Red."

    def test_offers(self):
        """A draw may be accepted, declined, or passed over by a move."""
        match = played("LC", "draw?")
        assert results.offer(match, ("B",), ENGLISH) == "Red offers a draw: accept it or decline it."
        assert results.offer(match, ("R", "B"), ENGLISH) == "Red offers a draw: accept it or decline it."
        assert results.offer(match, ("R",), ENGLISH) == "Red offers a draw."
        assert results.offer(match, (), ENGLISH, {"R": "Anne"}) == "Anne offers a draw."
        match.play("@c1")
        assert results.offer(match, ("B",), ENGLISH) == "Red offers a draw: accept it, decline it, or simply move."
        assert results.offer(Match("LC"), ("R",), ENGLISH) == ""


class TestMoveWords:
    """Moves for those who do not see the deck."""

    @pytest.mark.parametrize(
        ("position", "move", "said"),
        [
            ("LC - R R7B7 -", "@c1", "Enter on c1"),
            ("LC Rc1~,Ba7~ R R6B6 -", "c1-b2", "From c1 to b2"),
            ("QM Rc1~,Ba7~ R R6B6 2", "c1-a3/b2@c9", "From c1 to a3, by way of b2; enter on c9"),
            ("QM Rc1~,Ba7~ R R6B6 -", "*2", "The die shows 2"),
            ("MG3 Ga3b2,RBRGGRBc6b5,GBRBRBGGRBc7d8 B R0B0G0 -", "pass", "Pass"),
        ],
    )
    def test_words(self, position: str, move: str, said: str):
        """As the notation means it."""
        pos = kidd.parse(position)
        found = next(one for one in pos.legal_moves() if str(one) == move)
        assert words_of(found, ENGLISH) == said

    def test_a_rescue(self):
        """QM4: where the captive steps is said, too."""
        freeing = kidd.Move("c4-c7/c6>b5@e7", "c4", "c7", "c6", ("b5",), "e7")
        assert words_of(freeing, ENGLISH) == "From c4 to c7, by way of c6; the captive steps to b5; enter on e7"
        twice = kidd.Move("c4-c6>b5>a5", "c4", "c6", None, ("b5", "a5"))
        assert words_of(twice, ENGLISH) == "From c4 to c6; the captives step to b5, a5"

    def test_every_word_has_its_words(self):
        """Offers, claims and answers."""
        assert set(SAID) == set(LABELS) == set(IN_THE_LOG) == set(WORDS)

    def test_spaces(self):
        """What stands where, from the top down, and where its back is turned."""
        pos = kidd.parse("MG2 Rc1~,RBc4c3 R R5B6 -")
        labels = space_labels(pos.deck, pos.pieces, ENGLISH)
        assert labels["c1"] == "c1: Red, back to the sea"
        assert labels["c4"] == "c4: tower of 2 led by Red, below it Blue, back to c3"
        assert labels["a3"] == "a3: vacant hatch"
        assert labels["c3"] == "c3: vacant"
        assert len(labels) == 18
        assert piece_label(kidd.Piece("BR", "c1", "~"), ENGLISH) == (
            "c1: tower of 2 led by Blue, below it Red, back to the sea"
        )


class TestRefusals:
    """Why not, in every language."""

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_a_refusal_is_filled_in(self, language: str):
        """Colours are said in the language, too."""
        with pytest.raises(kidd.IllegalMove) as refused:
            kidd.parse("LC Rc1~,Ba7~ R R6B6 -").play("a7-a5")
        said = sentence(refused.value, tongue(language))
        assert "a7-a5" in said
        assert tongue(language)("Blue") in said
        assert "%" not in said

    @pytest.mark.parametrize(
        ("match", "yours", "wish", "said"),
        [
            (played("LC"), "", "@c1", "You are looking on: this is not your game."),
            (played("LC"), "B", "@c1", "It is not your turn."),
            (played("LC", "resign"), "R", "@c1", "The game is over."),
            (played("LC", "stalemate?"), "B", "@c1", "Answer the claim of stalemate first."),
            (played("LC", "draw?"), "B", "@c1", "It is not your turn."),
            (played("LC", "draw?"), "R", "@c1", ""),
            (played("LC", "draw?"), "RB", "@c1", ""),
            (played("LC"), "R", "@c1", ""),
            (
                played("QM", "@c1", "@a7", "*1"),
                "R",
                "c9",
                "Nobody stands on c9. A token enters only after a move off a hatch.",
            ),
            (played("LC Rc1~,Ba7~ R R0B0 -"), "R", "c9", "You have no token left to enter."),
            (played("MG2", "@c1", "@a7"), "R", "c1", "First enter a token on a vacant hatch."),
            (played("LC", "@c1", "@a7", opening="chooser"), "B", "c1", "Pick a colour first, red or blue."),
            (
                played("QM RBc4c3,Rc1~,Ba7~ B R5B5 1"),
                "B",
                "c4",
                "Your token on c4 is a captive: free it by landing on its captor from behind.",
            ),
            (played(NO_WAY_OUT), "R", "b8", "b8-a7 is not allowed: the freed token would have no way out."),
            (played(NO_WAY_OUT), "R", "a7", "b8-a7 is not allowed: the freed token would have no way out."),
            (played("QM Rc1~,Bc9~ R R6B6 1"), "R", "c9", "c9 is taken by Blue."),
            (played("MG2 Rc1~,Bc9~ R R0B0 -"), "R", "c9", "c9 is led by Blue."),
            (
                played("MG2 Bc1b2,Rd2e3,Ra5a7 R R0B0 -", "a5-a3"),
                "B",
                "c1",
                "Blue can neither move nor enter, and passes.",
            ),
            (
                played("QM Rc1b2,Bc3c4,Be3~ R R0B5 3", blocked="any"),
                "R",
                "c1",
                "Red cannot use the roll, and passes.",
            ),
        ],
    )
    def test_clicks(self, match: Match, yours: str, wish: str, said: str):
        """A click on a space, or a move, is explained to whoever clicked."""
        assert why_not(match, yours, wish, ENGLISH) == said


@pytest.mark.parametrize(
    ("match", "act", "by", "reason"),
    [
        (played("LC", "resign"), "@c1", None, "over"),
        (played("LC", "stalemate?"), "@c1", None, "answer-first"),
        (played("LC", "draw?"), "draw?", "B", "answer-first"),
        (played("LC"), "@c1", "B", "turn"),
        (played("LC"), "draw!", None, "no-draw"),
        (played("LC"), "contest", None, "no-stalemate"),
        (played("LC", "draw?"), "draw!", "R", "not-asked"),
        (played("QM"), "stalemate?", None, "claim-game"),
        (played("LC", opening="chooser"), "stalemate?", None, "claim-opening"),
        (played("LC"), "stalemate?", "B", "claim-turn"),
        (played("LC Rb2c1,Bb8c9 R R0B0 R9"), "stalemate?", None, "contesting"),
        (played("LC", claim_after=3), "stalemate?", None, "claim-early"),
        (played("MG3"), "resign", None, "three"),
        (played("LC"), "resign", "G", "colour"),
        (played("MG3 RGc1~,Bc9~ R R0B0G0 -"), "draw?", "G", "out"),
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_acts_that_are_refused(match: Match, act: str, by: str | None, reason: str, language: str):
    """Every reason of the library's has a sentence, filled in and in the language."""
    with pytest.raises(kidd.IllegalAct) as refused:
        match.play(act, by)
    assert refused.value.reason == reason
    said = sentence(refused.value, tongue(language))
    assert "%" not in said
    assert said != tongue(language)("That is not possible.")
    assert (language == "en") == (said == sentence(refused.value, ENGLISH))


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (NotYours("turn"), "It is not your turn."),
        (NotYours("crew", colour="B"), "Blue is not yours to play."),
        (NotYours("looking-on"), "This is not yours to play: you can look on."),
    ],
)
def test_what_is_not_yours(error: NotYours, said: str):
    """A player hears something else than somebody who looks on."""
    assert sentence(error, ENGLISH) == said
