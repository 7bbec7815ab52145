"""Servers of two versions on one PostgreSQL: side by side where the later one has only added to the tables."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from sqlalchemy import Connection, text
from websockets.sync.client import connect

from kidd.table.storage.database.store import Store, open_store
from kidd.table.storage.database.versions import newest, version_of
from tests.browser.harbour import Harbour
from tests.patience import PATIENCE
from tests.plain import NO_TLS
from tests.postgres import new_database, running_postgres
from tests.web.later_versions import with_addition, with_break

pytestmark = [pytest.mark.once, pytest.mark.slow]


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    """A PostgreSQL for all of them."""
    with running_postgres() as address:
        yield address


def server(folder: Path, address: str, package: Path | None = None) -> Harbour:
    """A server of this version, or of the one that lies there."""
    folder.mkdir(exist_ok=True)
    return Harbour(folder, KIDD_DATABASE_URL=address, **({"PYTHONPATH": str(package)} if package else {}))


def client() -> httpx.Client:
    """Somebody whose cookies are good at all servers."""
    return httpx.Client(timeout=PATIENCE, trust_env=False, verify=NO_TLS)


def opened(ann: httpx.Client, at: Harbour) -> str:
    """A new game."""
    wish = {"game": "LC", "seats": [{"kind": "person"}, {"kind": "person"}]}
    game: str = ann.post(f"{at.url}/api/v1/games", json=wish).raise_for_status().json()["id"]
    return game


def act(ann: httpx.Client, at: Harbour, game: str, ply: int, act: str) -> httpx.Response:
    """Act in it."""
    return ann.post(f"{at.url}/api/v1/games/{game}/acts", json={"act": act, "ply": ply})


def version(address: str) -> str:
    """Which version the tables are of."""
    store = open_store(address)
    try:
        with store.reading() as connection:
            return version_of(connection)
    finally:
        store.close()


def mutiny(store: Store, game: str) -> None:
    """A later version goes on with a game in a way that this one has never heard of."""

    def work(connection: Connection) -> None:
        row = {"game": game}
        event = "INSERT INTO events (game, number, kind, at, data) SELECT id, version, 'mutiny', updated, '{}'"
        connection.execute(text(f"{event} FROM games WHERE id = :game"), row)
        connection.execute(text("UPDATE games SET version = version + 1 WHERE id = :game"), row)

    store.write(work)


def test_side_by_side(postgres: str, tmp_path: Path):
    """A later version starts beside this one and adds to the tables: games go on over both, this one starts again."""
    package, later_version = with_addition(tmp_path / "package")
    with new_database(postgres, "kidd_rolling") as address, server(tmp_path / "now", address) as now, client() as ann:
        game = opened(ann, now)
        act(ann, now, game, 0, "@c1").raise_for_status()
        with (
            server(tmp_path / "later", address, package) as later,
            connect(f"ws://127.0.0.1:{now.port}/api/v1/games/{game}/socket", proxy=None) as socket,
        ):
            assert version(address) == later_version
            act(ann, later, game, 1, "@a7").raise_for_status()
            act(ann, now, game, 2, "@c9").raise_for_status()
            while json.loads(socket.recv(timeout=PATIENCE))["ply"] < 3:
                pass
            assert act(ann, now, game, 2, "@c9").status_code == 200  # once more counts once
            for one, other in ((now, later), (later, now)):
                begun = opened(ann, one)
                act(ann, other, begun, 0, "@c1").raise_for_status()
            now.restart()
            act(ann, now, game, 3, "@e7").raise_for_status()
            assert version(address) == later_version
            assert "going on with what is known of it" in now.log.read_text()
            store = open_store(address)
            mutiny(store, game)
            store.close()
            refused = ann.get(f"{now.url}/api/v1/games/{game}")
            assert (refused.status_code, refused.headers["retry-after"]) == (503, "2")
            act(ann, now, begun, 1, "@a7").raise_for_status()
        assert now.mishaps() == later.mishaps() == ""


def test_one_after_the_other(postgres: str, tmp_path: Path):
    """What this version could not go on with waits until it has stopped, and then keeps it out."""
    package, later_version = with_break(tmp_path / "package")
    with new_database(postgres, "kidd_breaking") as address:
        later = server(tmp_path / "later", address, package)
        with server(tmp_path / "now", address) as now, client() as ann:
            with pytest.raises(RuntimeError, match="servers play on this database: stop all of them first"):
                later.start()
            assert version(address) == newest()
            opened(ann, now)
        refusal = f"of version '{later_version}', this program knows {newest()}"
        with later, pytest.raises(RuntimeError, match=refusal):
            now.start()
