from random import Random

import pytest

import kidd
from kidd.match import Match
from kidd.search.answer import Limits
from kidd.search.deadlock import is_dead
from kidd.search.engine import Engine
from kidd.search.players import make_player
from kidd.words.study.advice import verdict

DEAD = (
    "MG2 RBc4c3,RBRBd8c9,BRBRBRBRa7a5 R R0B0 -",
    "MG2 RBc4c3,BRBRBRBRBRBRa7a5 R R0B0 -",
    "MG3 RBGBGRb2c3,GBRGRBGBa3a5,RGe5e3,RBb8c9 B R0B0G0 -",
)
ALIVE = (
    "MG2 RBc3c4,RBRBd8c9,BRBRBRBRb8a7 R R0B0 -",  # two towers of even height that may meet
    "MG2 RBc4c3,RBRd8c9,BRBRBRBRBa7a5 R R0B0 -",  # odd ones go everywhere
    "MG2 RBc4c3,RBd8c9,BRBRBRBRa7a5 R R1B1 -",  # tokens are still to come
    "MG2 RBRBRBRBRBRBRBc4c3 B R0B0 -",  # won already
    "LC Rb2c1,Bb8c9 R R0B0 -",
)
INTO = "MG2 Rc3b2,Bc4c3,RBRBd8c9,BRBRBRBRa7a5 R R0B0 -"  # c3-c4 is a capture, after which nobody captures any more


@pytest.mark.parametrize("text", DEAD)
def test_nobody_ever_captures_in_a_dead_position(text: str):
    """MG4: whatever is played, no tower is taken; every move is worth a draw, and that is said."""
    pos = kidd.parse(text)
    assert is_dead(pos)
    random, end = Random(1), pos
    for _ in range(400):
        end = end if end.result else end.play(random.choice(end.legal_moves()))
        assert end.captured == pos.captured
    line = kidd.analyse(pos, nodes=2000).lines[0]
    assert line.score.expected == ((0.0, -1.0, 0.0) if pos.game.code == "MG3" else (0.0, 0.0))  # blue is out
    assert verdict(line.score, pos) == "Nobody can capture anybody any more: a draw."


@pytest.mark.parametrize("text", ALIVE)
def test_other_positions_are_alive(text: str):
    """Where towers can meet or tokens can enter, and where the game is over, nothing is called dead."""
    assert not is_dead(kidd.parse(text))


def test_the_step_into_a_dead_draw_is_worth_a_draw():
    """A capture that leaves nothing to capture is worth 0 at once, however the towers stand, and the words say why."""
    pos = kidd.parse(INTO)
    lines = {str(line.moves[0]): line for line in kidd.analyse(pos, nodes=5000, lines=40).lines}
    assert lines["c3-c4"].score.expected == (0.0, 0.0)
    assert "a draw" in kidd.explain(pos, ["c3-c4"])
    best = Engine(pos.game, 1).analyse(pos, Limits(nodes=5000)).lines[0]
    assert best.score.expected[0] >= 0


@pytest.mark.parametrize("text", DEAD)
def test_computers_agree_on_a_draw_at_once(text: str):
    """MG7: nobody shuffles on where nobody can win."""
    match = Match(text)
    players = [make_player("2", seat) for seat in range(len(match.players))]
    while match.result is None and len(match) < 9:
        match.play(players[match.actor or 0].act(match))
    assert match.result == (None, "agreed")
