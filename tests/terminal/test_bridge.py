"""`kidd bridge`: an engine plays on a server as a bot, whatever happens on the way."""

from __future__ import annotations

import json
import random
import shlex
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from kidd.errors import OptionError
from kidd.table.play import games
from kidd.table.play.actors import Actor
from kidd.table.seats import Seat
from kidd.table.terms import Terms as GameTerms
from kidd.terminal.bridge import site as sites
from kidd.terminal.bridge.player import Terms
from kidd.terminal.bridge.site import Refused, Site, SiteGone, checked_address
from tests.patience import PATIENCE, until
from tests.shell import COMMAND, ENVIRONMENT, run
from tests.web.afloat import API, Server, Visitor, afloat
from tests.web.bearers import bearer, make_bot

ENGINE = shlex.join([*COMMAND, "engine"])
CRASHING = """
import os, pathlib, sys
from kidd.adapters.ugi import converse

def lines():
    mark = pathlib.Path(sys.argv[1])
    for line in sys.stdin:
        if line.startswith("go") and not mark.exists():
            mark.touch()
            os._exit(3)
        yield line

converse(lines(), sys.stdout)
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server."""
    with afloat(tmp_path_factory.mktemp("data")) as running:
        yield running


@contextmanager
def bridging(server: Server, bot: Actor, *words: str, engine: str = ENGINE) -> Iterator[subprocess.Popen[str]]:
    """The command while it runs."""
    token = bearer(server.app.state.store, bot, "read", "play", "challenge")["authorization"].partition(" ")[2]
    command = [*COMMAND, "bridge", server.url, "--engine", engine, *words]
    environment = {**ENVIRONMENT, "KIDD_TOKEN": token}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment)
    try:
        until(lambda: len(server.app.state.streams) > 0, "the stream of the bot")
        yield process
    finally:
        process.kill()
        process.wait(PATIENCE)
        assert process.stdout is not None
        process.stdout.close()


def challenges(server: Server, person: Visitor, bot: Actor, code: str, time: str = "") -> str:
    """The page of a game in which a seat is kept for a bot."""
    person.opens()  # so that they are somebody
    actor = server.actor(person)
    seats = Seat(0, "person", actor.person, None, "Ann"), Seat(1, "open", bot.person, None, bot.name)
    store = server.app.state.store
    terms = GameTerms(time=time)
    return f"/games/{games.open_game(store, code=code, options={}, seats=seats, owner=actor, terms=terms).id}"


def plays_to_the_end(person: Visitor, page: str) -> dict[str, Any]:
    """The last state of a game in which somebody plays whatever comes to their mind."""
    chance = random.Random(7)
    while True:
        state: dict[str, Any] = {}

        def is_due(seen: dict[str, Any] = state) -> bool:
            seen.clear()
            seen.update(person.sees(page))
            return "result" in seen or (bool(seen.get("moves")) and not seen.get("waiting"))

        until(is_due, "the bot's move")
        if "result" in state:
            return state
        act = chance.choice(state["moves"])["act"] if state["ply"] < 200 else "resign"
        assert person.plays(page, state["ply"], act, version=state["version"]).status_code in (200, 409)


def test_a_bot_plays_a_person_to_the_end(server: Server):
    """Challenged, it sits down, plays, and says what it does in the language of whoever runs it.

    It agrees to an adjournment, and is ready when the other is.
    """
    bot = make_bot(server.app.state.store, "Parrot")
    with bridging(server, bot, "--depth", "2", "--games", "1", "-l", "de") as process, server.visitor() as person:
        page = challenges(server, person, bot, "LC", "10800+180")
        until(lambda: person.sees(page).get("moves"), "the bot in its seat")
        assert person.does(page, "adjourn").status_code == 200
        until(lambda: person.sees(page).get("recess", {}).get("since"), "the bot's leave")
        assert person.does(page, "resume").status_code == 200
        until(lambda: "recess" not in person.sees(page), "the bot to be ready")
        end = plays_to_the_end(person, page)
        told, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, told
    assert end["seats"][1]["bot"]
    assert end["seats"][1]["name"] == "Parrot"
    assert "Die Engine ist kidd." in told
    assert "Parrot ist auf" in told
    assert "Spielt LC gegen Ann." in told
    assert told.count(": spielt ") == sum(entry.get("by") == "B" for entry in end["log"])
    assert "ist vorbei" in told


