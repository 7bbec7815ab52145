"""A game is the fold of its events, and nothing else: here, and only here, an event changes a game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import Any

from kidd.dice import ply_of, roll
from kidd.match import Match
from kidd.position import parse
from kidd.table.seats import Seat
from kidd.table.snapshot import Mark, Table
from kidd.table.storage.events import (
    Abandoned,
    Acted,
    Event,
    Opened,
    SeatGivenToComputer,
    SeatLeft,
    SeatTaken,
    TakenBack,
)

RULINGS = 1  # the version of the rulings that new games are played by; older games keep theirs
KNOWN_RULINGS = (1,)
ABANDONED = "abandoned"  # in place of an outcome


class Draft:
    """A game in the making: takes events one by one, and plays acts into them; `table` is what came of it."""

    def __init__(self, game_id: str, before: Table | None = None) -> None:
        self.id = game_id
        self.before = before
        self.events: list[Event] = []
        self._match: Match | None = before.match.copy() if before else None
        self._doers = list(before.doers) if before else []
        self._seats = list(before.seats) if before else []
        self._takebacks = list(before.takebacks) if before else []
        self._marks = list(before.marks) if before else []
        self._abandoned = before.abandoned if before else False
        self._opened: Opened | None = None

    @property
    def match(self) -> Match:
        """The match as far as it has come."""
        if self._match is None:
            raise ValueError("a game begins by being opened")
        return self._match

    @property
    def version(self) -> int:
        """How many events there are."""
        return (self.before.version if self.before else 0) + len(self.events)

    def add(self, event: Event) -> None:
        """Let something happen."""
        if isinstance(event, Opened):
            self._open(event)
        elif self._abandoned:
            raise ValueError(f"{event.kind!r} comes after the game was abandoned")
        elif isinstance(event, Acted):
            self.match.play(event.act)
            self._doers.append(event.seat)
        elif isinstance(event, TakenBack):
            self._take_back(event.ply)
        elif isinstance(event, Abandoned):
            self._abandoned = True
        else:
            self._change_seat(event)
        if not isinstance(event, Acted):
            ply = len(self.match)
            # A seat in other hands changes the names by which everything before is told.
            kept = ply if isinstance(event, TakenBack | Abandoned) else 0
            self._marks.append(Mark(self.version, ply, kept))
        self.events.append(event)

    def act(self, text: str, by: str | None, person: str | None, at: datetime) -> None:
        """Play an act, and note it as the match writes it and as the doing of whoever sits there."""
        sitting = {colour: self.match.seat(colour) for colour in self.match.game.colours}  # a choice swaps them (LC6)
        self.match.play(text, by)
        number = len(self.match) - 1
        doer = self.match.act_by(number)
        seat = None if doer is None else sitting[doer]
        self._doers.append(seat)
        self.events.append(Acted(at=at, act=self.match.act(number), seat=seat, person=person))

    def fate(self, seed: str, at: datetime) -> None:
        """Play what is nobody's decision: the die falls, and one of three who has lost everything passes (MG7)."""
        match = self.match
        while match.result is None:
            if match.position.is_chance:
                self.add(Acted(at=at, act=f"*{roll(seed, self.id, ply_of(match))}"))
            elif match.to_act and match.to_act not in match.in_game:
                self.add(Acted(at=at, act="pass"))
            else:
                return

    def table(self) -> Table:
        """The game after all that happened."""
        if self.before is not None:
            after = replace(
                self.before,
                match=self.match,
                seats=tuple(self._seats),
                doers=tuple(self._doers),
                version=self.version,
                abandoned=self._abandoned,
                updated=self.events[-1].at if self.events else self.before.updated,
                takebacks=tuple(self._takebacks),
                marks=tuple(self._marks),
            )
            after.inherit(self.before)
            return after
        opened = self._opened
        if opened is None:
            raise ValueError("a game begins by being opened")
        return Table(
            id=self.id,
            match=self.match,
            seats=tuple(self._seats),
            doers=tuple(self._doers),
            version=self.version,
            seed=opened.seed,
            abandoned=self._abandoned,
            given=opened.given,
            rules_version=opened.rules,
            owner=opened.owner,
            source=opened.source,
            created=opened.at,
            updated=self.events[-1].at,
            takebacks=tuple(self._takebacks),
            marks=tuple(self._marks),
        )

    def _open(self, event: Opened) -> None:
        if self._match is not None:
            raise ValueError("a game is opened once")
        if event.rules not in KNOWN_RULINGS:
            raise ValueError(f"it is played by version {event.rules} of the rulings, which this program lacks")
        options: dict[str, Any] = dict(event.options)
        self._match = Match(parse(event.start, **options), [seat.name for seat in event.seats])
        self._seats = list(event.seats)
        self._opened = event

    def _take_back(self, ply: int) -> None:
        if not 0 <= ply < len(self.match):
            raise ValueError(f"nothing was played after ply {ply}")
        self.match.undo(len(self.match) - ply)
        del self._doers[ply:]
        self._takebacks.append(self.version)

    def _change_seat(self, event: Event) -> None:
        number: int = event.seat  # type: ignore[attr-defined]
        if not 0 <= number < len(self._seats):
            raise ValueError(f"there is no seat {number}")
        there = self._seats[number]
        if isinstance(event, SeatTaken):
            if there.kind != "open":
                raise ValueError(f"seat {number} is taken")
            seat = Seat(number, "person", event.person, None, event.name)
        elif isinstance(event, SeatLeft):
            if not there.is_of(event.person):
                raise ValueError(f"seat {number} is not theirs to leave")
            seat = Seat(number, "open")
        elif isinstance(event, SeatGivenToComputer):
            seat = Seat(number, "computer", None, event.level, event.name)
        else:
            raise ValueError(f"unknown kind of event {event.kind!r}")
        self._seats[number] = seat
        self.match.players = [seat.name for seat in self._seats]


def fold(game_id: str, happened: Iterable[Event], before: Table | None = None) -> Table:
    """The game after all that happened, from its beginning or from a table before it."""
    draft = Draft(game_id, before)
    for event in happened:
        draft.add(event)
    return draft.table()


def fixed_row_of(table: Table) -> dict[str, Any]:
    """What a game's row says once and for all."""
    return {"code": table.match.game.code, "owner": table.owner, "source": table.source, "created": table.created}


def row_of(table: Table) -> dict[str, Any]:
    """What a game's row repeats of its course, so that lists of games need no replay."""
    match, seat, result = table.match, table.waits_for, table.match.result
    return {
        "version": table.version,
        "updated": table.updated,
        "ply": len(match),
        "outcome": ABANDONED if table.abandoned else match.outcome,
        "reason": result.reason if result and not table.abandoned else None,
        "winner_seat": match.seat(result.winner) if result and result.winner and not table.abandoned else None,
        "turn": match.to_act if seat else None,
        "waiting": seat.kind if seat else "",
        "waiting_seat": seat.number if seat else None,
    }
