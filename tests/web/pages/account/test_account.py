"""The account: profile, mail, blocks, tokens and bots, export and deletion."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from itertools import count
from threading import Event
from typing import Any
from zipfile import ZipFile

import pytest
from sqlalchemy import text

from kidd.table.play.actors import Role, guest
from kidd.table.play.games import load, open_game
from kidd.table.play.people import profile
from kidd.table.seats import Seat
from kidd.table.storage.notices import receivers
from kidd.table.storage.recompute import differences
from kidd.table.storage.study import analyses
from kidd.words.club.mails import letter
from kidd.words.language import tongue
from kidd.words.texts import FORMER
from tests.patience import PATIENCE, until
from tests.web.afloat import API, Server, Visitor

PASSWORD = "two parrots"
NUMBERS = count(1)
HTML = {"accept": "text/html"}
KEYS = {  # of a browser that takes notices
    "p256dh": "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM",
    "auth": "tBHItJI5svbpez7KI4CCXg",
}


def new_name() -> str:
    """A name that nobody has."""
    return "Matey " + "".join("abcdefghjk"[int(figure)] for figure in f"{next(NUMBERS):04}")


@contextmanager
def member(server: Server, name: str) -> Iterator[Visitor]:
    """Somebody who has signed up, somewhere."""
    with server.visitor(headers={"x-forwarded-for": f"203.0.113.{next(NUMBERS) % 250 + 1}"}) as visitor:
        made = visitor.post(f"{API}/signup", json={"name": name, "password": PASSWORD})
        assert made.status_code == 201, made.text
        yield visitor


@pytest.fixture
def ann(server: Server) -> Iterator[Visitor]:
    """A member."""
    with member(server, new_name()) as visitor:
        yield visitor


@pytest.fixture
def ben(server: Server) -> Iterator[Visitor]:
    """Another one."""
    with member(server, new_name()) as visitor:
        yield visitor


def name_of(visitor: Visitor) -> str:
    """Who that is."""
    return str(visitor.get(f"{API}/account").json()["name"])


def letters(server: Server, address: str) -> list[tuple[str, str, dict[str, str]]]:
    """What is to be sent to an address: kind, language and what fills in the words."""
    with server.app.state.store.reading() as connection:
        query = text("SELECT kind, language, data FROM outbox WHERE address = :address ORDER BY id")
        return [(row[0], row[1], json.loads(row[2])) for row in connection.execute(query, {"address": address})]


def test_language_and_zone(server: Server, ann: Visitor):
    """They are kept, follow to the next device, and nonsense is refused."""
    kept = ann.post("/account/profile", data={"language": "de", "zone": "Europe/Berlin"})
    assert kept.headers["location"] == "/account?done=profile"
    for said in ({"language": "xx", "zone": ""}, {"language": "", "zone": "../../etc/passwd"}):
        assert ann.post("/account/profile", data=said, headers=HTML).status_code == 422
    told = ann.get(f"{API}/account").json()
    assert (told["language"], told["zone"]) == ("de", "Europe/Berlin")
    with server.visitor() as device:
        answer = device.post("/login", data={"name": told["name"], "password": PASSWORD})
        assert answer.status_code == 303
        assert 'lang="de"' in device.get("/account").text
        device.post("/language", data={"language": "fr"})
    assert ann.get(f"{API}/account").json()["language"] == "fr"


def test_mail_is_theirs_once_they_have_answered(server: Server, ann: Visitor):
    """A letter is written, its link is good once, and a mail with line breaks or no address is refused."""
    for odd in (
        "ann",
        "ann@",
        "a b@example.org",
        "ann@example.org\r\nBcc: all@example.org",
        "é@example.org",
        "x" * 300,
    ):
        assert ann.post("/account/mail", data={"mail": odd, "password": PASSWORD}, headers=HTML).status_code == 422, odd
    assert ann.post("/account/mail", data={"mail": "Ann@EXAMPLE.org", "password": PASSWORD}).status_code == 303
    assert "mail" not in ann.get(f"{API}/account").json()
    ((kind, language, data),) = letters(server, "Ann@example.org")
    assert (kind, language, data["name"]) == ("verify", "en", name_of(ann))
    for code in ("en", "de", "fr"):
        written = letter(kind, data, "https://kidd.example", tongue(code))
        assert f"https://kidd.example{data['path']}" in written.text
        assert "\n" not in written.subject
    with server.visitor() as phone:  # where nobody is logged in
        assert phone.get(data["path"]).status_code == 200
        code = data["path"].partition("=")[2]
        assert phone.post("/verify", data={"code": code}).status_code == 200
        assert phone.post("/verify", data={"code": code}, headers=HTML).status_code == 422
    told = ann.get(f"{API}/account").json()
    assert (told["mail"], told["mail_verified"]) == ("Ann@example.org", True)


def test_a_forgotten_password(server: Server, ann: Visitor, ben: Visitor):
    """The same is said to everybody; a letter goes to those with an address, and its link changes the password once."""
    ann.post("/account/mail", data={"mail": "reset@example.org", "password": PASSWORD})
    with server.visitor() as phone:
        phone.post("/verify", data={"code": letters(server, "reset@example.org")[0][2]["path"].partition("=")[2]})
        phone.headers["x-forwarded-for"] = "203.0.113.251"
        said = {phone.post("/reset", data={"who": who}).text for who in (name_of(ann), name_of(ben), "Nobody at all")}
        assert len(said) == 1
        until(lambda: len(letters(server, "reset@example.org")) == 2)
        ((_, _, _), (kind, _, data)) = letters(server, "reset@example.org")
        assert kind == "reset"
        assert phone.post("/reset", data={"who": "reset@EXAMPLE.org"}).text in said
        until(lambda: len(letters(server, "reset@example.org")) == 3)
        new = {"password": "nine parrots", "again": "nine parrots"}
        name = name_of(ann)
        assert phone.post("/reset/0000", data=new, headers=HTML).status_code == 422
        assert phone.post(data["path"], data=new).status_code == 200
        assert phone.post(data["path"], data=new, headers=HTML).status_code == 422
        assert server.actor(ann).role is Role.STRANGER
        assert phone.post(f"{API}/login", json={"name": name, "password": PASSWORD}).status_code == 403
        assert phone.post(f"{API}/login", json={"name": name, "password": "nine parrots"}).status_code == 200


def test_what_was_changed_is_told(server: Server, ann: Visitor):
    """A letter goes to the address of before whenever the password or the address has become another one."""
    has_mail(server, ann, "first@example.org")
    new = {"old": PASSWORD, "password": "six parrots", "again": "six parrots"}
    assert ann.post("/account/password", data=new).status_code == 303
    assert [kind for kind, _, _ in letters(server, "first@example.org")] == ["verify", "new-password"]
    said = {"old": "six parrots", "password": PASSWORD}
    assert ann.put(f"{API}/account/profile", json={"language": "de"}).status_code == 204
    assert ann.post(f"{API}/account/password", json=said, headers={"accept-language": "fr"}).status_code == 204
    kind, language, data = letters(server, "first@example.org")[-1]
    assert (kind, language) == ("new-password", "de")
    written = {letter(kind, data, "https://kidd.example", tongue(code)).text for code in ("en", "de", "fr")}
    assert len(written) == 3
    assert all("https://kidd.example/reset\n" in text and PASSWORD not in text for text in written)
    has_mail(server, ann, "second@example.org")
    assert [kind for kind, _, _ in letters(server, "first@example.org")][-1] == "new-mail"
    assert [kind for kind, _, _ in letters(server, "second@example.org")] == ["verify"]


def reads(server: Server, address: str) -> str:
    """The code of the last letter to an address."""
    path = letters(server, address)[-1][2]["path"]
    return path.partition("=")[2] or path.rpartition("/")[2]


def has_mail(server: Server, visitor: Visitor, address: str, password: str = PASSWORD) -> None:
    """Somebody gives an address, and proves that it is theirs."""
    assert visitor.post("/account/mail", data={"mail": address, "password": password}).status_code == 303
    assert visitor.post("/verify", data={"code": reads(server, address)}).status_code == 200


def test_a_session_is_not_the_account(ann: Visitor):
    """Who finds one open, and does not know the password, changes no mail address and makes neither token nor bot."""
    for path, said in (  # fewer than the tries that one has
        ("/account/mail", {"mail": "thief@example.org"}),
        ("/account/mail", {"mail": "", "forget": "1", "password": "no parrots"}),
        ("/account/tokens", {"name": "mine", "scope-read": "1", "password": "no parrots"}),
        ("/account/bots", {"name": new_name(), "password": "no parrots"}),
    ):
        refused = ann.post(path, data=said, headers=HTML)
        assert (refused.status_code, "not your password" in refused.text) == (422, True), path
    wrong = {"password": "no parrots"}
    assert ann.put(f"{API}/account/mail", json={"mail": "thief@example.org", **wrong}).status_code == 422
    assert ann.post(f"{API}/tokens", json={"name": "mine", "scopes": ["read"], **wrong}).status_code == 422
    assert ann.put(f"{API}/account/mail", json={"mail": "thief@example.org"}).status_code == 422
    known = ann.get(f"{API}/tokens").json(), ann.get(f"{API}/bots").json()
    assert known == ({"tokens": []}, {"bots": []})
    assert "wait until" not in ann.get("/account").text


@pytest.mark.parametrize("way", ["page", "api", "reset"])
def test_another_password_is_another_lock(server: Server, ann: Visitor, way: str):
    """All by which somebody may have come in is good no more, and whoever changes it here gets another cookie."""
    address = f"{name_of(ann).replace(' ', '.')}@example.org"
    has_mail(server, ann, address)
    said = {"name": "x", "scopes": ["read"], "password": PASSWORD}
    bot = ann.post(f"{API}/bots", json={"name": new_name(), "password": PASSWORD}).json()["id"]
    secrets = [ann.post(f"{API}{path}", json=said).json()["token"] for path in ("/tokens", f"/bots/{bot}/tokens")]
    device = {"endpoint": f"https://push.example.com/{bot}", "keys": KEYS}
    assert ann.post(f"{API}/notices/devices", json=device).status_code in (201, 204)
    ann.put(f"{API}/account/mail", json={"mail": f"thief.{address}", "password": PASSWORD})
    me, new, cookie = server.actor(ann).person, "three parrots", ann.cookies["kidd_session"]
    changed = {"old": PASSWORD, "password": new, "again": new}
    if way == "page":
        assert ann.post("/account/password", data=changed).status_code == 303
    elif way == "api":
        assert ann.post(f"{API}/account/password", json={"old": PASSWORD, "password": new}).status_code == 204
    else:
        ann.post(f"{API}/password-resets", json={"who": address})
        until(lambda: letters(server, address)[-1][0] == "reset")
        assert ann.post(f"{API}/password-resets/{reads(server, address)}", json={"password": new}).status_code == 204
    assert server.actor(ann).role is (Role.STRANGER if way == "reset" else Role.MEMBER)
    for headers in ({"cookie": f"kidd_session={cookie}"}, *({"authorization": f"Bearer {one}"} for one in secrets)):
        with server.visitor(headers=headers) as thief:
            assert thief.get(f"{API}/account").json().get("role") in (None, "stranger"), headers
    with server.app.state.store.reading() as connection:
        assert receivers.devices_of(connection, me) == []
    with server.visitor() as phone:
        assert phone.post("/verify", data={"code": reads(server, f"thief.{address}")}, headers=HTML).status_code == 422


def test_a_reset_that_was_sent_to_the_address_of_before(server: Server, ann: Visitor):
    """It is good no more when another address has been proved."""
    has_mail(server, ann, "before@example.org")
    ann.post(f"{API}/password-resets", json={"who": "before@example.org"})
    until(lambda: letters(server, "before@example.org")[-1][0] == "reset")
    old = reads(server, "before@example.org")
    has_mail(server, ann, "after@example.org")
    assert ann.post(f"{API}/password-resets/{old}", json={"password": "four parrots"}).status_code == 422
    assert server.actor(ann).role is Role.MEMBER


def test_another_address_is_taken_back(server: Server, ann: Visitor):
    """By whoever reads the first one, however often it was changed since; and nobody gets in by the old password."""
    name = name_of(ann)
    for address in ("owner@example.org", "thief@example.org", "thief2@example.org"):
        has_mail(server, ann, address)
    assert ann.post("/account/mail", data={"forget": "1", "password": PASSWORD}).status_code == 303
    told = [[kind for kind, _, _ in letters(server, one)] for one in ("owner@example.org", "thief2@example.org")]
    assert told == [["verify", "new-mail"]] * 2
    kind, _, data = letters(server, "owner@example.org")[-1]
    assert all(data["path"] in letter(kind, data, "", tongue(code)).text for code in ("en", "de", "fr"))
    with server.visitor() as owner:
        later = reads(server, "thief@example.org")
        assert owner.get(data["path"]).status_code == 200
        page = owner.post("/take-back", data={"code": reads(server, "owner@example.org")})
        assert page.status_code == 200
        assert server.actor(ann).role is Role.STRANGER
        assert owner.post("/login", data={"name": name, "password": PASSWORD}, headers=HTML).status_code == 403
        for code in (later, reads(server, "owner@example.org")):
            assert owner.post("/take-back", data={"code": code}, headers=HTML).status_code == 422
        reset = page.text.partition('action="/reset/')[2].partition('"')[0]
        new = {"password": "five parrots", "again": "five parrots"}
        assert owner.post(f"/reset/{reset}", data=new).status_code == 200
        assert owner.post("/login", data={"name": name, "password": "five parrots"}).status_code == 303
        assert owner.get(f"{API}/account").json()["mail"] == "owner@example.org"


def test_nobody_learns_by_the_time_it_takes(server: Server, ann: Visitor, monkeypatch: pytest.MonkeyPatch):
    """Who has forgotten a password is answered before anybody looks whether there is somebody to write to."""
    may_look, looked = Event(), Event()
    write = profile._write_resets

    def held(*said: Any) -> None:
        may_look.wait(PATIENCE)
        write(*said)
        looked.set()

    monkeypatch.setattr(profile, "_write_resets", held)
    ann.post("/account/mail", data={"mail": "slow@example.org", "password": PASSWORD})
    ann.post("/verify", data={"code": letters(server, "slow@example.org")[0][2]["path"].partition("=")[2]})
    with server.visitor(headers={"x-forwarded-for": "203.0.113.253"}) as phone:
        assert phone.post("/reset", data={"who": "slow@example.org"}).status_code == 200
        assert len(letters(server, "slow@example.org")) == 1
        may_look.set()
        assert looked.wait(PATIENCE)
        until(lambda: len(letters(server, "slow@example.org")) == 2)


def test_a_guest_at_a_table_of_two_gets_their_name(server: Server, ann: Visitor):
    """Others see it at once, in what is still played; at a table of one's own the names stay as they were typed."""
    store, name = server.app.state.store, new_name()
    with server.visitor(headers={"x-forwarded-for": "203.0.113.252"}) as newcomer:
        own = newcomer.opens(name1="Tom", name2="Tim")
        me = server.actor(newcomer).person
        seats = Seat(0, "person", me, None, "Black Pearl"), Seat(1, "person", server.actor(ann).person, None, "Ann")
        game = open_game(store, code="LC", options={}, seats=seats, owner=guest(me))
        assert newcomer.post(f"{API}/signup", json={"name": name, "password": PASSWORD}).status_code == 201
        assert [seat["name"] for seat in ann.sees(f"/games/{game.id}")["seats"]] == [name, "Ann"]
        assert [seat["name"] for seat in newcomer.sees(own)["seats"]] == ["Tom", "Tim"]


