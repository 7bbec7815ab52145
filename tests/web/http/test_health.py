"""What the server says of itself, and what it does when its database fails."""

from __future__ import annotations

import os
import sqlite3
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import Update, func, update
from websockets.exceptions import ConnectionClosed

from kidd.table.storage.database import schema
from kidd.table.storage.database.store import SnapshotCache
from kidd.web.http.health import HOLDS_FOR, Readiness
from tests.patience import PATIENCE, until
from tests.web.afloat import JSON, afloat


def test_a_lock_held_elsewhere_does_not_stop_the_site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Who wants to write is asked to come again, who reads is served, and the server says that it is not ready."""
    monkeypatch.setattr("kidd.table.storage.database.engines.PATIENCE", 0.5)
    with afloat(tmp_path) as server, server.visitor() as visitor:
        page = visitor.opens()
        assert visitor.get("/readyz").status_code == 200
        holder = sqlite3.connect(tmp_path / "kidd.db", isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        with ThreadPoolExecutor(60) as pool:
            acts = [pool.submit(visitor.plays, page, 0, "@c1") for _ in range(50)]
            with server.visitor() as other:
                assert other.get("/healthz").status_code == 200
                assert other.get("/metrics").status_code == 200
                until(lambda: other.get("/readyz").status_code == 503)
                assert other.get(page).status_code == 200
            answers = [act.result() for act in acts]
        assert {answer.status_code for answer in answers} == {503}
        assert int(answers[0].headers["retry-after"]) > 0
        assert "try again" in answers[0].json()["detail"]
        holder.close()
        until(lambda: visitor.get("/readyz").status_code == 200)
        assert visitor.plays(page, 0, "@c1").status_code == 200


@pytest.mark.skipif(sys.platform == "win32", reason="an open file stays where it is")
def test_a_database_that_is_gone(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """Is no error of the server's: everybody is asked to come again, on pages, by programs and at sockets."""
    with afloat(tmp_path) as server, server.visitor() as visitor:
        page = visitor.opens()
        os.rename(tmp_path / "kidd.db", tmp_path / "elsewhere.db")
        assert visitor.plays(page, 0, "@c1").status_code == 503
        server.app.state.store.snapshots = SnapshotCache(1)  # what is kept ready can still be looked at
        assert visitor.get("/healthz").status_code == 200
        assert visitor.get("/readyz").status_code == 503
        for answer in (visitor.get(page), visitor.get("/", headers=JSON), visitor.plays(page, 0, "@c1")):
            assert answer.status_code == 503
            assert "try again" in answer.text
        assert capsys.readouterr().out.count("file is gone, or is another one") == 1
        with visitor.listens(page) as socket, pytest.raises(ConnectionClosed) as closed:
            socket.recv(PATIENCE)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1013
        os.rename(tmp_path / "elsewhere.db", tmp_path / "kidd.db")
        assert visitor.plays(page, 0, "@c1").status_code == 200


DATA = schema.events.c.data


@pytest.mark.parametrize(
    "harm",
    [
        update(schema.events).values(data=func.replace(DATA, '"rules":', '"rules":9')),
        update(schema.events).values(data=func.replace(DATA, "@c1", "a9-a9")),
        update(schema.events).values(data="{"),
        update(schema.events).values(kind="party"),
    ],
    ids=["rules", "move", "data", "kind"],
)
def test_a_game_that_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str], harm: Update):
    """Is the server's fault and not the visitor's, is noted, and harms no other game."""
    with afloat(tmp_path) as server, server.visitor() as visitor:
        page = visitor.opens()
        assert visitor.plays(page, 0, "@c1").status_code == 200
        store = server.app.state.store
        store.write(lambda connection: connection.execute(harm))
        store.snapshots = SnapshotCache(1)
        for answer in (visitor.get(page), visitor.plays(page, 1, "@a7")):
            assert answer.status_code == 500
            assert "cannot be read any more" in answer.text
        said = capsys.readouterr().out
        assert said.count("cannot be read") == 1
        assert page.removeprefix("/games/") in said
        assert visitor.get("/").status_code == 200
        assert visitor.get(visitor.opens()).status_code == 200


def test_whether_it_is_ready_is_found_out_once_a_second(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """However many ask, one after the other or at once: each time would cost everybody else a sync of the disk."""
    now, asked = [1000.0], []
    with afloat(tmp_path) as server, server.visitor() as visitor:
        state = server.app.state
        alive = state.store.alive

        def counted() -> bool:
            asked.append(now[0])
            return bool(alive())

        monkeypatch.setattr(state.store, "alive", counted)
        state.readiness = Readiness(lambda: now[0])
        with ThreadPoolExecutor(20) as pool:
            answers = [pool.submit(visitor.get, "/readyz") for _ in range(60)]
            assert {one.result().status_code for one in answers} == {200}
        now[0] += HOLDS_FOR - 0.1
        assert visitor.get("/readyz").status_code == 200
        assert asked == [1000]
        now[0] += 0.2
        assert visitor.get("/readyz").status_code == 200
        assert len(asked) == 2
        state.stopping = True  # which is known without asking
        assert visitor.get("/readyz").status_code == 503
        state.stopping = False


def test_who_reads_the_metrics(tmp_path: Path):
    """Whoever has the token; without one this machine alone, and nobody where a proxy may stand before it."""
    with afloat(tmp_path / "home") as server, server.visitor() as visitor:
        assert visitor.get("/metrics").status_code == 200
        assert visitor.get("/metrics", headers={"x-forwarded-for": "192.0.2.7"}).status_code == 404
        assert visitor.get("/metrics", headers={"host": "evil.example"}).status_code == 421  # by DNS rebinding
    token = "what Prometheus knows"
    with afloat(tmp_path / "club", metrics_token=token) as server, server.visitor() as visitor:
        for given in ({}, {"authorization": "Bearer"}, {"authorization": f"Bearer {token}x"}):
            answer = visitor.get("/metrics", headers=given)
            assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")
            assert "kidd_requests" not in answer.text
        answer = visitor.get("/metrics", headers={"authorization": f"Bearer {token}", "host": "10.0.0.7:8000"})
        assert "kidd_requests" in answer.text
        assert token not in repr(server.app.state.settings)
    with afloat(tmp_path / "open", base_url="https://kidd.example.org") as server, server.visitor() as visitor:
        assert visitor.get("/metrics", headers={"host": "kidd.example.org"}).status_code == 404
