"""Log books, the text files that keep matches: headers, a blank line, the acts, the result."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from kidd.deck import Deck
from kidd.errors import KiddError, LogbookError, OptionError, shown
from kidd.game import DEFAULT_DECK, descriptors
from kidd.logbook.side_lines import SideLines
from kidd.logbook.writer import OWN_HEADERS, RULES, SEAT_HEADERS, write_logbook
from kidd.match import Match
from kidd.position import parse, start
from kidd.rules.numbers import RULINGS

__all__ = ["read_logbook", "read_options", "write_logbook"]

# Possessive throughout, so that a megabyte of rubbish is read once and not over and over.
_BLANK = re.compile(r"[ \t\n]*+")
_HEADER = re.compile(r'\[([A-Za-z][A-Za-z0-9_-]*+)[ \t]++"((?:[^"\\\n]|\\[^\n])*+)"[ \t]*+\][ \t]*+(?=\n|\Z)')
_COMMENT = re.compile(r"\{((?:[^\\}]|\\.)*+)\}", re.DOTALL)
_NUMBER = re.compile(r"([0-9]{1,6}+)\.{1,3}+")
_WORD = re.compile(r"[^ \t\n{}()]++")
_BRACKET = re.compile(r"[()]")
_RESULT = re.compile(r"\*|(?:0|1|1/2|1/3)(?:-(?:0|1|1/2|1/3)){1,2}")
_ESCAPED = re.compile(r'\\([\\"{}nr])')
_PLAIN = {"n": "\n", "r": "\r"}


def read_logbook(source: str | os.PathLike[str], *, decks: Mapping[str, Deck] | None = None) -> list[Match]:
    """Every match of a log book, replayed and checked; text is the book itself, a path is its file.

    A book that was played on another deck names it, and never says where it lies: give it in `decks` by that name.
    """
    return list(iter_logbook(source, decks=decks))


def iter_logbook(source: str | os.PathLike[str], *, decks: Mapping[str, Deck] | None = None) -> Iterator[Match]:
    """The same one by one: a match is replayed when it is asked for, and those before one that is wrong are there."""
    text = source if isinstance(source, str) else _read_contents(source)
    try:
        yield from _Reader(text, decks or {}).matches()
    except LogbookError as error:
        if isinstance(source, str) and "[" not in source and "\n" not in source:
            raise LogbookError("name-for-text", problem=error) from error
        raise


def read_options(items: Iterable[str]) -> dict[str, str]:
    """Options written as `name=value`; what the values mean is for the game to say."""
    options: dict[str, str] = {}
    known = ("deck", "players", *dict.fromkeys(one.name for game in descriptors() for one in game.options))
    for item in items:
        name, equals, value = item.partition("=")
        if not equals or name not in known:
            raise OptionError("written", came=shown(item))
        if name in options:
            raise OptionError("twice", name=name)
        options[name] = value
    return options


def _read_contents(path: os.PathLike[str]) -> str:
    from pathlib import Path

    if not isinstance(path, os.PathLike):
        raise LogbookError("not-text", came=shown(path))
    where = shown(os.fspath(path))
    try:
        data = Path(path).read_bytes()
        return data.decode()
    except OSError as error:
        raise LogbookError("unreadable", file=where, why=error.strerror) from error
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise LogbookError("not-utf8", line=line) from None
    except ValueError as error:  # a name with a null byte
        raise LogbookError("unreadable", file=where, why=str(error)) from error


class _Reader:
    """Goes through the text of a log book once, from front to back."""

    def __init__(self, text: str, decks: Mapping[str, Deck]) -> None:
        self._text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        self._decks = decks
        self._at = 0

    def matches(self) -> Iterator[Match]:
        while self._skip_blanks():
            yield self._match()

    def _match(self) -> Match:
        first = self._at
        headers = self._headers()
        try:
            match = self._begin(headers)
        except KiddError as error:
            raise LogbookError("match", line=self._line(first), problem=error) from error
        end = self._acts(match, first)
        if end != match.outcome:
            raise LogbookError("result", line=self._line(first), said=shown(end), outcome=shown(match.outcome))
        for name, is_so in (("Result", match.outcome), ("Reason", match.result.reason if match.result else "")):
            if headers.get(name, is_so) != is_so:
                details = {"name": name, "said": shown(headers[name]), "outcome": shown(is_so)}
                raise LogbookError("result-header", line=self._line(first), **details)
        names = {colour: headers.get(SEAT_HEADERS[colour], "") for colour in match.game.colours}
        match.players = tuple(names[colour] for colour in sorted(names, key=match.seat))
        match.naming = frozenset(read_options(headers.get("Options", "").split()))
        match.headers = {name: value for name, value in headers.items() if name not in OWN_HEADERS}
        return match

    def _headers(self) -> dict[str, str]:
        headers: dict[str, str] = {}
        while self._text.startswith("[", self._at):
            line = _HEADER.match(self._text, self._at)
            if line is None:
                raise LogbookError("header", line=self._line(self._at), came=self._rest_of_line())
            if line[1] in headers:
                raise LogbookError("header-twice", line=self._line(self._at), name=shown(line[1]))
            headers[line[1]] = _unescape(line[2])
            self._at = line.end()
            self._skip_blanks()
        if "Game" not in headers:
            raise LogbookError("no-game", line=self._line(self._at), came=self._rest_of_line())
        return headers

    def _begin(self, headers: Mapping[str, str]) -> Match:
        """The match before its first act."""
        options = self._options(headers.get("Options", ""))
        first = start(headers["Game"], **options)
        for colour, name in SEAT_HEADERS.items():
            if name in headers and colour not in first.game.colours:
                raise LogbookError("seat", name=name)
        rulings = headers.get(RULES, RULINGS)
        if "Position" not in headers:
            return Match(first, rulings=rulings)
        pos = parse(headers["Position"], **options)
        if pos.game != first.game:
            raise LogbookError("other-game", came=pos.game.code, game=first.game.code)
        return Match(pos, rulings=rulings)

    def _options(self, text: str) -> dict[str, Any]:
        options: dict[str, Any] = dict(read_options(text.split()))
        if options.get("deck", DEFAULT_DECK) != DEFAULT_DECK:
            if options["deck"] not in self._decks:
                raise LogbookError("deck", name=shown(options["deck"]))
            options["deck"] = self._decks[options["deck"]]
        return options

    def _acts(self, match: Match, first: int) -> str:
        """Plays the acts up to the closing result, and returns that."""
        lines = SideLines(match, self._line)
        while self._skip_blanks():
            at = self._at
            if comment := self._take(_COMMENT):
                lines.say(self._comments(comment))
            elif bracket := self._take(_BRACKET):
                (lines.open if bracket[0] == "(" else lines.close)(at)
            elif number := self._take(_NUMBER):
                turn = lines.here.turn_number(len(lines.here))
                if int(number[1]) != turn:
                    raise LogbookError("turn-number", line=self._line(at), turn=turn, came=shown(number[0]))
            elif (word := self._take(_WORD)) is None or word[0].startswith("["):
                raise LogbookError("act", line=self._line(at), came=self._rest_of_line(at))
            elif _RESULT.fullmatch(word[0]) and lines.is_open is None:
                lines.end()
                return word[0]
            else:
                self._play(lines, word[0], at)
        if lines.is_open is not None:
            raise LogbookError("bracket-open", line=self._line(self._at), first=self._line(lines.is_open))
        raise LogbookError("breaks-off", line=self._line(self._at), first=self._line(first))

    def _comments(self, first: re.Match[str]) -> str:
        """Comments that follow each other, as one."""
        texts = [_unescape(first[1])]
        while self._skip_blanks() and (comment := self._take(_COMMENT)):
            texts.append(_unescape(comment[1]))
        return "\n".join(texts)

    def _play(self, lines: SideLines, act: str, at: int) -> None:
        turn = lines.here.turn_number(len(lines.here))
        try:
            lines.play(act, at)
        except LogbookError:
            raise
        except KiddError as error:
            raise LogbookError("refused", line=self._line(at), turn=turn, act=shown(act), problem=error) from error

    def _take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        found = pattern.match(self._text, self._at)
        if found:
            self._at = found.end()
        return found

    def _skip_blanks(self) -> bool:
        """Whether anything is left."""
        self._take(_BLANK)
        return self._at < len(self._text)

    def _line(self, at: int) -> int:
        return self._text.count("\n", 0, at) + 1

    def _rest_of_line(self, at: int | None = None) -> str:
        at = self._at if at is None else at
        end = self._text.find("\n", at)
        return shown(self._text[at : end if end >= 0 else None])


def _unescape(text: str) -> str:
    return _ESCAPED.sub(lambda escape: _PLAIN.get(escape[1], escape[1]), text)
