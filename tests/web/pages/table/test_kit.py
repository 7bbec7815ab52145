"""The kit of a game: what its page's scripts work with, kept by browsers for as long as it stays the same."""

from __future__ import annotations

import re

import pytest

from tests.web.afloat import Visitor

GAMES = ("LC", "QM", "MG2", "MG3")


def kit_of(visitor: Visitor, code: str, **more: str) -> tuple[str, str]:
    """The address of a new game's kit, and its page."""
    opened = visitor.post("/api/v1/games", json={"game": code})
    assert opened.status_code == 201
    page = visitor.get(f"/games/{opened.json()['id']}", headers=more).text
    found = re.search(r'id="kit" hidden data-from="([^"]+)"', page)
    assert found
    return found[1].replace("&amp;", "&"), page


@pytest.mark.parametrize("code", GAMES)
def test_the_kit_of_a_page(visitor: Visitor, code: str):
    """It has all that is copied, measured and said; nothing of one game is in it, and it is kept for ever."""
    address, page = kit_of(visitor, code)
    kit = visitor.get(address)
    assert (kit.status_code, kit.headers["cache-control"]) == (200, "public, max-age=31536000, immutable")
    for name in ("geometry", "composed", "texts", "kinds", "parts"):
        assert f'id="{name}"' in kit.text
        assert f'id="{name}"' not in page
    assert 'action="{page}/acts"' in kit.text
    assert set(re.findall(r'data-part="emblem-(.)"', kit.text)) == set("RBG" if code == "MG3" else "RB")
    assert kit_of(visitor, code)[0] == address


def test_other_kits(visitor: Visitor):
    """Another language and a deck that is turned have others; one under an old address is not kept."""
    english, _ = kit_of(visitor, "LC")
    german, _ = kit_of(visitor, "LC", **{"accept-language": "de"})
    assert "language=de" in german
    assert visitor.get(german).text != visitor.get(english).text
    turned = english.replace("rotation=0", "rotation=90")
    answer = visitor.get(turned)
    assert answer.headers["cache-control"] == "no-cache"
    tag = answer.headers["etag"]
    assert visitor.get(turned, headers={"if-none-match": tag}).status_code == 304


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/kit/XX/kidd-18.html", 404),
        ("/kit/LC/none.html", 404),
        ("/kit/LC/kidd-18.html?language=xx", 404),
        ("/kit/LC/kidd-18.html?rotation=45", 422),
        ("/kit/LC/kidd-18.html?flip=yes", 422),
    ],
)
def test_there_is_no_such_kit(visitor: Visitor, address: str, status: int):
    """Of what the server does not know."""
    assert visitor.get(address).status_code == status
