"""Who is asking: a visitor is a random id in a signed cookie, given when they first open a game."""

from __future__ import annotations

import hmac
import re
import secrets
from hashlib import sha256

COOKIE = "kidd_visitor"
YEAR = 365 * 24 * 3600
ID = re.compile(r"[0-9a-f]{32}")
NOBODY = ""  # a visitor without a cookie: they may look


class Purser:
    """Hands out visitors' cookies and knows its own signature."""

    def __init__(self, secret: bytes) -> None:
        self._key = hmac.digest(secret, b"kidd visitor", sha256)

    def new_visitor(self) -> str:
        """A fresh id."""
        return secrets.token_hex(16)

    def cookie(self, visitor: str) -> str:
        """The cookie of a visitor."""
        return f"{visitor}.{self._signature(visitor)}"

    def visitor(self, cookie: str | None) -> str:
        """The visitor of a cookie, NOBODY where there is none or somebody made it up."""
        visitor, _, signature = (cookie or "").partition(".")
        if not ID.fullmatch(visitor) or not signature.isascii():
            return NOBODY
        return visitor if hmac.compare_digest(signature, self._signature(visitor)) else NOBODY

    def _signature(self, visitor: str) -> str:
        return hmac.digest(self._key, visitor.encode(), sha256).hex()
