"""Positions with every legal move and what it leads to, from a rule book written before this one."""

import json
from pathlib import Path
from typing import Any

import pytest

import kidd
from tests.rules.oracle import chart_of, judge

VECTORS = Path(__file__).parent.parent / "vectors"
FILES = ["lc", "qm", "qm-entry-fresh", "qm-blocked-any", "mg2", "mg3"]


def rows(name: str) -> list[dict[str, Any]]:
    """The rows of a file."""
    return [json.loads(line) for line in (VECTORS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]


ROWS = [pytest.param(row, id=f"{name}-{number}") for name in FILES for number, row in enumerate(rows(name), 1)]


def test_no_file_is_forgotten():
    """Every file of vectors is read, and none is empty."""
    assert sorted(path.stem for path in VECTORS.iterdir()) == sorted([*FILES, "perft"])
    assert [len(rows(name)) > 190 for name in FILES] == [True] * len(FILES)


@pytest.mark.parametrize("row", ROWS)
def test_moves_successors_result_and_text(row: dict[str, Any]):
    """The same moves, the same position after each, the same result, and the text is written as it was read."""
    pos = kidd.parse(row["position"], **row["options"])
    assert str(pos) == row["position"]
    assert {str(move): str(pos.play(move)) for move in pos.legal_moves()} == row["moves"]
    assert {str(pos.play(text)) for text in row["moves"]} == set(row["moves"].values())
    assert (pos.result and pos.result._asdict()) == row["result"]
    for text in row["moves"].values():
        assert str(kidd.parse(text, **row["options"])) == text


@pytest.mark.once
@pytest.mark.parametrize("name", FILES)
def test_the_slow_rule_book_passes_them_as_well(name: str):
    """tests/rules/oracle.py, which judges the kernel elsewhere, is judged by the same rows."""
    chart = chart_of(kidd.Deck.named("kidd-18"))
    for row in rows(name):
        verdict = judge(row["position"], chart, row["options"])
        assert verdict.moves == row["moves"], row["position"]
        if row["result"]:
            assert {"winner": verdict.winner, "reason": verdict.reason} == row["result"], row["position"]
