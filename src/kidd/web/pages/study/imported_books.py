"""Log books and positions that visitors bring along, and what a page shows of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from starlette.datastructures import UploadFile

from kidd.errors import LogbookError
from kidd.logbook import read_logbook, write_logbook, write_options
from kidd.match import Match
from kidd.position import Result
from kidd.table import limits
from kidd.table.errors import TooMany
from kidd.web.http.requests import Refused
from kidd.web.pages.move_log import log_rows
from kidd.web.pages.rules.diagrams import DiagramView, diagram, opened
from kidd.web.pages.table.view_models import LogRow
from kidd.web.state.log_entries import entry
from kidd.words.language import Tongue
from kidd.words.names import crew, option_words
from kidd.words.results import ending

KEPT = 4  # books that were looked at last
MOST_MATCHES = 500
LONGEST_SHOWN = 20_000  # characters of a text that come back with what is wrong with it


@dataclass(frozen=True)
class Shown:
    """A match in the list of a book."""

    number: int
    title: str
    players: str
    result: str


@dataclass(frozen=True)
class BookView:
    """A match of a book at a ply."""

    text: str
    matches: tuple[Shown, ...]
    number: int
    title: str
    players: tuple[tuple[str, str, str], ...]
    """Colour, crew and name of each player."""
    options: tuple[str, ...]
    headers: tuple[tuple[str, str], ...]
    ending: str
    comment: str
    ply: int
    last_ply: int
    over: bool
    """Whether the game is over at this ply, so that there is nothing to play on."""
    deck: DiagramView
    rows: tuple[LogRow, ...]
    address: str
    """Where this position can be found again."""


@lru_cache(KEPT)
def read_book(text: str) -> tuple[Match, ...]:
    """The matches of a log book; they are shared and never to be changed."""
    if len(text) > limits.BOOK:
        raise TooMany("book", limits.BOOK)
    matches = tuple(read_logbook(text))
    if not matches:
        raise LogbookError("no-match")
    if any(len(match) > limits.EVENTS for match in matches):
        raise TooMany("steps", limits.EVENTS)
    if len(matches) > MOST_MATCHES:
        raise TooMany("matches", MOST_MATCHES)
    return matches


def book_text(text: str) -> str:
    """What somebody pasted as the text of a log book; a position or a game's code becomes an empty match."""
    if len(text) > limits.BOOK:
        raise TooMany("book", limits.BOOK)
    plain = text.strip()
    if plain and "[" not in plain and "\n" not in plain:
        return write_logbook(opened(plain, ""))
    return text


async def pasted(said: Mapping[str, Any]) -> str:
    """The text of a form: its file if one was chosen, else the text field."""
    file = said.get("file")
    if isinstance(file, UploadFile):
        data = await file.read(4 * limits.BOOK + 1)
        await file.close()
        try:
            text = data.decode()
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            raise LogbookError("not-utf8", line=line) from None
        if text.strip():
            return text
    text = said.get("text", "")
    if not isinstance(text, str):
        raise Refused(422)
    return text


def book_view(text: str, number: int, ply: int | None, _: Tongue) -> BookView:
    """What a page shows of a match of a book; without a ply, its end."""
    matches = read_book(text)
    if number >= len(matches):
        raise Refused(422)
    match = matches[number]
    at = len(match) if ply is None else min(ply, len(match))
    then = match.until(at)
    return BookView(
        text=text,
        matches=tuple(_shown(place, one, _) for place, one in enumerate(matches)),
        number=number,
        title=_(match.game.descriptor.name),
        players=tuple((colour, crew(colour, _), match.player(colour)) for colour in match.game.colours),
        options=option_words(match.game, _),
        headers=tuple(match.headers.items()),
        ending=_ended(match.result, match, _),
        comment=match.comments.get(at, ""),
        ply=at,
        last_ply=len(match),
        over=then.result is not None,
        deck=diagram("study", then, _),
        rows=log_rows([entry(match, number, _) for number in range(len(match))], at),
        address=_address(then),
    )


def _address(match: Match) -> str:
    from urllib.parse import urlencode

    said = {"position": str(match.position), "options": write_options(match.game.changed)}
    return "/load?" + urlencode({name: value for name, value in said.items() if value})


def _shown(number: int, match: Match, _: Tongue) -> Shown:
    names = [match.player(colour) or crew(colour, _) for colour in match.game.colours]
    return Shown(number, _(match.game.descriptor.name), " – ".join(names), match.outcome)


def _ended(result: Result | None, match: Match, _: Tongue) -> str:
    return ending(result, match.game.colours, (), _) if result else ""
