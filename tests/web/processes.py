"""The command `kidd serve` as a process of its own, for tests that attack it or stop it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

COMMAND = [sys.executable, "-c", "import kidd.cli; kidd.cli.main()", "serve"]


@contextmanager
def serving(
    folder: Path, *words: str, command: Sequence[str] = COMMAND, **settings: str
) -> Iterator[tuple[subprocess.Popen[str], str]]:
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
        [*command, *words], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    try:
        said = process.stdout.readline()
        found = re.search(r"http://\S+", said)
        yield process, found[0] if found else said
    finally:
        process.kill()
        process.communicate()
