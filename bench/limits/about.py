"""The machine and the programs that were measured, for the head of the page."""

from __future__ import annotations

import os
import platform
import sqlite3
import sys
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from subprocess import CalledProcessError, check_output

from bench.limits import boardgame_io
from bench.limits.fleets import Yard, postgres_version
from bench.limits.measuring import CROWD, Wish
from bench.load import sync_time
from bench.load_servers import ROOT

PACKAGES = ("fastapi", "uvicorn", "uvloop", "httptools", "websockets", "sqlalchemy", "psycopg")


def about(wish: Wish, yard: Yard, *, quick: bool) -> dict[str, str]:
    """What a reader has to know before they compare; asked before anything is measured."""
    python = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    found = {
        "measured": f"{datetime.now(UTC):%d %B %Y}, kidd {version('kidd')} at {_commit()}",
        "machine": f"{_processor()}, {os.cpu_count()} processors, {_memory():.1f} GB, {platform.system()} "
        f"{platform.release()}; a sync of 4 KiB takes {sync_time():.2f} ms",
        "busy": f"load {os.getloadavg()[0]:.1f} at the start",
        "runs": f"{wish.seconds:g} s for each cell, one server after the other in each of {wish.rounds} rounds, of "
        f"which the medians are shown; fewer than {CROWD} players in the first round only",
        "offered": f"{wish.rate:g} moves/s, {CROWD} players",
        "programs": f"Python {platform.python_version()} of {Path(sys.base_prefix) / 'bin'}, {python}, "
        f"SQLite {sqlite3.sqlite_version}",
    }
    if any(name.startswith("postgres") for name in wish.servers):
        found["PostgreSQL"] = f"{postgres_version(yard.postgres)}, as it comes, on the same machine"
    if any(name.startswith("io") for name in wish.servers):
        found["boardgame.io"] = _peers()
    if quick:
        found["caution"] = "**a quick try to see that all of it works, on a machine that others used, too**"
    return found


def _commit() -> str:
    try:
        return check_output(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, text=True).strip()
    except (OSError, CalledProcessError):
        return "an unknown commit"


def _peers() -> str:
    try:
        versions = boardgame_io.versions()
        node = check_output(["node", "--version"], text=True).strip()
    except (boardgame_io.Missing, OSError) as why:
        return f"not measured: {why}"
    return ", ".join([f"Node.js {node}", *(f"{name} {found}" for name, found in versions.items())])


def _processor() -> str:
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.machine()


def _memory() -> float:
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9
