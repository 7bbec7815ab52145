"""Studies that are kept, as pages: read by whoever has the address, changed by forms without scripts."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from kidd.errors import KiddError
from kidd.match import Match
from kidd.match.variations import ROOT
from kidd.table.errors import NoSuchNode
from kidd.table.play import games, studies
from kidd.table.play import imports as books
from kidd.table.play.permissions import Action, check_study, may
from kidd.table.study import Study
from kidd.web.api.study.lines import read_line
from kidd.web.api.study.marks import said_of
from kidd.web.http.requests import Refused, Sent, number, status_of, text
from kidd.web.http.unhurried import unhurried
from kidd.web.http.visitors.viewer import viewer_of
from kidd.web.pages.study.addresses import Origin
from kidd.web.pages.study.study_page import answer
from kidd.web.pages.study.study_view import Subject
from kidd.web.state.study_state import options_text, study_state
from kidd.words.errors import sentence

router = APIRouter()


@router.get("/study/{study_id}")
@router.get("/study/{study_id}/{node:ply}")
@unhurried
def kept_study(request: Request, study_id: str, node: int = ROOT) -> Response:
    """A study at a node."""
    study = studies.read(request.app.state.store, study_id)
    return _shown(request, study, node)


@router.post("/study")
@unhurried
def keep(request: Request, said: Sent) -> Response:
    """Keep what a form says as a study of one's own: a copy of another, a book, a game or a line."""
    state = request.app.state
    actor = state.sessions.newcomer(request)
    match, source, acts = _subject(request, said)
    kept = studies.keep(state.store, actor, match, source=source)
    node = [ROOT, *kept.tree.follow(acts)][-1]
    answer = RedirectResponse(f"/study/{kept.id}/{node}", 303)
    state.sessions.welcome(state.store, request, actor, answer)
    return answer


@router.post("/study/{study_id}")
@unhurried
def edit(request: Request, study_id: str, said: Sent) -> Response:
    """A change by a form: a move tried, words said, a line put first or taken away, the title, or all thrown away."""
    store, actor = request.app.state.store, viewer_of(request).actor
    study = studies.read(store, study_id)
    kind, node = text(said, "kind", ""), number(said, "node") if said.get("node") else ROOT
    if kind == "discard":
        studies.delete(store, actor, study_id)
        return RedirectResponse("/study", 303)
    try:
        for change in _changes(kind, node, said):
            before, study, found = studies.edit(store, actor, study_id, study.version, change)
            node = (before.tree.nodes[node].parent if kind == "delete" else found) if found is not None else node
    except KiddError as error:
        if status_of(error) in (403, 404):
            raise
        return _shown(request, study, node, status_of(error), sentence(error, viewer_of(request).tongue))
    return RedirectResponse(f"/study/{study.id}/{node}", 303)


def _shown(request: Request, study: Study, node: int, status: int = 200, *notices: str) -> Response:
    if node not in study.tree.nodes:
        raise NoSuchNode(node)
    viewer = viewer_of(request)
    mine = may(viewer.actor, Action.EDIT_STUDY, study)
    told = study_state(study, viewer.tongue, mine=mine, said=said_of(request, study))
    return answer(request, Subject(told, Origin(), study.main_line()), node, status, *notices)


def _subject(request: Request, said: dict[str, Any]) -> tuple[Match, str, list[str]]:
    """What a form wants to keep: a match, the game that it comes from, and the acts up to what was shown."""
    store, acts = request.app.state.store, text(said, "acts", "").split()
    if said.get("study"):
        copied = studies.read(store, text(said, "study"))
        return studies.match_of(copied), copied.source, []
    if said.get("text"):
        return books.read_match(text(said, "text"), number(said, "match") if said.get("match") else 0), "", []
    if said.get("game"):
        table = games.load(store, text(said, "game"))
        check_study(viewer_of(request).actor, table)
        match = studies.match_of_game(table)
        ply = number(said, "ply", 0, len(match)) if said.get("ply") else len(match)
        line = read_line(str(match.start), options_text(match), [*match.acts[:ply], *acts]).match
        match.variations = match.variations.add_line(ROOT, line.acts)[0]
        return match, table.id, list(line.acts)
    options = text(said, "options", "")
    line = read_line(text(said, "position"), options, acts).match
    return studies.match_of_line(line, options), "", acts


def _changes(kind: str, node: int, said: dict[str, Any]) -> list[studies.Change]:
    if kind == "add":
        return [studies.add(node, text(said, "act").strip())]
    if kind == "words":
        return [studies.comment(node, text(said, "comment", "")), studies.name(node, text(said, "name", ""))]
    if kind == "title":
        return [studies.retitle(text(said, "title"))]
    if kind in ("promote", "delete"):
        return [studies.promote(node) if kind == "promote" else studies.cut(node)]
    raise Refused(422)
