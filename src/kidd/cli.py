"""The command `kidd`."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import Any

from kidd.errors import KiddError
from kidd.terminal.speech import choose_language, current_tongue

NEEDED = ("typer", "click", "rich")
LONGEST_REFUSAL = 400  # characters of a refusal: somebody may call a novel a command
REFUSED = 2
LANGUAGE_OPTIONS = ("--language", "-l")
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
        words = _choose_language(words)
    except KiddError as error:
        return _refuse(_text(error))
    try:
        import typer

        from kidd.terminal.commands import app
    except ModuleNotFoundError as error:
        if error.name not in NEEDED:
            raise
        from kidd.words.terminal.commands import say_needs

        return _refuse(say_needs(error.name, current_tongue()))
    # Some versions of typer carry a click of their own: its errors are found through one that every typer shows.
    click_exception: Any = typer.BadParameter.__mro__[2]
    try:
        from kidd.terminal.help_language import translate_help

        command = typer.main.get_command(app)
        translate_help(command, current_tongue())  # asked for or not: a group without a command shows it, too
        return command.main(args=words, prog_name="kidd", standalone_mode=False) or 0
    except KiddError as error:
        return _refuse(_text(error))
    except click_exception as error:
        from kidd.words.terminal.commands import usage

        said = usage(error, current_tongue())
        return _refuse(said) if said else REFUSED  # the help that is shown for want of a command says it all
    except typer.Abort:
        return STOPPED


def _choose_language(words: list[str]) -> list[str]:
    """Take the language from wherever it stands on a command line, so that everything after it is said in it."""
    rest, wished = [], None
    given = iter(words)
    for word in given:
        if word == "--":
            rest += [word, *given]
        elif word in LANGUAGE_OPTIONS:
            wished = next(given, "")
        elif word.startswith("--language="):
            wished = word.partition("=")[2]
        else:
            rest.append(word)
    choose_language(wished)
    return rest


def _text(error: KiddError) -> str:
    from kidd.words.errors import text  # late: most commands are not refused

    return text(error, current_tongue())


def _refuse(what: str) -> int:
    _say(what)
    return REFUSED


def _say(what: str) -> None:
    """One line on stderr, if anybody listens."""
    line = "".join(char if char.isprintable() else "?" for char in " ".join(what.split()))
    with suppress(OSError):
        print("kidd:", line if len(line) <= LONGEST_REFUSAL else f"{line[:LONGEST_REFUSAL]}…", file=sys.stderr)


def _hush() -> None:
    """Let what is left for a stdout that takes nothing go nowhere, and not fail again at the very end."""
    with suppress(OSError, ValueError):  # a stdout that is no file has no number
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
