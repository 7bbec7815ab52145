"""Which games there are: a person's list, all of it or what they look for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from sqlalchemy import ColumnElement, Connection, Row, Select, and_, case, exists, func, or_, select

from kidd.table import limits
from kidd.table.storage.database.schema import games, jobs, seats
from kidd.table.storage.database.store import Store
from kidd.table.storage.deadline_rows import DEADLINE
from kidd.table.storage.event_log import Sitting, read_sitting
from kidd.table.storage.reducer import ABANDONED
from kidd.table.summary import Summary

Opponent = Literal["computer", "person", "device", "watched"]
Result = Literal["won", "lost", "drawn"]


@dataclass(frozen=True)
class Wanted:
    """What somebody looks for among their games; whatever is left open fits all."""

    finished: bool | None = None
    codes: tuple[str, ...] = ()
    """Of games; none for all."""
    opponent: Opponent | None = None
    result: Result | None = None
    rated: bool | None = None
    seen_by: str | None = None
    """Only games that are no secret from this person: rated or listed ones, and those in which they sit or sat."""


ALL = Wanted()


class Balance(NamedTuple):
    """What somebody's finished games against somebody else have brought."""

    won: int
    drawn: int
    lost: int

    @property
    def games(self) -> int:
        """All of them."""
        return sum(self)


def games_of(
    store: Store,
    person: str,
    wanted: Wanted = ALL,
    *,
    finished: bool | None = None,
    limit: int = limits.LISTED,
    skip: int = 0,
) -> list[Summary]:
    """A person's games, or only those wanted; none that was abandoned.

    Unfinished ones come first, of these where it is their turn, and last those that they have left to a computer; of
    these with the soonest deadline; then the latest.
    """
    over = games.c.outcome != "*"
    finished = wanted.finished if finished is None else finished
    theirs = or_(_played_by(person), and_(games.c.owner == person, _watched()))
    query = _with_deadlines().where(theirs, games.c.outcome != ABANDONED, *_conditions(wanted, person))
    if finished is not None:
        query = query.where(over if finished else ~over)
    query = query.order_by(over, _rank(person), *_SOONEST).limit(limit).offset(skip)
    with store.reading() as connection:
        rows = connection.execute(query).all()
        sitting = read_sitting(connection, [row.id for row in rows])
    return [_summary(row, sitting[row.id]) for row in rows]


def next_turn(store: Store, person: str, after: str = "") -> str | None:
    """The game in which it is a person's turn, soonest deadline first; after one of them, the next in that order.

    None where there is none but that one.
    """
    query = _with_deadlines().where(games.c.outcome == "*", games.c.open_seats == 0, _turn_of(person))
    mine = select(seats.c.game).where(seats.c.person == person)
    with store.reading() as connection:
        rows = connection.execute(query.where(games.c.id.in_(mine)).order_by(*_SOONEST).limit(limits.LISTED))
        ids = [row.id for row in rows]
    if after in ids:
        place = ids.index(after)
        ids = ids[place + 1 :] + ids[:place]
    return ids[0] if ids else None


def balance(connection: Connection, person: str, other: str) -> Balance:
    """What a person's finished games against another have brought.

    Of three, a third's win is a loss for neither, but whoever has left has lost to whoever has not (MG8).
    """
    won, lost = (
        or_(_won(one), and_(_has_left(two), ~_has_left(one))) for one, two in ((person, other), (other, person))
    )
    both = [games.c.id.in_(select(seats.c.game).where(seats.c.player == one)) for one in (person, other)]
    count = [func.coalesce(func.sum(case((one, 1), else_=0)), 0) for one in (won, ~or_(won, lost), lost)]
    query = select(*count).select_from(games).where(*both, games.c.outcome.not_in(("*", ABANDONED)))
    return Balance(*connection.execute(query).one())


_SOONEST = (jobs.c.due.is_(None), jobs.c.due, games.c.updated.desc(), games.c.id)


def _with_deadlines() -> Select[Any]:
    """Games, each with when the time of whoever is to act is up."""
    clock = and_(jobs.c.game == games.c.id, jobs.c.kind == DEADLINE)
    return select(games, jobs.c.due).outerjoin(jobs, clock)


