"""Where the world may come in, and what the server wants to know before it does."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from kidd.errors import OptionError
from kidd.web.connections.public_address import check_public, lets_the_world_in
from kidd.web.http.settings import Settings
from kidd.words.errors import sentence
from kidd.words.language import tongue
from tests.patience import PATIENCE
from tests.web.processes import COMMAND

KEY, BASE = "hush, hush, and hush", "https://kidd.example.org"


@pytest.mark.parametrize(
    ("host", "world"),
    [
        ("127.0.0.1", False),
        ("localhost", False),
        ("::1", False),
        ("192.168.1.20", False),
        ("10.1.2.3", False),
        ("fd00::7", False),
        ("100.64.0.9", False),
        ("0.0.0.0", True),
        ("::", True),
        ("", True),
        ("8.8.8.8", True),
        ("2001:4860:4860::8888", True),
        ("no such host", False),
    ],
)
def test_who_can_reach_it(host: str, world: bool):
    """This machine and its own network are home; everything at once may be more."""
    assert lets_the_world_in(host) is world


@pytest.mark.parametrize(
    ("settings", "missing"),
    [
        ({}, "KIDD_SECRET_KEY, KIDD_BASE_URL"),
        ({"secret_key": KEY}, "KIDD_BASE_URL"),
        ({"base_url": BASE}, "KIDD_SECRET_KEY"),
        ({"secret_key": KEY, "base_url": BASE}, ""),
    ],
)
def test_what_has_to_be_set(settings: dict[str, str], missing: str):
    """A key and a name before the world comes in, and nothing at home; what is missing is named in every language."""
    check_public(Settings(**settings))  # type: ignore[arg-type]
    check_public(Settings(host="192.168.1.20", **settings))  # type: ignore[arg-type]
    out = Settings(host="0.0.0.0", **settings)  # type: ignore[arg-type]
    if not missing:
        check_public(out)
        return
    with pytest.raises(OptionError) as refused:
        check_public(out)
    said = {sentence(refused.value, tongue(code)) for code in ("en", "de", "fr")}
    assert len(said) == 3
    assert all(missing in one and "--host 192.168.1.20" in one for one in said)


@pytest.mark.once
def test_the_command_refuses_in_one_line(tmp_path: Path):
    """And makes nothing, not even a folder."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("KIDD_")}
    done = subprocess.run(
        [*COMMAND, "--host", "0.0.0.0", "--port", "0"],
        env={**inherited, "KIDD_DATA": str(tmp_path / "data"), "LANG": "de_DE.UTF-8", "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert "KIDD_SECRET_KEY, KIDD_BASE_URL" in done.stderr
    assert not (tmp_path / "data").exists()
