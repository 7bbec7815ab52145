"""The command `kidd`."""

from __future__ import annotations

import sys
from typing import NoReturn

from kidd.errors import KiddError

NEEDED = ("typer", "click", "rich")


def main() -> None:
    """Run a command; whatever a user got wrong ends in one line and exit code 2."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a deck drawn with question marks is better than a traceback
    try:
        from kidd.terminal.commands import app
    except ModuleNotFoundError as error:
        if error.name not in NEEDED:
            raise
        _refuse(f"the command needs {error.name}: install kidd[cli]")
    try:
        app(prog_name="kidd")
    except KiddError as error:
        _refuse(str(error))


def _refuse(what: str) -> NoReturn:
    print("kidd:", " ".join(what.split()), file=sys.stderr)
    sys.exit(2)
