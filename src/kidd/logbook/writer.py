"""Writing log books."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from kidd.deck import CREWS, Deck
from kidd.errors import LogbookError, OptionError, shown
from kidd.files import replace_contents
from kidd.game import DEFAULT_DECK, Value
from kidd.logbook.side_lines import MOST_ACTS, list_side_words, write_act, write_comment
from kidd.match import Match
from kidd.match.tried import spoken
from kidd.match.variations import ROOT, Variations
from kidd.position import start

LINE_WIDTH = 100
RULES = "Rules"  # the version of the rulings: always in the books of a table, else where the end depends on it
SEAT_HEADERS = {colour: name.capitalize() for colour, name in CREWS.items()}
# These say what the match itself says; `Match.headers` holds all others.
OWN_HEADERS = ("Game", "Options", "Position", *SEAT_HEADERS.values(), "Result", "Reason")

_HEADER_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_IN_HEADER = str.maketrans({"\\": r"\\", '"': r"\"", "\n": r"\n", "\r": r"\r"})


def write_logbook(
    matches: Match | Iterable[Match],
    target: str | os.PathLike[str] | None = None,
    *,
    naming: Collection[str] = (),
) -> str:
    """The matches as a log book, which takes the place of the target's contents at once or not at all.

    A book leaves out options that are as usual, except for those that it is `naming` at any rate.
    """
    given: object = matches
    if isinstance(given, str) or not isinstance(given, Match | Iterable):
        raise OptionError("not-a-match", came=shown(given))
    every = [matches] if isinstance(matches, Match) else matches
    text = "\n".join(_write_match(match, naming) for match in every)
    try:
        data = text.encode()
    except UnicodeEncodeError as error:
        raise LogbookError("encoding", came=shown(text[error.start : error.end])) from None
    if target is not None:
        _replace_book(target, data)
    return text


def write_options(options: Mapping[str, Value]) -> str:
    """Options as a log book's header has them, `name=value` with blanks between."""
    return " ".join(f"{name}={value}" for name, value in options.items())


def _replace_book(target: str | os.PathLike[str], data: bytes) -> None:
    from pathlib import Path

    if not isinstance(target, str | os.PathLike):
        raise LogbookError("not-a-file", came=shown(target))
    try:
        replace_contents(Path(target), data)
    except (OSError, ValueError) as error:  # ValueError: a name with a null byte
        why = str(getattr(error, "strerror", error))
        raise LogbookError("unwritable", file=shown(os.fspath(target)), why=why) from error


def _write_match(match: Match, naming: Collection[str]) -> str:
    if not isinstance(match, Match):
        raise OptionError("not-a-match", came=shown(match))
    headers = "".join(
        f'[{name} "{value.translate(_IN_HEADER)}"]\n' for name, value in _make_headers(match, naming).items()
    )
    lines, column = [headers, "\n"], 0
    for word in _list_words(match):
        if column and column + 1 + len(word) > LINE_WIDTH:
            lines.append("\n")
            column = 0
        elif column:
            lines.append(" ")
            column += 1
        lines.append(word)
        column = len(word) - word.rindex("\n") if "\n" in word else column + len(word)
    return "".join(lines) + "\n"


def _make_headers(match: Match, naming: Collection[str]) -> dict[str, str]:
    headers: Mapping[Any, Any] = match.headers  # anybody may have put anything there
    for name, value in headers.items():
        if name in OWN_HEADERS:
            raise LogbookError("own-player" if name in SEAT_HEADERS.values() else "own-header", name=shown(name))
        if not isinstance(name, str) or not _HEADER_NAME.fullmatch(name):
            raise LogbookError("header-name", came=shown(name))
        if not isinstance(value, str):
            raise LogbookError("header-text", name=shown(name), came=shown(value))
    pos, result = match.start, match.result
    own = {
        "Game": match.game.code,
        "Options": write_options(named_options(match, naming)),
        "Position": "" if pos == start(pos.game.code, deck=pos.deck, **pos.game.options) else str(pos),
    } | {SEAT_HEADERS[colour]: match.player(colour) for colour in match.game.colours}
    end = {"Result": match.outcome, "Reason": result.reason if result else ""}
    rules = {RULES: str(match.rulings)} if match.is_dated or RULES in headers else {}
    said = {name: value for name, value in own.items() if value} | match.headers | rules
    return said | {name: value for name, value in end.items() if value}


def named_options(match: Match, naming: Collection[str]) -> dict[str, Value]:
    """The options of a match that are not as usual, and those that are to be named at any rate."""
    deck, options = match.game.deck, match.game.options
    if deck.name == DEFAULT_DECK and deck != Deck.named(DEFAULT_DECK):
        raise LogbookError("deck-name", name=shown(DEFAULT_DECK))
    return match.game.changed | {name: value for name, value in options.items() if name in naming}


def _list_words(match: Match) -> Iterator[str]:
    """Numbers, acts, comments and the result, in order."""
    comments: Mapping[Any, Any] = match.comments
    for number, text in comments.items():
        if not isinstance(number, int) or not 0 <= number <= len(match):
            raise LogbookError("comment", number=shown(number), most=len(match))
        if not isinstance(text, str):
            raise LogbookError("comment-text", number=number, came=shown(text))
    tree, acts = match.variations, match.acts
    own, said = [ROOT, *tree.follow(acts)], spoken(tree, acts, comments)
    goes_on = bool(tree.nodes[own[-1]].children)
    if goes_on and not acts:
        raise LogbookError("no-act")
    if len(tree) - len(match) + goes_on > MOST_ACTS:
        raise LogbookError("too-many", most=MOST_ACTS)
    varied, bare = False, match.copy()
    bare.variations = Variations()  # so that it is cheap to copy as lines branch off
    if 0 in said:
        yield write_comment(said[0])
    for number in range(len(match)):
        yield write_act(match, number, numbered=varied)
        if number + 1 in said:
            yield write_comment(said[number + 1])
        varied = False
        for word in list_side_words(bare, tree, own, number):
            varied = True
            yield word
    yield match.outcome
