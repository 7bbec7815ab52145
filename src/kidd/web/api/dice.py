"""Whether the dice of a game were fair."""

from __future__ import annotations

from functools import partial

from fastapi import APIRouter, Request
from pydantic import ConfigDict, Field
from starlette.responses import Response

from kidd import dice
from kidd.match import Match
from kidd.table import limits
from kidd.table.play import games
from kidd.table.play.export import logbook
from kidd.table.play.imports import read_book
from kidd.table.snapshot import Table
from kidd.web.api.answering import GameId, problems, sent
from kidd.web.api.bodies import Body
from kidd.web.api.problems import PREFIX, ApiRoute
from kidd.web.http.unhurried import in_turn
from kidd.web.http.visitors.viewer import viewer_of
from kidd.web.state.models import Value
from kidd.words.language import Tongue
from kidd.words.play.dice import verdict

router = APIRouter(prefix=PREFIX, route_class=ApiRoute, tags=["Games"])


class Book(Body):
    """A log book."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"book": '[Game "QM"]\n\n*\n'}]})

    book: str = Field(max_length=limits.BOOK)


class DiceRoll(Value):
    """A roll: what the book says and what the seed says."""

    ply: int
    shown: int
    derived: int
    salt: str = Field(default="", description="What a browser has added; empty where the seed alone decides.")


class DiceState(Value):
    """What became of checking the dice of a match."""

    fair: bool
    doubtful: bool = Field(default=False, description="Whether something does not fit, and not only cannot be proved.")
    sentence: str = Field(description="In the asker's language.")
    game_id: str = ""
    hash: str = ""
    seed: str = ""
    rolls: tuple[DiceRoll, ...] = ()
    elsewhere: int = Field(default=0, description="Rolls that were made before the game came here.")
    proved: bool = Field(default=False, description="Whether the seed proves how many these are.")
    salted: int = Field(default=0, description="Rolls to which a browser has added something.")


class DiceList(Value):
    """Every match of a book."""

    matches: tuple[DiceState, ...]


@router.post("/dice", response_model=DiceList, responses=problems(400, 403, 415))
async def check_dice(request: Request, said: Book) -> Response:
    """Check the dice of a log book; nothing of it is kept."""
    return sent(DiceList(matches=await in_turn(request, partial(check_book, said.book, viewer_of(request).tongue))))


@router.get("/games/{game_id}/dice", response_model=DiceState, responses=problems(404))
async def dice_of_game(request: Request, game_id: GameId) -> Response:
    """Check the dice of a game on this site, whose seed is published when it is over."""
    store, _ = request.app.state.store, viewer_of(request).tongue
    return sent(await in_turn(request, lambda: check_game(games.load(store, game_id), _)))


def check_game(table: Table, _: Tongue) -> DiceState:
    """What became of checking a game of this site."""
    (found,) = check_book(logbook(table), _)
    return found


def check_book(text: str, _: Tongue) -> tuple[DiceState, ...]:
    """What became of checking each match of a book."""
    return tuple(_checked(match, _) for match in read_book(text))


def _checked(match: Match, _: Tongue) -> DiceState:
    report, headers = dice.check(match), match.headers
    return DiceState(
        fair=report.fair,
        doubtful=report.problem.startswith("wrong"),
        sentence=verdict(report, _),
        game_id=headers.get(dice.ID, ""),
        hash=headers.get(dice.HASH, ""),
        seed=headers.get(dice.SEED, ""),
        rolls=tuple(DiceRoll(ply=one.ply, shown=one.shown, derived=one.derived, salt=one.salt) for one in report.rolls),
        elsewhere=report.elsewhere,
        proved=report.proved,
        salted=report.salted,
    )
