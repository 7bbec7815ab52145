"""The command `kidd serve`, as a process of its own."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

pytestmark = [
    pytest.mark.once,
    pytest.mark.skipif(sys.platform == "win32", reason="stops the server with the signals of Unix"),
]
COMMAND = [sys.executable, "-c", "import kidd.cli; kidd.cli.main()", "serve"]


@contextmanager
def serving(folder: Path, *words: str, **settings: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The process, and the address that it has said."""
    environment = {
        **os.environ,
        "KIDD_DATA": str(folder),
        "KIDD_WORKERS": "1",
        "BROWSER": "",
        "DISPLAY": "",
        **settings,
    }
    process = subprocess.Popen(
        [*COMMAND, *words], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    try:
        said = process.stdout.readline()
        found = re.search(r"http://\S+", said)
        yield process, found[0] if found else said
    finally:
        process.kill()
        process.communicate()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_serves_and_stops(tmp_path: Path, number: signal.Signals):
    """It says where it is, keeps its data where it is told, logs in JSON if wished, and stops in good order."""
    with serving(tmp_path, "--port", "0", KIDD_LOG="json") as (process, url):
        answer = httpx.post(f"{url}games", data={"game": "LC", "party": "2-1"}, trust_env=False)
        assert answer.status_code == 303
        process.send_signal(number)
        _, log = process.communicate(timeout=20)
        assert process.returncode == 0
    lines = [json.loads(line) for line in log.splitlines()]
    (request,) = [line for line in lines if line["event"] == "request"]
    assert (request["method"], request["path"], request["status"], request["level"]) == ("POST", "/games", 303, "info")
    assert lines[-1]["event"] == "stopped" or "stopped" in [line["event"] for line in lines]
    assert "kidd_visitor" not in log
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
            timeout=30,
        )
    assert done.returncode == 2
    assert re.fullmatch(r"kidd: cannot listen on 127\.0\.0\.1 port \d+: .*\n", done.stderr)


def test_a_database_that_cannot_be_opened(tmp_path: Path):
    """Ends the command, and the log says why."""
    with serving(tmp_path, "--port", "0", KIDD_DATABASE_URL="mysql://nowhere/kidd") as (process, said):
        assert said == ""
        _, log = process.communicate(timeout=20)
        assert process.returncode != 0
        assert "expected a database of SQLite or PostgreSQL" in log
