"""The command `kidd` as a user runs it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import kidd
from tests.patience import PATIENCE

COMMAND = [sys.executable, "-c", "from kidd.cli import main; main()"]
# Commands run in other folders and must find the same package as the tests do.
ENVIRONMENT = {
    **os.environ,
    "PYTHONPATH": str(Path(kidd.__file__).parents[1]),
    "PYTHONUTF8": "1",
    "TERM": "dumb",
    "LC_ALL": "C.UTF-8",  # English, whatever the system speaks
    "COLUMNS": "100",
}


def run(
    *words: str | Path, typed: str = "", where: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    """The command as a user runs it."""
    return subprocess.run(
        [*COMMAND, *map(str, words)],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        cwd=where,
        env={**ENVIRONMENT, **environment},
        check=False,
    )


def printed(*words: str | Path) -> str:
    """What a command prints when all is well."""
    done = run(*words)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def refusal(*words: str | Path, where: Path | None = None) -> str:
    """The one line on stderr of a command that was refused."""
    done = run(*words, where=where)
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(r"kidd: [^\n]+\n", done.stderr), done.stderr
    return done.stderr
