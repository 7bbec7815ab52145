"""What a careful operator looks for: headers, addresses, methods and code that give nothing away and run nothing."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.routing import Route

import kidd
from tests.web.afloat import API, Server, Visitor
from tests.web.connections.callers import asks
from tests.web.processes import serving

pytestmark = pytest.mark.once
SOURCES = Path(kidd.__file__).parent
PAGES = ("/", "/games", "/rules", "/login", "/about", "/privacy", "/nowhere", f"{API}/games", f"{API}/docs", "/healthz")


@pytest.mark.parametrize("path", PAGES)
def test_every_answer_says_what_it_is(visitor: Visitor, path: str):
    """Its type, and its letters where it is text; no browser guesses, frames it or tells others where one was."""
    answer = visitor.get(path)
    kind = answer.headers["content-type"]
    assert not kind.startswith("text/") or "charset=utf-8" in kind
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["x-frame-options"] == "DENY"
    assert answer.headers["referrer-policy"] == "same-origin"
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
    assert "access-control-allow-origin" not in answer.headers


@pytest.mark.parametrize("origin", ["null", "https://evil.example"])
def test_no_other_site_reads_anything(visitor: Visitor, origin: str):
    """Neither asked plainly nor asked first whether it may."""
    asking = {"origin": origin, "access-control-request-method": "POST"}
    for answer in (visitor.get(f"{API}/games", headers=asking), visitor.options(f"{API}/games", headers=asking)):
        assert not [name for name in answer.headers if name.startswith("access-control-")]


def test_what_is_of_one_person_is_not_kept(visitor: Visitor):
    """Pages and data that depend on who asks are stored nowhere, or asked about each time."""
    page = visitor.opens()
    for path in ("/", "/games", page, "/account", "/notices", f"{API}/account", f"{API}/sessions", f"{API}/games"):
        assert re.search("no-store|no-cache", visitor.get(path).headers.get("cache-control", "no-store")), path


def test_there_is_nothing_to_browse(visitor: Visitor):
    """No folders, no sources, nothing beside the files that are meant to be had."""
    hidden = (
        "/static/",
        "/static/js",
        "/static/js/",
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static//etc/passwd",
    )
    for path in (*hidden, "/.git/config", "/.env", "/kidd.db", "/secret", "/static/js/..%2f..%2fapp.py"):
        assert visitor.get(path).status_code == 404, path


def test_only_methods_that_are_used(server: Server, visitor: Visitor):
    """Whatever else is tried is refused, and nothing is echoed."""
    known = {method for route in server.app.routes if isinstance(route, Route) for method in route.methods or ()}
    assert known <= {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"}
    for method in ("TRACE", "OPTIONS", "PROPFIND", "DELETE", "PUT"):
        for path in ("/", "/games", f"{API}/openapi.json"):
            answer = visitor.request(method, path, headers={"x-secret": "parrot"})
            assert answer.status_code == 405, (method, path)
            assert "parrot" not in answer.text


def test_no_versions_are_told(tmp_path: Path):
    """Not of the server, nor of what it is made of."""
    with serving(tmp_path, "--port", "0") as (_, url):
        for path in ("", "nowhere", "api/v1/games"):
            answer = asks(url, path)
            assert not {"server", "x-powered-by", "via"} & set(answer.headers)
            assert not re.search(r"(?i)uvicorn|starlette|fastapi|python/\d", f"{answer.headers} {answer.text}")


def calls(path: Path) -> Iterator[str]:
    """What a module calls, by name, and by the words `shell=True`."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            name = ast.unparse(node.func)
            shell = any(word.arg == "shell" and ast.unparse(word.value) != "False" for word in node.keywords)
            yield f"{name} with a shell" if shell else name


RUNS_TEXT = re.compile(
    r"^(eval|exec|compile|__import__|os\.system|os\.popen|pickle\.loads?|marshal\.loads?|yaml\.\w*load\w*"
    r"|ElementTree\.\w+|minidom\.\w+|.* with a shell)$"
)


def test_no_text_is_run():
    """No eval, no shell, nothing taken apart that could hold code; scripts in the browser neither."""
    for path in SOURCES.rglob("*.py"):
        found = [name for name in calls(path) if RUNS_TEXT.match(name)]
        assert not found, f"{path.relative_to(SOURCES)}: {found}"
    for path in (SOURCES / "web" / "static" / "js").rglob("*.js"):
        assert not re.search(r"\beval\(|new Function\(|document\.write\(", path.read_text(encoding="utf-8")), path.name


def test_passwords_of_any_letters(server: Server):
    """Long ones, with blanks, in any script and with pictures; none is cut short."""
    password = "  Zwei Papageien, два попугая, 二羽 \N{PARROT}\N{PARROT} " * 2
    with server.visitor(headers={"x-forwarded-for": "198.51.100.251"}) as visitor:
        said = {"name": "Polly Glot", "password": password}
        assert visitor.post(f"{API}/signup", json=said).status_code == 201
        visitor.cookies.clear()
        assert visitor.post(f"{API}/login", json={**said, "password": password[:-1]}).status_code == 403
        assert visitor.post(f"{API}/login", json=said).status_code == 200
