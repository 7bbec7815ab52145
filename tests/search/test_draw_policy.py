import pytest

from kidd.match import Match
from kidd.search.answer import Score
from kidd.search.draw_policy import (
    ACTS_BETWEEN_OFFERS,
    QUIET_AT_MOST,
    QUIET_IF_EVEN,
    answer_offer,
    choose_offer,
    expected_for,
)
from kidd.search.players import make_player
from tests.matches import TWO_OF_THREE

CIRCLES = "LC Rb2c1,Bb8c9 R R0B0 -"
ROUND = ("b2-c3", "b8-c7", "c3-d2", "c7-d8", "d2-c1", "d8-c9", "c1-b2", "c9-b8")
TOWERS = "MG2 RBc3c4,RBRBd8c9,BRBRBRBRb8a7 R R0B0 -"


def quiet(plies: int, *, claim_after: int = 0) -> Match:
    """Two tokens that have gone round and round."""
    match = Match(CIRCLES, claim_after=claim_after)
    for number in range(plies):
        match.play(ROUND[number % len(ROUND)])
    return match


def worth(red: float, winner: str | None = None) -> Score:
    """What the search says, for red."""
    return Score((red, -red), 5 if winner else None, winner)


@pytest.mark.parametrize(
    ("plies", "red", "answer"),
    [
        (20, 0.5, "contest"),
        (20, 0.0, "contest"),
        (20, -0.3, "contest"),
        (20, -0.5, "stalemate!"),
        (QUIET_IF_EVEN, 0.2, "contest"),
        (QUIET_IF_EVEN, 0.05, "stalemate!"),
        (QUIET_IF_EVEN, -0.2, "stalemate!"),
        (QUIET_AT_MOST, 0.9, "stalemate!"),
    ],
)
def test_a_claim_is_answered_like_an_offer(plies: int, red: float, answer: str):
    """LC5: a young game is played on unless it goes badly, a quiet one unless it goes well."""
    match = quiet(plies + 1)
    match.play("stalemate?")
    assert answer_offer(match, worth(red), "R") == answer
    match = quiet(plies)
    match.play("B:draw?")
    assert answer_offer(match, worth(red), "R") == ("draw!" if answer == "stalemate!" else "draw.")


@pytest.mark.parametrize(("red", "answer"), [(-0.5, "draw!"), (-0.2, "draw."), (0.0, "draw."), (0.5, "draw.")])
def test_of_three_the_fallen_are_not_shared_with(red: float, answer: str):
    """MG7: of the last two each may expect half, so that a score of 0 is even."""
    match = Match(TWO_OF_THREE)
    match.play("G:draw?")
    assert answer_offer(match, Score((red, -1.0, -red)), "R") == answer
    assert expected_for(match, Score((red, -1.0, -red)), "R") == red
    assert expected_for(Match("MG3"), Score((0.0, -0.5, -0.5)), "R") == pytest.approx(1 / 3)


def test_a_certain_win_is_never_given_away():
    """However long nobody has captured."""
    match = quiet(QUIET_AT_MOST + 1)
    match.play("stalemate?")
    assert answer_offer(match, worth(1.0, "R"), "R") == "contest"
    assert answer_offer(match, worth(-1.0, "B"), "R") == "stalemate!"


@pytest.mark.compiled_only
def test_a_strong_computer_contests_at_move_eleven():
    """The first claim that is allowed wins nobody a half point against one who plays much better."""
    match = Match("LC", claim_after=10)
    weak, strong = make_player("1", 1), make_player("7", 2)
    while "stalemate?" not in match.legal_acts():
        match.play((strong if match.to_act == "B" else weak).act(match))
    if match.to_act == "B":
        match.play(strong.act(match))
    match.play("stalemate?")
    assert strong.act(match) == "contest"


class TestOpening:
    """When a computer asks."""

    def test_it_asks_in_quiet_even_games_only(self):
        """Loyal Captain: neither early, nor where one side stands better."""
        assert choose_offer(quiet(QUIET_IF_EVEN - 2), worth(0.0), "R") is None
        assert choose_offer(quiet(QUIET_IF_EVEN), worth(0.3), "R") is None
        assert choose_offer(quiet(QUIET_IF_EVEN), worth(0.0), "R") == "stalemate?"
        assert choose_offer(quiet(QUIET_IF_EVEN, claim_after=99), worth(0.0), "R") == "draw?"

    def test_after_very_long_it_asks_anyway(self):
        """Without a capture for so long any game is offered as a draw, and there only a certain win is played on."""
        assert choose_offer(quiet(QUIET_AT_MOST), worth(0.9), "R") == "stalemate?"
        assert choose_offer(quiet(QUIET_AT_MOST), worth(1.0, "R"), "R") is None

    def test_it_does_not_ask_again_at_once(self):
        """Who was declined waits."""
        match = quiet(QUIET_IF_EVEN)
        for act in ("draw?", "draw."):
            match.play(act)
        assert choose_offer(match, worth(0.0), "R") is None
        for number in range(ACTS_BETWEEN_OFFERS):
            match.play(ROUND[number % len(ROUND)])
        assert choose_offer(match, worth(0.0), "R") == "stalemate?"

    def test_who_only_has_to_wait_asks_for_nothing(self):
        """LC5: the count of a contest works for the claimer."""
        match = quiet(QUIET_AT_MOST)
        match.play("stalemate?")
        match.play("contest")
        for number in range(ACTS_BETWEEN_OFFERS):
            match.play(ROUND[number % len(ROUND)])
        assert choose_offer(match, worth(0.0), "R") is None
        match.play(ROUND[0])
        assert choose_offer(match, worth(0.0), "B") == "draw?"


def test_madagascar_of_computers_ends():
    """MG7: towers that chase each other in vain do not do so for ever."""
    match = Match(TOWERS)
    players = [make_player("depth:3", seat) for seat in range(2)]
    while match.result is None and len(match) < QUIET_AT_MOST + 30:
        match.play(players[match.actor or 0].act(match))
    assert match.result
