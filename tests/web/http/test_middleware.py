from __future__ import annotations

import pytest

from kidd.web.http.defence.pace import Paces
from kidd.web.http.logging_setup import printable
from tests.web.afloat import Visitor


@pytest.mark.parametrize("path", ["/", "/healthz", "/readyz", "/rules", "/icon.svg", "/deck.css", "/games"])
def test_what_can_be_had_can_be_asked_about(visitor: Visitor, path: str):
    """HEAD answers as GET does, without the body."""
    asked, had = visitor.head(path), visitor.get(path)
    assert asked.status_code == had.status_code == 200
    assert asked.content == b""
    assert asked.headers["content-type"] == had.headers["content-type"]
    assert asked.headers["x-frame-options"] == "DENY"


def test_what_is_not_there_cannot(visitor: Visitor):
    """Nor what can only be done."""
    assert visitor.head("/nowhere").status_code == 404
    assert visitor.head("/language").status_code == 405


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("/games/größe", "/games/größe"),
        ("a\x1b[2Jb", r"a\x1b[2Jb"),
        ("a\r\nb\x00", r"a\r\nb\x00"),
        ("a\u202eb\u2066\u200f", r"a\u202eb\u2066\u200f"),
        ("a\x9bb\u2028", r"a\x9bb\u2028"),
    ],
)
def test_nothing_in_the_log_moves_the_cursor(text: str, shown: str):
    """Control characters and turned directions are escaped, letters are not."""
    assert printable(text) == shown


def test_parts_of_a_page_carry_less_than_pages(visitor: Visitor) -> None:
    """A stylesheet says only that it is none else; a page that says there is none carries all."""
    part, missing = visitor.get("/static/site.css"), visitor.get("/static/none.css")
    assert (part.headers["x-content-type-options"], "x-frame-options" in part.headers) == ("nosniff", False)
    assert (missing.status_code, missing.headers["x-frame-options"]) == (404, "DENY")


def test_an_address_is_one_address(visitor: Visitor) -> None:
    """Nobody is led by a slash too many to a host that the request itself has named."""
    for path in ("/dice/", "/load/", "/about/"):
        answer = visitor.get(path, headers={"host": "localhost:9999"})
        assert answer.status_code == 404
        assert "location" not in answer.headers


@pytest.mark.parametrize(
    ("path", "headers"),
    [
        ("/static/js/nowhere.js", {}),
        ("/games/nowhere/0.svg", {"accept": "image/avif,image/webp,image/svg+xml,image/*,*/*;q=0.8"}),
        ("/nowhere", {"sec-fetch-dest": "image"}),
    ],
)
@pytest.mark.parametrize("late", [False, True])
def test_parts_of_a_page_are_refused_in_a_sentence(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch, path: str, headers: dict[str, str], late: bool
):
    """Nobody reads a page in place of a picture; whoever opens the picture itself is shown one."""
    if late:
        monkeypatch.setattr(Paces, "wait_of_network", lambda *_: 3)
        monkeypatch.setattr(Paces, "wait_of_parts", lambda *_: 3)
    refused = visitor.get(path, headers=headers)
    assert (refused.status_code, refused.headers.get("retry-after")) == ((429, "3") if late else (404, None))
    assert refused.headers["content-type"] == "text/plain; charset=utf-8"
    assert (refused.headers["cache-control"], len(refused.content) < 200) == ("no-store", True)
    opened = visitor.get(path, headers={"accept": "text/html,*/*;q=0.8"})
    assert opened.headers["content-type"].startswith("text/html")