def test_blocks(ann: Visitor, ben: Visitor):
    """By name, once, and never oneself; by page and by API."""
    name = name_of(ben)
    assert ann.post("/account/blocks", data={"name": name.upper()}).status_code == 303
    assert ann.post(f"{API}/blocks", json={"name": name}).status_code == 204
    assert ann.get(f"{API}/blocks").json() == {"blocked": [name]}
    for odd in (name_of(ann), "Nobody at all"):
        assert ann.post("/account/blocks", data={"name": odd}, headers=HTML).status_code == 422
    assert ben.get(f"{API}/blocks").json() == {"blocked": []}
    assert ann.delete(f"{API}/blocks/{name}").status_code == 204
    assert ann.get(f"{API}/blocks").json() == {"blocked": []}


def test_what_a_token_is_good_for(server: Server, ann: Visitor, ben: Visitor):
    """Its scopes on the API and nothing else; it can be ended, by its owner alone, and is not in the database."""
    page = ann.opens()
    made = ann.post("/account/tokens", data={"name": "reader", "scope-read": "1", "password": PASSWORD})
    reader = made.text.partition('id="new-token">')[2].partition("<")[0]
    player = ann.post(
        f"{API}/tokens", json={"name": "player", "scopes": ["read", "play"], "password": PASSWORD}
    ).json()["token"]
    with server.visitor(headers={"authorization": f"Bearer {reader}"}) as program:
        assert program.get(f"{API}/account").json()["name"] == name_of(ann)
        assert program.sees(page)["you"] == ["R", "B"]
        refused = program.plays(page, 0, "@c1").json()
        assert (refused["type"], refused["reason"]) == ("/problems/missing-scope", "scope")
        assert program.get("/account").status_code == 303  # pages are for people
        assert (
            program.post(f"{API}/tokens", json={"name": "x", "scopes": ["read"], "password": PASSWORD}).json()["reason"]
            == "no-program"
        )
        assert program.delete(f"{API}/sessions/{server.actor(ann).session}").json()["reason"] == "no-program"
        program.headers["authorization"] = f"Bearer {player}"
        assert program.plays(page, 0, "@c1").status_code == 200
        assert program.post(f"{API}/studies", json={"position": "LC"}).json()["reason"] == "scope"
        (other,) = [one for one in ann.get(f"{API}/tokens").json()["tokens"] if one["name"] == "player"]
        assert ben.delete(f"{API}/tokens/{other['id']}").status_code == 422
        assert ann.delete(f"{API}/tokens/{other['id']}").status_code == 204
        for odd in (f"Bearer {player}", "Bearer kidd_0", "Bearer", "Bearer " + "x" * 5000):
            program.headers["authorization"] = odd
            assert program.get(f"{API}/account").json()["type"] == "/problems/bad-token"
            assert program.plays(page, 1, "@a7").status_code == 401
        program.headers["authorization"] = "Basic x"
        assert program.get(f"{API}/account").json() == {"role": "stranger"}
    with server.app.state.store.reading() as connection:
        assert reader not in str(connection.execute(text("SELECT * FROM tokens")).all())


