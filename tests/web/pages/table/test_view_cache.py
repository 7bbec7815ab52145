from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from kidd.web.pages.table import table_json, table_view
from kidd.web.pages.table.view_cache import Gallery
from kidd.web.pages.table.view_models import TableView
from tests.web.afloat import Server, Visitor


def test_many_look_and_one_draws():
    """Those who come while it is drawn wait for it."""
    gallery, drawn = Gallery(), []

    def draw() -> dict[str, Any]:
        drawn.append(1)
        time.sleep(0.05)
        return {"html": "deck"}

    with ThreadPoolExecutor(8) as pool:
        views = list(pool.map(lambda _: gallery.view("key", draw), range(20)))
    assert views == [{"html": "deck"}] * 20
    assert drawn == [1]


def test_what_fails_is_not_kept():
    """The next one tries again."""
    gallery = Gallery()
    with pytest.raises(ZeroDivisionError):
        gallery.view("key", lambda: {"html": 1 // 0})
    assert gallery.view("key", lambda: {"html": "deck"}) == {"html": "deck"}


def test_there_is_room_for_so_many():
    """What was not looked at for long is drawn again."""
    gallery = Gallery(2)
    for key in "ab":
        gallery.view(key, lambda: {"html": "old"})
    gallery.view("a", lambda: {"html": "new"})
    gallery.view("c", lambda: {"html": "old"})
    assert gallery.view("a", lambda: {"html": "new"}) == {"html": "old"}
    assert gallery.view("b", lambda: {"html": "new"}) == {"html": "new"}


def test_onlookers_share_a_view(server: Server, visitor: Visitor, other: Visitor, monkeypatch: pytest.MonkeyPatch):
    """Two of them cost one drawing; a player, another language and other preferences cost one each."""
    drawn = []

    def look(*args: Any, **more: Any) -> TableView:
        drawn.append(1)
        return table_view.look(*args, **more)

    monkeypatch.setattr(table_json, "look", look)
    page = visitor.opens()
    with server.visitor() as third:
        views = [one.get(f"{page}/view").json() for one in (third, other, third, other)]
        assert len(drawn) == 1
        assert views == [views[0]] * 4
        assert visitor.get(f"{page}/view").json() != views[0]
        assert other.get(f"{page}/view", headers={"accept-language": "fr"}).json() != views[0]
        third.cookies["kidd_prefs"] = "%7B%22flip%22%3Atrue%7D"
        assert third.get(f"{page}/view").json() != views[0]
        assert len(drawn) == 4
        visitor.plays(page, 0, "@c1")
        assert other.get(f"{page}/view").json()["ply"] == 1
