"""Servers that are killed, frozen and started again on the same ports and database."""

from __future__ import annotations

import multiprocessing
import os
import signal
import socket
import time
from contextlib import suppress
from multiprocessing.process import BaseProcess
from pathlib import Path
from threading import Thread

import httpx

from tests.faults.shared_clock import SharedClock
from tests.plain import NO_TLS

PATIENCE = 60.0  # seconds that a start may take
STARTED = 5.0  # seconds after which a worker has read its modules: one that is frozen before has a minute
KEY = "a secret of forty letters, for tests only"


def serve(data: str, port: int, database: str, clock: str, log: str) -> None:
    """What a process runs: the server as `kidd serve` starts it, but for its clock."""
    from kidd.web.http.settings import Settings
    from kidd.web.serving import serve as run

    written = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(written, 1)
    os.dup2(written, 2)
    SharedClock(Path(clock)).set_watch()
    Thread(target=_follow, args=(os.getppid(),), daemon=True).start()
    run(Settings(port=port, data=Path(data), secret_key=KEY, database_url=database, workers=1, pace=0, new_each=0))


def _follow(parent: int) -> None:
    """End with who has started it."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


class Ship:
    """One server, alive or not; forked from a process that has read all modules already."""

    def __init__(self, data: Path, database: str, clock: Path, log: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.log = log
        self._about = str(data), self.port, database, str(clock), str(log)
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload(["kidd.web.serving", "kidd.web.app", "uvicorn"])
        self._process: BaseProcess | None = None

    @property
    def pid(self) -> int:
        """Its process."""
        assert self._process is not None
        assert self._process.pid is not None
        return self._process.pid

    def launch(self) -> None:
        """Start it and wait until it is ready; where it cannot (the database is gone), start it again."""
        end = time.monotonic() + PATIENCE
        while True:
            if self._process is None or not self._process.is_alive():
                self._process = self._context.Process(target=serve, args=self._about)
                self._process.start()
            if self._is_ready():
                return
            if time.monotonic() > end:
                raise RuntimeError(f"the server did not start:\n{self.log.read_text(errors='replace')[-4000:]}")
            time.sleep(0.02)

    def sink(self) -> None:
        """End it as `kill -9` does."""
        if self._process is not None:
            self._process.kill()
            self._process.join()

    def signal(self, number: signal.Signals) -> None:
        """Send a signal, such as the one that freezes it."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, number)

    def workers(self) -> list[int]:
        """The processes in which its computers think and that have started, where the system tells."""
        return [pid for pid in _children(self.pid) if b"spawn_main" in _command(pid) and _age(pid) > STARTED]

    def _is_ready(self) -> bool:
        try:
            url = f"http://127.0.0.1:{self.port}/readyz"
            return httpx.get(url, timeout=5, trust_env=False, verify=NO_TLS).status_code == 200
        except httpx.TransportError:
            return False


def _children(pid: int) -> list[int]:
    found: list[int] = []
    for listed in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):
            found += map(int, listed.read_text().split())
    return found


def _age(pid: int) -> float:
    """Seconds since a process was started."""
    try:
        began = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19])
    except OSError:
        return 0.0
    return time.clock_gettime(time.CLOCK_BOOTTIME) - began / os.sysconf("SC_CLK_TCK")


def _command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""