def test_bots(server: Server, ann: Visitor, ben: Visitor):
    """A person of its own with a name that nobody else has, marked as a bot, that plays by its tokens alone."""
    name = new_name()
    assert ann.post("/account/bots", data={"name": name, "password": PASSWORD}).status_code == 303
    assert ben.post("/account/bots", data={"name": name, "password": PASSWORD}, headers=HTML).status_code == 422
    page = ann.get("/account").text
    bot = page.partition('name="end" value="')[2].partition('"')[0]
    said = {
        "name": "engine",
        "scope-read": "1",
        "scope-play": "1",
        "scope-challenge": "1",
        "bot": bot,
        "password": PASSWORD,
    }
    assert ben.post("/account/tokens", data=said, headers=HTML).status_code == 422
    shown = ann.post("/account/tokens", data=said).text.partition(f'id="bot-{bot}"')[2]  # where its bot stands
    secret = shown.partition('id="new-token">')[2].partition("<")[0]
    with server.visitor(headers={"authorization": f"Bearer {secret}"}) as program:
        assert program.get(f"{API}/account").json()["role"] == "bot"
        game = program.post(f"{API}/games", json={"game": "LC", "seats": [{"kind": "person"}] * 2}).json()["id"]
        assert program.plays(f"/games/{game}", 0, "@c1").status_code == 200
        assert ben.post(f"{API}/login", json={"name": name, "password": PASSWORD}).status_code == 403
        assert ann.post("/account/bots", data={"end": bot}).status_code == 303
        assert program.get(f"{API}/account").status_code == 401
    assert name not in ann.get("/account").text


