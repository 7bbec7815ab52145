import threading

import pytest

import kidd
from kidd.errors import SearchError
from kidd.search.answer import Limits
from kidd.search.mcts.montecarlo import MonteCarlo
from tests.search.test_engine import GAMES, midgame


@pytest.mark.parametrize("code", GAMES)
@pytest.mark.parametrize("longest", [0, 200])
def test_it_answers_and_repeats_itself(code: str, longest: int):
    """The same position, seed and number of games give the same answer: a legal move, and a share for each colour."""
    pos = midgame(code, 1)
    found = MonteCarlo(pos.game, 1, playout_plies=longest).analyse(pos, Limits(nodes=300), lines=2, seed=5)
    again = MonteCarlo(pos.game, 1, playout_plies=longest).analyse(pos, Limits(nodes=300), lines=2, seed=5)
    assert found.lines == again.lines
    assert {line.moves[0] for line in found.lines} <= set(pos.legal_moves())
    assert sum(found.lines[0].score.expected) == pytest.approx(2 - len(pos.game.colours))


def test_it_sees_a_win_in_one():
    """A move that ends the game is soon the one that is played most."""
    pos = kidd.parse("MG2 Rc4c3,Bb5c4 R R0B0 -")
    assert str(MonteCarlo(pos.game, 1).analyse(pos, Limits(nodes=400)).lines[0].moves[0]) == "c4-b5"


def test_a_full_tree_stops_growing():
    """When its memory is used up it plays on with the tree that it has."""
    pos = midgame("LC", 2)
    searcher = MonteCarlo(pos.game, 0.001, playout_plies=20)
    assert searcher.analyse(pos, Limits(nodes=6000)).lines[0].moves[0] in pos.legal_moves()


def test_it_stops_when_told_and_refuses_what_it_cannot_do():
    """A stop sign ends it; a depth, a decided game and a roll to come are refused."""
    pos, stop = midgame("LC", 3), threading.Event()
    threading.Timer(0.1, stop.set).start()
    MonteCarlo(pos.game, 1).analyse(pos, Limits(), stop=stop)
    with pytest.raises(SearchError, match="depth"):
        MonteCarlo(pos.game, 1).analyse(pos, Limits(depth=3))
    with pytest.raises(SearchError, match="roll the die"):
        MonteCarlo(kidd.start("QM").game, 1).analyse(kidd.start("QM").play("@c1").play("@c9"), Limits(nodes=10))
