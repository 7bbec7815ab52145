"""Checking that the dice were fair."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from kidd import dice
from kidd.errors import KiddError
from kidd.match import Match
from kidd.table.play import games
from kidd.table.play.export import logbook
from kidd.web.http.requests import Refused, Sent, status_of, wants_json
from kidd.web.http.templates import page
from kidd.web.http.viewer import viewer_of
from kidd.web.pages.study.imported_books import LONGEST_SHOWN, pasted, read_book
from kidd.words.dice import verdict
from kidd.words.errors import sentence
from kidd.words.language import Tongue

router = APIRouter()


@dataclass(frozen=True)
class Checked:
    """A match whose dice were looked at."""

    fair: bool
    doubtful: bool
    sentence: str
    game_id: str
    hash: str
    seed: str
    rolls: tuple[dice.Roll, ...]
    elsewhere: int
    proved: bool


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
        if not came.strip():
            raise Refused(422, _("Choose a file or paste a text first."))
        matches = await run_in_threadpool(read_book, came)
        found = tuple(_checked(match, _) for match in matches)
    except (KiddError, Refused) as error:
        problem = sentence(error, _) if isinstance(error, KiddError) else error.sentence
        if wants_json(request):
            raise Refused(status_of(error) if isinstance(error, KiddError) else error.status, problem) from error
        came = came if len(came) <= LONGEST_SHOWN else ""
        return page(request, "dice/page.html", 422, found=(), came=came, problem=problem, of_game="")
    return page(request, "dice/page.html", found=found, came=came, problem="", of_game="")


@router.get("/games/{game_id}/dice")
def dice_of_game(request: Request, game_id: str) -> Response:
    """The dice of a game on this site."""
    table = games.load(request.app.state.store, game_id)
    (match,) = read_book(logbook(table))
    found = (_checked(match, viewer_of(request).tongue),)
    return page(request, "dice/page.html", found=found, came="", problem="", of_game=table.id)


def _checked(match: Match, _: Tongue) -> Checked:
    report, headers = dice.check(match), match.headers
    return Checked(
        fair=report.fair,
        doubtful=report.problem.startswith("wrong"),
        sentence=verdict(report, _),
        game_id=headers.get(dice.ID, ""),
        hash=headers.get(dice.HASH, ""),
        seed=headers.get(dice.SEED, ""),
        rolls=report.rolls,
        elsewhere=report.elsewhere,
        proved=report.proved,
    )
