"""The home page: as it is usually, and with a form that comes back because its wish cannot be met."""

from __future__ import annotations

from collections.abc import Mapping

from fastapi import Request
from starlette.responses import Response

from kidd.game import descriptors
from kidd.table import limits
from kidd.table.storage.game_lists import games_of
from kidd.web.http.assets.templates import page
from kidd.web.http.visitors.viewer import viewer_of
from kidd.web.pages.home.game_cards import game_card
from kidd.web.pages.home.new_game_card import NOTHING, USUAL, cards, chosen_before
from kidd.words.names import ranks

GOING, LATEST = 6, 3  # games under way and finished ones on the home page itself
WATCHED_LEVEL = 6  # of the computers that play when somebody only wants to see a game


def home_page(request: Request, status: int = 200, *, said: Mapping[str, str] = NOTHING, problem: str = "") -> Response:
    """Everything one needs to begin; `said` is a form that was refused, `problem` why."""
    viewer = viewer_of(request)
    _ = viewer.tongue
    store = request.app.state.store
    going = games_of(store, viewer.person, finished=False, limit=GOING + 1) if viewer.person else []
    over = games_of(store, viewer.person, finished=True, limit=LATEST) if viewer.person else []
    return page(
        request,
        "home/page.html",
        status,
        cards=cards(_, said),
        first=descriptors()[0],
        ranks=ranks(_),
        usual=USUAL,
        said_game=said.get("game", ""),
        chosen=chosen_before(said),
        problem=problem,
        watched_level=WATCHED_LEVEL,
        games=[game_card(game, viewer.person, _) for game in going[:GOING]],
        more_games=len(going) > GOING,
        finished=[game_card(game, viewer.person, _) for game in over],
        longest_name=limits.NAME,
    )
