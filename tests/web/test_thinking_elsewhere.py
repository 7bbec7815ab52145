from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection

from kidd.arena import ArenaError, crews
from kidd.errors import OptionError
from kidd.web.http.settings import Settings, read_settings
from kidd.web.serving import serve
from tests.patience import PATIENCE, until
from tests.web.afloat import Server, Visitor, afloat

distributed = pytest.importorskip("distributed")

# The cluster's own warnings, about workers that go or are killed, are not ours to answer for.
pytestmark = [pytest.mark.once, pytest.mark.filterwarnings("default")]

STRANDED = {
    "en": "No computer answers at the moment.",
    "de": "Im Moment antwortet kein Computer.",
    "fr": "Aucun ordinateur ne répond pour le moment.",
}


@pytest.fixture
def berth() -> int:
    """A port at which nobody answers yet."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
        return port


@pytest.fixture
def adrift(tmp_path: Path, berth: int, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server whose cluster is not there."""
    monkeypatch.setattr(crews, "CONNECT_SECONDS", 1)
    with afloat(tmp_path, cluster=f"tcp://127.0.0.1:{berth}") as running:
        yield running


def challenge(visitor: Visitor, level: int) -> str:
    """A game in which a computer moves first."""
    seats = [{"kind": "computer", "level": level}, {"kind": "person"}]
    answer = visitor.post("/api/v1/games", json={"game": "LC", "seats": seats})
    assert answer.status_code == 201, answer.text
    return f"/games/{answer.json()['id']}"


def hears(line: ClientConnection, name: str) -> Any:
    """The next message that has something."""
    while name not in (said := json.loads(line.recv(PATIENCE))):
        pass
    return said[name]


def test_where_nobody_answers_the_page_says_so(adrift: Server):
    """In three languages, with and without scripts; a hint is refused, and an analysis waits; low levels play on."""
    with adrift.visitor() as visitor:
        page = challenge(visitor, 8)
        for language, words in STRANDED.items():
            headers = {"accept-language": language}
            assert words in visitor.get(page, headers=headers).text
            with visitor.listens(page, **headers) as line:
                said = hears(line, "computers")
            assert said["away"]
            assert said["words"].startswith(words)
        quick = challenge(visitor, 1)
        until(lambda: visitor.sees(quick)["ply"] == 1)
        assert 'id="stranded" class="connection" role="status" hidden' in visitor.get(quick).text
        hint = visitor.does(quick, "hint", ply=1)
        assert (hint.status_code, hint.json()["detail"].startswith(STRANDED["en"].rstrip("."))) == (503, True)
        with visitor.thinks_along() as line:
            line.send('{"look": {"position": "LC", "acts": []}, "seq": 7}')
            assert hears(line, "reason") == "nobody thinks"
        over = visitor.opens()
        for ply, act in enumerate(("@c1", "resign")):
            assert visitor.plays(over, ply, act).status_code == 200
        visitor.post(f"/api/v1{over}/analysis", json={})
        assert 'id="analysis-stranded"' in visitor.get(f"{over}/analysis").text


@pytest.mark.slow
def test_the_move_comes_later(adrift: Server, berth: int):
    """As soon as somebody is there who thinks; whoever looks on is told, and told again when all are gone."""
    with adrift.visitor() as visitor:
        page = challenge(visitor, 7)
        with visitor.listens(page) as line:
            assert hears(line, "computers")["away"]
            local = distributed.LocalCluster(
                n_workers=1,
                threads_per_worker=1,
                processes=True,
                dashboard_address="127.0.0.1:0",
                silence_logs=50,
                scheduler_port=berth,
            )
            with local:
                assert hears(line, "ply") == 1
                assert 'role="status" hidden' in visitor.get(page).text
            move = visitor.sees(page)["moves"][0]["act"]
            until(lambda: "kidd_workers 1.0" in visitor.get("/metrics").text)  # the one for what is quick
            assert visitor.plays(page, 1, move).status_code == 200
            until(lambda: hears(line, "computers")["away"])


def test_an_address_that_is_none():
    """Is refused by the name of the setting."""
    with pytest.raises(OptionError, match="KIDD_CLUSTER: expected the address of a cluster's scheduler"):
        read_settings(cluster="somewhere")


def test_what_it_takes_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Without Dask a server with a cluster does not start, and says what to install."""
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    with pytest.raises(ArenaError, match=r"install kidd\[cluster\]"):
        serve(Settings(data=tmp_path, cluster="tcp://127.0.0.1:8786"))
