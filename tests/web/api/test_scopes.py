"""What a token is good for: every address of the API with the scope that it needs, for everybody who may have one."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from kidd.table.play.actors import Actor
from kidd.table.play.games import load, open_game
from kidd.table.play.people.scopes import PEOPLE, PUBLIC, SCOPES
from kidd.table.seats import Seat
from kidd.table.storage.persons import tokens
from kidd.web.api.scopes import NEEDED, NO_TOKEN, needed
from tests.patience import PATIENCE
from tests.web.afloat import API, Server, Visitor
from tests.web.bearers import bearer, make_bot
from tests.web.rights.api import ADDRESSES
from tests.web.rights.asking import arrives, asked, forget_throttles, outcome_of
from tests.web.rights.rows import Row
from tests.web.roles import NUMBERS, stands
from tests.web.test_who_may_do_what import routes

REFUSED = ("bad-token", "not-yours", "illegal-act", "403")
SCOPED = [one for one in ADDRESSES if one.scope in SCOPES]
BY_TOKEN = ("alone", "player", "opponent", "member", "blocked", "operator", "former")


@pytest.fixture
def bot(server: Server) -> Actor:
    """A new bot."""
    return make_bot(server.app.state.store, f"Scoped Parrot {next(NUMBERS)}")


def comes(server: Server, bot: Actor, *scopes: str) -> tuple[str, dict[str, str]]:
    """A game in which the bot sits alone, and the header of a new token."""
    store = server.app.state.store
    seats = [Seat(number, "person", bot.person) for number in (0, 1)]
    table = open_game(store, code="LC", options={}, seats=seats, owner=bot)
    return table.id, bearer(store, bot, *scopes)


def test_every_address_of_the_api_has_a_scope(server: Server):
    """Whoever adds one says here what programs need for it; one that nobody has thought of is closed to them."""
    found = {one.replace(API, "", 1) for one in routes(server) if API in one} - {"GET /docs"}
    assert not found - set(NEEDED)
    assert set(NEEDED.values()) == {*SCOPES, PUBLIC, PEOPLE}
    assert needed("POST", "/api/v1/unthought-of") == PEOPLE


@pytest.mark.parametrize("one", SCOPED, ids=lambda one: one.route)
def test_a_token_is_good_for_its_scopes(server: Server, visitor: Visitor, one: Row):
    """With the one scope that it needs a program is answered as the person would be whose token it has.

    That without it nothing is done is a column of the table. Operators are members to whom they lend a token, and
    one that was ended is good for nothing.
    """
    wrong = {}
    for role in BY_TOKEN:
        caller = arrives(server, one, role)
        forget_throttles(server)
        token = bearer(server.app.state.store, Actor(caller.person), one.scope)
        if role == "former":
            server.app.state.store.write(partial(tokens.end_all, person=caller.person))
        before = stands(server, caller)
        answer: Any = asked(server, visitor, one, replace(caller, headers=token))
        wanted = {"former": "bad-token", "operator": one.outcomes["member"]}.get(role, one.outcomes[role])
        if (found := outcome_of(answer, wanted)) != wanted:
            wrong[role] = found, answer.text[:300]
        elif wanted in REFUSED:
            assert stands(server, caller) == before
        assert "set-cookie" not in answer.headers
    assert not wrong


def test_a_token_that_nobody_has(server: Server, visitor: Visitor, bot: Actor):
    """Is refused wherever it comes, in the language of whoever sends it; pages do not look at it."""
    gone = bearer(server.app.state.store, bot)
    server.app.state.store.write(lambda connection: tokens.end_all(connection, bot.person))
    server.app.state.sessions.forget_all()
    for said in (gone, {"authorization": "Bearer kidd_" + "x" * 5000}, {"authorization": "bearer x"}):
        answer = visitor.get(f"{API}/games", headers={**said, "accept-language": "fr"})
        assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")
        assert answer.json()["type"] == "/problems/bad-token"
        assert "jeton" in answer.json()["detail"]
    assert visitor.get("/games", headers=gone).status_code == 200
    assert visitor.get(f"{API}/games", headers={"authorization": "Basic YTpi"}).status_code == 200


def test_sockets_look_at_tokens(server: Server, visitor: Visitor, bot: Actor):
    """The engine's needs a scope, a game's needs none."""
    game, token = comes(server, bot, "read")
    with visitor.listens(f"/games/{game}", **token) as socket:
        assert '"you":["R","B"]' in socket.recv(PATIENCE)
    with visitor.thinks_along(**token) as socket, pytest.raises(ConnectionClosed) as closed:
        socket.recv(PATIENCE)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == NO_TOKEN


def test_pages_mark_a_bot(server: Server, visitor: Visitor, bot: Actor):
    """Its card says what it is, in the language of whoever looks, and so do lists and states."""
    game, token = comes(server, bot, "read")
    assert load(server.app.state.store, game).seats[0].bot
    assert '<span class="bot">Bot</span>' in visitor.get(f"/games/{game}").text
    assert visitor.get(f"{API}/games/{game}").json()["seats"][0]["bot"]
    assert visitor.get(f"{API}/games", headers=token).json()["games"][0]["seats"][0]["bot"]
