"""A visitor's games as lists show them, without a replay of any."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from babel.dates import format_date

from kidd.errors import IllegalAct
from kidd.game import COLOURS, descriptor
from kidd.position import Result
from kidd.table import limits
from kidd.table.clocks import TimeControl
from kidd.table.errors import TooMany
from kidd.table.moments import now
from kidd.table.play.actors import Actor
from kidd.table.play.permissions import Action, may
from kidd.table.seats import Seat
from kidd.table.summary import Summary
from kidd.words import lists
from kidd.words.errors import sentence
from kidd.words.language import Tongue
from kidd.words.names import called, full_name, person_name
from kidd.words.play.results import ending

MILLISECOND = timedelta(milliseconds=1)


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
    left: str
    """How long whoever is to act may still think; empty without a clock."""
    short: bool
    """Whether that is little."""
    due: str
    """When that time is up, for programs."""
    steps: str
    day: str
    """When something happened last, as one writes it in the visitor's language."""
    moment: str
    """The same for programs."""
    over: bool
    can_abandon: bool
    deck: str
    """Where the small picture of it is."""
    learn: str
    """Where the visitor's mistakes are little problems, once it is over."""


def game_card(game: Summary, person: str, _: Tongue) -> GameCard:
    """A game as its player sees it."""
    going = game.outcome == "*"
    left = _left(game)
    return GameCard(
        id=game.id,
        title=_(descriptor(game.code).name),
        against=_against(game, person, _),
        state=_turn(game, person, _) if going else _ended(game, person, _),
        yours=game.waits_for_person(person),
        left=lists.time_left(left, _) if left is not None else "",
        short=left is not None and left <= _short(game),
        due=game.due.isoformat() if left is not None and game.due else "",
        steps=lists.length(game.ply, _) if going and game.ply else "",
        day=format_date(game.updated, "medium", locale=_.code),
        moment=game.updated.isoformat(),
        over=not going,
        can_abandon=going and may(Actor(person), _closing(game), game),
        deck=f"/games/{game.id}/{game.ply}/small.svg",
        learn=f"/games/{game.id}/mistakes" if not going and game.ply and person in game.people else "",
    )


def _left(game: Summary) -> int | None:
    """Milliseconds until the time of whoever is to act is up."""
    if game.outcome != "*" or game.due is None:
        return None
    return max(0, (game.due - now()) // MILLISECOND)


def _short(game: Summary) -> int:
    control = TimeControl.parse(game.time)
    return control.short if control else 0


def _closing(game: Summary) -> Action:
    return Action.CALL_OFF if game.is_waiting_for_people else Action.ABANDON


def _against(game: Summary, person: str, _: Tongue) -> str:
    if game.is_watched:
        return lists.among_themselves([called(seat, COLOURS[seat.number], game.seats, _) for seat in game.seats], _)
    foreign = _others(game, person)
    others = [called(seat, COLOURS[seat.number], foreign, _) for seat in foreign]
    return lists.against(others, [person_name(seat.name, _) for seat in game.seats if seat.name], _)


def _others(game: Summary, person: str) -> list[Seat]:
    return [seat for seat in game.seats if not seat.is_of(person) and not seat.is_kept_for(person)]


def _turn(game: Summary, person: str, _: Tongue) -> str:
    if game.asks(person):
        return lists.asked_to_play(_)
    if game.was_left_by(person):
        return lists.has_left(_)
    if game.is_waiting_for_people:
        return sentence(IllegalAct("waiting"), _)
    if game.adjourned:
        return sentence(IllegalAct("adjourned"), _)
    if game.waits_for is None:  # there is no room for what a computer would do
        return sentence(TooMany("acts", limits.EVENTS), _)
    seat = game.seats[game.waits_for]
    if game.is_watched:
        return lists.waiting_to_be_watched(_)
    if seat.kind == "computer":
        return lists.their_turn(called(seat, COLOURS[seat.number], _others(game, person), _), _, computer=True)
    if _only_seat(game, person) == seat or (game.turn is None and not seat.name):
        return lists.your_turn(_)
    return lists.their_turn(
        full_name(seat, game.turn, _) if game.turn else person_name(seat.name, _), _, computer=False
    )


def _ended(game: Summary, person: str, _: Tongue) -> str:
    colours = COLOURS[: len(game.seats)]
    points = game.outcome.split("-")
    sharing = "".join(colour for colour, share in zip(colours, points, strict=True) if share != "0")
    gone = _given_up(game, person, sharing)
    if game.winner is None:
        return ending(Result(None, game.reason or ""), colours, gone, _, sharing=sharing)
    # Of two, the choice of a colour may have changed their seats (LC6).
    winner = sharing if len(colours) == 2 else colours[game.winner]
    result = Result(winner, game.reason or "")
    loser = next(colour for colour in colours if colour != winner)
    names = {winner: full_name(game.seats[game.winner], winner, _)}
    if len(colours) == 2:
        names[loser] = full_name(game.seats[1 - game.winner], loser, _)
    mine = _only_seat(game, person)
    yours = gone if mine is None else (winner if mine.number == game.winner else loser,)
    return ending(result, colours, yours, _, names, sharing)


def _given_up(game: Summary, person: str, sharing: str) -> tuple[str, ...]:
    """The crew that somebody has left to a computer, and which has no share in the outcome for that (MG8)."""
    if not game.was_left_by(person):
        return ()
    crews = zip(COLOURS, game.players, strict=False)
    return tuple(colour for colour, player in crews if player == person and colour not in sharing)[:1]


def _only_seat(game: Summary, person: str) -> Seat | None:
    mine = [seat for seat in game.seats if seat.is_of(person)]
    return mine[0] if len(mine) == 1 else None
