"""The commands about problems."""

from __future__ import annotations

import pytest

from kidd.problems.sets import problems_of
from tests.shell import printed, refusal, run

PROBLEM = problems_of("LC")[0]


def test_listing_and_showing():
    """One a line, or how many of each; the solution is shown only to who asks for it."""
    rows = printed("problems", "list", "LC", "--grade", "1").splitlines()
    assert len(rows) == sum(one.grade == 1 for one in problems_of("LC"))
    assert f"forced {len(problems_of('LC'))}" in printed("problems", "list", "LC", "--sums")
    shown = printed("problems", "show", PROBLEM.id)
    assert PROBLEM.position in shown
    assert PROBLEM.line[0] not in shown
    assert PROBLEM.line[0] in printed("problems", "show", PROBLEM.id, "--solution")


@pytest.mark.compiled_only
def test_checking(tmp_path):
    """A file that was tampered with is told, and ends the command with 1."""
    assert printed("problems", "check", "LC", "--sample", "2") == "2 problems proven again, 0 wrong\n"
    other = next(str(move) for move in PROBLEM.start().legal_moves() if str(move) != PROBLEM.line[0])
    path = tmp_path / "set.jsonl"
    path.write_text(PROBLEM.to_json().replace(f'"line":["{PROBLEM.line[0]}"', f'"line":["{other}"') + "\n", "utf-8")
    done = run("problems", "check", path)
    assert done.returncode == 1
    assert done.stdout.startswith(f"{PROBLEM.id}: ")
    assert done.stdout.endswith("1 problem proven again, 1 wrong\n")


def test_refusals(tmp_path):
    """A game, a file or a problem that there is not is refused in a line."""
    assert "LC, QM, MG2, MG3" in refusal("problems", "make", "chess", "--out", tmp_path / "x")
    assert "nowhere" in refusal("problems", "check", tmp_path / "nowhere.jsonl")
    assert "lc-00000000" in refusal("problems", "show", "lc-00000000")
