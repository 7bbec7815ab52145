"""One server for all tests of the web: each test opens games of its own with visitors of its own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.afloat import Server, Visitor, afloat


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server."""
    with afloat(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.fixture
def visitor(server: Server) -> Iterator[Visitor]:
    """Somebody who has never been here."""
    with server.visitor() as somebody:
        yield somebody


@pytest.fixture
def other(server: Server) -> Iterator[Visitor]:
    """Somebody else, who has a game of their own."""
    with server.visitor() as somebody:
        somebody.opens()
        yield somebody
