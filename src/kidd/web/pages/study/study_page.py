"""The page of a study, kept or not, at a node."""

from __future__ import annotations

import json

from fastapi import Request
from starlette.responses import Response

from kidd.table import limits
from kidd.web.http.assets.templates import page
from kidd.web.http.visitors.viewer import Viewer, viewer_of
from kidd.web.pages.study.study_view import StudyView, Subject, study_view
from kidd.web.pages.table.kit import as_block, kit_address
from kidd.words.names import ranks

LONGEST_TEXTS = {"comment": limits.COMMENT, "name": limits.LINE_NAME, "title": limits.TITLE}  # characters


def answer(request: Request, subject: Subject, shown: int, status: int = 200, *notices: str) -> Response:
    """The page of a study at a node."""
    viewer = viewer_of(request)
    view = study_view(subject, shown, viewer)
    more: dict[str, object] = {"notices": notices, "ranks": ranks(viewer.tongue), "longest": LONGEST_TEXTS}
    kit = kit_address(request.app.state.pages, subject.about.game, viewer.prefs, viewer.tongue)
    return page(request, "study/study.html", status, view=view, data=_data(view, viewer), kit=kit, **more)


def _data(view: StudyView, viewer: Viewer) -> object:
    """What the scripts of the page begin with."""
    said = {
        "study": view.study.model_dump(mode="json", by_alias=True, exclude_defaults=True),
        "looks": [look.model_dump(mode="json", by_alias=True, exclude_defaults=True) for look in view.looks],
        "node": view.node.id,
        "source": view.address.source,
        "known": viewer.actor.is_known,
    }
    return as_block(json.dumps(said, separators=(",", ":")))
