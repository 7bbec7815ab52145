"""By which names the server may be called, and whose pages may tell it to do something."""

from __future__ import annotations

import pytest
from starlette.requests import Request
from websockets.exceptions import InvalidStatus

from kidd.web.http.defence.origins import OwnNames, from_elsewhere
from kidd.web.http.settings import Settings
from tests.web.afloat import API, Visitor

HOME: dict[str, str] = {}
CLUB = {"base_url": "https://kidd.example.org:8443", "hosts": "inner.example.org, 10.0.0.7"}
LAN = {"host": "192.168.1.20"}


@pytest.mark.parametrize(
    ("settings", "host", "known"),
    [
        (HOME, "127.0.0.1:8000", True),
        (HOME, "localhost:9000", True),
        (HOME, "LOCALHOST.", True),
        (HOME, "[::1]:8000", True),
        (HOME, "kidd.localhost", True),
        (HOME, "127.0.0.9", True),
        (HOME, "evil.example", False),
        (HOME, "localhost.evil.example", False),
        (HOME, "localhost@evil.example", False),
        (HOME, "127.0.0.1.evil.example", False),
        (HOME, "127.0.0.1:port", False),
        (HOME, "127.0.0.1/..", False),
        (HOME, "[::1", False),
        (HOME, "", False),
        (LAN, "192.168.1.20:8000", True),
        (LAN, "192.168.1.21:8000", False),
        (CLUB, "kidd.example.org:8443", True),
        (CLUB, "kidd.example.org", True),  # as proxies pass it on
        (CLUB, "inner.example.org:8000", True),
        (CLUB, "10.0.0.7:8000", True),
        (CLUB, "localhost:8000", False),
        (CLUB, "example.org", False),
    ],
)
def test_the_names_of_a_server(settings: dict[str, str], host: str, known: bool):
    """That of the base URL, those of this machine where there is none, and what is added; ports do not matter."""
    names = OwnNames(Settings(**settings))  # type: ignore[arg-type]
    scope = {"headers": [(b"host", host.encode())], "path": "/"}
    assert names.knows(scope) is known
    assert names.knows({**scope, "path": "/healthz"})


def test_no_name_or_two():
    """Are no name."""
    names, one = OwnNames(Settings()), (b"host", b"localhost")
    assert not names.knows({"headers": [], "path": "/"})
    assert not names.knows({"headers": [one, one], "path": "/"})


@pytest.mark.parametrize(
    ("base", "scheme", "host", "origin", "elsewhere"),
    [
        ("", "http", "localhost:8000", "http://localhost:8000", False),
        ("", "ws", "localhost:8000", "http://localhost:8000", False),
        ("", "http", "localhost:8000", "https://localhost:8000", True),
        ("", "http", "localhost:8000", "http://localhost:8001", True),
        ("", "http", "localhost:8000", "http://localhost", True),
        ("", "http", "localhost", "http://localhost:80", False),
        ("", "http", "localhost:8000", "null", True),
        ("", "http", "localhost:8000", "", True),
        ("", "http", "localhost:8000", "http://[", True),
        ("https://kidd.example.org", "http", "kidd.example.org", "https://kidd.example.org", False),
        ("https://kidd.example.org", "http", "KIDD.example.org:443", "https://kidd.example.org", False),
        ("https://kidd.example.org", "http", "kidd.example.org", "http://kidd.example.org", True),
        ("https://kidd.example.org", "https", "kidd.example.org", "http://kidd.example.org", True),
        ("https://kidd.example.org", "http", "kidd.example.org", "https://kidd.example.org:444", True),
        ("https://kidd.example.org:8443", "http", "kidd.example.org", "https://kidd.example.org:8443", False),
        ("https://kidd.example.org", "http", "10.0.0.7:8000", "http://10.0.0.7:8000", False),
        ("https://kidd.example.org", "http", "10.0.0.7:8000", "https://10.0.0.7:8000", True),
    ],
)
def test_whose_page_it_is(base: str, scheme: str, host: str, origin: str, elsewhere: bool):
    """Scheme, name and port are compared: a page by http is another site's than one by https."""
    headers = [(b"host", host.encode()), (b"origin", origin.encode())]
    caller = Request({"type": "http", "scheme": scheme, "headers": headers, "path": "/", "query_string": b""})
    assert from_elsewhere(caller, base) is elsewhere


@pytest.mark.parametrize("path", ["/", "/games", f"{API}/games", "/static/site.css", "/nowhere"])
def test_who_calls_it_by_another_name(visitor: Visitor, path: str):
    """Is told so and nothing else: a name that leads here is no reason to trust the pages under it."""
    visitor.opens()
    answer = visitor.get(path, headers={"host": "evil.example", "accept-language": "de"})
    assert answer.status_code == 421
    assert "KIDD_BASE_URL" in answer.text
    assert "cookie" not in {name for name in answer.headers if name.startswith("set-")}
    assert visitor.get("/healthz", headers={"host": "10.0.0.1"}).status_code == 200


def test_a_socket_by_another_name(visitor: Visitor):
    """Is refused before it is opened."""
    page = visitor.opens()
    with pytest.raises(InvalidStatus) as refused:
        visitor.listens(page, host="evil.example")
    assert refused.value.response.status_code == 403
    with visitor.listens(page) as socket:
        assert socket.recv(30)


def test_what_a_page_by_another_scheme_sends(visitor: Visitor):
    """Does nothing."""
    page = visitor.opens()
    here = str(visitor.base_url).rstrip("/")
    other = here.replace("http:", "https:")
    said = {"ply": 0, "act": "@c1"}
    assert visitor.post(f"{API}{page}/acts", json=said, headers={"origin": other}).status_code == 403
    assert visitor.post("/language", data={"language": "de"}, headers={"origin": other}).status_code == 403
    assert visitor.post(f"{API}{page}/acts", json=said, headers={"origin": here}).status_code == 200
