from __future__ import annotations

import json
import stat
import sys
from base64 import urlsafe_b64decode
from pathlib import Path

import pytest

from kidd.errors import OptionError
from kidd.table.notices import push
from kidd.table.notices.push import checked_device
from kidd.web.http.kept_files import data_folder
from kidd.web.http.settings import read_settings, unknown_variables
from kidd.words.errors import sentence
from kidd.words.language import tongue
from tests.table.notices.servers import Browser, PushService


def test_the_environment_decides(monkeypatch: pytest.MonkeyPatch):
    """Every setting can come from there; what is given beside it goes first."""
    monkeypatch.setenv("KIDD_PORT", "9000")
    monkeypatch.setenv("KIDD_HOST", "0.0.0.0")
    monkeypatch.setenv("KIDD_SECRET_KEY", "hush, hush, and hush")
    monkeypatch.setenv("KIDD_DATABASE_URL", "postgresql://somewhere/kidd")
    monkeypatch.setenv("KIDD_BASE_URL", "https://kidd.example.org/")
    settings = read_settings(port=9001)
    assert (settings.port, settings.host) == (9001, "0.0.0.0")
    assert settings.secret() == b"hush, hush, and hush"
    assert settings.database() == "postgresql://somewhere/kidd"
    assert (settings.base_url, settings.secure) == ("https://kidd.example.org", True)
    assert "hush" not in repr(settings)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("KIDD_PORT", "many"),
        ("KIDD_PORT", "65536"),
        ("KIDD_WORKERS", "-1"),
        ("KIDD_LOG", "loud"),
        ("KIDD_LOG_LEVEL", "verbose"),
        ("KIDD_BASE_URL", "kidd.example.org"),
        ("KIDD_BASE_URL", "https://example.org/kidd"),
        ("KIDD_BASE_URL", "https://example.org/?kidd"),
        ("KIDD_BASE_URL", "https://example.org:port"),
        ("KIDD_BASE_URL", "https://[::1"),
        ("KIDD_BASE_URL", "https://:443"),
        ("KIDD_PROXIES", "proxy.example.org"),
        ("KIDD_HOSTS", "https://kidd.example.org"),
        ("KIDD_METRICS_TOKEN", "short"),
        ("KIDD_CONNECTIONS", "0"),
        ("KIDD_SECRET_KEY", "fifteen letters"),
        ("KIDD_SECRET_KEY", " " * 20),
    ],
)
def test_a_bad_setting_is_named(monkeypatch: pytest.MonkeyPatch, name: str, value: str):
    """In one line."""
    monkeypatch.setenv(name, value)
    with pytest.raises(OptionError, match=f"^{name}: ") as refused:
        read_settings()
    assert name != "KIDD_SECRET_KEY" or value not in str(refused.value)


def test_a_secret_is_made_once(tmp_path: Path):
    """And kept where only its owner reads it."""
    settings = read_settings(data=tmp_path / "new" / "folder")
    secret = settings.secret()
    assert len(secret) == 64
    assert settings.secret() == secret
    file = tmp_path / "new" / "folder" / "secret"
    if sys.platform != "win32":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    file.write_text("short")
    with pytest.raises(OptionError, match="too short"):
        settings.secret()


def test_a_folder_that_cannot_be(tmp_path: Path):
    """Is refused by name."""
    (tmp_path / "file").touch()
    with pytest.raises(OptionError, match="cannot make the data folder"):
        read_settings(data=tmp_path / "file" / "folder").database()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems keep it elsewhere, as platformdirs knows")
@pytest.mark.parametrize(("value", "folder"), [("/x", Path("/x/kidd")), ("", Path.home() / ".local/share/kidd")])
def test_where_data_is_kept(monkeypatch: pytest.MonkeyPatch, value: str, folder: Path):
    """As the system likes it."""
    monkeypatch.setenv("XDG_DATA_HOME", value)
    assert data_folder() == folder


def test_a_misspelt_setting_is_noticed(monkeypatch: pytest.MonkeyPatch):
    """It would else be ignored in silence, and the games end up in another database."""
    monkeypatch.setenv("KIDD_DATABASE", "sqlite:///club.db")
    monkeypatch.setenv("KIDD_DATABASE_URL", "sqlite:///club.db")
    monkeypatch.setenv("KIDD_NO_ZIG", "1")
    assert "KIDD_DATABASE" in unknown_variables()
    assert not {"KIDD_DATABASE_URL", "KIDD_NO_ZIG"} & set(unknown_variables())


@pytest.mark.skipif(sys.platform == "win32", reason="no such rights")
@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o644])
def test_a_secret_that_others_may_read(tmp_path: Path, mode: int):
    """Is refused with what to do about it: whoever has it can be anybody."""
    settings = read_settings(data=tmp_path)
    settings.secret()
    (tmp_path / "secret").chmod(mode)
    with pytest.raises(OptionError, match=r"others on this machine may read .*secret.*chmod 600") as refused:
        settings.secret()
    for language in ("de", "fr"):
        assert "chmod 600" in sentence(refused.value, tongue(language))
    (tmp_path / "secret").chmod(0o600)
    assert settings.secret()


@pytest.mark.parametrize(
    ("known", "contact"),
    [
        ({}, "mailto:kidd@localhost"),
        ({"base_url": "https://kidd.example.org:8443"}, "https://kidd.example.org:8443"),
        ({"smtp_from": "The club <club@example.org>"}, "mailto:club@example.org"),
        ({"smtp_from": "club@example.org", "push_contact": "mailto:ann@example.org"}, "mailto:ann@example.org"),
    ],
)
def test_push_services_are_told_whom_to_write_to(
    known: dict[str, str], contact: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """By an address that they and the library that signs it take, whatever is set."""
    asked: dict[str, str] = {}

    def post(place: object, body: bytes, headers: dict[str, str], *, local: bool) -> int:
        asked.update(headers)
        return 201

    monkeypatch.setattr(push, "post", post)
    pusher = read_settings(data=tmp_path, **known).sending().pusher
    browser = Browser(PushService(url="https://push.example.org"))
    said = {"endpoint": browser.endpoint, "keys": browser.keys}
    pusher.send(checked_device("ann", said, "en", local=False), {}, topic="turn")
    claims = asked["Authorization"].split("t=")[1].split(".")[1]
    assert json.loads(urlsafe_b64decode(claims + "=" * (-len(claims) % 4)))["sub"] == contact
