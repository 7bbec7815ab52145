"""The command `kidd`."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import Any

from kidd.errors import KiddError

NEEDED = ("typer", "click", "rich")
LONGEST = 400  # characters of a refusal: somebody may call a novel a command
REFUSED = 2
STOPPED = 130  # what shells expect of a command that Ctrl-C ended


def main() -> None:
    """Run a command; whatever a user got wrong ends in one line and exit code 2."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a deck drawn with question marks is better than a traceback
    try:
        code = _run(sys.argv[1:] or ["--help"])
        if sys.stdout:
            sys.stdout.flush()  # here, where it can still be told if the disk is full
    except OSError as error:
        code = 1
        _hush()
        if not isinstance(error, BrokenPipeError):  # whoever closes a pipe has read enough
            _say(f"{error.strerror or error}{f': {error.filename}' if error.filename else ''}")
    except KeyboardInterrupt:  # before or after whatever hears Ctrl-C itself
        code = STOPPED
    sys.exit(code)


def _run(words: list[str]) -> int:
    """Run a command and return its exit code."""
    try:
        import typer

        from kidd.terminal.commands import app
    except ModuleNotFoundError as error:
        if error.name not in NEEDED:
            raise
        return _refuse(f"the command needs {error.name}: install kidd[cli]")
    # Some versions of typer carry a click of their own: its errors are found through one that every typer shows.
    click_exception: Any = typer.BadParameter.__mro__[2]
    try:
        return app(args=words, prog_name="kidd", standalone_mode=False) or 0
    except KiddError as error:
        return _refuse(str(error))
    except click_exception as error:
        return _refuse(error.format_message())
    except typer.Abort:
        return STOPPED


def _refuse(what: str) -> int:
    _say(what)
    return REFUSED


def _say(what: str) -> None:
    """One line on stderr, if anybody listens."""
    line = "".join(char if char.isprintable() else "?" for char in " ".join(what.split()))
    with suppress(OSError):
        print("kidd:", line if len(line) <= LONGEST else f"{line[:LONGEST]}…", file=sys.stderr)


def _hush() -> None:
    """Let what is left for a stdout that takes nothing go nowhere, and not fail again at the very end."""
    with suppress(OSError, ValueError):  # a stdout that is no file has no number
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
