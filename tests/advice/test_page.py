"""The page docs/analysis.md says what the package does."""

from __future__ import annotations

import re
from pathlib import Path

import kidd
from kidd.advice.event import KEYS
from kidd.advice.judge import DECIDED, GLYPHS, MARKS, THRESHOLDS

PAGE = (Path(__file__).parents[2] / "docs" / "analysis.md").read_text(encoding="utf-8")


def test_marks_and_thresholds():
    """The table of marks is that of the code."""
    rows = re.findall(r"(?m)^\| (\w+) \| (?:`(\S+)`)? *\| (.+) \|$", PAGE)
    table = {mark: (sign, least) for mark, sign, least in rows if mark in MARKS}
    assert tuple(table) == MARKS
    assert {mark: float(least) for mark, (_, least) in table.items() if mark != "forced"} == dict(THRESHOLDS)
    assert {mark: sign for mark, (sign, _) in table.items() if sign} == GLYPHS
    assert f"less than -{DECIDED} already" in PAGE


def test_every_event_is_listed():
    """The table of events names each key once."""
    rows = re.findall(r"(?m)^\| (?:what|how) .+? \| (.+) \|$", PAGE)
    assert sorted(re.findall(r"`([a-z-]+)`", " ".join(rows))) == sorted(KEYS)


def test_the_example():
    """The moves that the page explains are explained so."""
    position = re.search(r'kidd\.parse\("(.+)"\)', PAGE)
    line = re.search(r"explain\(pos, (\[.+\])\)\n    '(.+)'", PAGE)
    assert position
    assert line
    assert kidd.explain(kidd.parse(position[1]), re.findall(r'"(.+?)"', line[1])) == line[2]
