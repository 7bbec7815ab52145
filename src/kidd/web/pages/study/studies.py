"""Studies that nobody keeps: at any ply of any game, of any position."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from kidd.errors import KiddError
from kidd.match import Match
from kidd.match.variations import ROOT
from kidd.table.errors import NoSuchGame, NotYours
from kidd.table.play import games, studies
from kidd.table.play.permissions import check_study
from kidd.web.api.study.lines import read_line
from kidd.web.api.study.marks import said_of_game
from kidd.web.http.requests import Refused, number, status_of
from kidd.web.http.unhurried import unhurried
from kidd.web.http.visitors.viewer import viewer_of
from kidd.web.pages.study.addresses import Origin
from kidd.web.pages.study.imported_books import load_form
from kidd.web.pages.study.study_page import answer
from kidd.web.pages.study.study_view import Subject
from kidd.web.state.loose_study import loose_study
from kidd.web.state.study_state import options_text
from kidd.words.errors import sentence

router = APIRouter()


@router.get("/study")
@unhurried
def studied(  # noqa: PLR0913, PLR0917  each is a field of the address
    request: Request,
    game: str = "",
    position: str = "",
    options: str = "",
    acts: str = "",
    ply: str = "",
    node: str = "",
    shown: str = "",
    tried: Annotated[str, Query(alias="try")] = "",
) -> Response:
    """What the address says: a ply of a game, or a position, its options and acts since then; else a form for more."""
    viewer, at = viewer_of(request), node or ply
    try:
        if game:
            return of_game(request, game, at, f"{acts} {tried}".split(), shown)
        if position:
            line = read_line(position, options, f"{acts} {tried}".split())
            match = studies.match_of_line(line.match, options)
            return of_match(request, match, Origin(), number({"at": at}, "at") if at else None)
    except (NoSuchGame, NotYours):
        raise
    except KiddError as error:
        return load_form(request, position, sentence(error, viewer.tongue), status_of(error))
    return load_form(request)


def of_game(request: Request, game: str, ply: str, acts: list[str], shown_ply: str) -> Response:
    """A ply of a game of this site, and what is tried from there, shown at its end or at an earlier ply."""
    viewer, table = viewer_of(request), games.load(request.app.state.store, game)
    check_study(viewer.actor, table)
    match = studies.match_of_game(table)
    at = number({"ply": ply}, "ply") if ply else len(match)
    if at > len(match):
        raise Refused(404)
    line = read_line(str(match.start), options_text(match), [*match.acts[:at], *acts]).match
    match.variations, shown = match.variations.add_line(ROOT, line.acts)
    if shown_ply:
        way = (ROOT, *match.variations.path(shown))
        shown = way[number({"shown": shown_ply}, "shown", 0, len(line))]
    said = said_of_game(request, table, match.variations)
    made = loose_study(match, viewer.tongue, table.id, said)
    return answer(request, Subject(made, Origin(game=table.id), match), shown)


def of_match(request: Request, match: Match, origin: Origin, shown: int | None = None) -> Response:
    """A match that nobody keeps; without a node, the end of its main line."""
    made = loose_study(match, viewer_of(request).tongue)
    end = [ROOT, *match.variations.main_line()][-1]
    known = shown is not None and any(node.id == shown for node in made.nodes)
    return answer(request, Subject(made, origin, match), shown if shown is not None and known else end)
