"""Those who look after the house: their page, `kidd admin`, invitations, and what is thrown away."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from datetime import timedelta
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text, update

from kidd.table.errors import NoSuchGame
from kidd.table.moments import now
from kidd.table.people.passwords import Hasher
from kidd.table.play.actors import STRANGER, Actor, Role
from kidd.table.play.games import load, open_store
from kidd.table.play.people import operators
from kidd.table.play.people.accounts import Place, sign_up
from kidd.table.play.people.housekeeping import Keeping, tidy
from kidd.table.storage.club import messages
from kidd.table.storage.database.schema import games
from kidd.table.storage.persons import accounts
from tests.shell import run
from tests.table.sittings import person, sit
from tests.web.afloat import API, Server, Visitor

PASSWORD = "two parrots"
NUMBERS = count(1)
HTML = {"accept": "text/html"}


def signs_up(server: Server, visitor: Visitor) -> str:
    """A new member's name."""
    name = "Bosun " + "".join("abcdefghjk"[int(figure)] for figure in f"{next(NUMBERS):04}")
    visitor.headers["x-forwarded-for"] = f"192.0.2.{next(NUMBERS)}"
    assert visitor.post(f"{API}/signup", json={"name": name, "password": PASSWORD}).status_code == 201
    return name


@pytest.fixture
def boss(server: Server) -> Iterator[Visitor]:
    """An operator."""
    with server.visitor() as visitor:
        signs_up(server, visitor)
        me = server.actor(visitor)
        server.app.state.store.write(
            lambda connection: connection.execute(
                text("UPDATE persons SET operator = true WHERE id = :id"), {"id": me.person}
            )
        )
        server.app.state.sessions.forget_all()
        yield visitor


def test_people_and_games(server: Server, boss: Visitor, visitor: Visitor):
    """They are found; whoever is closed is out at once and cannot log in until opened again; a game is closed."""
    name = signs_up(server, visitor)
    page, person = visitor.opens(), server.actor(visitor).person
    assert visitor.get("/operator", headers=HTML).status_code == 403
    found = boss.get("/operator", params={"people": name.upper()}).text
    assert found.count(">" + name + "<") == 1
    assert page in boss.get("/operator", params={"games": name}).text
    assert boss.post("/operator/people", data={"person": person, "do": "close"}).status_code == 303
    assert server.actor(visitor).role is Role.STRANGER
    assert visitor.post(f"{API}/login", json={"name": name, "password": PASSWORD}).status_code == 403
    assert boss.post("/operator/people", data={"person": person, "do": "open"}).status_code == 303
    assert visitor.post(f"{API}/login", json={"name": name, "password": PASSWORD}).status_code == 200
    assert boss.post("/operator/games", data={"game": page.rpartition("/")[2]}).status_code == 303
    assert load(server.app.state.store, page.rpartition("/")[2]).abandoned
    mine = server.actor(boss).person
    for said in (
        {"person": mine, "do": "close"},
        {"person": "nobody", "do": "close"},
        {"person": person, "do": "hang"},
    ):
        assert boss.post("/operator/people", data=said, headers=HTML).status_code == 422
    token = boss.post(f"{API}/tokens", json={"name": "x", "scopes": ["read"], "password": PASSWORD}).json()["token"]
    with server.visitor(headers={"authorization": f"Bearer {token}"}) as program:
        assert program.get(f"{API}/account").json()["role"] == "member"  # looking after the house is for people
        assert program.get("/operator", headers=HTML).status_code == 403


def test_games_that_wait_stand_apart(server: Server, boss: Visitor, visitor: Visitor):
    """An open seat is nobody's yet, and whoever closes a game is asked first."""
    name = signs_up(server, visitor)
    visitor.post("/invitations", data={"game": "LC", "colour": "red"})
    shown = boss.get("/operator", params={"games": name}).text.partition('id="games-title"')[2]
    running, title, waiting = shown.partition("Waiting for players")
    assert title
    assert "No game was found." in running
    assert f"{name}, Nobody yet" in waiting
    assert "The game ends for all without a result, for good." in waiting


def test_a_game_is_adjourned(server: Server, boss: Visitor, visitor: Visitor):
    """From the page, and by the same address as its players would, but at once; the table says so in each language."""
    name, store = signs_up(server, visitor), server.app.state.store
    page = visitor.opens()
    game = page.rpartition("/")[2]
    assert boss.post("/operator/games", data={"game": game, "do": "adjourn"}).status_code == 303
    assert load(store, game).recess.house
    listed = boss.get("/operator", params={"games": name}).text
    assert 'value="resume"' in listed
    assert 'class="account-mark">Adjourned<' in listed
    for language, words in {"en": "is adjourned", "de": "ist vertagt", "fr": "est ajournée"}.items():
        assert words in visitor.get(page, headers={"accept-language": language, **HTML}).text
        assert words in visitor.get("/games", headers={"accept-language": language, **HTML}).text
    assert visitor.plays(page, 0, "@c1").status_code == 422
    assert visitor.does(page, "resume").json()["type"] == "/problems/not-yours"
    assert visitor.get(f"{API}/games").json()["games"][0]["adjourned"]
    assert boss.does(page, "resume").status_code == 200
    assert visitor.plays(page, 0, "@c1").status_code == 200
    assert boss.does(page, "adjourn").json()["recess"]["house"]
    assert boss.post("/operator/games", data={"game": game, "do": "resume"}).status_code == 303
    assert not load(store, game).is_adjourned
    for said in ({"game": game, "do": "hang"}, {"game": "nowhere", "do": "adjourn"}):
        assert boss.post("/operator/games", data=said, headers=HTML).status_code in (404, 422)


