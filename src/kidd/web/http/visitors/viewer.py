"""Who looks: the actor, their language and their preferences, read from a request or a socket."""

from __future__ import annotations

from typing import NamedTuple

from starlette.requests import HTTPConnection

from kidd.table.play.actors import STRANGER, Actor
from kidd.web.http.visitors import prefs as preferences
from kidd.web.http.visitors.prefs import Prefs, read_prefs
from kidd.words.club.ship_names import ship_name
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

    @property
    def name(self) -> str:
        """What they are called, if only by a ship's name; empty for a stranger."""
        return self.actor.name or (ship_name(self.person, self.tongue) if self.person else "")


def read_viewer(caller: HTTPConnection, actor: Actor) -> Viewer:
    """An actor with what their browser says of language and preferences."""
    prefs = read_prefs(caller.cookies.get(preferences.COOKIE))
    language = prefs.language or preferred(caller.headers.get("accept-language", ""))
    return Viewer(actor, tongue(language), prefs)


def viewer_of(caller: HTTPConnection) -> Viewer:
    """The viewer behind a request or a socket; without a session they may look, and no more."""
    known: Viewer | None = caller.scope.get(VIEWER)
    if known is None:  # where nobody has asked who it is
        known = caller.scope[VIEWER] = read_viewer(caller, STRANGER)
    return known
