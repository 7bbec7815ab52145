"""How the server is set up: environment variables that begin with KIDD_, with defaults for a table at home."""

from __future__ import annotations

import os
import re
from email.utils import parseaddr
from ipaddress import ip_network
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from pydantic import Field, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from kidd.errors import OptionError
from kidd.files import create_private, replace_contents
from kidd.table.notices.mail import PostOffice, is_sender
from kidd.table.notices.push import Pusher
from kidd.table.notices.sending import Sending
from kidd.table.play.people.housekeeping import Keeping
from kidd.table.storage.growth import Growth
from kidd.web.http.kept_files import SECRET_BYTES, Paragraphs, data_folder, kept_secret, made, paragraphs

SHORTEST_SECRET = 16  # characters of a key that somebody sets
PREFIX = "KIDD_"
SOCKETS = 3  # for each request that may be under way from one network
HERE = "mailto:kidd@localhost"
NOT_THE_SERVERS = {"KIDD_PURE", "KIDD_TOKEN", "KIDD_CFLAGS", "KIDD_NO_ZIG"}  # for the library and its building


class Settings(BaseSettings):
    """Every setting is optional; see docs/serving.md."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, frozen=True, extra="ignore")

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
    cluster: str = ""
    """The address of a Dask cluster that thinks in their place, but for quick levels: tcp://host:8786."""
    data: Path | None = None
    """The data folder; empty: where the system keeps such things."""
    log: str = "text"
    """`text` for people, `json` for machines."""
    log_level: str = "info"
    stop_seconds: float = Field(default=5.0, ge=0, le=600)
    """How long requests under way may take when the server is asked to stop."""
    pace: int = Field(default=100, ge=0, le=100_000)
    """Requests in a second that one person may send for long, a program half of them; 0: as many as they like."""

    connections: int = Field(default=10_000, ge=1, le=1_000_000)
    """Connections at once, as far as the system allows so many open files."""
    connections_each: int = Field(default=256, ge=0, le=1_000_000)
    """Requests under way at once from one network, beside sockets; 0: as many as they like."""
    watchers: int = Field(default=1000, ge=0, le=1_000_000)
    """Sockets on one game of those who do not play it, at one server; 0: as many as they like."""
    proxies: str = "127.0.0.1, ::1"
    """Addresses or networks of proxies, whose word counts for who comes; only where there is a base URL."""
    hosts: str = ""
    """Other names that people may call the server by, beside that of the base URL."""
    metrics_token: str = Field(default="", repr=False)
    """What a program has to know that reads /metrics."""

    smtp_host: str = ""
    """The mail server that takes our letters; empty: nobody is written to."""
    smtp_port: int = Field(default=587, ge=1, le=65535)
    smtp_user: str = ""
    smtp_password: str = Field(default="", repr=False)
    smtp_security: str = "starttls"
    """`starttls`, `tls` from the first byte on, or `none`."""
    smtp_from: str = ""
    """Whose letters they are: an address, or a name and an address."""
    push_contact: str = ""
    """Where push services find those who run the server: `mailto:` and an address, or an https address."""
    push_local: bool = False
    """Whether notices may be sent to addresses of this network, as in tests."""
    signup: str = "open"
    """Who may sign up: `open` (everybody), `invitation`, `closed`."""
    guest_days: int = Field(default=90, ge=0, le=36500)
    """Days without a move after which an unfinished game of guests is removed; 0: never."""
    untouched_days: int = Field(default=14, ge=0, le=36500)
    """The same of a game that was opened and hardly begun; 0: as of the others."""
    finished_days: int = Field(default=365, ge=0, le=36500)
    """Days after which finished games of guests are removed, and studies and notes of theirs; 0: never."""
    new_each: int = Field(default=600, ge=0, le=1_000_000)
    """Games, studies and guests that begin in an hour from one network, or by one member; 0: as many as they like.

    For each of them ten kilobytes are written in studies, notes and talk.
    """
    database_mb: int = Field(default=20_000, ge=0, le=100_000_000)
    """Megabytes of the database from which on nothing new begins; 0: as many as there are."""
    imprint: Path | None = None
    """A file of text that says who runs the site."""
    privacy: Path | None = None
    """A file of text with what they add to the page on privacy."""

    @field_validator("signup")
    @classmethod
    def _signup(cls, value: str) -> str:
        if value not in ("open", "invitation", "closed"):
            raise OptionError("setting-signup")
        return value

    @field_validator("cluster")
    @classmethod
    def _cluster(cls, value: str) -> str:
        if value and not re.fullmatch(r"[a-z]+://\S+:\d+", value):
            raise OptionError("setting-cluster")
        return value

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

    @field_validator("smtp_security")
    @classmethod
    def _security(cls, value: str) -> str:
        if value not in ("starttls", "tls", "none"):
            raise OptionError("setting-security")
        return value

    @field_validator("smtp_from")
    @classmethod
    def _from(cls, value: str) -> str:
        if value and not is_sender(value):
            raise OptionError("setting-from")
        return value

    @field_validator("push_contact")
    @classmethod
    def _contact(cls, value: str) -> str:
        if value and not value.startswith(("mailto:", "https://")):
            raise OptionError("setting-address")
        return value

    @field_validator("proxies")
    @classmethod
    def _proxies(cls, value: str) -> str:
        try:
            return ",".join(str(ip_network(one)) for one in listed(value))
        except ValueError:
            raise OptionError("setting-proxies") from None

    @field_validator("hosts")
    @classmethod
    def _hosts(cls, value: str) -> str:
        if any(set(one) & set("/@ *?#") for one in listed(value)):
            raise OptionError("setting-hosts")
        return value

    @field_validator("secret_key", "metrics_token")
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
    def address(self) -> str:
        """How this site is reached from elsewhere."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return self.base_url or f"http://{host}:{self.port}"

    @property
    def sockets_each(self) -> int:
        """Sockets at once from one network: most do nothing most of the time, and a class has many windows open."""
        return self.connections_each * SOCKETS

    @property
    def has_mail(self) -> bool:
        """Whether people can be written to."""
        return bool(self.smtp_host and self.smtp_from)

    @property
    def _found_at(self) -> str:
        """Where push services find those who run the server; on one's own machine, by http, there is nobody to find."""
        sender = f"mailto:{parseaddr(self.smtp_from)[1]}" if self.smtp_from else ""
        return self.push_contact or sender or (self.base_url if self.secure else HERE)

    def sending(self) -> Sending:
        """What is needed to send notices."""
        office = PostOffice(
            self.smtp_host, self.smtp_port, self.smtp_from, self.smtp_user, self.smtp_password, self.smtp_security
        )
        pusher = Pusher(self.secret(), self._found_at, local=self.push_local)
        return Sending(pusher, office if self.has_mail else None, self.address, self.secret())

    @property
    def keeping(self) -> Keeping:
        """How long games of guests are kept that nobody goes on with."""
        return Keeping(self.guest_days, self.untouched_days, self.finished_days)

    def growth(self) -> Growth:
        """How much may begin."""
        return Growth(self.new_each, self.database_mb << 20)

    @property
    def folder(self) -> Path:
        """The data folder, which need not exist yet."""
        return self.data.expanduser() if self.data else data_folder()

    def imprint_text(self) -> Paragraphs:
        """Who runs the site, in their own words; empty where they have said nothing."""
        return paragraphs(self.imprint)

    def privacy_text(self) -> Paragraphs:
        """What they add to the page on privacy."""
        return paragraphs(self.privacy)

    def database(self) -> str:
        """The database's URL; makes the data folder where the database lies in it."""
        if self.database_url:
            return self.database_url
        return f"sqlite:///{made(self.folder) / 'kidd.db'}"

    def secret(self) -> bytes:
        """The key that signs cookies: the given one, or one that was made at the first start and is kept."""
        if self.secret_key:
            return self.secret_key.encode()
        made(self.folder)
        return kept_secret(self.secret_file)

    @property
    def secret_file(self) -> Path:
        """Where the key is kept that was made at the first start."""
        return self.folder / "secret"

    def known_secret(self) -> str | None:
        """The key that signs cookies, None where none was given or made yet."""
        if self.secret_key:
            return self.secret_key
        return self.secret().decode() if self.secret_file.exists() else None

    def check_key(self, key: str, *, replace: bool = False) -> None:
        """Refuse to keep a key where another one is known, which may be replaced in its file."""
        if self.secret_key and self.secret_key != key:
            raise OptionError("key-set")
        if not self.secret_key and len(key.strip()) < SECRET_BYTES:
            raise OptionError("key-short")
        if not replace and self.known_secret() not in (None, key):
            raise OptionError("key-kept", file=repr(str(self.secret_file)))

    def keep_key(self, key: str) -> None:
        """Let a key sign cookies from the next start on."""
        if self.secret_key:
            return
        made(self.folder)
        if not create_private(self.secret_file, key.encode()):
            replace_contents(self.secret_file, key.encode())


def listed(value: str) -> list[str]:
    """The parts of a setting that are separated by commas."""
    return [one.strip() for one in value.split(",") if one.strip()]


def unknown_variables() -> list[str]:
    """Variables of the environment that look like settings and are none, perhaps by a slip of the pen."""
    known = {PREFIX + name.upper() for name in Settings.model_fields} | NOT_THE_SERVERS
    return sorted(name for name in os.environ if name.startswith(PREFIX) and name not in known)


def read_settings(**given: Any) -> Settings:
    """The settings of the environment, with what was given beside it; a bad one is refused by its name."""
    try:
        return Settings(**given)
    except ValidationError as error:
        first = error.errors()[0]
        name = PREFIX + "_".join(map(str, first["loc"])).upper()
        why = first.get("ctx", {}).get("error", first["msg"])  # an error of ours speaks every language
        raise OptionError("setting", name=name, why=why) from None
