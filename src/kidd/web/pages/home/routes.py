"""The home page, a visitor's games, and the switches of language and colours."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from kidd.table import limits
from kidd.table.play.games import load
from kidd.table.play.people.profile import keep_language
from kidd.table.storage.game_lists import games_of
from kidd.web.http.assets.templates import page as filled
from kidd.web.http.requests import Refused, Sent, local, number, text
from kidd.web.http.unhurried import unhurried
from kidd.web.http.visitors.prefs import SWITCHES, THEMES, Prefs, is_code, is_fine, keep
from kidd.web.http.visitors.viewer import viewer_of
from kidd.web.pages.home.game_cards import game_card
from kidd.web.pages.home.home_page import home_page
from kidd.web.pages.home.new_game_card import card_again, chosen_again
from kidd.web.pages.home.new_game_form import families
from kidd.web.pages.home.wanted_games import read_search
from kidd.words.language import LANGUAGES
from kidd.words.names import ranks

router = APIRouter()


@router.get("/")
def home(request: Request) -> Response:
    """Everything one needs to begin."""
    return home_page(request)


@router.get("/games")
def my_games(request: Request, page: str = "1") -> Response:
    """The visitor's games, those that go on first, then the latest, leaf by leaf, and only what they look for."""
    viewer, leaf = viewer_of(request), number({"page": page}, "page", 1, 10_000)
    store, skip, search = request.app.state.store, (leaf - 1) * limits.LEAF, read_search(request.query_params)
    found = games_of(store, viewer.person, search.wanted, limit=limits.LEAF + 1, skip=skip) if viewer.person else []
    return filled(
        request,
        "home/games_list.html",
        games=[game_card(game, viewer.person, viewer.tongue) for game in found[: limits.LEAF]],
        families=[(key, viewer.tongue(family[0].group_name)) for key, family in families().items()],
        search=search,
        nowhere=request.query_params.get("turn") == "none",
        leaf=leaf,
        more=len(found) > limits.LEAF,
    )


@router.get("/games/{game_id}/again")
@unhurried
def again(request: Request, game_id: str) -> Response:
    """A finished game once more, with other players or options."""
    viewer, table = viewer_of(request), load(request.app.state.store, game_id)
    return filled(
        request,
        "home/rematch.html",
        card=card_again(table, viewer.tongue),
        chosen=chosen_again(table, viewer.person),
        ranks=ranks(viewer.tongue),
        longest_name=limits.NAME,
        game_id=table.id,
    )


@router.get("/settings")
def settings(request: Request, back: str = "/") -> Response:
    """How one likes the pages and the deck, for those who are not at a table."""
    return filled(request, "home/settings.html", back=local(back))


@router.post("/language")
def language(request: Request, said: Sent) -> Response:
    """Speak another language from now on."""
    code = text(said, "language")
    if code not in LANGUAGES:
        raise Refused(422)
    return _prefer(request, said, replace(viewer_of(request).prefs, language=code))


@router.post("/prefs")
def prefs(request: Request, said: Sent) -> Response:
    """Other colours from now on, or no introduction to a game; all other settings are made at the table."""
    known = viewer_of(request).prefs
    if "all" in said:
        return _prefer(request, said, replace(known, **_settings(said)))
    if "introduced" in said:
        game = text(said, "introduced")
        if not is_code(game):
            raise Refused(422)
        return _prefer(request, said, known.knows(game))
    theme = text(said, "theme")
    if theme not in THEMES:
        raise Refused(422)
    return _prefer(request, said, replace(known, theme=theme))


def _settings(said: dict[str, Any]) -> dict[str, Any]:
    """What the page of the settings says; a switch that is off is not sent."""
    chosen: dict[str, Any] = {name: name in said for name in SWITCHES}
    chosen |= {"theme": text(said, "theme"), "rotation": number(said, "rotation"), "language": text(said, "language")}
    if not all(is_fine(name, value) for name, value in chosen.items()):
        raise Refused(422)
    return chosen


def _prefer(request: Request, said: dict[str, Any], prefs: Prefs) -> Response:
    viewer = viewer_of(request)
    if prefs.language != viewer.prefs.language:
        keep_language(request.app.state.store, viewer.actor, prefs.language)
    answer = RedirectResponse(local(text(said, "back", "/")), 303)
    keep(answer, prefs, request.app.state.settings.secure)
    return answer
