import pytest

import kidd
from kidd.errors import IllegalMove, ProblemError
from kidd.problems.problem import Problem, from_json, name_of
from kidd.problems.solving import replay, try_move
from kidd.problems.themes import find_themes
from kidd.search.tree.mirrors import mirror_position

POSITION = "LC Rd2c1,Bc3c4,Rc4d5,Ra5a3,Re5e3,Bc6b5,Ba7~,Bc7b8,Re7~,Bd8e7 B R0B0 -"
LINE = ("c6-d5", "d2-e3", "c7-c6", "c4-b5", "c3-b2")
PROBLEM = Problem("lc-250126ae", POSITION, "win", "forced", LINE, ((), ("a7-b8",), ("c3-d2",)), 5)


def test_a_problem_survives_its_line_of_json():
    """What is written is read again, and what says nothing is not written."""
    assert from_json(PROBLEM.to_json()) == PROBLEM
    assert "gain" not in PROBLEM.to_json()
    for text in ("", "[]", "{}", '{"id": 1, "surprise": 2}', "null"):
        with pytest.raises(ProblemError):
            from_json(text)


@pytest.mark.parametrize("text", [POSITION, "QM Rc1~,Ba7~ R R6B6 2", "MG2 Rc1~,BRd2c3,RBe3e5 R R1B2 p1"])
def test_images_share_a_name(text):
    """Mirror images and exchanged crews have one name; another position has another."""
    pos = kidd.parse(text)
    names = {name_of(mirror_position(pos, number)) for number in range(len(pos.deck.symmetries))}
    assert names == {name_of(pos)}
    code, rest = text.split(" ", 1)
    men, turn, hands, extra = rest.translate(str.maketrans("RB", "BR")).split(" ")
    swapped = kidd.parse(f"{code} {men} {turn} {hands[2:]}{hands[:2]} {extra}")
    assert name_of(swapped) == name_of(pos)
    assert name_of(pos.play(pos.legal_moves()[0])) != name_of(pos)


def test_options_are_part_of_the_name():
    """The same position by another rule is another problem."""
    text = "QM Rc1~,Ba7~ R R6B6 2"
    assert name_of(kidd.parse(text)) != name_of(kidd.parse(text, blocked="any"))


def test_solving_move_by_move():
    """The move of the line is answered, another right one solves at once, any other is wrong."""
    step = try_move(PROBLEM, (), "c6-d5")
    assert (step.verdict, [str(move) for move in step.replies]) == ("right", ["d2-e3"])
    assert try_move(PROBLEM, (), "d8-c9").verdict == "wrong"
    other = try_move(PROBLEM, LINE[:2], "a7-b8")
    assert (other.verdict, other.as_good) == ("solved", True)
    assert try_move(PROBLEM, LINE[:4], "c3-b2").verdict == "solved"
    with pytest.raises(IllegalMove):
        try_move(PROBLEM, (), "c6-b5")


@pytest.mark.parametrize("acts", [("c6-d5",), ("d8-c9", "d2-e3"), LINE, (*LINE, "@a3"), ("*1",)])
def test_nobody_leaves_the_line(acts):
    """What was played before must be the line, up to a move of the solver's."""
    with pytest.raises(ProblemError):
        replay(PROBLEM, acts)


def test_themes_follow_from_the_moves():
    """A win by leaving nobody a move is a block, and a first move that takes nothing is quiet."""
    pos, line = kidd.parse(POSITION), []
    for text in LINE:
        line.append(next(move for move in pos.legal_moves() if str(move) == text))
        pos = pos.play(text)
    assert find_themes(kidd.parse(POSITION), tuple(line), "win") == ("block", "quiet")
