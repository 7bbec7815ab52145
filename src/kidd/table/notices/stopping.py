"""The signature by which one click in a letter says that there are to be no more of them, without logging in."""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256

KINDS = ("digest", "warnings")
LONGEST_TOKEN = 300  # characters of such a token


def stop_token(secret: bytes, person: str, kind: str) -> str:
    """What the address in a letter ends with."""
    said = f"{kind}:{person}".encode()
    return f"{_written(said)}.{_written(_signature(secret, said))}"


def read_stop_token(secret: bytes, token: str) -> tuple[str, str] | None:
    """The person and the kind of letter that a token stands for; None if somebody made it up."""
    if len(token) > LONGEST_TOKEN or not token.isascii():
        return None
    first, _, second = token.partition(".")
    try:
        said, signature = _read(first), _read(second)
        kind, _, person = said.decode().partition(":")
    except ValueError:
        return None
    if not hmac.compare_digest(signature, _signature(secret, said)) or kind not in KINDS:
        return None
    return person, kind


def _signature(secret: bytes, said: bytes) -> bytes:
    return hmac.digest(hmac.digest(secret, b"kidd stop", sha256), said, sha256)


def _written(value: bytes) -> str:
    return urlsafe_b64encode(value).decode().rstrip("=")


def _read(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
