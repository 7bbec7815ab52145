"""Studies that are kept: made of a game, a book or a line, edited by their owners, read by whoever has the address."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Request
from pydantic import ConfigDict, Field, RootModel, model_validator
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from kidd.logbook import write_logbook
from kidd.table import limits
from kidd.table.errors import StudyStale
from kidd.table.play import games, studies
from kidd.table.play import imports as books
from kidd.table.play.actors import Actor
from kidd.table.play.permissions import Action, check_study, may
from kidd.table.study import Study
from kidd.web.api.answering import UNKEPT, problems, sent
from kidd.web.api.bodies import Acts, ActText, Body, Count
from kidd.web.api.games import BOOK
from kidd.web.api.problems import PREFIX, ApiRoute, of_error
from kidd.web.api.study.answers import EditState, ListedStudy, StudyList
from kidd.web.api.study.lines import read_line
from kidd.web.api.study.look import OptionsText, PositionText
from kidd.web.api.study.marks import said_of
from kidd.web.http.unhurried import in_turn, unhurried
from kidd.web.http.visitors.viewer import viewer_of
from kidd.web.state.study_models import StudyState
from kidd.web.state.study_state import some_nodes, study_state

router = APIRouter(prefix=PREFIX, route_class=ApiRoute, tags=["Study"])

StudyId = Annotated[str, Path(description="As the study says it (`id`).", examples=["k7w2m9xq4tbc"])]


class NewStudy(Body):
    """What a study is made of: a game of this site, a match of a log book, or a line."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"position": "LC", "acts": ["@c1", "@a7"]}]})

    title: str = Field(default="", max_length=limits.TITLE)
    game: str | None = Field(default=None, max_length=40, description="The id of a game.")
    book: str | None = Field(default=None, max_length=limits.BOOK, description="The text of a log book.")
    match: Count = Field(default=0, description="Which match of the book, from 0 on.")
    position: PositionText | None = None
    options: OptionsText = ""
    acts: Acts = Field(default=[], max_length=limits.EVENTS)

    @model_validator(mode="after")
    def _one_of_three(self) -> NewStudy:
        if sum(one is not None for one in (self.game, self.book, self.position)) != 1:
            raise ValueError("one of game, book and position is expected")
        return self


class Edit(Body):
    """A change, and the `version` of the study that was seen."""

    version: Count


class Add(Edit):
    """Try an act after a node."""

    kind: Literal["add"]
    parent: Count
    act: ActText


class Say(Edit):
    """Comment on a node, or name the line that begins there."""

    kind: Literal["comment", "name"]
    node: Count
    text: str = Field(max_length=limits.COMMENT)


class Move(Edit):
    """Put a line before its siblings, or take it away with all that follows."""

    kind: Literal["promote", "delete"]
    node: Count


class Retitle(Edit):
    """Give the study another title."""

    kind: Literal["title"]
    text: str = Field(max_length=limits.TITLE)


class StudyEdit(RootModel[Annotated[Add | Say | Move | Retitle, Field(discriminator="kind")]]):
    """One change of a study."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"kind": "add", "version": 1, "parent": 0, "act": "@c1"}]}
    )


@router.post(
    "/studies", status_code=201, response_model=StudyState, responses=problems(400, 403, 404, 413, 415, 429, 503)
)
async def keep_study(request: Request, wish: NewStudy) -> Response:
    """Keep a study; whoever has no cookie yet gets one. A game that other people still play cannot be studied."""
    state = request.app.state
    actor = state.sessions.newcomer(request)
    study = await in_turn(request, lambda: _keep(request, actor, wish))
    answer = await run_in_threadpool(_told, request, study, True, 201)
    answer.headers["location"] = f"{PREFIX}/studies/{study.id}"
    await run_in_threadpool(state.sessions.welcome, state.store, request, actor, answer)
    return answer


def _keep(request: Request, actor: Actor, wish: NewStudy) -> Study:
    store = request.app.state.store
    source = ""
    if wish.game is not None:
        table = games.load(store, wish.game)
        check_study(viewer_of(request).actor, table)
        source, match = table.id, studies.match_of_game(table)
    elif wish.book is not None:
        match = books.read_match(wish.book, wish.match)
    else:
        match = studies.match_of_line(read_line(wish.position or "", wish.options, wish.acts).match, wish.options)
    return studies.keep(store, actor, match, title=wish.title, source=source)


@router.get("/studies", response_model=StudyList, responses=problems())
async def my_studies(
    request: Request, page: Annotated[int, Query(ge=1, le=10_000, description="Which leaf, from 1 on.")] = 1
) -> Response:
    """The asker's studies, the latest first; none for those without a cookie."""
    leaf, actor = limits.LEAF, viewer_of(request).actor
    work = partial(studies.studies_of, request.app.state.store, actor, limit=leaf + 1, skip=(page - 1) * leaf)
    found = await run_in_threadpool(work)
    listed = tuple(
        ListedStudy(
            id=one.id,
            title=one.title,
            game=one.code,
            version=one.version,
            nodes=one.nodes,
            source=one.source,
            created=one.created,
            updated=one.updated,
        )
        for one in found[:leaf]
    )
    return sent(StudyList(studies=listed, more=len(found) > leaf))


