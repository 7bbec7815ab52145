from __future__ import annotations

import hmac
from hashlib import sha256

import pytest

from kidd.table.storage.persons.people import new_id
from kidd.web.http.visitors.session_cookies import SessionCookies

pytestmark = pytest.mark.once


def test_a_cookie_is_known_again():
    """By the key that has signed it, and by no other."""
    cookies, token = SessionCookies(b"one key"), new_id()
    cookie = cookies.write(token)
    assert cookies.read(cookie) == token
    assert SessionCookies(b"one key").read(cookie) == token
    assert SessionCookies(b"another key").read(cookie) == ""


@pytest.mark.parametrize(
    "cookie", [None, "", ".", "x.y", "0" * 32, "0" * 32 + ".", "0" * 32 + ".ü", "0" * 32 + "." + "0" * 64]
)
def test_cookies_that_somebody_made_up(cookie: str | None):
    """Are nobody's, whether they look like those of today or of before."""
    cookies = SessionCookies(b"one key")
    assert cookies.read(cookie) == ""
    assert cookies.read(None, cookie) == ""


def test_only_tokens_are_read():
    """What was signed by the same key for another purpose is no token."""
    cookies = SessionCookies(b"one key")
    assert cookies.read(cookies.write("not a token")) == ""


def test_a_cookie_of_before_is_still_good():
    """It holds a token, too, signed in another way."""
    token = new_id()
    key = hmac.digest(b"one key", b"kidd visitor", sha256)
    signature = hmac.digest(key, token.encode(), sha256).hex()
    assert SessionCookies(b"one key").read(None, f"{token}.{signature}") == token


def test_no_two_tokens_are_the_same():
    """Each is one that cannot be guessed."""
    assert len({new_id() for _ in range(100)}) == 100
