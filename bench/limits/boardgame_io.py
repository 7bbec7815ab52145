"""The boardgame.io server that ours is compared with: installed by npm into a cache of this user, and started."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.load_boardgame_io import IT
from bench.load_servers import ROOT, Program, Running, free_port, launched

SOURCES = ROOT / "bench" / "boardgame_io"
SHOWN = ("boardgame.io", "socket.io", "better-sqlite3")
PATIENCE = 600  # seconds for the packages to come and SQLite to be compiled


class Missing(RuntimeError):
    """Why it cannot be measured here."""


def installed() -> Path:
    """The folder of the server with all that it needs; made where it is not there yet."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        raise Missing("there is no Node.js with npm on this machine")
    files = sorted(SOURCES.iterdir())
    compiled_for = subprocess.check_output([node, "--version"])
    digest = hashlib.sha256(b"".join([compiled_for, *(file.read_bytes() for file in files)])).hexdigest()[:12]
    folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "kidd", f"boardgame-io-{digest}")
    if not (folder / "complete").exists():
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for file in files:
            shutil.copy(file, folder)
        _install(npm, Path(node).resolve().parents[1], folder)
        (folder / "complete").touch()
    return folder


def _install(npm: str, prefix: Path, folder: Path) -> None:
    environment = {**os.environ, "npm_config_build_from_source": "true"}  # SQLite is compiled, not downloaded
    if (prefix / "include" / "node" / "node.h").exists():
        environment["npm_config_nodedir"] = str(prefix)
    command = [npm, "install", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error"]
    try:
        done = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
    except subprocess.TimeoutExpired:
        raise Missing("npm did not come to an end") from None
    if done.returncode:
        raise Missing(f"npm could not install it: {done.stderr.strip()[-300:]}")


def versions() -> dict[str, str]:
    """Of what is measured."""
    found, folder = {}, installed() / "node_modules"
    for name in SHOWN:
        about = folder / name / "package.json"
        if about.exists():
            found[name] = json.loads(about.read_text())["version"]
    return found


@contextmanager
def running_io(folder: str, *, stored: bool) -> Iterator[Running]:
    """Start it in memory, or with SQLite in a folder."""
    home = installed()
    if stored and not (home / "node_modules" / "better-sqlite3" / "build").exists():
        raise Missing("better-sqlite3 could not be compiled here")
    port = free_port()
    command = ["node", "server.cjs", str(port), *([stored_in(folder)] if stored else [])]
    program = Program(command, {**os.environ, "NODE_ENV": "production"}, str(home))
    with launched(program, port, Path(folder, "server.log")) as process:
        yield Running(IT, port, process)


def stored_in(folder: str) -> str:
    """The file of its matches."""
    return str(Path(folder, "matches.db"))
