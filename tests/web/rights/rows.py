"""A row of the table of who may do what: a route, and what becomes of each role there."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kidd.table.play.people.scopes import PUBLIC
from kidd.web.api.scopes import NO_TOKEN, SOCKET, needed
from tests.web.afloat import API
from tests.web.roles import ROLES

WRITTEN = ROLES[:7]  # whose outcomes every row spells out
MISSING = "missing-scope"
SAID = "SAID"  # in place of a method: a message over a socket, named after the #
SHOWN = {"{message}": "{number}", "{word}": "{number}", "{reset_code}": "{code}"}  # as the server calls them
Outcomes = Mapping[str, str]


@dataclass(frozen=True)
class Row:
    """A route, and what becomes of each role there: a status, or the type of the problem that refuses it."""

    route: str
    outcomes: Outcomes
    said: dict[str, Any] | None = None
    over: bool = False
    waiting: bool = False
    time: str = ""
    given: str = ""
    """What whoever opened the game has besides, by its name in `asking.GIVEN`."""

    def __post_init__(self) -> None:
        assert tuple(self.outcomes) == ROLES, self.route

    @property
    def served(self) -> str:
        """The route as the server calls it."""
        return _served(self.route).partition("?")[0]

    @property
    def method(self) -> str:
        """How it is asked."""
        return self.route.partition(" ")[0]

    @property
    def path(self) -> str:
        """Where it is."""
        return self.route.partition(" ")[2]

    @property
    def scope(self) -> str:
        """What a token has to be good for there; pages look at no token."""
        return scope_of(self.route)


def _served(route: str) -> str:
    for ours, theirs in SHOWN.items():
        route = route.replace(ours, theirs)
    return route


def scope_of(route: str) -> str:
    """What a token has to be good for at a route."""
    method, _, path = _served(route).replace(SAID, SOCKET).partition(" ")
    return needed(method, re.split("[?#]", path)[0]) if path.startswith(API) else PUBLIC


def row(
    route: str,
    outcomes: str,
    said: dict[str, Any] | None = None,
    *,
    over: bool = False,
    waiting: bool = False,
    time: str = "",
    given: str = "",
    **others: str,
) -> Row:
    """A row with an outcome for each role, in a game that goes on, is over, or waits for a third.

    Whoever has no seat here, be it a member, a watcher, somebody blocked or an operator, is a guest unless `others` say
    so; a bot with every scope but the one that is needed hears that, or is answered as whoever sits there alone; pages
    take it for a stranger.
    """
    found = dict(zip(WRITTEN, outcomes.split(), strict=True))
    member = others.get("member", found["guest"])
    bot = found["stranger"] if API not in route else found["alone"]
    if scope_of(route) != PUBLIC:
        bot = str(NO_TOKEN) if route.startswith((SOCKET, SAID)) else MISSING
    usual = {"member": member, "watcher": found["guest"], "blocked": found["guest"], "bot": bot, "operator": member}
    assert others.keys() <= usual.keys(), route
    return Row(route, found | usual | others, said, over, waiting, time, given)


def all_may(route: str, outcome: str = "200", **others: str) -> Row:
    """A row of what everybody may look at, from wherever they come: it changes nothing."""
    return row(route, " ".join((outcome,) * len(WRITTEN)), None, over=False, waiting=False, **others)


def begins(route: str, outcome: str, said: dict[str, Any], **others: str) -> Row:
    """A row of what everybody may do for themselves, unless another site's page tells their browser to."""
    elsewhere = "elsewhere" if API in route else "403"
    outcomes = " ".join((*(outcome,) * (len(WRITTEN) - 1), elsewhere))
    return row(route, outcomes, said, over=False, waiting=False, **others)
