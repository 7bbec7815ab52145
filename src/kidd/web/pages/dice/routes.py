"""Checking that the dice were fair."""

from __future__ import annotations

from functools import partial

from fastapi import APIRouter, Request
from starlette.responses import Response

from kidd.errors import KiddError
from kidd.table.errors import TooFast
from kidd.table.play import games
from kidd.web.api.dice import check_book, check_game
from kidd.web.http.assets.templates import page
from kidd.web.http.requests import Refused, Sent, status_of, wants_json
from kidd.web.http.unhurried import in_turn, unhurried
from kidd.web.http.visitors.viewer import viewer_of
from kidd.web.pages.study.imported_books import LONGEST_SHOWN, pasted
from kidd.words.errors import sentence

router = APIRouter()


@router.get("/dice")
def dice_page(request: Request) -> Response:
    """How the dice work, and a place to check them."""
    return page(request, "dice/page.html", found=(), came="", problem="", of_game="")


@router.post("/dice")
async def check(request: Request, said: Sent) -> Response:
    """Check the dice of a log book; nothing of it is kept."""
    _ = viewer_of(request).tongue
    came = ""
    try:
        came = await pasted(said)
        found = await in_turn(request, partial(check_book, came, _))
    except TooFast:  # nothing is wrong with it
        raise
    except (KiddError, Refused) as error:
        problem = sentence(error, _) if isinstance(error, KiddError) else error.sentence
        if wants_json(request):
            raise Refused(status_of(error) if isinstance(error, KiddError) else error.status, problem) from error
        came = came if len(came) <= LONGEST_SHOWN else ""
        return page(request, "dice/page.html", 422, found=(), came=came, problem=problem, of_game="")
    return page(request, "dice/page.html", found=found, came=came, problem="", of_game="")


@router.get("/games/{game_id}/dice")
@unhurried
def dice_of_game(request: Request, game_id: str) -> Response:
    """The dice of a game on this site."""
    table = games.load(request.app.state.store, game_id)
    found = check_game(table, viewer_of(request).tongue)
    return page(request, "dice/page.html", found=(found,), came="", problem="", of_game=table.id)
