"""Cookies that hold a session: signed, so that nobody makes one up, and good only while the session is."""

from __future__ import annotations

import hmac
import re
from hashlib import sha256

from itsdangerous import BadSignature, Signer

COOKIE = "kidd_session"
HOST_COOKIE = f"__Host-{COOKIE}"  # under https: browsers take it from this very host only, and by https only
OLD_COOKIE = "kidd_visitor"  # of before there were sessions; what it holds is a session's token, too
YEAR = 365 * 24 * 3600
TOKEN = re.compile(r"[0-9a-f]{32}")


class SessionCookies:
    """Writes the cookie of a token, and reads the token of a cookie."""

    def __init__(self, secret: bytes) -> None:
        self._signer = Signer(secret, salt=b"kidd session", digest_method=sha256)
        self._old_key = hmac.digest(secret, b"kidd visitor", sha256)

    def write(self, token: str) -> str:
        """The cookie of a token."""
        return self._signer.sign(token).decode()

    def read(self, cookie: str | None, old_cookie: str | None = None) -> str:
        """The token of a cookie, empty where there is none or somebody made it up."""
        try:
            token = self._signer.unsign(cookie).decode() if cookie else self._read_old(old_cookie)
        except (BadSignature, ValueError):  # ValueError: a cookie that is not text
            return ""
        return token if TOKEN.fullmatch(token) else ""

    def _read_old(self, cookie: str | None) -> str:
        token, _, signature = (cookie or "").partition(".")
        expected = hmac.digest(self._old_key, token.encode(), sha256).hex()
        return token if signature.isascii() and hmac.compare_digest(signature, expected) else ""
