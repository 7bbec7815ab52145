"""What the one name `kidd` holds."""

import importlib.metadata
import subprocess
import sys

import pytest

import kidd


def test_everything_is_listed():
    """What is brought in only when it is asked for stands in dir(), too, and is there."""
    assert {*kidd.__all__, "__version__"} <= set(dir(kidd))
    assert all(getattr(kidd, name) is not None for name in dir(kidd))
    with pytest.raises(AttributeError, match="no attribute 'analyze'"):
        kidd.analyze  # noqa: B018


def test_the_types_of_answers_are_there_for_annotations():
    """An analysis, its lines and their scores, and the game of a position."""
    found: kidd.Analysis = kidd.analyse(kidd.start("LC"), nodes=50)
    line: kidd.Line = found.lines[0]
    assert isinstance(found, kidd.Analysis)
    assert isinstance(line, kidd.Line)
    assert isinstance(line.score, kidd.Score)
    assert isinstance(kidd.start("LC").game, kidd.Game)


def test_the_version_is_that_of_the_package(monkeypatch: pytest.MonkeyPatch):
    """Read when it is asked for; where nothing is installed, nobody knows."""
    assert kidd.__version__ == importlib.metadata.version("kidd")

    def lost(_: str) -> str:
        raise importlib.metadata.PackageNotFoundError

    monkeypatch.setattr(importlib.metadata, "version", lost)
    assert kidd.__version__ == "unknown"


def test_the_rules_come_without_the_search():
    """Neither the search nor the package's metadata is loaded by an import, nor by a look at what there is."""
    program = "import kidd, sys; dir(kidd); kidd.start('LC'); print([*sys.modules])"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert "'kidd.match'" in loaded
    assert "'kidd.search" not in loaded
    assert "'kidd.words" not in loaded
    assert "'importlib.metadata'" not in loaded
