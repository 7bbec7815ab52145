from __future__ import annotations

import stat
import sys
from pathlib import Path

import pytest

from kidd.errors import OptionError
from kidd.web.http.settings import data_folder, read_settings


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
