"""Two servers on one database: PostgreSQL is shared, SQLite's file is not."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import select
from websockets.sync.client import ClientConnection, connect

from kidd.table.storage.database import schema
from kidd.table.storage.database.store import open_store
from tests.browser.harbour import COMMAND, Harbour
from tests.patience import PATIENCE, until
from tests.plain import NO_TLS
from tests.postgres import running_postgres

pytestmark = [pytest.mark.once, pytest.mark.slow]

TAKEN_OVER = 5.0  # seconds in which another server makes a computer's move


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Harbour, Harbour, str]]:
    """Two servers on one PostgreSQL, and its address."""
    with running_postgres() as address:
        folders = tmp_path_factory.mktemp("first"), tmp_path_factory.mktemp("second")
        first, second = (Harbour(folder, KIDD_DATABASE_URL=address) for folder in folders)
        with first, second:
            yield first, second, address


def client() -> httpx.Client:
    """Somebody whose cookies are good at both."""
    return httpx.Client(timeout=PATIENCE, trust_env=False, verify=NO_TLS)


def listen(server: Harbour, game: str) -> ClientConnection:
    """A watcher at one of the servers."""
    return connect(f"ws://127.0.0.1:{server.port}/api/v1/games/{game}/socket", proxy=None)


def heard(socket: ClientConnection, ply: int) -> dict[str, Any]:
    """The first state that a watcher hears of with so many acts."""
    while True:
        state: dict[str, Any] = json.loads(socket.recv(timeout=PATIENCE))
        if state["ply"] >= ply:
            return state


def acts_of(address: str, game: str) -> list[str]:
    """Every act of a game as the database has it."""
    store = open_store(address)
    try:
        query = select(schema.events.c.data).where(schema.events.c.game == game, schema.events.c.kind == "act")
        with store.reading() as connection:
            rows = connection.execute(query.order_by(schema.events.c.number)).scalars().all()
        return [json.loads(row)["act"] for row in rows]
    finally:
        store.close()


def test_a_stream_tells_what_happens_at_the_other_server(both: tuple[Harbour, Harbour, str]):
    """Whoever listens at one hears of games and acts at the other, and goes on there with the last id."""
    first, second, _ = both
    wish = {"game": "LC", "seats": [{"kind": "person"}, {"kind": "person"}]}
    with client() as ann:
        game = ann.post(f"{first.url}/api/v1/games", json=wish).json()["id"]
        with ann.stream("GET", f"{second.url}/api/v1/stream") as stream:
            lines = (line for line in stream.iter_lines() if line.startswith(("id: ", "data: ")))
            next(lines)
            assert json.loads(next(lines)[6:])["game"] == game
            ann.post(f"{first.url}/api/v1/games/{game}/acts", json={"act": "@c1", "ply": 0})
            last, told = next(lines)[4:], json.loads(next(lines)[6:])
            assert (told["act"], told["version"]) == ("@c1", 2)
        ann.post(f"{second.url}/api/v1/games/{game}/acts", json={"act": "@a7", "ply": 1})
        with ann.stream("GET", f"{first.url}/api/v1/stream", headers={"last-event-id": last}) as stream:
            heard_of = (json.loads(line[6:]) for line in stream.iter_lines() if line.startswith("data: "))
            assert next(one for one in heard_of if one["version"] > 2)["act"] == "@a7"


def test_a_notice_that_was_seen_at_the_other(both: tuple[Harbour, Harbour, str]):
    """A page at one server shows it no more, as soon as it was seen at the other."""
    first, second, _ = both
    api = f"{first.url}/api/v1"
    with client() as ann, client() as bea:
        game = ann.post(f"{api}/invitations", json={"game": "LC", "colour": "red", "time": "1d"}).json()["id"]
        assert bea.post(f"{api}/games/{game}/seat", json={}).status_code == 200
        ann.post(f"{api}/games/{game}/acts", json={"act": "@c1", "ply": 0})
        cookies = "; ".join(f"{name}={value}" for name, value in bea.cookies.items())
        url = f"ws://127.0.0.1:{second.port}/api/v1/notices/socket"
        with connect(url, additional_headers={"cookie": cookies}, proxy=None) as socket:
            shown = json.loads(socket.recv(timeout=PATIENCE))
            while not shown.get("notices"):
                shown = json.loads(socket.recv(timeout=PATIENCE))
            keys = [one["key"] for one in shown["notices"]]
            assert bea.post(f"{api}/notices/seen", json={"keys": keys}).status_code == 204
            while any(not one.get("seen") for one in shown.get("notices", [])):
                shown = json.loads(socket.recv(timeout=PATIENCE))


def test_a_game_through_both(both: tuple[Harbour, Harbour, str]):
    """A game is played alternately through two servers, and watchers at either see each move."""
    first, second, address = both
    with client() as ann:
        wish = {"game": "LC", "seats": [{"kind": "person"}, {"kind": "person"}]}
        state = ann.post(f"{first.url}/api/v1/games", json=wish).json()
        game = state["id"]
        with listen(first, game) as here, listen(second, game) as there:
            for ply in range(12):
                server = (first, second)[ply % 2]
                seen = ann.get(f"{server.url}/api/v1/games/{game}").json()
                assert seen["ply"] == ply, "what was answered is seen at once through the other"
                said = {"act": seen["moves"][ply % len(seen["moves"])]["act"], "ply": ply, "version": seen["version"]}
                answer = ann.post(f"{server.url}/api/v1/games/{game}/acts", json=said)
                assert answer.status_code == 200, answer.text
                for socket in (here, there):
                    assert heard(socket, ply + 1)["position"] == answer.json()["position"]
    assert len(acts_of(address, game)) == 12


def test_a_ply_is_played_once(both: tuple[Harbour, Harbour, str]):
    """Two acts at one ply through two servers: one counts, the other is told how the game stands."""
    first, second, _ = both
    with client() as ann:
        wish = {"game": "LC", "seats": [{"kind": "person"}, {"kind": "person"}]}
        state = ann.post(f"{first.url}/api/v1/games", json=wish).json()
        game = state["id"]
        ann.get(f"{second.url}/api/v1/games/{game}")  # kept ready there, and out of date from now on
        said = {"act": "@c1", "ply": 0, "version": state["version"]}
        assert ann.post(f"{first.url}/api/v1/games/{game}/acts", json=said).status_code == 200
        late = ann.post(f"{second.url}/api/v1/games/{game}/acts", json=said | {"act": "@a3"})
        assert (late.status_code, late.json()["state"]["ply"]) == (409, 1)
        same = ann.post(f"{second.url}/api/v1/games/{game}/acts", json=said)
        assert (same.status_code, same.json()["ply"]) == (200, 1)


def test_killed_while_a_computer_thinks(both: tuple[Harbour, Harbour, str]):
    """The other server makes the move soon, and once."""
    first, second, address = both
    with client() as ann:
        wish = {"game": "LC", "seats": [{"kind": "person"}, {"kind": "computer", "level": 8}]}
        state = ann.post(f"{first.url}/api/v1/games", json=wish).json()
        game = state["id"]
        said = {"act": "@c1", "ply": 0, "version": state["version"]}
        assert ann.post(f"{first.url}/api/v1/games/{game}/acts", json=said).status_code == 200
        first.kill()
        killed = time.monotonic()
        until(lambda: ann.get(f"{second.url}/api/v1/games/{game}").json()["ply"] == 2, "the computer's move")
        took = time.monotonic() - killed
        first.start()
        until(lambda: ann.get(f"{first.url}/api/v1/games/{game}").json()["ply"] == 2)
        assert len(acts_of(address, game)) == 2
    print(f"the other server made the move after {took:.1f} s (to be: {TAKEN_OVER:.0f})")


def test_a_second_server_on_one_file_is_refused(tmp_path: Path):
    """It says so in a sentence, and the first one goes on."""
    with Harbour(tmp_path) as first:
        about = {"env": first.environment, "cwd": tmp_path, "capture_output": True, "text": True}
        done = subprocess.run([*COMMAND, "--port", "0"], timeout=PATIENCE, check=False, **about)  # type: ignore[call-overload]
        assert done.returncode == 2
        assert "another server plays on" in done.stderr
        assert "Traceback" not in done.stderr
        assert httpx.get(f"{first.url}/readyz", trust_env=False, verify=NO_TLS).status_code == 200
