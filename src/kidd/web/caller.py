"""Who calls: the visitor, their language and their preferences, read from a request or a socket."""

from __future__ import annotations

from typing import NamedTuple

from starlette.requests import HTTPConnection

from kidd.language import Tongue, preferred, tongue
from kidd.web import prefs as preferences
from kidd.web import visitors
from kidd.web.prefs import Prefs, read_prefs


class Viewer(NamedTuple):
    """Who looks, in which language, and how they like it."""

    visitor: str
    tongue: Tongue
    prefs: Prefs = Prefs()


def viewer_of(caller: HTTPConnection) -> Viewer:
    """The viewer behind a request or a socket; without a cookie they may look, and no more."""
    purser: visitors.Purser = caller.app.state.purser
    prefs = read_prefs(caller.cookies.get(preferences.COOKIE))
    language = prefs.language or preferred(caller.headers.get("accept-language", ""))
    return Viewer(purser.visitor(caller.cookies.get(visitors.COOKIE)), tongue(language), prefs)
