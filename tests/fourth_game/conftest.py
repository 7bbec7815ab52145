"""The fourth game comes as an installed package would bring it: by an entry point that is found on the path."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import invalidate_caches
from pathlib import Path

import pytest

from kidd import game
from tests.web.afloat import Server, afloat

PLUGIN = Path(__file__).parent / "plugin"


@pytest.fixture(scope="module", autouse=True)
def _installed() -> Iterator[None]:
    """Put the package on the path, for these tests alone."""
    sys.path.insert(0, str(PLUGIN))
    invalidate_caches()
    game._load_plugins.cache_clear()
    yield
    sys.path.remove(str(PLUGIN))
    game._known.pop("DR", None)
    game._game.cache_clear()
    game._load_plugins.cache_clear()


@pytest.fixture(scope="module")
def server(_installed: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that knows the game."""
    with afloat(tmp_path_factory.mktemp("drift")) as running:
        yield running
