"""Connections that are opened and not used: each is let go after a while, and nobody else notices."""

from __future__ import annotations

import socket
import sys
from collections.abc import Iterator
from functools import partial

import httpx
import pytest
from websockets.sync.client import connect

from tests.patience import PATIENCE, until
from tests.plain import NO_TLS
from tests.web.afloat import API
from tests.web.connections.callers import HEAD, IMPATIENT_COMMAND, UPLOAD, asks, calling, counted, is_over, port_of
from tests.web.processes import serving

pytestmark = [
    pytest.mark.once,
    pytest.mark.skipif(sys.platform == "win32", reason="another protocol, with timeouts of its own"),
]
NUMBER = 50
CASES = {
    "silent": ("", "head"),
    "half a head": (HEAD.format(path="/"), "head"),
    "half a body": (UPLOAD.format(path="/load"), "body"),
    "half a handshake": (
        HEAD.format(path=f"{API}/lobby/socket") + "Connection: Upgrade\r\nUpgrade: websocket\r\n",
        "head",
    ),
}


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that has little patience."""
    folder = tmp_path_factory.mktemp("impatient")
    with serving(folder, command=IMPATIENT_COMMAND, KIDD_PORT="0") as (_, address):
        yield address


@pytest.mark.parametrize("case", CASES)
def test_whoever_dawdles_is_let_go(url: str, case: str):
    """Silent, with half a head or half a body: all are gone after a moment, and others are answered."""
    said, why = CASES[case]
    before = counted(url, why)
    with calling(url, NUMBER, said) as callers:
        assert asks(url).text == "ok\n"
        until(lambda: all(map(is_over, callers)))
    assert counted(url, why) >= before + NUMBER


def test_the_next_request_is_not_forgotten(url: str):
    """Half a head is half a head, too, where a whole request was answered before on the same connection."""
    with calling(url, NUMBER, HEAD.format(path="/healthz") + "\r\n") as callers:
        for caller in callers:
            answer = b""
            while not answer.endswith(b"ok\n"):
                answer += caller.recv(1000)
        before = counted(url, "head")
        for caller in callers:
            caller.sendall(HEAD.format(path="/").encode())
        until(lambda: all(map(is_over, callers)))
    assert counted(url, "head") >= before + NUMBER


def test_an_answer_that_is_not_read(url: str):
    """Is given up, and with it the memory that it takes; whether it was closed before or not."""
    taking, parting = counted(url, "taking"), counted(url, "parting")
    said = HEAD.format(path="/large")
    with calling(url, 3, f"{said}\r\n"), calling(url, 3, f"{said}Connection: close\r\n\r\n"):
        until(lambda: counted(url, "taking") + counted(url, "parting") == taking + parting + 6)
    assert counted(url, "parting") >= parting + 3


def test_a_socket_that_does_not_answer(url: str):
    """Is asked whether it is there, and let go when nobody says so."""
    key = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {}\r\n\r\n"
    said = HEAD.format(path=f"{API}/lobby/socket") + key.format("MDEyMzQ1Njc4OWFiY2RlZg==")
    with calling(url, 3, said) as callers:
        assert all(b"101 Switching" in caller.recv(1000) for caller in callers)
        until(lambda: all(map(is_over, callers)))


UPGRADE = (
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n"
)
UNFIT = {
    "a body": ("Content-Length: 5\r\n\r\nhello", b"400"),
    "pieces": ("Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", b"400"),
    "many lines": ("A: b\r\n" * 300 + "\r\n", b"431"),
    "a long line": (f"A: {'b' * 9000}\r\n\r\n", b"431"),
}


@pytest.mark.parametrize("case", UNFIT)
def test_a_head_that_opens_no_socket(url: str, case: str):
    """Is answered, and the connection closed: nobody else would ever look at it again."""
    more, status = UNFIT[case]
    before = counted(url, "handshake")
    with calling(url, 3, HEAD.format(path=f"{API}/lobby/socket") + UPGRADE + more) as callers:
        for caller in callers:
            assert caller.recv(1000).split(b" ")[1] == status
            until(partial(is_over, caller))
    assert counted(url, "handshake") == before + 3


LETTERS = {"head": HEAD.format(path="/"), "body": UPLOAD.format(path="/load"), "unread": UPLOAD.format(path="/nowhere")}


@pytest.mark.parametrize("what", LETTERS)
def test_a_letter_now_and_then_is_not_enough(url: str, what: str):
    """Whoever sends on and on without an end is let go, too, even after an answer that did not wait for the rest."""

    def goes_on(caller: socket.socket) -> bool:
        try:
            caller.send(b"x")
        except OSError:
            return False
        return True

    with calling(url, 1, LETTERS[what]) as (caller,):
        until(lambda: not goes_on(caller))
    assert asks(url).text == "ok\n"


def test_who_plays_is_not_disturbed(url: str):
    """A socket on which nothing is said stays open while others are let go beside it, and hears of the next move."""
    with httpx.Client(base_url=url, trust_env=False, verify=NO_TLS, timeout=PATIENCE) as visitor:
        page = visitor.post("/games", data={"game": "LC", "party": "2-2"}).headers["location"]
        with connect(f"ws://127.0.0.1:{port_of(url)}{API}{page}/socket", proxy=None) as hearing:
            assert '"ply":0' in str(hearing.recv(PATIENCE))
            with calling(url, NUMBER) as callers:
                until(lambda: all(map(is_over, callers)))
            assert visitor.post(f"{API}{page}/acts", json={"ply": 0, "act": "@c1"}).status_code == 200
            assert '"ply":1' in str(hearing.recv(PATIENCE))


CHUNKED = UPLOAD.format(path="/load").replace("Content-Length: 1000", "Transfer-Encoding: chunked")
ENDLESS = {
    "head": HEAD.format(path="/") + "X: " + "x" * 1_000_000,
    "trailer": CHUNKED.replace("text=", "5\r\ntext=\r\n0\r\n" + f"X: {'x' * 1000}\r\n" * 2000),
    "requests": (HEAD.format(path="/rules") + "\r\n") * 3000,
}


@pytest.mark.parametrize("what", ENDLESS)
def test_what_never_ends(url: str, what: str):
    """A head, a trailer, or requests ahead of their answers: cut off long before the end, as nobody honest sends so."""
    before = counted(url, "large")
    with socket.create_connection(("127.0.0.1", port_of(url)), timeout=30) as caller:
        try:
            caller.sendall(ENDLESS[what].encode())
            until(lambda: is_over(caller))
        except ConnectionError:
            pass
    assert counted(url, "large") == before + (what != "requests")
    assert _asked(url, "/rules") < 100


def _asked(url: str, route: str) -> float:
    lines = asks(url, "metrics").text.splitlines()
    return sum(
        float(line.split()[-1]) for line in lines if line.startswith("kidd_requests_total{") and f'"{route}"' in line
    )
