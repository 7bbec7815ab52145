"""The home page, the list of finished games, and the switches of language and colours."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from fastapi import APIRouter, Request
from markupsafe import Markup
from starlette.responses import RedirectResponse, Response

from kidd.draw.badge import card
from kidd.rules.descriptor import Descriptor
from kidd.table import limits
from kidd.table.storage.game_lists import games_of
from kidd.web.http.prefs import COOKIE, THEMES, Prefs, write_prefs
from kidd.web.http.requests import Refused, Sent, local, number, text
from kidd.web.http.session_cookies import YEAR
from kidd.web.http.templates import page as filled
from kidd.web.http.viewer import viewer_of
from kidd.web.pages.home.game_cards import game_card
from kidd.web.pages.home.new_game_form import families, parties
from kidd.web.pages.option_fields import OptionField, option_fields
from kidd.words.language import LANGUAGES, Tongue
from kidd.words.names import ranks
from kidd.words.texts import PARTIES

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
    seats: int
    """How many can play at the most."""
    fields: tuple[OptionField, ...]


@router.get("/")
def home(request: Request) -> Response:
    """Everything one needs to begin."""
    viewer = viewer_of(request)
    _ = viewer.tongue
    store = request.app.state.store
    going = games_of(store, viewer.person, finished=False) if viewer.person else []
    over = games_of(store, viewer.person, finished=True, limit=LATEST) if viewer.person else []
    return filled(
        request,
        "home/page.html",
        cards=cards(_),
        ranks=ranks(_),
        games=[game_card(game, viewer.person, _) for game in going],
        finished=[game_card(game, viewer.person, _) for game in over],
        longest_name=limits.NAME,
    )


@router.get("/games")
def finished(request: Request, page: str = "1") -> Response:
    """The visitor's finished games, the latest first, leaf by leaf."""
    viewer, leaf = viewer_of(request), number({"page": page}, "page", 1, 10_000)
    store, skip = request.app.state.store, (leaf - 1) * limits.LEAF
    found = games_of(store, viewer.person, finished=True, limit=limits.LEAF + 1, skip=skip) if viewer.person else []
    games = [game_card(game, viewer.person, viewer.tongue) for game in found[: limits.LEAF]]
    return filled(request, "home/games_list.html", games=games, leaf=leaf, more=len(found) > limits.LEAF)


def cards(_: Tongue) -> tuple[Card, ...]:
    """Every game, those of a family on one card."""
    return tuple(_card(family, _) for family in families().values())


def _card(family: tuple[Descriptor, ...], _: Tongue) -> Card:
    first = family[0]
    return Card(
        key=first.group,
        title=_(first.group_name),
        words=_(first.motto) if first.motto else "",
        rules=f"/rules/{first.slug}" if first.slug else "",
        emblem=Markup(card(first.emblem)),
        parties=tuple((party, _(PARTIES[party])) for party in parties(family)),
        seats=max(one.seats for one in family),
        fields=option_fields(first.options, first.online, _),
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
