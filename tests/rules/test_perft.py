"""How many lines of play there are, to a depth."""

import json
from pathlib import Path
from typing import Any

import pytest

import kidd

ROWS = [
    json.loads(line)
    for line in (Path(__file__).parent.parent / "vectors" / "perft.jsonl").read_text(encoding="utf-8").splitlines()
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['position']} {row['options']}")
def test_perft(row: dict[str, Any]):
    """Every depth of every row, rolls of the die counted as plies."""
    pos = kidd.parse(row["position"], **row["options"])
    depths = range(1, len(row["nodes"]) + 1)
    assert [kidd.perft(pos, depth) for depth in depths] == row["nodes"]


def test_perft_is_the_number_of_lines_that_play_finds():
    """Counting in the kernel and playing move by move come to the same, where games end on the way, too."""
    for text in (
        "LC Bc1d2,Bb2c1,Bd2e3,Ra3a5,Bc3d2,Bc4c3,Ra5a7,Bb5a5,Re5d5,Rc6d5,Re7d8,Rc9b8 B R0B0 -",
        "QM Rd2e3,Bc4c3,Ra5a7,RBd5c4,Re5d5,Bc6b5,Rc7c6,Be7~,BRd8c7,Rc9~ R R0B2 2",
        "MG3 RBRb2c1,Bc3d2,BRa5a3,Bb5a5,Be5d5,Gc6c7,GRGGBRRGd8e7,Gc9b8 G R0B0G0 -",
    ):
        line = [kidd.parse(text)]
        for depth in range(1, 4):
            line = [pos.play(move) for pos in line for move in pos.legal_moves()]
            assert kidd.perft(kidd.parse(text), depth) == len(line), (text, depth)


def test_perft_of_no_plies():
    """Doing nothing is one line, even where the game is over; fewer plies than none are refused."""
    for text in ("LC - R R7B7 -", "LC Bc9~ R R0B6 -"):
        assert kidd.perft(kidd.parse(text), 0) == 1
    assert kidd.perft(kidd.parse("LC Bc9~ R R0B6 -"), 1) == 0
    with pytest.raises(kidd.OptionError, match="-1"):
        kidd.perft(kidd.start("LC"), -1)