@router.get("/studies/{study_id}", response_model=StudyState, responses=problems(404))
@unhurried
def read_study(request: Request, study_id: StudyId) -> Response:
    """A study, for whoever has its address; `owner` says whether the asker may change it."""
    study = studies.read(request.app.state.store, study_id)
    return _told(request, study, may(viewer_of(request).actor, Action.EDIT_STUDY, study))


@router.delete("/studies/{study_id}", status_code=204, response_class=Response, responses=problems(403, 404, 415))
async def delete_study(request: Request, study_id: StudyId) -> Response:
    """Throw a study away."""
    await run_in_threadpool(studies.delete, request.app.state.store, viewer_of(request).actor, study_id)
    return Response(status_code=204, headers=UNKEPT)


@router.post(
    "/studies/{study_id}/edits", response_model=EditState, responses=problems(400, 403, 404, 409, 413, 415, 429, 503)
)
@unhurried
def edit_study(request: Request, study_id: StudyId, said: StudyEdit) -> Response:
    """Change a study; what was done already is done, and otherwise an older `version` is answered with 409."""
    store, viewer = request.app.state.store, viewer_of(request)
    wish = said.root
    try:
        before, after, node = studies.edit(store, viewer.actor, study_id, wish.version, _change(wish))
    except StudyStale as error:
        return of_error(request, error)  # here, in turn, as it tells the whole study
    old, new = before.tree.nodes, after.tree.nodes
    changed = {number for number in new if new[number] is not old.get(number) and new[number] != old.get(number)}
    if node is not None and node in new:
        changed.add(node)
    return sent(
        EditState(
            version=after.version,
            title=after.title,
            node=node,
            nodes=tuple(some_nodes(after, changed, viewer.tongue, said_of(request, after))),
            removed=tuple(sorted(set(old) - set(new))),
        )
    )


def _change(wish: Add | Say | Move | Retitle) -> studies.Change:
    if isinstance(wish, Add):
        return studies.add(wish.parent, wish.act.strip())
    if isinstance(wish, Retitle):
        return studies.retitle(wish.text)
    if isinstance(wish, Say):
        return (studies.comment if wish.kind == "comment" else studies.name)(wish.node, wish.text)
    return (studies.promote if wish.kind == "promote" else studies.cut)(wish.node)


@router.get("/studies/{study_id}/log.kidd", response_class=Response, responses={**BOOK, **problems(404)})
@unhurried
def study_book(request: Request, study_id: StudyId) -> Response:
    """The log book, with variations in brackets, names and comments."""
    study = studies.read(request.app.state.store, study_id)
    headers = {"content-disposition": f'attachment; filename="kidd-study-{study.id}.kidd"', "cache-control": "no-store"}
    return Response(book_of(study), media_type="text/plain; charset=utf-8", headers=headers)


def book_of(study: Study) -> str:
    """A study as a log book."""
    return write_logbook(studies.match_of(study), naming=study.naming)


def _told(request: Request, study: Study, mine: bool, status: int = 200) -> Response:
    viewer = viewer_of(request)
    told = study_state(study, viewer.tongue, mine=mine, said=said_of(request, study))
    return Response(told.model_dump_json(exclude_defaults=True), status, UNKEPT, "application/json")