def test_what_it_does_not_take_and_an_engine_that_crashes(server: Server, tmp_path: Path):
    """A challenge to another game is declined; a crash costs a pause and no game, and a stop is no end."""
    script, mark = tmp_path / "crashing.py", tmp_path / "crashed"
    script.write_text(CRASHING)
    engine = shlex.join([sys.executable, str(script), str(mark)])
    bot = make_bot(server.app.state.store, "Parrot the Second")
    words = ("--movetime", "50", "--game", "QM", "--games", "1")
    with bridging(server, bot, *words, engine=engine) as process, server.visitor() as person:
        other = challenges(server, person, bot, "LC")
        until(lambda: person.sees(other).get("abandoned"), "the answer no")
        page = challenges(server, person, bot, "QM")
        until(lambda: not person.sees(page).get("waiting"), "the bot in its seat")
        state = person.sees(page)
        assert person.plays(page, state["ply"], state["moves"][0]["act"]).status_code == 200
        until(lambda: person.sees(page).get("moves"), "the bot's move")
        assert mark.exists()
        assert person.plays(page, person.sees(page)["ply"], "resign").status_code == 200
        told, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, told
    assert "Declines LC against Ann: not one of its games." in told
    assert "The engine is lost (it has ended)" in told
    assert told.count("The engine is kidd.") == 2


def test_what_is_refused_at_once(server: Server, tmp_path: Path):
    """A sentence and exit code 2: no token, one that nobody has, no engine, an address that is none."""
    line = ("--engine", ENGINE)
    for words, token, said in (
        ((server.url, *line), "", "KIDD_TOKEN"),
        ((server.url, *line), "kidd_nobody", "not known here"),
        ((server.url, "--engine", str(tmp_path / "none")), "kidd_x", "No such file"),
        ((server.url, "--engine", "'"), "kidd_x", "--engine"),
        (("ftp://club", *line), "kidd_x", "ftp://club"),
        ((server.url, *line, "--game", "XX"), "kidd_x", "XX"),
    ):
        done = run("bridge", *words, KIDD_TOKEN=token)
        assert done.returncode == 2, done.stderr
        assert said in done.stderr
        assert done.stderr.count("\n") == 1


class Odd(BaseHTTPRequestHandler):
    """A server that has no time at first, and whose lines are lost."""

    heard: list[str]

    def do_GET(self) -> None:
        """Answer, each time otherwise."""
        self.heard.append(f"{self.path} {self.headers.get('last-event-id', '-')}")
        if self.path.endswith("/stream"):
            self.send_response(200)
            self.end_headers()
            number = len(self.heard)
            self.wfile.write(f': here\nevent: act\nid: {number}-g-1\ndata: {{"game": "g{number}"}}\n\n'.encode())
        elif self.path.endswith("/moved"):
            self.send_response(302)
            self.send_header("location", "http://elsewhere.example/")
            self.end_headers()
        elif self.heard.count(f"{self.path} -") < 3:
            self.send_response(429)
            self.send_header("retry-after", "1")
            self.end_headers()
        else:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(json.dumps({"came": self.headers["authorization"]}).encode())

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


def test_a_server_without_time_and_with_lost_lines(monkeypatch: pytest.MonkeyPatch):
    """What it asks for is waited for, a lost stream goes on where it was, and nobody else gets the token."""
    waits: list[float] = []

    class Stop(threading.Event):
        def wait(self, timeout: float | None = None) -> bool:
            waits.append(timeout or 0.0)
            return False

    Odd.heard = []
    with ThreadingHTTPServer(("127.0.0.1", 0), Odd) as odd:
        threading.Thread(target=odd.serve_forever, daemon=True).start()
        site = Site(f"http://127.0.0.1:{odd.server_port}", "kidd_x", "en", Stop())
        assert site.ask("GET", "/account") == {"came": "Bearer kidd_x"}
        assert waits == [1.0, 1.0]
        Odd.heard.clear()
        assert [told.data["game"] for told in site.listen()] == ["g1"]
        assert [told.data["game"] for told in site.listen()] == ["g2"]
        assert Odd.heard == [f"{API}/stream -", f"{API}/stream 1-g-1"]
        with pytest.raises(Refused) as refused:
            site.ask("GET", "/moved")
        assert refused.value.status == 302
        odd.shutdown()
    with pytest.raises(SiteGone):
        site.ask("GET", "/account")
    monkeypatch.setattr(sites, "TRIES", 0)
    with pytest.raises(SiteGone):
        site.ask("GET", "/account")


@pytest.mark.parametrize("address", ["", "http://", "https://club/path", "http://me@club", "http://[::1", "a b://c"])
def test_addresses_that_are_none(address: str):
    """Are refused before anything is sent."""
    with pytest.raises(OptionError):
        checked_address(address)


def test_which_challenges_are_taken():
    """By game, by name, rated or not, and so many at once."""
    terms = Terms(games=("LC",), names=("Ann",), rated=False, at_once=2)
    challenge = {"code": "LC", "by": "ann"}
    assert terms.refuses(challenge, 1) == ""
    assert terms.refuses(challenge, 2) == "busy"
    assert terms.refuses({**challenge, "code": "QM"}, 0) == "game"
    assert terms.refuses({**challenge, "by": "Ben"}, 0) == "name"
    assert terms.refuses({**challenge, "rated": True}, 0) == "rated"
    assert Terms().refuses({"code": "MG3", "by": "", "rated": True}, 0) == ""
