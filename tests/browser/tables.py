"""Games of several people, each with a browser of their own, on a server in this process."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from kidd.table.play.actors import Actor, guest
from kidd.table.play.games import open_game
from kidd.table.seats import Seat
from kidd.table.storage.persons import people
from kidd.table.terms import Terms
from tests.browser.conftest import Visitors
from tests.web.afloat import Server
from tests.web.roles import cookie


def opened(
    server: Server, code: str, time: str = "", names: tuple[str, str] = ("Ann", "Ben")
) -> tuple[str, Actor, Actor]:
    """A game of Ann and Ben."""
    ann, ben = guest(people.new_id()), guest(people.new_id())
    seats = [Seat(0, "person", ann.person, None, names[0]), Seat(1, "person", ben.person, None, names[1])]
    store = server.app.state.store
    return open_game(store, code=code, options={}, seats=seats, owner=ann, terms=Terms(time=time)).id, ann, ben


def come(server: Server, coming: Visitors, actor: Actor, game: str, **settings: Any) -> Page:
    """Somebody's page of a game."""
    page = coming(None, **settings)
    name, _, value = cookie(server, actor)["cookie"].partition("=")
    page.context.add_cookies([{"name": name, "value": value, "url": server.url}])
    page.goto(f"/games/{game}")
    page.wait_for_function("() => document.documentElement.dataset.ready === 'true'")
    return page
