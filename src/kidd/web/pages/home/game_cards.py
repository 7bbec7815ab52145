"""A visitor's games as lists show them, without a replay of any."""

from __future__ import annotations

from dataclasses import dataclass

from babel.dates import format_date

from kidd.game import COLOURS, descriptor
from kidd.position import Result
from kidd.table import limits
from kidd.table.errors import TooMany
from kidd.table.play.actors import Actor
from kidd.table.play.permissions import Action, may
from kidd.table.seats import Seat
from kidd.table.snapshot import Summary
from kidd.words.errors import sentence
from kidd.words.language import Tongue
from kidd.words.names import full_name, player
from kidd.words.results import ending


@dataclass(frozen=True)
class GameCard:
    """A game in a list."""

    id: str
    title: str
    against: str
    state: str
    """Whose turn it is, or how it ended."""
    yours: bool
    """Whether it is the visitor's turn."""
    steps: str
    day: str
    """When something happened last, as one writes it in the visitor's language."""
    moment: str
    """The same for programs."""
    can_abandon: bool


def game_card(game: Summary, person: str, _: Tongue) -> GameCard:
    """A game as its player sees it."""
    going = game.outcome == "*"
    return GameCard(
        id=game.id,
        title=_(descriptor(game.code).name),
        against=_against(game, person, _),
        state=_turn(game, person, _) if going else _ended(game, person, _),
        yours=game.waits_for_person(person),
        steps=_.ngettext("%(number)s step so far", "%(number)s steps so far", game.ply) if going else "",
        day=format_date(game.updated, "medium", locale=_.code),
        moment=game.updated.isoformat(),
        can_abandon=going and may(Actor(person), Action.ABANDON, game),
    )


def _against(game: Summary, person: str, _: Tongue) -> str:
    others = [player(seat, COLOURS[seat.number], _) for seat in game.seats if not seat.is_of(person)]
    if others:
        return _("against %(names)s", names=", ".join(others))
    named = [seat.name for seat in game.seats if seat.name]
    return _("%(names)s at this device", names=", ".join(named)) if named else _("at this device")


def _turn(game: Summary, person: str, _: Tongue) -> str:
    if game.waits_for is None:  # there is no room for what a computer would do
        return sentence(TooMany("acts", limits.EVENTS), _)
    seat = game.seats[game.waits_for]
    if seat.kind == "computer":
        return _("%(name)s is thinking.", name=player(seat, "", _))
    if _only_seat(game, person) == seat or (game.turn is None and not seat.name):
        return _("Your turn.")
    return _("%(crew)s to move.", crew=full_name(seat, game.turn, _) if game.turn else seat.name)


def _ended(game: Summary, person: str, _: Tongue) -> str:
    colours = COLOURS[: len(game.seats)]
    points = game.outcome.split("-")
    winner = colours[points.index("1")] if "1" in points else None
    result = Result(winner, game.reason or "")
    if winner is None or game.winner is None:
        return ending(result, colours, (), _)
    loser = next(colour for colour in colours if colour != winner)
    names = {winner: full_name(game.seats[game.winner], winner, _)}
    if len(colours) == 2:
        names[loser] = full_name(game.seats[1 - game.winner], loser, _)
    mine = _only_seat(game, person)
    yours = () if mine is None else (winner if mine.number == game.winner else loser,)
    return ending(result, colours, yours, _, names)


def _only_seat(game: Summary, person: str) -> Seat | None:
    mine = [seat for seat in game.seats if seat.is_of(person)]
    return mine[0] if len(mine) == 1 else None
