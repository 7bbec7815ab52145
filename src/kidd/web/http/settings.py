"""How the server is set up: environment variables that begin with KIDD_, with defaults for a table at home."""

from __future__ import annotations

import os
import secrets
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from pydantic import Field, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from kidd.errors import OptionError

SECRET_BYTES = 32
SHORTEST_SECRET = 16  # characters of a key that somebody sets


class Settings(BaseSettings):
    """Every setting is optional; see docs/serving.md."""

    model_config = SettingsConfigDict(env_prefix="KIDD_", frozen=True, extra="ignore")

    database_url: str = ""
    """An SQLAlchemy URL; empty: the SQLite file kidd.db in the data folder."""
    secret_key: str = Field(default="", repr=False)
    """Signs the visitors' cookies; empty: one is made and kept in the data folder."""
    base_url: str = ""
    """The address people use, where that is not the one the server listens on (behind a proxy)."""
    host: str = "127.0.0.1"
    port: int = Field(default=8000, ge=0, le=65535)
    workers: int = Field(default=0, ge=0, le=64)
    """Processes in which computers think; 0: as many as suit the machine."""
    data: Path | None = None
    """The data folder; empty: where the system keeps such things."""
    log: str = "text"
    """`text` for people, `json` for machines."""
    log_level: str = "info"
    stop_seconds: float = Field(default=5.0, ge=0, le=600)
    """How long requests under way may take when the server is asked to stop."""

    @field_validator("log")
    @classmethod
    def _log(cls, value: str) -> str:
        if value not in ("text", "json"):
            raise ValueError("expected text or json")
        return value

    @field_validator("log_level")
    @classmethod
    def _level(cls, value: str) -> str:
        if value.lower() not in ("debug", "info", "warning", "error"):
            raise ValueError("expected debug, info, warning or error")
        return value.lower()

    @field_validator("secret_key")
    @classmethod
    def _secret(cls, value: str) -> str:
        if value and len(value.strip()) < SHORTEST_SECRET:
            raise ValueError(f"expected at least {SHORTEST_SECRET} characters besides blanks around them")
        return value

    @field_validator("base_url")
    @classmethod
    def _base(cls, value: str) -> str:
        if not value:
            return value
        try:
            found = urlsplit(value.rstrip("/"))
            fits = found.scheme in ("http", "https") and found.hostname and (found.port or True)
        except ValueError:  # a port that is none, half an IPv6 address
            fits = False
        if not fits or found.username is not None:
            raise ValueError("expected an address such as https://kidd.example.org")
        if found.path or found.query or found.fragment:
            text = "the table needs a host or a port of its own: expected an address without a path, such as"
            raise ValueError(f"{text} https://kidd.example.org")
        return value.rstrip("/")

    @property
    def secure(self) -> bool:
        """Whether people come by https, so that cookies may insist on it."""
        return self.base_url.startswith("https:")

    @property
    def folder(self) -> Path:
        """The data folder, which need not exist yet."""
        return self.data.expanduser() if self.data else data_folder()

    def database(self) -> str:
        """The database's URL; makes the data folder where the database lies in it."""
        if self.database_url:
            return self.database_url
        return f"sqlite:///{_made(self.folder) / 'kidd.db'}"

    def secret(self) -> bytes:
        """The key that signs cookies: the given one, or one that was made at the first start and is kept."""
        if self.secret_key:
            return self.secret_key.encode()
        file = _made(self.folder) / "secret"
        try:
            return _kept_secret(file)
        except OSError as error:
            raise OptionError(f"cannot keep a secret in {str(file)!r}: {error.strerror}; set KIDD_DATA") from error


def data_folder() -> Path:
    """Where this system keeps a user's data."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "kidd"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "kidd"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "kidd"


def _made(folder: Path) -> Path:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OptionError(f"cannot make the data folder {str(folder)!r}: {error.strerror}; set KIDD_DATA") from error
    return folder


def _kept_secret(file: Path) -> bytes:
    """Read the secret, or make it: readable by its owner only, and there at once or not at all."""
    if not file.exists():
        handle, draft = tempfile.mkstemp(dir=file.parent, text=True)  # which only its owner may read
        with os.fdopen(handle, "w") as opened:
            opened.write(secrets.token_hex(SECRET_BYTES))
        with suppress(FileExistsError):  # another server was quicker
            os.link(draft, file)
        os.unlink(draft)
    secret = file.read_text().strip()
    if len(secret) < SECRET_BYTES:
        raise OptionError(f"the secret in {str(file)!r} is too short: delete the file, or set KIDD_SECRET_KEY")
    return secret.encode()


def read_settings(**given: Any) -> Settings:
    """The settings of the environment, with what was given beside it; a bad one is refused by its name."""
    try:
        return Settings(**given)
    except ValidationError as error:
        first = error.errors()[0]
        name = "KIDD_" + "_".join(map(str, first["loc"])).upper()
        raise OptionError(f"{name}: {first['msg'].removeprefix('Value error, ')}") from None
