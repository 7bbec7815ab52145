"""Who looks: the actor, their language and their preferences, read from a request or a socket."""

from __future__ import annotations

from typing import NamedTuple

from starlette.requests import HTTPConnection

from kidd.table.play.actors import STRANGER, Actor
from kidd.web.http import prefs as preferences
from kidd.web.http.prefs import Prefs, read_prefs
from kidd.web.http.sessions import SCOPE
from kidd.words.language import Tongue, preferred, tongue

VIEWER = "kidd.viewer"  # where the scope of a request keeps it


class Viewer(NamedTuple):
    """Who looks, in which language, and how they like it."""

    actor: Actor
    tongue: Tongue
    prefs: Prefs = Prefs()

    @property
    def person(self) -> str:
        """The id of the person, empty for a stranger."""
        return self.actor.person


def viewer_of(caller: HTTPConnection) -> Viewer:
    """The viewer behind a request or a socket; without a session they may look, and no more."""
    known: Viewer | None = caller.scope.get(VIEWER)
    if known is None:
        prefs = read_prefs(caller.cookies.get(preferences.COOKIE))
        language = prefs.language or preferred(caller.headers.get("accept-language", ""))
        known = caller.scope[VIEWER] = Viewer(caller.scope.get(SCOPE, STRANGER), tongue(language), prefs)
    return known
