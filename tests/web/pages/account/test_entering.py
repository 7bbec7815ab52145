"""Signing up, logging in and out: what stays whose, and what nobody learns."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import httpx
import pytest
from sqlalchemy import text

from kidd.table.play.actors import Role
from kidd.table.play.people import accounts
from kidd.table.play.people.accounts import FAILED_FOR_ONE, SIGN_UPS
from tests.web.afloat import API, Server, Visitor

PASSWORD = "two parrots"
NUMBERS = count(1)


def new_name() -> str:
    """A name that nobody has."""
    letters = "abcdefghjk"
    return "Sailor " + "".join(letters[int(figure)] for figure in f"{next(NUMBERS):04}")


@pytest.fixture
def device(server: Server) -> Iterator[Visitor]:
    """Another device, somewhere else."""
    with server.visitor(headers={"x-forwarded-for": f"192.0.2.{next(NUMBERS) % 250 + 1}"}) as somebody:
        yield somebody


@pytest.fixture
def visitor(server: Server) -> Iterator[Visitor]:
    """Somebody who comes from a place of their own."""
    with server.visitor(headers={"x-forwarded-for": f"198.51.100.{next(NUMBERS) % 250 + 1}"}) as somebody:
        yield somebody


def signs_up(visitor: Visitor, name: str, password: str = PASSWORD, **more: str) -> httpx.Response:
    """Fill in the form."""
    said = {"name": name, "password": password, "again": password, "back": "/games", **more}
    return visitor.post("/signup", data=said, headers={"accept": "text/html"})


def logs_in(visitor: Visitor, name: str, password: str = PASSWORD) -> httpx.Response:
    """Fill in the other form."""
    return visitor.post("/login", data={"name": name, "password": password}, headers={"accept": "text/html"})


def test_a_guest_becomes_a_member(server: Server, visitor: Visitor, device: Visitor):
    """The same person with the same games, on this device and on the next; the cookie of before is good no more."""
    page, name = visitor.opens(), new_name()
    guest, old = server.actor(visitor), visitor.cookies["kidd_session"]
    answer = signs_up(visitor, name)
    assert (answer.status_code, answer.headers["location"]) == (303, "/games")
    member = server.actor(visitor)
    assert (member.person, member.role, member.name) == (guest.person, Role.MEMBER, name)
    assert member.session != guest.session
    assert visitor.plays(page, 0, "@c1").status_code == 200
    assert logs_in(device, name.upper().replace(" ", "")).status_code == 303
    assert device.plays(page, 1, "@a7").status_code == 200
    assert page in device.get("/games").text
    with server.visitor(cookies={"kidd_session": old}) as thief:
        assert thief.plays(page, 2, "@e7").status_code == 403
    assert signs_up(visitor, new_name()).status_code == 422
    assert name in visitor.get("/account").text


def test_the_guest_of_before_comes_back(server: Server, visitor: Visitor, device: Visitor):
    """Whoever logs in where a guest has played finds that guest again after logging out."""
    name, page = new_name(), device.opens()
    signs_up(visitor, name)
    guest = server.actor(device).person
    logs_in(device, name)
    assert server.actor(device).person == server.actor(visitor).person
    assert device.plays(page, 0, "@c1").status_code == 403
    assert device.post("/logout").status_code == 303
    assert server.actor(device).person == guest
    assert device.plays(page, 0, "@c1").status_code == 200
    visitor.post("/logout")
    assert server.actor(visitor).role is Role.STRANGER


def test_nobody_learns_who_exists(visitor: Visitor):
    """A wrong password and a name that nobody has are answered alike, by page and by API."""
    name, nobody = new_name(), new_name()
    signs_up(visitor, name)
    visitor.cookies.clear()
    pages = [logs_in(visitor, who, "another parrot") for who in (name, nobody)]
    assert [answer.status_code for answer in pages] == [403, 403]
    assert pages[0].text.replace(name, nobody) == pages[1].text
    said = [
        visitor.post(f"{API}/login", json={"name": who, "password": "another parrot"}).text for who in (name, nobody)
    ]
    assert said[0] == said[1]
    assert logs_in(visitor, name, "x" * 12_000).status_code == 403
    assert "kidd_session" not in visitor.cookies


def test_too_many_tries(server: Server, visitor: Visitor, device: Visitor):
    """After some for one name nobody from there is let in for it, not even with the right password; others are."""
    name, other = new_name(), new_name()
    signs_up(visitor, name)
    signs_up(device, other)
    visitor.cookies.clear()
    for number in range(FAILED_FOR_ONE.times):
        assert logs_in(visitor, name, f"parrot number {number}").status_code == 403
    answer = logs_in(visitor, name)
    assert answer.status_code == 429
    assert 0 < int(answer.headers["retry-after"]) <= 900
    assert visitor.post(f"{API}/login", json={"name": name, "password": PASSWORD}).status_code == 429
    assert logs_in(visitor, other).status_code == 303
    device.cookies.clear()
    for _ in range(FAILED_FOR_ONE.times + 2):  # what was right does not count
        assert logs_in(device, name).status_code == 303
        device.cookies.clear()


def test_too_many_accounts(server: Server, visitor: Visitor, monkeypatch: pytest.MonkeyPatch):
    """From one place only so many sign up in an hour, by page or by API; others do all the same."""
    monkeypatch.setattr(accounts, "SIGN_UPS", SIGN_UPS._replace(times=3))
    for _ in range(3):
        assert signs_up(visitor, new_name()).status_code == 303
        visitor.cookies.clear()
    refused = signs_up(visitor, new_name())
    assert refused.status_code == 429
    assert 0 < int(refused.headers["retry-after"]) <= 3600
    assert visitor.post(f"{API}/signup", json={"name": new_name(), "password": PASSWORD}).status_code == 429
    with server.visitor(headers={"x-forwarded-for": "192.0.2.251"}) as elsewhere:
        assert signs_up(elsewhere, new_name()).status_code == 303


@pytest.mark.parametrize(
    ("name", "password", "said"),
    [
        ("Аnne", PASSWORD, "one script"),
        ("x", PASSWORD, "2 to 24"),
        ("Kidd", PASSWORD, "looks like it"),
        ("Anne\r\nBcc: all", PASSWORD, "2 to 24|only letters"),
        ("Long John", "short", "at least 8"),
        ("Long John", "password123", "others would try"),
    ],
)
def test_refused(visitor: Visitor, name: str, password: str, said: str):
    """With a sentence, and what was written is still there, but for the password."""
    answer = signs_up(visitor, name, password)
    assert answer.status_code == 422
    assert any(words in answer.text for words in said.split("|"))
    assert password not in answer.text
    assert "kidd_session" not in visitor.cookies


def test_names_that_look_alike(visitor: Visitor, device: Visitor):
    """The second is refused, in whatever letters, and so is a name that is had already."""
    assert signs_up(visitor, "Patch Pete").status_code == 303
    for name in ("patch-pete", "PATCH PETE", "Patсh Pete", "Pàtch Pété"):  # the third with a Cyrillic letter
        assert signs_up(device, name).status_code == 422, name


def test_sessions(server: Server, visitor: Visitor, device: Visitor):
    """They are listed with browser and system; one is ended, or all but this one."""
    name = new_name()
    visitor.headers["user-agent"] = "Mozilla/5.0 (Android 15; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0"
    signs_up(visitor, name)
    logs_in(device, name)
    page = visitor.get("/account").text
    assert "Firefox, Android" in page
    assert page.count('name="session"') == 3
    assert visitor.post("/account/sessions", data={"session": "others"}).status_code == 303
    assert server.actor(device).role is Role.STRANGER
    logs_in(device, name)
    assert visitor.post("/account/sessions", data={"session": server.actor(device).session}).status_code == 303
    assert server.actor(device).role is Role.STRANGER
    assert visitor.post("/account/sessions", data={"session": "nothing"}).status_code == 404
    assert visitor.post("/account/sessions", data={"session": server.actor(visitor).session}).status_code == 303
    assert visitor.get("/account").status_code == 303


def test_another_password(server: Server, visitor: Visitor, device: Visitor):
    """Needs the one of now; the old one is of no use any more, and other devices are logged out."""
    name = new_name()
    signs_up(visitor, name)
    logs_in(device, name)
    new = {"password": "three parrots", "again": "three parrots"}
    wrong = visitor.post("/account/password", data={"old": "four parrots", **new}, headers={"accept": "text/html"})
    assert (wrong.status_code, "not your password" in wrong.text) == (422, True)
    odd = visitor.post(
        "/account/password", data={"old": PASSWORD, **new, "again": "x"}, headers={"accept": "text/html"}
    )
    assert odd.status_code == 422
    assert visitor.post("/account/password", data={"old": PASSWORD, **new}).status_code == 303
    assert server.actor(visitor).role is Role.MEMBER
    assert server.actor(device).role is Role.STRANGER
    assert logs_in(device, name).status_code == 403
    assert logs_in(device, name, "three parrots").status_code == 303


def test_by_the_api(server: Server, visitor: Visitor):
    """The same: sign up, see oneself, log out, log in."""
    name = new_name()
    assert visitor.get(f"{API}/account").json() == {"role": "stranger"}
    made = visitor.post(f"{API}/signup", json={"name": name, "password": PASSWORD})
    assert (made.status_code, made.json()["name"], made.json()["role"]) == (201, name, "member")
    assert visitor.get(f"{API}/account").json() == made.json()
    assert visitor.post(f"{API}/logout", json={}).status_code == 204
    assert visitor.get(f"{API}/account").json() == {"role": "stranger"}
    assert visitor.post(f"{API}/login", json={"name": name, "password": PASSWORD}).json() == made.json()
    changed = visitor.post(f"{API}/account/password", json={"old": PASSWORD, "password": "five parrots"})
    assert changed.status_code == 204
    assert server.actor(visitor).role is Role.MEMBER


def test_passwords_are_not_in_the_database(server: Server, visitor: Visitor):
    """Only their hashes, each with a salt of its own."""
    names = new_name(), new_name()
    for name in names:
        signs_up(visitor, name)
        visitor.cookies.clear()
    query = text("SELECT password FROM persons WHERE name IN (:first, :second)")
    with server.app.state.store.reading() as connection:
        kept = [row[0] for row in connection.execute(query, dict(zip(("first", "second"), names, strict=True)))]
    assert len(set(kept)) == len(kept) == 2
    assert all(one.startswith("$argon2id$") and PASSWORD not in one for one in kept)


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "Welcome aboard, %s!"), ("de", "Willkommen an Bord, %s!"), ("fr", "Bienvenue à bord, %s")],
)
def test_whoever_signs_up_is_welcomed_once(visitor: Visitor, language: str, said: str):
    """By name, on the page that they come to; from then on a letter in the head tells them from others."""
    visitor.headers["accept-language"] = language
    name = new_name()
    assert 'class="bar-initial"' not in visitor.get("/").text
    page = visitor.get(signs_up(visitor, name).headers["location"]).text
    assert said % name in page
    assert f'<span class="bar-initial" aria-hidden="true">{name[0].upper()}</span>' in page
    again = visitor.get("/games").text
    assert said % name not in again
    assert 'class="bar-initial"' in again
