"""What the server keeps or reads in files besides its database: the secret, and texts of those who run it."""

from __future__ import annotations

import os
import re
import secrets
import stat
from functools import lru_cache
from pathlib import Path

from platformdirs import user_data_path

from kidd.errors import OptionError
from kidd.files import create_private

SECRET_BYTES = 32
LONGEST_TEXT = 50_000  # characters of the imprint

Paragraphs = tuple[tuple[str, ...], ...]


def data_folder() -> Path:
    """Where this system keeps a user's data."""
    return user_data_path("kidd", appauthor=False)


def made(folder: Path) -> Path:
    """A folder that is there from now on."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OptionError("data-folder", folder=repr(str(folder)), why=error.strerror) from error
    return folder


def kept_secret(file: Path) -> bytes:
    """The secret of a file, which is made where there is none: for its owner only, there at once or not at all."""
    try:
        if not file.exists():
            create_private(file, secrets.token_hex(SECRET_BYTES).encode())  # unless another server was quicker
        _check_private(file)
        secret = file.read_text().strip()
    except OSError as error:
        raise OptionError("secret-file", file=repr(str(file)), why=error.strerror) from error
    if len(secret) < SECRET_BYTES:
        raise OptionError("short-secret", file=repr(str(file)))
    return secret.encode()


def _check_private(file: Path) -> None:
    """Refuse a secret that others on the machine may read: whoever knows it can be anybody."""
    if os.name == "posix" and stat.S_IMODE(file.stat().st_mode) & (stat.S_IRWXG | stat.S_IRWXO):
        raise OptionError("open-secret", file=repr(str(file)))


@lru_cache(4)
def paragraphs(file: Path | None) -> Paragraphs:
    """The paragraphs of a file of text, each with its lines, as it was when the server started."""
    if file is None:
        return ()
    try:
        text = file.expanduser().read_text(encoding="utf-8")[:LONGEST_TEXT]
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "UTF-8"
        raise OptionError("text-file", file=repr(str(file)), why=why) from error
    return tuple(tuple(part.strip().splitlines()) for part in re.split(r"\n\s*\n", text) if part.strip())
