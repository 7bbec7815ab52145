from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from bench.soak import slope
from tests.patience import PATIENCE

pytestmark = pytest.mark.once
ROOT = Path(__file__).parents[2]


def test_the_slope_is_that_of_the_straight_line_through_the_samples():
    """In MiB an hour, with how far the samples are off it; of too few nothing is known."""
    assert slope([(0, 100), (1800, 100.5), (3600, 101)]) == pytest.approx((1, 0))
    assert slope([(0, 100), (60, 102), (120, 98), (180, 100)])[1] > 1
    assert slope([(0, 1), (1, 2)]) != slope([(0, 1), (1, 2)]), "not a number"


@pytest.mark.slow
def test_a_run_tells_what_the_server_has_before_and_after():
    """Games are played, and when everybody has left, their sockets and what was done for them are gone."""
    wishes = ["--minutes", "0.05", "--games", "6", "--rate", "20", "--calm", "1"]
    command = [sys.executable, "-m", "bench.soak", *wishes]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=3 * PATIENCE, check=False)
    assert done.returncode == 0, done.stderr
    told = re.findall(r"^(.+): [\d.]+ MiB, .*sockets (\d+), connections (\d+), tasks (\d+)", done.stdout, re.MULTILINE)
    (_, first, _, before), (_, most, _, under), *_, (_, last, _, after) = told
    assert (first, most, last) == ("0", "6", "0")
    assert int(before) == int(after) < int(under)
    assert re.search(r"^\d+ moves, .* a second", done.stdout, re.MULTILINE)
