"""The rows of a member's page, as its templates read them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, get_args
from urllib.parse import urlencode

from babel.dates import format_date

from kidd.errors import KiddError
from kidd.game import COLOURS, descriptor
from kidd.table.play.club.members import Member, Profile
from kidd.table.rating import Rating
from kidd.table.storage.club.ratings import Leader, Record, Step
from kidd.table.storage.game_lists import Result, Wanted
from kidd.table.summary import Summary
from kidd.web.http.requests import Refused
from kidd.web.pages.home.new_game_form import families
from kidd.web.pages.member.curve import Point
from kidd.words.club import ratings as words
from kidd.words.language import Tongue
from kidd.words.names import called

KINDS = {"rated": True, "casual": False}
FIELDS = ("game", "result", "kind")
LAST = 10  # games of a course that are told in numbers


@dataclass(frozen=True)
class MemberSearch:
    """The fields of the form above a member's games; an empty one takes all."""

    game: str = ""
    result: str = ""
    kind: str = ""

    @property
    def wanted(self) -> Wanted:
        """The same for the database."""
        return Wanted(
            codes=tuple(one.code for one in families().get(self.game, ())),
            result=self.result or None,  # type: ignore[arg-type]  # read_search has checked it
            rated=KINDS.get(self.kind),
        )

    @property
    def is_narrow(self) -> bool:
        """Whether anything is left out."""
        return any(vars(self).values())

    def query(self, leaf: int) -> str:
        """The end of the address of a leaf."""
        said = {name: value for name, value in vars(self).items() if value} | ({"page": str(leaf)} if leaf > 1 else {})
        return f"?{urlencode(said)}#games"


def read_search(said: Mapping[str, str]) -> MemberSearch:
    """What an address asks for; what makes no sense is refused."""
    known = {"game": families(), "result": get_args(Result), "kind": KINDS}
    found = {name: said.get(name, "") for name in FIELDS}
    if any(value and value not in known[name] for name, value in found.items()):
        raise Refused(422)
    return MemberSearch(**found)


class RatingRow(NamedTuple):
    """What a member has in a pool."""

    code: str
    speed: str
    game: str
    speed_name: str
    rating: str
    record: Record
    place: int | None


class GameRow(NamedTuple):
    """A finished game of a member's."""

    id: str
    day: str
    moment: str
    game: str
    against: str
    result: str
    """`won`, `drawn` or `lost`."""
    result_words: str
    change: str
    """Of the rating, empty where it did not count."""
    rated: bool


class StepRow(NamedTuple):
    """A game of a curve, in numbers."""

    game: str
    day: str
    rating: str
    change: str


class LeaderRow(NamedTuple):
    """A line of a leader board."""

    place: int
    leader: Leader


def rows_of(known: Profile, _: Tongue) -> list[RatingRow]:
    """All pools of a member."""
    return [
        RatingRow(
            *one.record.pool,
            game_name(one.record.pool.code, _),
            words.speed_name(one.record.pool.speed, _),
            rating_words(one.record.rating, _),
            *one,
        )
        for one in known.standings
    ]


def rating_words(rating: Rating, _: Tongue) -> str:
    """A rating and how uncertain it is."""
    return words.with_spread(rating.points, rating.spread, provisional=rating.is_provisional, _=_)


def _others(game: Summary, person: str, _: Tongue) -> str:
    others = [seat for seat in game.seats if not seat.is_of(person)]
    return ", ".join(called(seat, COLOURS[seat.number], others, _) for seat in others)


def game_rows(games: Sequence[Summary], member: Member, changes: Mapping[str, int], _: Tongue) -> list[GameRow]:
    """A member's games as others see them."""
    return [
        GameRow(
            game.id,
            format_date(game.updated, "medium", locale=_.code),
            game.updated.isoformat(),
            game_name(game.code, _),
            _others(game, member.person, _),
            result := result_for(game, member.person),
            words.result_name(result, _),
            words.signed(changes[game.id]) if game.id in changes else "",
            game.rated,
        )
        for game in games
    ]


def result_for(game: Summary, person: str) -> str:
    """How a finished game ended for somebody: `won`, `drawn` or `lost`.

    Of three, who is out has no share in a draw, and who has left has lost (MG8).
    """
    if game.was_left_by(person):
        return "lost"
    mine = [seat.number for seat in game.seats if seat.is_of(person)]
    if game.winner is not None:
        return "won" if game.winner in mine else "lost"
    points = game.outcome.split("-")
    return "drawn" if len(points) == 2 or any(points[seat] != "0" for seat in mine) else "lost"


def steps_of(course: Sequence[Step], _: Tongue) -> list[StepRow]:
    """The last games of a curve in numbers, the latest first."""
    return [
        StepRow(
            one.game,
            format_date(one.at, "medium", locale=_.code),
            rating_words(one.rating, _),
            words.signed(one.rating.points - one.before.points),
        )
        for one in reversed(course[-LAST:])
    ]


def curve_points(course: Sequence[Step], _: Tongue) -> list[Point]:
    """A course as it is drawn: what there was before its first game, and what each has made of it."""
    if not course:
        return []
    first = course[0]
    before = [(first.before, first.at), *((one.rating, one.at) for one in course)]
    return [Point(one.points, one.spread, format_date(at, "medium", locale=_.code)) for one, at in before]


def game_name(code: str, _: Tongue) -> str:
    """What a game is called; its code where it is not played here any more."""
    try:
        return _(descriptor(code).name)
    except KiddError:
        return code
