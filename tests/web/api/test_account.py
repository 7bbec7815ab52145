"""What the pages of accounts and operators do, over the API."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from zipfile import ZipFile

import pytest

from kidd.table.storage.persons import accounts
from kidd.table.storage.recompute import differences
from tests.web.afloat import API, Server, Visitor
from tests.web.pages.account.test_account import PASSWORD, letters, member, name_of, new_name

pytestmark = pytest.mark.once


@pytest.fixture
def ann(server: Server) -> Iterator[Visitor]:
    """A member."""
    with member(server, new_name()) as visitor:
        yield visitor


@pytest.fixture
def operator(server: Server) -> Iterator[Visitor]:
    """A member who looks after the house."""
    with member(server, new_name()) as visitor:
        person = server.actor(visitor).person
        server.app.state.store.write(lambda connection: accounts.change(connection, person, operator=True))
        server.app.state.sessions.forget_all()
        yield visitor


def test_mail_and_a_forgotten_password(server: Server, ann: Visitor):
    """An address counts when it is proved, and whoever reads letters there can set a new password, once."""
    address = f"{name_of(ann).replace(' ', '.').lower()}@example.org"
    assert (
        ann.put(f"{API}/account/mail", json={"mail": "Ann\r\nBcc: all@example.org", "password": PASSWORD}).status_code
        == 422
    )
    assert ann.put(f"{API}/account/mail", json={"mail": address, "password": PASSWORD}).status_code == 204
    ((_, _, said),) = letters(server, address)
    assert not ann.get(f"{API}/account").json().get("mail_verified")
    code = said["path"].partition("=")[2]
    assert ann.post(f"{API}/account/mail/proof", json={"code": code}).status_code == 204
    assert ann.post(f"{API}/account/mail/proof", json={"code": code}).status_code == 422
    assert ann.get(f"{API}/account").json()["mail_verified"]
    for who in (address, "nobody@example.org"):
        assert ann.post(f"{API}/password-resets", json={"who": who}).status_code == 204
    reset = letters(server, address)[-1][2]["path"].rpartition("/")[2]
    for status in (204, 422):
        done = ann.post(f"{API}/password-resets/{reset}", json={"password": "a wooden leg"})
        assert done.status_code == status, done.text


def test_bots_and_their_tokens(server: Server, ann: Visitor):
    """Made, listed with their tokens, and let go; those of others are not there."""
    name = new_name()
    bot = ann.post(f"{API}/bots", json={"name": name, "password": PASSWORD}).json()["id"]
    made = ann.post(
        f"{API}/bots/{bot}/tokens", json={"name": "engine", "scopes": ["read", "play"], "password": PASSWORD}
    )
    bearer = {"authorization": f"Bearer {made.json()['token']}"}
    with server.visitor() as program:
        assert program.get(f"{API}/account", headers=bearer).json()["name"] == name
        assert program.get(f"{API}/bots", headers=bearer).json()["type"] == "/problems/missing-scope"
    (listed,) = ann.get(f"{API}/bots").json()["bots"]
    assert (listed["id"], listed["name"], listed["tokens"][0]["scopes"]) == (bot, name, ["play", "read"])
    with member(server, new_name()) as ben:
        assert ben.delete(f"{API}/bots/{bot}").status_code == 422
        assert (
            ben.post(
                f"{API}/bots/{bot}/tokens", json={"name": "x", "scopes": ["read"], "password": PASSWORD}
            ).status_code
            == 422
        )
    assert ann.delete(f"{API}/bots/{bot}/tokens/{listed['tokens'][0]['id']}").status_code == 204
    assert ann.delete(f"{API}/bots/{bot}").status_code == 204
    assert ann.get(f"{API}/bots").json()["bots"] == []


def test_wishes(ann: Visitor):
    """How one is told is kept."""
    wishes = {"push": False, "digest": True, "warnings": False}
    assert ann.put(f"{API}/notices/wishes", json=wishes).status_code == 204
    assert ann.get(f"{API}/notices/wishes").json() == wishes
    assert ann.put(f"{API}/notices/wishes", json={**wishes, "push": "yes"}).status_code == 422


def test_taking_all_along_and_leaving(server: Server, ann: Visitor):
    """A ZIP of everything; the account ends with its password only, and its session with it."""
    packed = ann.post(f"{API}/account/export", json={})
    assert packed.headers["content-type"] == "application/zip"
    assert "account.json" in ZipFile(BytesIO(packed.content)).namelist()
    assert ann.post(f"{API}/account/delete", json={"password": "a wrong one"}).status_code == 422
    assert ann.get(f"{API}/account").json()["role"] == "member"
    assert ann.post(f"{API}/account/delete", json={"password": PASSWORD}).status_code == 204
    assert ann.get(f"{API}/account").json()["role"] == "stranger"
    assert differences(server.app.state.store) == []


def test_operators(server: Server, ann: Visitor, operator: Visitor):
    """They find people and games, keep people out and let them in, close games, and invite; others do not."""
    name = name_of(ann)
    game = ann.post(f"{API}/games", json={"game": "LC", "seats": [{"kind": "person"}] * 2}).json()["id"]
    assert ann.get(f"{API}/operator/people").json()["type"] == "/problems/not-yours"
    (found,) = operator.get(f"{API}/operator/people", params={"search": name}).json()["people"]
    assert (found["name"], found["role"]) == (name, "member")
    (running,) = operator.get(f"{API}/operator/games", params={"name": name}).json()["games"]
    assert (running["id"], running["game"]) == (game, "LC")
    assert operator.post(f"{API}/operator/games/{game}/close", json={}).status_code == 204
    assert ann.get(f"{API}/games/{game}").json()["abandoned"]
    address = f"{API}/operator/people/{found['id']}"
    assert operator.put(address, json={"closed": True}).status_code == 204
    assert ann.get(f"{API}/account").json()["role"] == "stranger"
    assert operator.put(address, json={"closed": False}).status_code == 204
    assert ann.post(f"{API}/login", json={"name": name, "password": PASSWORD}).status_code == 200
    invited = operator.post(f"{API}/operator/invitations", json={}).json()
    assert invited["link"].endswith(f"/signup?invitation={invited['code']}")
    assert name not in str(operator.get(f"{API}/operator/reports").json()["reports"])
    assert operator.delete(f"{API}/operator/reports/987654321").status_code == 422


def test_dice(ann: Visitor):
    """Those of a game that goes on cannot be checked yet; a book that is none says so."""
    game = ann.post(f"{API}/games", json={"game": "QM", "seats": [{"kind": "person"}] * 2}).json()["id"]
    going = ann.get(f"{API}/games/{game}/dice").json()
    assert (going["fair"], going.get("seed", "")) == (False, "")
    for turn in range(4):
        state = ann.get(f"{API}/games/{game}").json()
        act = state["moves"][0]["act"] if turn < 3 else "resign"
        assert ann.post(f"{API}/games/{game}/acts", json={"act": act, "ply": state["ply"]}).status_code == 200
    over = ann.get(f"{API}/games/{game}/dice").json()
    assert over["fair"]
    assert all(roll["shown"] == roll["derived"] for roll in over["rolls"])
    book = ann.get(f"{API}/games/{game}/log.kidd").text
    assert ann.post(f"{API}/dice", json={"book": book}).json()["matches"] == [over]
    assert ann.post(f"{API}/dice", json={"book": "[Game"}).json()["type"] == "/problems/bad-book"
