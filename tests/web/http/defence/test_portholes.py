"""A class behind one address has room for its windows, and a flood from there has an end."""

from __future__ import annotations

from contextlib import ExitStack

import pytest
from starlette.requests import HTTPConnection

from kidd.table.errors import TooFast
from kidd.table.play.actors import Actor, Role, guest
from kidd.web.http.defence.pace import Crowd
from kidd.web.http.defence.portholes import OF_NETWORK, Portholes
from kidd.web.http.settings import Settings
from kidd.web.http.visitors.viewer import VIEWER, Viewer
from kidd.words.language import tongue

ADDRESS = "203.0.113.9"
WINDOWS = 4


def caller(actor: Actor) -> HTTPConnection:
    """Somebody of the school, on a socket."""
    scope = {"type": "websocket", "client": (ADDRESS, 1), "headers": [], VIEWER: Viewer(actor, tongue("en"))}
    return HTTPConnection(scope)


def test_a_class_has_its_windows():
    """Thirty guests and thirty members with four tables and the lobby each: five sockets, and as many for notices."""
    people = [guest(f"guest {number}", origin="@1f") for number in range(30)]
    people += [Actor(f"member {number}", role=Role.MEMBER) for number in range(30)]
    portholes, sockets = Portholes(1000), Crowd(Settings().sockets_each)
    with ExitStack() as stack:
        for one in people:
            for window in range(WINDOWS):
                stack.enter_context(portholes.of(caller(one), f"{one.person}, {window}", plays=True))
            stack.enter_context(portholes.of(caller(one)))
            for _ in range(WINDOWS + 1):
                stack.enter_context(portholes.of_notices(caller(one)))
            assert all(sockets.enter(ADDRESS) for _ in range(2 * (WINDOWS + 1)))


def test_a_flood_has_an_end():
    """However many guests come from one address, and members too: less than a thousand sockets, and then no more."""
    portholes, sockets = Portholes(1000), Crowd(Settings().sockets_each)
    with ExitStack() as stack:
        for number in range(OF_NETWORK):
            stack.enter_context(portholes.of(caller(guest(f"{number}", origin="@1f")), f"{number}", plays=True))
        with pytest.raises(TooFast):
            stack.enter_context(portholes.of(caller(guest("one more", origin="@1f"))))
    assert sum(sockets.enter(ADDRESS) for _ in range(2000)) < 1000
