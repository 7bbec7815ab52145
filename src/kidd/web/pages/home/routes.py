"""The home page, the list of finished games, and the switches of language and colours."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from fastapi import APIRouter, Request
from markupsafe import Markup
from starlette.responses import RedirectResponse, Response

from kidd.draw.badge import card
from kidd.rules.numbers import CLAIM_AFTER
from kidd.table import limits
from kidd.table.storage.game_lists import games_of
from kidd.web.http.prefs import COOKIE, THEMES, Prefs, write_prefs
from kidd.web.http.requests import Refused, Sent, local, number, text
from kidd.web.http.viewer import viewer_of
from kidd.web.http.visitor_cookies import YEAR
from kidd.web.pages.home.game_cards import game_card
from kidd.web.pages.render import page as filled
from kidd.words.language import LANGUAGES, Tongue
from kidd.words.names import ranks

router = APIRouter()
LATEST = 3  # finished games on the home page itself


@dataclass(frozen=True)
class Card:
    """A game on the home page."""

    key: str
    title: str
    words: str
    rules: str
    emblem: Markup
    parties: tuple[tuple[str, str], ...]


@router.get("/")
def home(request: Request) -> Response:
    """Everything one needs to begin."""
    viewer = viewer_of(request)
    _ = viewer.tongue
    store = request.app.state.store
    going = games_of(store, viewer.visitor, finished=False) if viewer.visitor else []
    over = games_of(store, viewer.visitor, finished=True, limit=LATEST) if viewer.visitor else []
    return filled(
        request,
        "home/page.html",
        cards=cards(_),
        ranks=ranks(_),
        games=[game_card(game, viewer.visitor, _) for game in going],
        finished=[game_card(game, viewer.visitor, _) for game in over],
        claim_after=CLAIM_AFTER,
        longest_name=limits.NAME,
    )


@router.get("/games")
def finished(request: Request, page: str = "1") -> Response:
    """The visitor's finished games, the latest first, leaf by leaf."""
    viewer, leaf = viewer_of(request), number({"page": page}, "page", 1, 10_000)
    store, skip = request.app.state.store, (leaf - 1) * limits.LEAF
    found = games_of(store, viewer.visitor, finished=True, limit=limits.LEAF + 1, skip=skip) if viewer.visitor else []
    games = [game_card(game, viewer.visitor, viewer.tongue) for game in found[: limits.LEAF]]
    return filled(request, "home/games_list.html", games=games, leaf=leaf, more=len(found) > limits.LEAF)


def cards(_: Tongue) -> tuple[Card, ...]:
    """The three games."""
    two = (("2-1", _("You and a computer")), ("2-2", _("Two people at this device")))
    three = (
        *two,
        ("3-1", _("You and two computers")),
        ("3-2", _("Two people here and a computer")),
        ("3-3", _("Three people at this device")),
    )
    return (
        Card(
            "LC",
            _("Loyal Captain"),
            _("Surround the other crew. No dice, no luck: every step counts."),
            "/rules/loyal-captain",
            Markup(card("LC")),
            two,
        ),
        Card(
            "QM",
            _("Quedah Merchant"),
            _("Roll the die, strike from behind, and free your captives."),
            "/rules/quedah-merchant",
            Markup(card("QM")),
            two,
        ),
        Card(
            "MG",
            _("Madagascar"),
            _("Build towers and lead them all. For two or three."),
            "/rules/madagascar",
            Markup(card("MG")),
            three,
        ),
    )


@router.post("/language")
def language(request: Request, said: Sent) -> Response:
    """Speak another language from now on."""
    code = text(said, "language")
    if code not in LANGUAGES:
        raise Refused(422)
    return _prefer(request, said, replace(viewer_of(request).prefs, language=code))


@router.post("/prefs")
def prefs(request: Request, said: Sent) -> Response:
    """Other colours from now on; all other settings are made at the table."""
    theme = text(said, "theme")
    if theme not in THEMES:
        raise Refused(422)
    return _prefer(request, said, replace(viewer_of(request).prefs, theme=theme))


def _prefer(request: Request, said: dict[str, Any], prefs: Prefs) -> Response:
    answer = RedirectResponse(local(text(said, "back", "/")), 303)
    secure = request.app.state.settings.secure
    answer.set_cookie(COOKIE, write_prefs(prefs), max_age=YEAR, samesite="lax", secure=secure)
    return answer
