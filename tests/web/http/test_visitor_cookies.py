from __future__ import annotations

import pytest

from kidd.web.http.visitor_cookies import NOBODY, Purser


def test_a_cookie_is_known_again():
    """By the key that has signed it, and by no other."""
    purser, visitor = Purser(b"one key"), Purser(b"any").new_visitor()
    cookie = purser.cookie(visitor)
    assert purser.visitor(cookie) == visitor
    assert Purser(b"one key").visitor(cookie) == visitor
    assert Purser(b"another key").visitor(cookie) == NOBODY


@pytest.mark.parametrize(
    "cookie", [None, "", ".", "x.y", "0" * 32, "0" * 32 + ".", "0" * 32 + ".ü", "0" * 32 + "." + "0" * 64]
)
def test_cookies_that_somebody_made_up(cookie: str | None):
    """Are nobody's."""
    assert Purser(b"one key").visitor(cookie) == NOBODY


def test_no_two_visitors_are_the_same():
    """Each gets an id that cannot be guessed."""
    purser = Purser(b"one key")
    assert len({purser.new_visitor() for _ in range(100)}) == 100
