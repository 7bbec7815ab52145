"""For how long a game is kept in which nobody has an account, as its page says it."""

from __future__ import annotations

from starlette.requests import Request

from kidd.table.play.people.housekeeping import HARDLY_BEGUN, is_nobodys
from kidd.table.snapshot import Table
from kidd.web.http.visitors.viewer import viewer_of
from kidd.words.club.keeping import kept_for

BEGUN = HARDLY_BEGUN + 1  # the version from which on a game is kept for longer


def kept_days(request: Request, table: Table) -> str:
    """What is said of that; empty where the game stays."""
    days, store = request.app.state.settings.keeping.days(table.version), request.app.state.store
    if not days or table.is_over:
        return ""
    with store.reading() as connection:
        return kept_for(days, viewer_of(request).tongue) if is_nobodys(connection, table) else ""


def kept_later(request: Request) -> str:
    """What is said once more than a little has happened; empty where such a game stays."""
    days = request.app.state.settings.keeping.days(BEGUN)
    return kept_for(days, viewer_of(request).tongue) if days else ""
