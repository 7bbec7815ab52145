"""The command `kidd` as a user runs it."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

import kidd
from kidd.cli import main
from kidd.terminal.speech import choose_language
from tests.patience import PATIENCE

COMMAND = [sys.executable, "-c", "from kidd.cli import main; main()"]
TERMINAL = {
    "TERM": "dumb",
    "LC_ALL": "C.UTF-8",  # English, whatever the system speaks
    "COLUMNS": "100",
}
# Commands run in other folders and must find the same package as the tests do.
ENVIRONMENT = {
    **os.environ,
    "PYTHONPATH": str(Path(kidd.__file__).parents[1]),
    "PYTHONUTF8": "1",
    **TERMINAL,
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


def run_here(*words: str | Path, where: Path | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
    """The same in this process, without the time that Python takes to start: for the many things that are refused."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setattr(sys, "argv", ["kidd", *map(str, words)])
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(), "utf-8"))
        for name, value in {**TERMINAL, **environment}.items():
            patch.setenv(name, value)
        if where:
            patch.chdir(where)
        with pytest.raises(SystemExit) as ended:
            main()
    choose_language(None)
    code = ended.value.code
    assert isinstance(code, int)
    return subprocess.CompletedProcess(words, code, _whole(out), _whole(err))


def _whole(stream: io.TextIOWrapper) -> str:
    written: bytes = stream.buffer.getvalue()  # type: ignore[attr-defined]
    return written.decode()


def printed(*words: str | Path) -> str:
    """What a command prints when all is well."""
    done = run(*words)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def refusal(*words: str | Path, where: Path | None = None) -> str:
    """The one line on stderr of a command that was refused."""
    return line_of(run(*words, where=where))


def line_of(done: subprocess.CompletedProcess[str]) -> str:
    """The one line on stderr with which a command was refused."""
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(r"kidd: [^\n]+\n", done.stderr), done.stderr
    return done.stderr
