"""The command `kidd serve`, as a process of its own."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from tests.patience import PATIENCE, until
from tests.plain import NO_TLS
from tests.web.afloat import API
from tests.web.processes import COMMAND, serving

pytestmark = [
    pytest.mark.once,
    pytest.mark.skipif(sys.platform == "win32", reason="stops the server with the signals of Unix"),
]
SCRIPT = """
import kidd.web.serving as serving
from kidd.web.http.settings import read_settings
create_app = serving.create_app
def create_broken(settings):
    app = create_app(settings)
    @app.get("/broken")
    def broken():
        secret = "hid" + "den"
        return 1 // 0
    return app
serving.create_app = create_broken
serving.serve(read_settings())
"""
BROKEN = [sys.executable, "-c", SCRIPT]
# Tells states that are larger than all that the system keeps on the way.
FLOOD = """
import kidd.web.api.sockets.following
from kidd.web.serving import serve
from kidd.web.http.settings import read_settings
kidd.web.api.sockets.following.state_json = lambda *_, **more: b"x" * 50_000_000
serve(read_settings())
"""
FLOODING = [sys.executable, "-c", FLOOD]
FORMS = {
    "application/x-www-form-urlencoded": "text=half",
    "multipart/form-data; boundary=x": '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nhalf',
}
GONE = re.compile(r'kidd_requests_total{.*status="499"} (\d+)')
UPGRADE = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_serves_and_stops(tmp_path: Path, number: signal.Signals):
    """It says where it is, keeps its data where it is told, logs in JSON if wished, and stops in good order."""
    with serving(tmp_path, "--port", "0", KIDD_LOG="json") as (process, url):
        answer = httpx.post(f"{url}games", data={"game": "LC", "party": "2-1"}, trust_env=False, verify=NO_TLS)
        assert answer.status_code == 303
        process.send_signal(number)
        _, log = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0
    lines = [json.loads(line) for line in log.splitlines()]
    (request,) = [line for line in lines if line["event"] == "request"]
    assert (request["method"], request["path"], request["status"], request["level"]) == ("POST", "/games", 303, "info")
    assert [line["event"] for line in lines].count("stopped") == 1
    assert "kidd_session" not in log
    assert {"kidd.db", "secret"} <= {path.name for path in tmp_path.iterdir()}


def test_a_port_that_is_taken(tmp_path: Path):
    """Asked for by number, it is refused in one line."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        done = subprocess.run(
            [*COMMAND, "--port", str(taken.getsockname()[1])],
            env={**os.environ, "KIDD_DATA": str(tmp_path)},
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )
    assert done.returncode == 2
    assert re.fullmatch(r"kidd: cannot listen on 127\.0\.0\.1 port \d+: .*\n", done.stderr)


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("mysql://nowhere/kidd", "expected a database of SQLite or PostgreSQL"),
        ("sqlite:////dev/null/kidd.db", "cannot make the folder"),
        ("sqlite:////", "cannot open the database"),
    ],
)
def test_a_database_that_cannot_be_opened(tmp_path: Path, address: str, said: str):
    """Ends the command with one line that says why."""
    with serving(tmp_path, "--port", "0", KIDD_DATABASE_URL=address) as (process, told):
        assert told == ""
        _, log = process.communicate(timeout=PATIENCE)
        assert process.returncode == 2
        assert re.fullmatch(rf"kidd: .*{said}.*\n", log)


@pytest.mark.parametrize("form", ["text", "json"])
def test_an_error_is_noted_once(tmp_path: Path, form: str):
    """With where it happened, without any value; the visitor gets a page as safe as all others."""
    cookie = {"cookie": "kidd_session=c0ffee.c0ffee"}
    with serving(tmp_path, command=BROKEN, KIDD_LOG=form, KIDD_PORT="0") as (process, url):
        for accept in ("text/html", "application/json"):
            answer = httpx.get(f"{url}broken", headers={**cookie, "accept": accept}, trust_env=False, verify=NO_TLS)
            assert answer.status_code == 500
            assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
            assert answer.headers["content-type"].startswith(accept)
        httpx.get(f"{url}%1b[2J%e2%80%aeder%0anew", headers=cookie, trust_env=False, verify=NO_TLS)
        process.send_signal(signal.SIGTERM)
        _, log = process.communicate(timeout=PATIENCE)
    assert log.count("Traceback") == log.count("ZeroDivisionError") == 2
    assert log.count("def broken") == 0
    assert "in broken" in log
    assert "c0ffee" not in log
    assert "hidden" not in log
    assert not set("\x1b\u202e") & set(log)
    assert any("2J" in line and "new" in line for line in log.splitlines())
    assert form == "text" or all(json.loads(line) for line in log.splitlines())


