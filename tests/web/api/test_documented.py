"""What docs/api.md and the script beside it say, happens."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.patience import PATIENCE
from tests.web.afloat import Server, Visitor

pytestmark = pytest.mark.once

DOCS = Path(__file__).parents[3] / "docs"
PAGE = (DOCS / "api.md").read_text(encoding="utf-8")
SCRIPT = DOCS / "play_over_api.py"
BLOCK = re.compile(r"```(\w+)\n(.*?)\n```", re.DOTALL)
BLOCKS = BLOCK.findall(PAGE)
ID = "k7w2m9xq4tbc"  # on the page


def split(block: str) -> tuple[str, dict[str, str], str]:
    """The first line, the headers and the body of a message."""
    head, _, body = block.partition("\n\n")
    first, *headers = head.splitlines()
    return first, dict(line.split(": ", 1) for line in headers), body


def has(found: Any, wanted: Any) -> bool:
    """Whether an answer has all that the page shows of it."""
    if isinstance(wanted, dict):
        return isinstance(found, dict) and all(has(found.get(name), value) for name, value in wanted.items())
    if isinstance(wanted, list):
        return isinstance(found, list) and all(any(has(one, value) for one in found) for value in wanted)
    return bool(found == wanted)


def asked(visitor: Visitor, block: str, game: str) -> httpx.Response:
    """The answer to a request of the page."""
    first, headers, body = split(block.replace(ID, game))
    method, address = first.split(" ")
    if body:
        headers["content-type"] = "application/json"
    return visitor.request(method, address, headers=headers, content=body or None)


def test_requests_are_answered_as_the_page_says(visitor: Visitor):
    """Status, headers and every member that is shown."""
    messages = [block for kind, block in BLOCKS if kind == "http"]
    game = ""
    for request, answer in zip(messages[::2], messages[1::2], strict=True):
        found = asked(visitor, request, game)
        if not game:
            game = found.json()["id"]
        status, headers, body = split(answer.replace(ID, game))
        assert found.status_code == int(status), found.text
        assert has(dict(found.headers), headers)
        assert has(found.json(), json.loads(body)), (request, found.text)
    assert len(messages) >= 20


@pytest.mark.parametrize("code", [block for kind, block in BLOCKS if kind == "python"])
def test_python_on_the_page_runs(server: Server, code: str):
    """Against a real server."""
    host = server.url.removeprefix("http://")
    exec(compile(code.replace("127.0.0.1:8000", host), "api.md", "exec"), {})


def test_every_kind_of_problem_stands_on_the_page():
    """With the type that is sent."""
    from kidd.words.problem_titles import TITLES

    assert set(re.findall(r"`/problems/([\w-]+)`", PAGE)) == set(TITLES)


def test_every_operation_stands_on_the_page():
    """By its address, or by what comes after that of the game."""
    from kidd.web.api.routes import document

    plain = PAGE.replace("…", "/api/v1/games/ID").replace("12.svg", "{ply}.svg").replace(ID, "ID")
    for path in document()["paths"]:
        address = path.replace("{game_id}", "ID").replace("{text}", "QM")
        assert address.removesuffix(".svg") in plain or address in plain, path


@pytest.mark.slow
def test_the_script_plays_a_game_of_each_kind(server: Server):
    """Less than sixty lines, without notation and HTML, and without this package."""
    text = SCRIPT.read_text(encoding="utf-8")
    assert len(text.splitlines()) < 60
    assert "kidd" not in text.lower().replace("capt'n w. kidd", "")
    done = subprocess.run(
        [sys.executable, SCRIPT, server.url], capture_output=True, text=True, timeout=PATIENCE * 10, check=False
    )
    assert done.returncode == 0, done.stderr
    assert [line[:3].rstrip(":") for line in done.stdout.splitlines()] == ["LC", "QM", "MG2", "MG3"]
