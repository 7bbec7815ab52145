"""Servers that are killed and started again, one after the other."""

from __future__ import annotations

import multiprocessing
import socket
from pathlib import Path

import httpx

from tests.patience import until
from tests.plain import NO_TLS


def serve(folder: str, port: int, database: str) -> None:
    """What the killed process runs: the server as `kidd serve` starts it."""
    from kidd.web.http.settings import Settings
    from kidd.web.serving import serve as run

    key = "a secret of forty letters, for tests only"
    run(Settings(port=port, data=Path(folder), secret_key=key, database_url=database, workers=1, log_level="error"))


class Fleet:
    """One server after the other on the same port and database; forked from one that has read all modules already."""

    def __init__(self, folder: Path, database: str = "") -> None:
        self.folder = str(folder)
        self.database = database or f"sqlite:///{folder}/kidd.db"
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.context = multiprocessing.get_context("forkserver")
        self.context.set_forkserver_preload(["kidd.web.serving", "kidd.web.app", "uvicorn"])
        self.client = httpx.Client(base_url=self.url, timeout=5, verify=NO_TLS)
        self.launch()

    def launch(self) -> None:
        """Start a server and wait until it is ready."""
        self.set_sail()
        until(self.is_ready, "the server")

    def set_sail(self) -> None:
        """Start a server."""
        self.process = self.context.Process(target=serve, args=(self.folder, self.port, self.database))
        self.process.start()

    def is_ready(self) -> bool:
        """Whether it answers."""
        try:
            return self.client.get("/readyz").status_code == 200
        except httpx.TransportError:
            return False

    def sink(self) -> None:
        """End the server as `kill -9` does."""
        self.process.kill()
        self.process.join()