def _turn_of(person: str) -> ColumnElement[bool]:
    """Whether it is that person's turn."""
    return _seated(seats.c.number == games.c.waiting_seat, seats.c.person == person, seats.c.kind == "person")


def _rank(person: str) -> ColumnElement[int]:
    """Among games that go on."""
    return case((_turn_of(person), 0), (_has_left(person), 2), else_=1)


def _played_by(person: str) -> ColumnElement[bool]:
    """Whether that person sits there, is asked to, or has left their seat to a computer."""
    return games.c.id.in_(select(seats.c.game).where(or_(seats.c.person == person, seats.c.player == person)))


def _has_left(person: str) -> ColumnElement[bool]:
    """Whether that person has played there, and a computer plays on for them."""
    return and_(_seated(seats.c.player == person), ~_seated(seats.c.person == person))


def _won(person: str) -> ColumnElement[bool]:
    """Whether that person sits where the game was won; a computer that plays on wins for nobody."""
    return _seated(seats.c.person == person, seats.c.number == games.c.winner_seat)


def _beats(person: str, other: str) -> ColumnElement[bool]:
    """Whether one of two has won, or stayed while the other has left."""
    return or_(_won(person), and_(_has_left(other), ~_has_left(person)))


def _summary(row: Row[Any], sitting: Sitting) -> Summary:
    return Summary(
        row.id,
        row.code,
        sitting.seats,
        row.ply,
        row.outcome,
        row.reason,
        row.winner_seat,
        row.turn,
        row.waiting_seat,
        row.updated,
        row.owner,
        row.time,
        row.rated,
        row.due,
        row.adjourned,
        sitting.players,
    )


def _conditions(wanted: Wanted, person: str) -> list[ColumnElement[bool]]:
    found: list[ColumnElement[bool]] = []
    if wanted.codes:
        found.append(games.c.code.in_(wanted.codes))
    if wanted.opponent:
        found.append(_against(wanted.opponent, person))
    if wanted.result:
        found += [games.c.outcome != "*", _ended(wanted.result, person)]
    if wanted.rated is not None:
        found.append(games.c.rated.is_(wanted.rated))
    if wanted.seen_by is not None and wanted.seen_by != person:
        found.append(or_(games.c.rated, games.c.listed, _played_by(wanted.seen_by)))
    return found


def _seated(*conditions: ColumnElement[bool]) -> ColumnElement[bool]:
    """Whether some seat of the game is like that."""
    return exists(select(seats.c.number).where(seats.c.game == games.c.id, *conditions))


def _watched() -> ColumnElement[bool]:
    return ~_seated(seats.c.kind != "computer")


def _against(opponent: Opponent, person: str) -> ColumnElement[bool]:
    if opponent == "watched":
        return _watched()
    if opponent == "computer":
        return and_(_seated(seats.c.kind == "computer"), ~_watched())
    others = _seated(seats.c.kind == "person", seats.c.person != person)
    return others if opponent == "person" else and_(~others, ~_seated(seats.c.kind != "person"))


def _ended(result: Result, person: str) -> ColumnElement[bool]:
    """How it ended for that person: whoever of three is out has no share in a draw (MG7), nor who has left (MG8)."""
    mine = seats.c.person == person
    without = or_(*(and_(seats.c.number == seat, _nothing_for(seat)) for seat in range(3)))
    lost = or_(
        _has_left(person),
        and_(games.c.winner_seat.is_not(None), _seated(mine), ~_won(person)),
        and_(games.c.winner_seat.is_(None), _seated(mine, without), ~_seated(mine, ~without)),
    )
    if result == "lost":
        return lost
    if result == "won":
        return _won(person)
    return and_(games.c.winner_seat.is_(None), ~lost)


def _nothing_for(seat: int) -> ColumnElement[bool]:
    """Whether a seat of three has no share in the outcome, such as `1/2-0-1/2`."""
    return games.c.outcome.like(("0-%-%", "%-0-%", "%-%-0")[seat])
