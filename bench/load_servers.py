"""Servers to measure, each a process of its own with a fresh database, and what they cost."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
PATIENCE = 60  # seconds that a start or a stop may take
TRACER = Path(__file__).with_name("traced_server.py")
SERVE = ["-c", "from kidd.cli import main; main()", "serve"]
CPU_OF_PROCESS = 2  # the kind of clock that counts what all threads of a process have used, those that ended included


class Running(NamedTuple):
    """A server that answers."""

    name: str
    port: int
    process: subprocess.Popen[str]


class Program(NamedTuple):
    """What is started, and where."""

    command: list[str]
    environment: Mapping[str, str]
    place: str


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


def cpu_of(pid: int) -> float:
    """Seconds that a process and its threads have computed, to the nanosecond (/proc tells hundredths)."""
    return time.clock_gettime((~pid << 3) | CPU_OF_PROCESS)


def cpu_of_children(pid: int) -> float:
    """The same of the processes that it has started, such as computers' workers."""
    found = 0.0
    for listed in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            children = [int(child) for child in listed.read_text().split()]
            found += sum(cpu_of(child) + cpu_of_children(child) for child in children)
        except OSError:  # it has ended meanwhile
            continue
    return found


def cpu_of_buried(pid: int) -> float:
    """The same of those that have ended, in hundredths."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[13]) + int(fields[14])) / os.sysconf("SC_CLK_TCK")


def cpu_of_machine() -> float:
    """Seconds that all cores together have computed, whoever for."""
    user, nice, system, _, _, *rest = map(int, Path("/proc/stat").read_text().splitlines()[0].split()[1:8])
    return (user + nice + system + sum(rest)) / os.sysconf("SC_CLK_TCK")


@contextmanager
def running(
    name: str, checkout: Path = ROOT, *, traced: bool = False, settings: Mapping[str, str] | None = None
) -> Iterator[Running]:
    """Start a server (`bare`, or the one of a checkout) with a fresh database, and stop it in the end."""
    with (
        tempfile.TemporaryDirectory(prefix="kidd-load-") as folder,
        running_in(folder, name, checkout, traced=traced, settings=settings) as server,
    ):
        yield server


@contextmanager
def running_in(
    folder: str, name: str, checkout: Path = ROOT, *, traced: bool = False, settings: Mapping[str, str] | None = None
) -> Iterator[Running]:
    """The same with the database of a folder."""
    port = free_port()
    command = _command(name, checkout, port, folder, traced)
    environment = {**_environment(folder, traced), **(settings or {})}
    place = str(ROOT) if name == "bare" else folder
    with launched(Program(command, environment, place), port, Path(folder, "server.log"), piped=traced) as process:
        yield Running(name, port, process)


@contextmanager
def launched(program: Program, port: int, log: Path, *, piped: bool = False) -> Iterator[subprocess.Popen[str]]:
    """Run what serves on a port, and stop it in the end; it answers when it is yielded."""
    with log.open("w") as errors:
        process = subprocess.Popen(
            program.command,
            env=program.environment,
            cwd=program.place,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE if piped else errors,
            stderr=errors,
            text=True,
        )
    try:
        _await_ready(process, port, log)
        yield process
    finally:
        _stop(process)


def _command(name: str, checkout: Path, port: int, folder: str, traced: bool) -> list[str]:
    if name == "bare":
        return [sys.executable, "-m", "bench.bare_server", "--port", str(port), "--database", f"{folder}/bare.db"]
    python = sys.executable if checkout == ROOT else str(checkout / ".venv" / "bin" / "python")
    return [python, *([str(TRACER), "serve"] if traced else SERVE), "--port", str(port)]


def _environment(folder: str, traced: bool) -> dict[str, str]:
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("KIDD_")}
    own = {
        "KIDD_DATA": folder,
        "KIDD_DATABASE_URL": f"sqlite:///{folder}/kidd.db",
        "KIDD_WORKERS": "1",
        "KIDD_PACE": "0",
    }
    return inherited | own | ({"KIDD_PURE": "1"} if traced else {})  # compiled code runs unseen


def _await_ready(process: subprocess.Popen[str], port: int, log: Path) -> None:
    until = time.monotonic() + PATIENCE
    while not _is_ready(port):
        if process.poll() is not None or time.monotonic() > until:
            raise RuntimeError(f"the server did not start:\n{log.read_text()[-4000:]}")
        time.sleep(0.05)


def _is_ready(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5) as answer:
            return bool(answer.status == 200)
    except (OSError, urllib.error.URLError):
        return False


def _stop(process: subprocess.Popen[str]) -> None:
    process.terminate()
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            pipe.close()
