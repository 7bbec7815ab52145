"""How the server is set up: environment variables that begin with KIDD_, with defaults for a table at home."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from platformdirs import user_data_path
from pydantic import Field, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from kidd.errors import OptionError
from kidd.files import create_private

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
            raise OptionError("setting-log")
        return value

    @field_validator("log_level")
    @classmethod
    def _level(cls, value: str) -> str:
        if value.lower() not in ("debug", "info", "warning", "error"):
            raise OptionError("setting-level")
        return value.lower()

    @field_validator("secret_key")
    @classmethod
    def _secret(cls, value: str) -> str:
        if value and len(value.strip()) < SHORTEST_SECRET:
            raise OptionError("setting-secret", least=SHORTEST_SECRET)
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
            raise OptionError("setting-address")
        if found.path or found.query or found.fragment:
            raise OptionError("setting-path")
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
            raise OptionError("secret-file", file=repr(str(file)), why=error.strerror) from error


def data_folder() -> Path:
    """Where this system keeps a user's data."""
    return user_data_path("kidd", appauthor=False)


def _made(folder: Path) -> Path:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OptionError("data-folder", folder=repr(str(folder)), why=error.strerror) from error
    return folder


def _kept_secret(file: Path) -> bytes:
    """Read the secret, or make it: readable by its owner only, and there at once or not at all."""
    if not file.exists():
        create_private(file, secrets.token_hex(SECRET_BYTES).encode())  # unless another server was quicker
    secret = file.read_text().strip()
    if len(secret) < SECRET_BYTES:
        raise OptionError("short-secret", file=repr(str(file)))
    return secret.encode()


def read_settings(**given: Any) -> Settings:
    """The settings of the environment, with what was given beside it; a bad one is refused by its name."""
    try:
        return Settings(**given)
    except ValidationError as error:
        first = error.errors()[0]
        name = "KIDD_" + "_".join(map(str, first["loc"])).upper()
        why = first.get("ctx", {}).get("error", first["msg"])  # an error of ours speaks every language
        raise OptionError("setting", name=name, why=why) from None
