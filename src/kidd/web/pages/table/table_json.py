"""Tables as this server shows them: looked at with what its studies know, and sent as JSON."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from fastapi import FastAPI

from kidd.table.computers.analysis_jobs import Study
from kidd.table.play.games import Table
from kidd.web.http.viewer import Viewer
from kidd.web.pages.render import Pages, told
from kidd.web.pages.table.table_view import look
from kidd.web.pages.table.view_cache import Gallery
from kidd.web.pages.table.view_models import TableView


def seen(
    app: FastAPI, table: Table, viewer: Viewer, ply: int | None = None, notices: tuple[str, ...] = ()
) -> TableView:
    """What a viewer sees of a table, with the marks of its analysis if there is one."""
    return look(table, viewer, ply, notices, _study(app, table))


def shown(app: FastAPI, table: Table, viewer: Viewer, ply: int | None = None) -> dict[str, Any]:
    """The same as JSON, drawn once for all who see the same: those without a seat differ only in what they prefer."""
    gallery: Gallery = app.state.gallery
    study = _study(app, table)
    seated = viewer.visitor if viewer.visitor in table.people else ""
    key = (table.id, table.version, ply, seated, viewer.tongue.code, viewer.prefs, study.state if study else "")
    return gallery.view(key, lambda: told(app, look(table, viewer, ply, study=study), viewer))


def seal(app: FastAPI, table: Table, viewer: Viewer, ply: int | None) -> str:
    """A tag that changes whenever what is shown would."""
    pages: Pages = app.state.pages
    study = _study(app, table)
    state = study.state if study else ""
    code, prefs = viewer.tongue.code, viewer.prefs
    about = (pages.version, table.id, table.version, ply, state, viewer.visitor, code, prefs)
    return f'"{sha256(repr(about).encode()).hexdigest()[:24]}"'


def _study(app: FastAPI, table: Table) -> Study | None:
    found: Study | None = app.state.studies.find(table)
    return found
