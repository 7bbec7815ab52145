"""Room for connections: in all, from one address, behind a proxy, and where files run out."""

from __future__ import annotations

import re
import signal
import socket
import sys
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.patience import PATIENCE, until
from tests.web.afloat import API
from tests.web.connections.callers import HEAD, UPLOAD, asks, calling, counted, is_over, port_of
from tests.web.processes import COMMAND, serving

pytestmark = [
    pytest.mark.once,
    pytest.mark.skipif(sys.platform != "linux", reason="limits of Linux, where all of 127.0.0.0/8 is this machine"),
]
FEW_FILES = "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, ({soft}, {hard}));"
OTHER = "127.0.0.2"  # of somebody else, for whom nobody speaks


def few_files(soft: int, hard: int, more: str = "") -> list[str]:
    """The command, where so many files may be open."""
    return [sys.executable, "-c", FEW_FILES.format(soft=soft, hard=hard) + more + COMMAND[2], "serve"]


def listens(url: str, source: str = "", **headers: str) -> ClientConnection:
    """A socket on which nothing is said."""
    sock = socket.create_connection(
        ("127.0.0.1", port_of(url)), source_address=(source, 0) if source else None, timeout=30
    )
    return connect(f"ws://127.0.0.1{API}/lobby/socket", sock=sock, additional_headers=headers, proxy=None)


def test_those_who_only_wait_make_way(tmp_path: Path):
    """Where all files are taken by such connections, somebody honest is served at once, and the log stays small."""
    with serving(tmp_path, "--port", "0", command=few_files(256, 256)) as (process, url):
        for said in ("", HEAD.format(path="/"), UPLOAD.format(path="/load")):
            with calling(url, 400, said) as callers:
                for _ in range(5):
                    assert asks(url).text == "ok\n"
                until(lambda callers=callers: sum(map(is_over, callers)) > 200)  # type: ignore[misc]
                assert asks(url, "games").status_code == 200
        process.send_signal(signal.SIGTERM)
        _, log = process.communicate(timeout=PATIENCE)
    assert len(log) < 8000
    assert "Traceback" not in log
    assert "lines like: request 499" in log


# Where a connection finds no room for its file, whatever the reason, the usual event loop says so for each try.
OUT_OF_FILES = """
import asyncio, uvicorn
import kidd.web.serving as serving
serving.room_for = lambda wished, files: wished
uvicorn.Config.get_loop_factory = lambda self: asyncio.new_event_loop
"""


def test_what_repeats_is_counted(tmp_path: Path):
    """Out of files, or asked what is no request: a few lines, and then how many more there would have been."""
    with serving(tmp_path, "--port", "0", command=few_files(128, 128, OUT_OF_FILES)) as (process, url):
        for _ in range(100):
            with calling(url, 1, "nonsense\r\n\r\n") as (caller,):
                until(lambda caller=caller: is_over(caller))  # type: ignore[misc]
        with calling(url, 200):
            until(lambda: len(list(Path(f"/proc/{process.pid}/fd").iterdir())) == 128)
        until(lambda: asks(url).status_code == 200)
        process.send_signal(signal.SIGTERM)
        _, log = process.communicate(timeout=PATIENCE)
    assert len(log) < 20_000
    written = log.count("] Invalid HTTP request received.")
    left_out = map(int, re.findall(r"left out (\d+) lines like: Invalid HTTP request received.", log))
    assert written <= 50
    assert written + sum(left_out) == 100
    assert "lines like: socket.accept() out of system resource" in log


def test_as_many_files_as_the_system_allows(tmp_path: Path):
    """A low limit that may be raised is raised: more connections than it would have allowed stay open."""
    with serving(tmp_path, "--port", "0", command=few_files(64, 1024)) as (process, url), calling(url, 300) as callers:
        assert asks(url).text == "ok\n"
        assert not any(map(is_over, callers))
        assert len(list(Path(f"/proc/{process.pid}/fd").iterdir())) > 300


