"""Two servers on one PostgreSQL behind one address: one is killed in mid-game, and both who play go on."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.club import begin
from tests.browser.conftest import Visitors
from tests.browser.deckhand import Deckhand
from tests.browser.harbour import Harbour
from tests.faults.proxy import Proxy
from tests.postgres import running_postgres

pytestmark = [pytest.mark.once, pytest.mark.slow]

CUT = r"WebSocket|ERR_CONNECTION|ERR_EMPTY_RESPONSE|Failed to load resource"


@pytest.fixture
def both(tmp_path: Path) -> Iterator[tuple[Harbour, Harbour]]:
    """Two servers on one database."""
    with running_postgres() as address:
        folders = tmp_path / "first", tmp_path / "second"
        for folder in folders:
            folder.mkdir()
        first, second = (Harbour(folder, KIDD_DATABASE_URL=address) for folder in folders)
        with first, second:
            yield first, second


def test_play_goes_on_over_the_other_server(browser: Browser, both: tuple[Harbour, Harbour]):
    """Nobody does anything but play: both pages find the other server, and the game stands as it stood."""
    first, second = both
    way = Proxy(first.port, second.port)
    visitors = Visitors(browser, f"http://127.0.0.1:{way.port}")
    visitors.expect(CUT)
    ann, ben = (visitors() for _ in range(2))
    game = begin(ann.request, ben.request, "600+5")
    hands = []
    for page in (ann, ben):
        page.goto(f"/games/{game}")
        hands.append(Deckhand(page))
        hands[-1].settle()
    hands[0].play("@c1")
    hands[1].settle(ply=1)
    killed = time.monotonic()
    first.kill()
    hands[1].play("@c9")
    hands[0].settle(ply=2)
    print(f"{time.monotonic() - killed:.1f} s until both had seen the next move")
    hands[0].play("@a3")
    hands[1].settle(ply=3)
    assert hands[1].match().acts == ("@c1", "@c9", "@a3")
    visitors.close()
    way.close()
    assert not second.mishaps()
