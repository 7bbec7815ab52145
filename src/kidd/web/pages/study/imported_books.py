"""Log books and positions that visitors bring along, and what a page shows of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from babel.dates import format_date
from fastapi import Request
from starlette.datastructures import UploadFile
from starlette.responses import Response

from kidd.errors import LogbookError
from kidd.game import descriptor, descriptors
from kidd.logbook import write_logbook
from kidd.match import Match
from kidd.table import limits
from kidd.table.errors import TooMany
from kidd.table.play import studies
from kidd.table.study import StudySummary
from kidd.web.http.assets.templates import page
from kidd.web.http.requests import Refused, perhaps, wants_json
from kidd.web.http.visitors.viewer import viewer_of
from kidd.web.pages.rules.diagrams import opened
from kidd.web.pages.study.addresses import ListedMatch
from kidd.words.language import Tongue
from kidd.words.names import crew

LONGEST_SHOWN = 20_000  # characters of a text that come back with what is wrong with it


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
        if "\0" in text:  # which not every database keeps
            raise Refused(422)
        if text.strip():
            return text
    text = said.get("text", "")
    if not isinstance(text, str):
        raise Refused(422)
    if not text.strip():
        raise LogbookError("nothing")
    return text


def listed(matches: Sequence[Match], _: Tongue) -> tuple[ListedMatch, ...]:
    """The matches of a book, to choose from."""
    return tuple(_listed(number, match, _) for number, match in enumerate(matches))


def _listed(number: int, match: Match, _: Tongue) -> ListedMatch:
    names = [match.player(colour) or crew(colour, _) for colour in match.game.colours]
    return ListedMatch(number, _(match.game.descriptor.name), " – ".join(names), match.outcome)


def load_form(request: Request, came: str = "", problem: str = "", status: int = 422) -> Response:
    """The form that takes log books and positions, with what was wrong with the last one."""
    if problem and wants_json(request):
        raise Refused(status, problem)
    shown = came if len(came) <= LONGEST_SHOWN else ""
    store, viewer = request.app.state.store, viewer_of(request)
    leaf = 1 if problem else max(1, perhaps(request.query_params, "page") or 1)
    kept = studies.studies_of(store, viewer.actor, limit=limits.LEAF + 1, skip=(leaf - 1) * limits.LEAF)
    mine = [_listed_study(one, viewer.tongue) for one in kept[: limits.LEAF]]
    more = {"came": shown, "problem": problem, "studies": mine, "leaf": leaf, "more": len(kept) > limits.LEAF}
    return page(request, "study/load.html", status if problem else 200, described=descriptors(), **more)


class ListedStudy(NamedTuple):
    """A study in the list of whoever keeps it."""

    id: str
    title: str
    moves: str
    day: str
    moment: str


def _listed_study(one: StudySummary, _: Tongue) -> ListedStudy:
    moves = _.ngettext("%(number)s move", "%(number)s moves", one.nodes)
    title = one.title or _(descriptor(one.code).name)
    return ListedStudy(one.id, title, moves, format_date(one.updated, "medium", locale=_.code), one.updated.isoformat())
