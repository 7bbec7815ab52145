"""The home page, and the switch of languages."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from markupsafe import Markup
from starlette.responses import RedirectResponse, Response

from kidd.draw.badge import card
from kidd.language import LANGUAGES, Tongue
from kidd.search.ranks import HIGHEST, rank
from kidd.table import limits
from kidd.table.lists import games_of
from kidd.table.seating import Summary
from kidd.web.answers import Refused, sent, text
from kidd.web.caller import viewer_of
from kidd.web.names import GAMES
from kidd.web.openings import CLAIM_AFTER
from kidd.web.pages import page
from kidd.web.prefs import COOKIE, write_prefs
from kidd.web.visitors import YEAR

router = APIRouter()
Sent = Annotated[dict[str, Any], Depends(sent)]


@dataclass(frozen=True)
class Card:
    """A game on the home page."""

    key: str
    title: str
    words: str
    rules: str
    emblem: Markup
    parties: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class UnderWay:
    """An unfinished game on the home page."""

    id: str
    title: str
    against: str
    state: str


@router.get("/")
def home(request: Request) -> Response:
    """Everything one needs to begin."""
    viewer = viewer_of(request)
    _ = viewer.tongue
    mine = games_of(request.app.state.store, viewer.visitor) if viewer.visitor else []
    return page(
        request,
        "home.html",
        cards=cards(_),
        ranks=[(level, rank(level, _.code)) for level in range(1, HIGHEST + 1)],
        games=[_under_way(game, viewer.visitor, _) for game in mine if game.outcome == "*"],
        claim_after=CLAIM_AFTER,
        longest_name=limits.NAME,
    )


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


def _under_way(game: Summary, visitor: str, _: Tongue) -> UnderWay:
    others = [seat for seat in game.seats if seat.visitor != visitor]
    names = [rank(seat.level or 1, _.code) if seat.kind == "computer" else seat.name for seat in others]
    against = _("against %(names)s", names=", ".join(filter(None, names))) if any(names) else _("at this device")
    turns = _.ngettext("%(number)s step so far", "%(number)s steps so far", game.ply)
    return UnderWay(game.id, _(GAMES[game.code]), against, turns)


@router.post("/language")
def language(request: Request, said: Sent) -> Response:
    """Speak another language from now on."""
    code = text(said, "language")
    if code not in LANGUAGES:
        raise Refused(422)
    back = text(said, "back", "/")
    if not back.startswith("/") or back.startswith(("//", "/\\")) or not back.isprintable():
        back = "/"
    prefs = replace(viewer_of(request).prefs, language=code)
    answer = RedirectResponse(back, 303)
    secure = request.app.state.settings.secure
    answer.set_cookie(COOKIE, write_prefs(prefs), max_age=YEAR, samesite="lax", secure=secure)
    return answer