def test_sockets_do_not_make_way(tmp_path: Path):
    """Where all berths are taken by pages that listen, a newcomer is told to come again, and they stay."""
    with serving(tmp_path, "--port", "0", KIDD_CONNECTIONS="5") as (_, url), ExitStack() as stack:
        pages = [stack.enter_context(listens(url)) for _ in range(5)]
        assert all(page.recv(PATIENCE) for page in pages)
        answer = asks(url)
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")
        pages.pop().close()
        until(lambda: asks(url).status_code == 200)
        for page in pages:
            page.ping().wait(PATIENCE)
        assert counted(url, "all") >= 1


def test_so_many_from_one_address(tmp_path: Path):
    """They crowd out each other, and nobody who comes from elsewhere."""
    with serving(tmp_path, "--port", "0", KIDD_CONNECTIONS_EACH="2") as (_, url), ExitStack() as stack:
        with calling(url, 15, source=OTHER) as callers:
            until(lambda: sum(map(is_over, callers)) == 7)
            assert [is_over(caller) for caller in callers[-8:]] == [False] * 8
            assert asks(url).text == "ok\n"
        pages = [stack.enter_context(listens(url, OTHER)) for _ in range(8)]
        assert all(page.recv(PATIENCE) for page in pages)
        with calling(url, 1, source=OTHER) as (caller,):
            assert b" 503 " in caller.recv(100)
        assert asks(url).text == "ok\n"
        here = [stack.enter_context(listens(url)) for _ in range(10)]  # where a proxy may be, of which nobody told us
        assert all(page.recv(PATIENCE) for page in here)
        assert counted(url, "each") == 1


def test_so_many_behind_a_proxy(tmp_path: Path):
    """The proxy may have any number of connections; what it says of who they are for counts, if it is to be trusted."""
    there = {"KIDD_BASE_URL": "http://127.0.0.1", "KIDD_CONNECTIONS_EACH": "2", "KIDD_PORT": "0"}
    with serving(tmp_path, **there) as (process, _), ExitStack() as stack:
        url = _address(process.pid)
        anne = {"x-forwarded-for": "192.0.2.1"}
        pages = [stack.enter_context(listens(url, **anne)) for _ in range(6)]
        assert all(page.recv(PATIENCE) for page in pages)
        with listens(url, **anne) as seventh, pytest.raises(ConnectionClosed) as closed:
            seventh.recv(PATIENCE)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1013
        assert asks(url, "games", **anne).status_code == 200  # open windows are no requests
        with listens(url, **{"x-forwarded-for": "192.0.2.2"}) as page:
            assert page.recv(PATIENCE)
        with calling(url, 2, UPLOAD.format(path="/load").replace("\r\n", "\r\nX-Forwarded-For: 192.0.2.1\r\n", 1)):
            until(lambda: asks(url, "games", **anne).status_code == 429)
            assert asks(url, "games", **{"x-forwarded-for": "192.0.2.2"}).status_code == 200
        until(lambda: asks(url, "games", **anne).status_code == 200)
        pages.pop().close()

        def has_room() -> bool:
            with listens(url, **anne) as page, suppress(ConnectionClosed):
                return bool(page.recv(PATIENCE))
            return False

        until(has_room)


def _address(pid: int) -> str:
    """Where a process listens that says by which name it is known elsewhere."""
    ports = [
        int(parts[1].rpartition(":")[2], 16)
        for line in Path(f"/proc/{pid}/net/tcp").read_text().splitlines()[1:]
        if (parts := line.split())[3] == "0A" and _has(pid, parts[9])
    ]
    return f"http://127.0.0.1:{ports[0]}/"


def _has(pid: int, inode: str) -> bool:
    links = [link.readlink() for link in Path(f"/proc/{pid}/fd").iterdir() if link.is_symlink()]
    return f"socket:[{inode}]" in map(str, links)
