import json
from pathlib import Path
from random import Random

import pytest

import kidd
from kidd.position import Position
from kidd.search.answer import Limits
from kidd.search.engine import Engine
from kidd.search.tree.proof import winning_moves

SUITES = Path(__file__).parents[2] / "bench" / "suites"


@pytest.mark.parametrize("code", ["LC", "MG2"])
def test_finds_forced_wins(code):
    """Of the forced wins in bench/suites, those in 3 and 5 plies are seen, and said to be wins in that many plies."""
    rows = [json.loads(line) for line in (SUITES / f"{code}.jsonl").read_text("utf-8").splitlines()]
    for row in [row for row in rows if row["plies"] <= 5][::6]:
        found = kidd.analyse(kidd.parse(row["position"]), depth=6, memory=1).lines[0]
        assert (str(found.moves[0]), found.score.win_in) == (row["move"], row["plies"]), row


@pytest.mark.parametrize("code", ["LC", "MG2"])
def test_the_suites_are_what_they_say(code):
    """Each position of a suite has one move that forces a win within its plies, and none within fewer."""
    rows = [json.loads(line) for line in (SUITES / f"{code}.jsonl").read_text("utf-8").splitlines()]
    assert len(rows) >= 200
    for row in [row for row in rows if row["plies"] <= 5][::12]:
        pos = kidd.parse(row["position"])
        codes = {move.code: str(move) for move in pos.legal_moves()}
        assert [codes[code] for code in winning_moves(pos.board, row["plies"])] == [row["move"]]
        assert not winning_moves(pos.board, row["plies"] - 2)


def surely_wins(pos: Position, colour: str, plies: int) -> bool:
    """Whether a colour wins within so many moves and rolls, whatever the die and the others do."""
    if pos.result:
        return pos.result.winner == colour
    if plies == 0:
        return False
    some = any if pos.turn == colour and not pos.is_chance else all
    return some(surely_wins(pos.play(move), colour, plies - 1) for move in pos.legal_moves())


def test_qm_win_counts_the_slowest_roll():
    """A win over the die comes within the number of plies that is told, with the slowest roll too."""
    pos = kidd.parse("QM Bc3b2,BRc4c3,RBa5a7,BRb5a5,BRd5e5,BRe5e3,Bc6c7,Re7d8,Rc9d8 R R0B0 2")
    assert kidd.analyse(pos, depth=9, memory=1).lines[0].score.win_in == 10


def test_qm_what_is_told_as_won_is_won():
    """Every proven result of Quedah Merchant is one by brute force, within the plies that are told."""
    engine, random, proofs = Engine(kidd.start("QM").game, 1), Random(5), 0
    for _ in range(12):
        pos = kidd.start("QM")
        while not pos.result:
            if not pos.is_chance:
                for line in engine.analyse(pos, Limits(nodes=random.choice((200, 700))), lines=2).lines:
                    if line.score.winner and line.score.win_in:
                        assert line.score.win_in < 60
                        if line.score.win_in <= 7:
                            proofs += 1
                            after = pos.play(line.moves[0])
                            assert surely_wins(after, line.score.winner, line.score.win_in - 1), str(pos)
            pos = pos.play(random.choice(pos.legal_moves()))
    assert proofs > 10


def test_qm_no_loss_by_an_average():
    """Where one roll of three saves a crew, the search does not call the game lost."""
    pos = kidd.parse("QM RBc1d2,Re3~,Ba5a3,BRb5c4,RBc6d5,Ra7b8,Be7e5,Rb8c9,Bd8e7,Bc9~ B R1B0 1")
    assert kidd.analyse(pos, nodes=3000).lines[0].score.win_in is None


def test_unfinished_depth_proves_nothing_about_other_moves():
    """A loss that was found when the nodes ran out is told of its own move only."""
    pos = kidd.parse("LC Bc1~,Bb2c1,Rd2c3,Ra5b5,Rb5c6,Bd5e5,Re5e7,Ra7a5,Bc7b8,Rd8c7,Rc9~ B R0B0 -")
    found = {str(line.moves[0]): line.score.win_in for line in kidd.analyse(pos, nodes=1500, lines=2, memory=64).lines}
    assert found["b2-c3"] is None


@pytest.mark.parametrize(
    ("text", "nodes"),
    [
        ("LC Rd2c1,Bc4c3,Rb5c6,Be5e3,Bc6c7,Be7e5,Rb8c7 B R0B0 -", 3000),
        pytest.param("MG2 Rc4d5,Bd5e5,BRBRBRBRBRa7a5,RBb8c9 R R0B0 -", 20000, marks=pytest.mark.compiled_only),
    ],
)
def test_no_loss_is_played_before_other_moves_were_tried(text, nodes):
    """When the nodes run out just after the best move turned out to lose, another one is played."""
    pos = kidd.parse(text)
    best = kidd.analyse(pos, nodes=nodes).lines[0]
    assert best.score.winner in (None, pos.turn)
    after = pos.play(best.moves[0])
    assert kidd.analyse(after, nodes=10 * nodes).lines[0].score.winner in (None, pos.turn)
