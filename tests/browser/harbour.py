"""The real server in a process of its own, with a database of its own: started, stopped, killed and started again."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Self

COMMAND = [sys.executable, "-c", "from kidd.cli import main; main()", "serve"]
PATIENCE = 60  # seconds that a start may take while other tests run


class Harbour:
    """A server that keeps its port, its database and its secret over any number of starts."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self.folder = folder
        self.port = _free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = folder / "server.log"
        own = {
            "KIDD_DATABASE_URL": f"sqlite:///{folder / 'kidd.db'}",
            "KIDD_DATA": str(folder),
            "KIDD_SECRET_KEY": "a secret of forty letters, for tests only",
            "KIDD_WORKERS": "1",
            "KIDD_IMPRINT": str(folder / "imprint.txt"),
        }
        (folder / "imprint.txt").write_text("The Kidd Club\nHarbour Street 1\nA town by the sea\n")
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("KIDD_")}
        self.environment = inherited | own | settings
        self.process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self) -> None:
        """Start the server and wait until it is ready."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*COMMAND, "--port", str(self.port)], env=self.environment, stdout=log, stderr=log, cwd=self.folder
            )
        until = time.monotonic() + PATIENCE
        while not self._ready():
            if self.process.poll() is not None or time.monotonic() > until:
                self.kill()
                raise RuntimeError(f"the server did not start:\n{self.log.read_text()[-4000:]}")
            time.sleep(0.02)

    def stop(self) -> None:
        """Ask the server to stop, and wait until it has."""
        if self.process is not None:
            self.process.terminate()
            try:
                self.process.wait(PATIENCE)
            finally:
                self.kill()

    def kill(self) -> None:
        """End the server without a warning."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def restart(self) -> None:
        """Stop and start again."""
        self.stop()
        self.start()

    def mishaps(self) -> str:
        """What the server's log tells of errors that nobody foresaw."""
        lines = self.log.read_text(errors="replace").splitlines()
        odd = ("Traceback", "unforeseen", "Exception in", "never retrieved", "Error:")
        return "\n".join(line for line in lines if any(word in line for word in odd))

    def _ready(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/readyz", timeout=5) as answer:
                return bool(answer.status == 200)
        except (OSError, urllib.error.URLError):
            return False


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port