def test_reports(server: Server, boss: Visitor, visitor: Visitor):
    """They are listed with who has reported whom, and laid aside once."""
    store, name, page = server.app.state.store, signs_up(server, visitor), visitor.opens()
    words = f"Avast, {name}!"
    mine, theirs = server.actor(visitor).person, server.actor(boss).person
    said = messages.Message(1, "players", theirs, "", "", words, now())
    store.write(lambda connection: messages.report(connection, page.rpartition("/")[2], said, mine, words, now()))
    shown = boss.get("/operator").text
    assert name in shown
    assert f"<q>{words}</q>" in shown
    report = shown.partition(words)[2].partition('name="report" value="')[2].partition('"')[0]
    assert boss.post("/operator/reports", data={"report": report}).status_code == 303
    assert words not in boss.get("/operator").text
    assert boss.post("/operator/reports", data={"report": report}, headers=HTML).status_code == 422


@pytest.mark.once
def test_kidd_admin(tmp_path: Path):
    """Members are listed, made operators, closed; an invitation lets one person sign up where one is needed."""
    environment: dict[str, Any] = {"KIDD_DATA": str(tmp_path), "KIDD_BASE_URL": "https://kidd.example"}
    assert run("admin", "people", **environment).stdout == ""
    link = run("admin", "invite", **environment).stdout.strip()
    assert link.startswith("https://kidd.example/signup?invitation=")
    code, hasher = link.rpartition("=")[2], Hasher()
    store = open_store(f"sqlite:///{tmp_path / 'kidd.db'}")
    tidy(store, Keeping(90))  # what an invitation needs is kept

    def comes(name: str, with_code: str) -> object:
        return asyncio.run(sign_up(store, hasher, STRANGER, Place(), name, PASSWORD, rule="invitation", code=with_code))

    for wrong in ("", "0" * 32):
        with pytest.raises(ValueError, match="invitation"):
            comes("Mary Read", wrong)
    comes("Mary Read", code)
    with pytest.raises(ValueError, match="used already"):
        comes("Anne Bonny", code)
    hasher.close()
    store.close()
    assert run("admin", "operator", "mary read", **environment).returncode == 0
    assert "Operator" in run("admin", "people", "mary", **environment).stdout
    assert run("admin", "close", "Mary Read", **environment).returncode != 0  # an operator
    assert run("admin", "operator", "Mary Read", "--off", **environment).returncode == 0
    assert run("admin", "close", "Mary Read", **environment).returncode == 0
    assert "Closed" in run("admin", "people", **environment).stdout
    assert "Nobody here is called" in run("admin", "close", "Nobody", **environment).stderr
    store = open_store(f"sqlite:///{tmp_path / 'kidd.db'}")
    game = sit(store, "LC").id
    store.close()
    assert run("admin", "adjourn-game", game, **environment).returncode == 0
    assert run("admin", "games", **environment).stdout.strip().endswith("Adjourned")
    assert run("admin", "adjourn-game", game, "--undo", **environment).returncode == 0
    assert "Adjourned" not in run("admin", "games", **environment).stdout


@pytest.mark.once
def test_a_game_as_a_log_book(tmp_path: Path):
    """It takes the place of an older file at once or not at all; where it cannot be written, a sentence says so."""
    store = open_store(f"sqlite:///{tmp_path / 'kidd.db'}")
    game = sit(store, "LC").id
    store.close()
    out, older = tmp_path / "game.kidd", tmp_path / "older.kidd"
    older.write_text("what was there")
    os.link(older, out)
    assert run("admin", "export", game, "--out", str(out), KIDD_DATA=str(tmp_path)).returncode == 0
    assert f'[Id "{game}"]' in out.read_text()
    assert older.read_text() == "what was there"
    nowhere = run("admin", "export", game, "--out", str(tmp_path / "none" / "game.kidd"), KIDD_DATA=str(tmp_path))
    assert nowhere.returncode != 0
    assert "No such file" in nowhere.stderr
    assert "Traceback" not in nowhere.stderr


def test_what_guests_have_left(tmp_path: Path):
    """Their unfinished games go after some days without a move, but not a member's, nor what is over or young."""
    store = open_store(f"sqlite:///{tmp_path / 'kidd.db'}")
    member = Actor("member-1", "", Role.MEMBER)
    old, young, mine, over = (
        sit(store, "LC"),
        sit(store, "LC"),
        sit(store, "LC", person(member), person(member), owner=member),
        operators.close_game(store, Actor("x", "", Role.OPERATOR), sit(store, "LC").id),
    )
    store.write(lambda connection: accounts.enrol(connection, "member-1", "Mary Read", now()))
    long_ago = update(games).where(games.c.id != young.id).values(updated=now() - timedelta(days=91))
    store.write(lambda connection: connection.execute(long_ago))
    assert tidy(store, Keeping(0)) == 0
    assert tidy(store, Keeping(90)) == 1
    with pytest.raises(NoSuchGame):
        load(store, old.id)
    assert {load(store, game.id).id for game in (young, mine, over)} == {young.id, mine.id, over.id}
    store.close()
