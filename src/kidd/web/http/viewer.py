"""Who calls: the visitor, their language and their preferences, read from a request or a socket."""

from __future__ import annotations

from typing import NamedTuple

from starlette.requests import HTTPConnection

from kidd.web.http import prefs as preferences
from kidd.web.http import visitor_cookies
from kidd.web.http.prefs import Prefs, read_prefs
from kidd.words.language import Tongue, preferred, tongue


class Viewer(NamedTuple):
    """Who looks, in which language, and how they like it."""

    visitor: str
    tongue: Tongue
    prefs: Prefs = Prefs()


def viewer_of(caller: HTTPConnection) -> Viewer:
    """The viewer behind a request or a socket; without a cookie they may look, and no more."""
    purser: visitor_cookies.Purser = caller.app.state.purser
    prefs = read_prefs(caller.cookies.get(preferences.COOKIE))
    language = prefs.language or preferred(caller.headers.get("accept-language", ""))
    return Viewer(purser.visitor(caller.cookies.get(visitor_cookies.COOKIE)), tongue(language), prefs)