def test_it_stops_though_a_page_reads_no_more(tmp_path: Path):
    """Its socket is given up after a moment, long before the time for requests under way is over."""
    with serving(tmp_path, command=FLOODING, KIDD_PORT="0", KIDD_STOP_SECONDS="60") as (process, url):
        opened = httpx.post(f"{url}games", data={"game": "LC", "party": "2-2"}, trust_env=False, verify=NO_TLS)
        page = opened.headers["location"]
        host = url.removeprefix("http://").rstrip("/")
        with socket.create_connection(("127.0.0.1", int(host.rpartition(":")[2]))) as caller:
            upgrade = UPGRADE.format(key="MDEyMzQ1Njc4OWFiY2RlZg==")
            caller.sendall(f"GET {API}{page}/socket HTTP/1.1\r\nHost: {host}\r\n{upgrade}\r\n".encode())
            assert sum(len(caller.recv(1000)) for _ in range(100)) > 10_000  # the state has begun to come
            process.send_signal(signal.SIGTERM)
            _, log = process.communicate(timeout=30)
    assert process.returncode == 0
    assert "Cancel" not in log


def test_who_hangs_up_in_the_middle_is_no_error_of_ours(tmp_path: Path):
    """A body that breaks off is one line of the log, without a traceback, and nothing is done."""
    with serving(tmp_path, "--port", "0", KIDD_LOG_LEVEL="debug") as (process, url):
        port = int(url.rstrip("/").rpartition(":")[2])
        for path in (f"{API}/games", f"{API}/look", "/games", "/load"):
            kinds = ["application/json"] if path.startswith(API) else FORMS
            for kind in kinds:
                with socket.create_connection(("127.0.0.1", port)) as caller:
                    head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: {kind}\r\n"
                    caller.sendall(f"{head}Content-Length: 1000\r\n\r\n{FORMS.get(kind, '{')}".encode())
        until(lambda: sum(map(int, GONE.findall(httpx.get(f"{url}metrics", trust_env=False, verify=NO_TLS).text))) >= 6)
        process.send_signal(signal.SIGTERM)
        _, log = process.communicate(timeout=PATIENCE)
    assert "Traceback" not in log
    assert log.count("status=499") == 6


@pytest.mark.slow
def test_it_stops_while_many_want_hints(tmp_path: Path):
    """They are told to come again, and nothing of that is an error."""
    with serving(tmp_path, "--port", "0", KIDD_STOP_SECONDS="3") as (process, url), ExitStack() as stack:
        visitors = [stack.enter_context(httpx.Client(base_url=url, trust_env=False, verify=NO_TLS)) for _ in range(10)]
        pages = [one.post("/games", data={"game": "LC", "party": "2-2"}).headers["location"] for one in visitors]

        def hint(number: int) -> int:
            one, page = visitors[number % 10], pages[number % 10]
            answer = one.post(f"{API}{page}/hint", json={"ply": 0}, timeout=PATIENCE)
            return answer.status_code

        pool = stack.enter_context(ThreadPoolExecutor(20))
        asked = [pool.submit(hint, number) for number in range(20)]
        until(lambda: sum(future.done() for future in asked) >= 2)
        process.send_signal(signal.SIGTERM)
        _, log = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0
        assert {future.result() for future in asked} <= {200, 429, 503}  # 429: of all from one address
        assert 503 in {future.result() for future in asked}
    assert "Traceback" not in log
