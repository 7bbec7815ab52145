"""Who may do what: every route of the server, with everybody who may come; its sockets are in `rights/test_sockets`."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from fastapi.routing import APIWebSocketRoute, iter_route_contexts
from starlette.routing import Mount

from tests.web.afloat import Server, Visitor
from tests.web.reading import count_games
from tests.web.rights.api import ADDRESSES
from tests.web.rights.asking import arrives, asked, forget_throttles, outcome_of
from tests.web.rights.pages import PAGES
from tests.web.rights.rows import Row
from tests.web.rights.sockets import SOCKETS
from tests.web.roles import Caller, at_hand, stands

TABLE = [*PAGES, *ADDRESSES]
ROWS = {one.served: one for one in (*TABLE, *SOCKETS)}


def routes(server: Server) -> Iterator[str]:
    """Every route as the table calls it."""
    for found in iter_route_contexts(server.app.routes):
        if isinstance(found.original_route, APIWebSocketRoute):
            yield f"SOCKET {found.path}"
        elif not isinstance(found.original_route, Mount):
            assert found.methods, found.path
            yield from (f"{method} {found.path}" for method in found.methods - {"HEAD"})


def test_every_route_has_a_row(server: Server):
    """Whoever adds a route says here who may use it, and whoever takes one away takes its row with it."""
    found = sorted(routes(server))
    assert found == sorted(ROWS)
    assert len(set(found)) == len(found)
    assert [found.path for found in iter_route_contexts(server.app.routes) if isinstance(found.route, Mount)] == [
        "/static"
    ]


CALLERS: dict[tuple[object, ...], Caller] = {}


def comes(server: Server, one: Row, role: str) -> Caller:
    """Somebody new; or, where they only look, which changes nothing, whoever has come in that role before."""
    if one.method != "GET":
        forget_throttles(server)
        return arrives(server, one, role, one.scope)
    key = server.url, role, one.over, one.waiting, one.scope, one.time, one.given
    if key not in CALLERS:
        CALLERS[key] = arrives(server, one, role, one.scope)
    return CALLERS[key]


@pytest.mark.parametrize("one", TABLE, ids=lambda one: one.route)
def test_who_may_do_what(server: Server, visitor: Visitor, one: Row):
    """Each role is answered as the table says; where it is refused, and where it only looks, nothing is changed."""
    wrong = {}
    for role, outcome in one.outcomes.items():
        caller = comes(server, one, role)
        before, games = stands(server, caller), count_games(server)
        with at_hand(server, caller):
            answer = asked(server, visitor, one, caller)
        if (found := outcome_of(answer, outcome)) != outcome:
            wrong[role] = found, answer.text[:300]
        elif not outcome.isdigit() or outcome == "403" or one.method == "GET":
            assert (stands(server, caller), count_games(server)) == (before, games), role
            assert "kidd_session" not in answer.cookies, role
    assert not wrong
