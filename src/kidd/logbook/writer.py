"""Writing log books."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from kidd.deck import CREWS, Deck
from kidd.errors import LogbookError, shown
from kidd.game import DEFAULT_DECK, Value
from kidd.match import Match
from kidd.position import start
from kidd.standing import counted

WIDTH = 100
SEAT_HEADERS = {colour: name.capitalize() for colour, name in CREWS.items()}
# These say what the match itself says; `Match.headers` holds all others.
OWN_HEADERS = ("Game", "Options", "Position", *SEAT_HEADERS.values(), "Result", "Reason")

_HEADER_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_IN_HEADER = str.maketrans({"\\": r"\\", '"': r"\"", "\n": r"\n", "\r": r"\r"})
_IN_COMMENT = str.maketrans({"\\": r"\\", "{": r"\{", "}": r"\}", "\r": r"\r"})


def write_logbook(
    matches: Match | Iterable[Match],
    target: str | os.PathLike[str] | None = None,
    *,
    naming: Collection[str] = (),
) -> str:
    """The matches as a log book, which takes the place of the target's contents at once or not at all.

    A book leaves out options that are as usual, except for those that it is `naming` at any rate.
    """
    every = [matches] if isinstance(matches, Match) else matches
    text = "\n".join(_written(match, naming) for match in every)
    try:
        data = text.encode()
    except UnicodeEncodeError as error:
        raise LogbookError(f"cannot be written as UTF-8: {shown(text[error.start : error.end])}") from None
    if target is not None:
        _put(target, data)
    return text


def write_options(options: Mapping[str, Value]) -> str:
    """Options as a log book's header has them, `name=value` with blanks between."""
    return " ".join(f"{name}={value}" for name, value in options.items())


def _put(target: str | os.PathLike[str], data: bytes) -> None:
    """Through a neighbouring file, so that a full disk or a pulled plug leaves the old book as it was."""
    from pathlib import Path

    try:
        path = Path(target).resolve()
        beside = path.with_name(f"{path.name}.{os.urandom(4).hex()}.new")
        with beside.open("xb") as file:
            try:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
                if path.exists():
                    beside.chmod(path.stat().st_mode & 0o777)
                beside.replace(path)
            except BaseException:
                beside.unlink()
                raise
    except (OSError, ValueError) as error:  # ValueError: a name with a null byte
        where, why = shown(os.fspath(target)), getattr(error, "strerror", error)
        raise LogbookError(f"cannot write the log book {where}: {why}") from error


def _written(match: Match, naming: Collection[str]) -> str:
    headers = "".join(f'[{name} "{value.translate(_IN_HEADER)}"]\n' for name, value in _headers(match, naming).items())
    lines, column = [headers, "\n"], 0
    for word in _words(match):
        if column and column + 1 + len(word) > WIDTH:
            lines.append("\n")
            column = 0
        elif column:
            lines.append(" ")
            column += 1
        lines.append(word)
        column = len(word) - word.rindex("\n") if "\n" in word else column + len(word)
    return "".join(lines) + "\n"


def _headers(match: Match, naming: Collection[str]) -> dict[str, str]:
    headers: Mapping[Any, Any] = match.headers  # anybody may have put anything there
    for name, value in headers.items():
        if name in OWN_HEADERS:
            source = "match.players" if name in SEAT_HEADERS.values() else "the match itself"
            raise LogbookError(f"header {name!r} is written from {source}: take it out of match.headers")
        if not isinstance(name, str) or not _HEADER_NAME.fullmatch(name):
            raise LogbookError(f"expected a header's name of letters, digits, '-' and '_', got {shown(name)}")
        if not isinstance(value, str):
            raise LogbookError(f"header {shown(name)}: expected text, got {shown(value)}")
    pos, result = match.start, match.result
    own = {
        "Game": match.game.code,
        "Options": write_options(_options(match, naming)),
        "Position": "" if pos == start(pos.game.code, deck=pos.deck, **pos.game.options) else str(pos),
    } | {SEAT_HEADERS[colour]: match.player(colour) for colour in match.game.colours}
    end = {"Result": match.outcome, "Reason": result.reason if result else ""}
    return {name: value for name, value in own.items() if value} | match.headers | {n: v for n, v in end.items() if v}


def _options(match: Match, naming: Collection[str]) -> dict[str, Value]:
    deck, options = match.game.deck, match.game.options
    if deck.name == DEFAULT_DECK and deck != Deck.named(DEFAULT_DECK):
        raise LogbookError(f"another deck than the standard one cannot go by its name, {DEFAULT_DECK!r}")
    return match.game.changed | {name: value for name, value in options.items() if name in naming}


def _words(match: Match) -> Iterator[str]:
    """Numbers, acts, comments and the result, in order."""
    comments: Mapping[Any, Any] = match.comments
    for number, text in comments.items():
        if not isinstance(number, int) or not 0 <= number <= len(match):
            acts = counted(len(match), "act")
            raise LogbookError(f"comment {shown(number)} belongs to no act: the match has {acts}")
        if not isinstance(text, str):
            raise LogbookError(f"comment {number}: expected text, got {shown(text)}")
    for number in range(len(match)):
        if number in match.comments:
            yield f"{{{match.comments[number].translate(_IN_COMMENT)}}}"
        yield _numbered(match, number)
    if len(match) in match.comments:
        yield f"{{{match.comments[len(match)].translate(_IN_COMMENT)}}}"
    yield match.outcome


def _numbered(match: Match, number: int) -> str:
    """An act, with the number of its round where it opens one."""
    act, turn = match.act(number), match.turn_number(number)
    if number and match.turn_number(number - 1) == turn:
        return act
    return f"{turn}. {act}" if number or match.start.turn == match.game.colours[0] else f"{turn}... {act}"
