"""From what has happened to a game to what one person is told of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from kidd.table.seats import is_waiting
from kidd.table.snapshot import Table
from kidd.table.storage.events import Abandoned, Acted, Opened, SeatGivenToComputer, SeatLeft, SeatTaken, TakenBack
from kidd.table.storage.happenings import Happening, Underway
from kidd.web.api.games import listed_seat
from kidd.web.api.stream.models import ActTold, ChangeTold, EndTold, GameTold, Told
from kidd.web.state.models import as_json, colour_of

SEATING = Opened | SeatTaken | SeatLeft | SeatGivenToComputer
LONGEST_ID = 80  # characters


class Message(NamedTuple):
    """An event of the stream."""

    kind: str
    at: datetime
    told: Told

    def __bytes__(self) -> bytes:
        mark = f"{round(self.at.timestamp() * 1000)}-{self.told.game}-{self.told.version}"
        return b"event: %b\nid: %b\ndata: %b\n\n" % (self.kind.encode(), mark.encode(), as_json(self.told))


def moment_of(last_id: str) -> datetime | None:
    """When that happened which a program has heard last, None if that is no id of ours."""
    digits = last_id.partition("-")[0]
    if len(last_id) > LONGEST_ID or not (digits.isascii() and digits.isdigit() and len(digits) < 15):
        return None
    try:
        return datetime.fromtimestamp(int(digits) / 1000, UTC)
    except (OverflowError, ValueError, OSError):
        return None


def standing(game: Underway, person: str) -> Message | None:
    """That a game begins or goes on, or that a seat in it is kept; None where somebody has no part in it."""
    waiting = is_waiting(game.seats)
    if not any(seat.is_kept_for(person) if waiting else seat.is_of(person) for seat in game.seats):
        return None
    told = GameTold(
        game=game.id,
        version=game.version,
        code=game.code,
        seats=tuple(listed_seat(seat, person) for seat in game.seats),
        by=next((seat.name for seat in game.seats if seat.is_of(game.owner)), ""),
        time=game.time,
        rated=game.rated,
        ply=game.ply,
        your_turn=game.waits_for is not None and game.seats[game.waits_for].is_of(person),
    )
    return Message("challenge" if waiting else "begin", game.updated, told)


def messages(table: Table, happened: Sequence[Happening], person: str) -> list[Message]:
    """What somebody is told of all that happened to a game up to how it stands."""
    if not happened:
        return []
    return [*_seating(table, happened, person), *_course(table, happened, person), *_end(table, happened)]


def _seating(table: Table, happened: Sequence[Happening], person: str) -> Iterator[Message]:
    """A challenge, or that the game begins: who sits down later, as when somebody has left, begins nothing."""
    plies = {mark.number + 1: mark.ply for mark in table.marks}
    changes = [one for one in happened if isinstance(one.event, SEATING) and plies.get(one.version, 0) <= table.given]
    if not changes or table.is_over:
        return
    last, awaited = changes[-1], table.waits_for
    game = Underway(
        table.id,
        last.version,
        table.match.game.code,
        table.seats,
        table.owner,
        table.time,
        table.rated,
        len(table.match),
        awaited.number if awaited else None,
        last.event.at,
    )
    found = standing(game, person)
    if found is not None:
        yield found


def _course(table: Table, happened: Sequence[Happening], person: str) -> Iterator[Message]:
    """The acts that stand, and whatever else has happened."""
    back = max((place for place, one in enumerate(happened) if isinstance(one.event, TakenBack)), default=0)
    acts = [one.version for one in happened[back:] if isinstance(one.event, Acted)]
    plies = dict(zip(acts, range(len(table.match) - len(acts) + 1, len(table.match) + 1), strict=True))
    mine = _waits_for(table, person)
    for version, event in happened:
        if isinstance(event, Acted) and version in plies and plies[version] > table.given:
            ply = plies[version]
            by = table.match.act_by(ply - 1)
            colour = colour_of(by) if by else None
            yours = mine and ply == len(table.match)
            told = ActTold(game=table.id, version=version, ply=ply, act=event.act, by=colour, your_turn=yours)
            yield Message("act", event.at, told)
        elif not isinstance(event, Acted | Abandoned | SEATING):
            said = ChangeTold(game=table.id, version=version, kind=event.kind, ply=len(table.match), your_turn=mine)
            yield Message("change", event.at, said)


def _end(table: Table, happened: Sequence[Happening]) -> Iterator[Message]:
    last = next((one for one in reversed(happened) if isinstance(one.event, Acted | Abandoned)), None)
    if last is None or not table.is_over:
        return
    told = EndTold(game=table.id, version=last.version, abandoned=table.abandoned)
    result = table.result
    if result is not None and not table.abandoned:
        winner = colour_of(result.winner) if result.winner else None
        told = told.model_copy(update={"outcome": table.match.outcome, "winner": winner, "reason": result.reason})
    yield Message("end", last.event.at, told)


def _waits_for(table: Table, person: str) -> bool:
    return table.waits_for is not None and table.waits_for.is_of(person)