def test_all_of_ones_data(ann: Visitor):
    """With every game as a log book, and without the password's hash."""
    page = ann.opens()
    ann.plays(page, 0, "@c1")
    ann.post(f"{API}/studies", json={"position": "LC", "title": "Mine"})
    with ZipFile(BytesIO(ann.post("/account/export").content)) as packed:
        names = packed.namelist()
        known = json.loads(packed.read("account.json"))
        assert "@c1" in packed.read(f"{page.removeprefix('/')}.kidd").decode()
        assert "argon2" not in str(known)
    assert known["account"]["name"] == name_of(ann)
    assert len([name for name in names if name.startswith("studies/")]) == 1
    assert len(known["sessions"]) == 1
    assert known["ratings"] == known["rated games"] == []


def test_an_account_that_is_no_more(server: Server, ann: Visitor, ben: Visitor):
    """The name is gone from every table and event, games stay and replay, what was played against others is lost."""
    store = server.app.state.store
    name, me, other = name_of(ann), server.actor(ann), server.actor(ben)
    seats = Seat(0, "person", me.person, None, name), Seat(1, "person", other.person, None, "Ben")
    over, going, alone = (
        open_game(store, code="LC", options={}, seats=two, owner=guest(me.person))
        for two in (seats, seats, (seats[0], seats[0]))
    )
    ben.plays(f"/games/{over.id}", 0, "B:resign")
    finished = load(store, over.id)
    store.write(lambda connection: analyses.keep(connection, finished, (), done=True))
    wrong = ann.post("/account/delete", data={"password": "no parrots"}, headers=HTML)
    assert wrong.status_code == 422
    assert ann.post("/account/delete", data={"password": PASSWORD}).status_code == 303
    assert server.actor(ann).role is Role.STRANGER
    for game in (over, going, alone):
        table = load(store, game.id)
        assert table.seats[0].name == FORMER
        assert table.is_over
    assert load(store, over.id).match.outcome == load(store, going.id).match.outcome[::-1] == "1-0"
    with store.reading() as connection:
        kept = str([connection.execute(text(f"SELECT * FROM {one}")).all() for one in ("persons", "seats", "events")])
        assert analyses.kept(connection, load(store, over.id)) is not None
    assert name not in kept
    assert [line for line in differences(store) if any(game.id in line for game in (over, going, alone))] == []
    page = ben.get(f"/games/{over.id}", headers={"accept-language": "de"}).text
    assert "ehemaliges Mitglied" in page
    assert ben.post(f"{API}/login", json={"name": name, "password": PASSWORD}).status_code == 403
    with member(server, name) as again:  # the name is free
        assert again.get(f"{API}/games").json() == {"games": []}


@pytest.mark.parametrize(
    ("language", "save", "offer"),
    [
        ("en", "Save", "Open the game"),
        ("de", "Speichern", "Partie anbieten"),
        ("fr", "Enregistrer", "Proposer la partie"),
    ],
)
def test_buttons_say_what_they_do(visitor: Visitor, language: str, save: str, offer: str):
    """Settings are saved, and what stands in the lobby is no invitation."""
    visitor.headers["accept-language"] = language
    assert f'id="keep-settings">{save}</button>' in visitor.get("/settings").text
    assert f'<span class="for-lobby">{offer}</span>' in visitor.get("/invite?whom=lobby").text
