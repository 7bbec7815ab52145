"""A game is the fold of its events, and nothing else: here, and only here, an event changes a game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import Any

from kidd.dice import ply_of, roll
from kidd.match import Match
from kidd.position import parse
from kidd.rules.numbers import KNOWN_RULINGS
from kidd.table.clocks import Clock, TimeControl
from kidd.table.recess import GOES_ON
from kidd.table.seats import Seat
from kidd.table.snapshot import Mark, Table, Wish
from kidd.table.storage.events import (
    Abandoned,
    Acted,
    AdjournAgreed,
    AdjournAsked,
    Adjourned,
    AdjournRefused,
    Away,
    Back,
    Event,
    Opened,
    Outage,
    Renamed,
    Resumed,
    SaidReady,
    SeatGivenToComputer,
    SeatLeft,
    SeatTaken,
    TakebackAgreed,
    TakebackAsked,
    TakebackRefused,
    TakenBack,
    Vacation,
)

ABANDONED = "abandoned"  # in place of an outcome
PAUSES = Outage | Vacation | Away | Back  # what concerns the clocks alone
RECESS = AdjournAsked | AdjournAgreed | AdjournRefused | Adjourned | SaidReady | Resumed
# What is not about who sits there.
ABOUT_ACTS = TakenBack | TakebackAsked | TakebackAgreed | TakebackRefused | Abandoned | PAUSES | RECESS
# The columns of a game's row that repeat its course.
COURSE = (
    *("version", "updated", "ply", "outcome", "reason"),
    *("winner_seat", "turn", "waiting", "waiting_seat", "open_seats", "adjourned"),
)


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
        self._clock = before.clock if before else None
        self._late = before.late if before else None
        self._recess = before.recess if before else GOES_ON
        self._wish = before.wish if before else None
        self._denied = before.denied if before else ()
        self._salt = before.salt if before else ""
        self._salts = dict(before.salts) if before else {}
        self._players = list(before.players) if before else []
        self._opened: Opened | None = None
        self._is_waiting = before.open_seats > 0 if before else False  # somebody is missing

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
        elif isinstance(event, Renamed):
            self._rename(event)
        elif self._abandoned:
            raise ValueError(f"{event.kind!r} comes after the game was abandoned")
        elif isinstance(event, Acted):
            self.match.play(event.act)
            self._note(event)
        elif isinstance(event, TakenBack):
            self._take_back(event.ply)
        elif isinstance(event, TakebackAsked | TakebackAgreed | TakebackRefused):
            self._ask_back(event)
        elif isinstance(event, Abandoned):
            self._close(event)
        elif isinstance(event, PAUSES):
            self._pause(event)
        elif isinstance(event, RECESS):
            self._adjourn(event)
        else:
            self._change_seat(event)
        if not isinstance(event, Acted):
            ply = len(self.match)
            # A seat in other hands changes the names by which everything before is told.
            kept = ply if isinstance(event, ABOUT_ACTS) else 0
            self._marks.append(Mark(self.version, ply, kept))
            if self._clock is not None:
                self._clock = self._clock.turn(event.at, self._timed_seat())
        self.events.append(event)

    def act(self, text: str, by: str | None, person: str | None, at: datetime, *, salt: str = "", lag: int = 0) -> None:
        """Play an act, and note it as the match writes it and as the doing of whoever sits there."""
        match = self.match
        places = match.standing().places  # a choice swaps them (LC6)
        match.play(text, by)
        doer = match.standing().by
        seat = None if doer is None else places[doer]
        event = Acted(at=at, act=match.act(len(self._doers)), seat=seat, person=person, salt=salt, lag=lag)
        self._note(event)
        self.events.append(event)

    def fate(self, seed: str, at: datetime) -> None:
        """Play what is nobody's decision: the die falls, and one of three who has lost everything passes (MG7).

        While somebody is missing nothing happens, nor in a game that is adjourned.
        """
        match = self.match
        if self._is_waiting or self._recess.since is not None:
            return
        while (now := match.standing()).result is None:
            if now.position.is_chance:
                self.add(Acted(at=at, act=f"*{roll(seed, self.id, ply_of(match), self._salt)}"))
            elif now.to_act and now.to_act not in now.in_game:
                self.add(Acted(at=at, act="pass"))
            else:
                return

    def table(self) -> Table:
        """The game after all that happened."""
        course: dict[str, Any] = {
            "match": self.match,
            "seats": tuple(self._seats),
            "doers": tuple(self._doers),
            "version": (self.before.version if self.before else 0) + len(self.events),
            "abandoned": self._abandoned,
            "takebacks": tuple(self._takebacks),
            "marks": tuple(self._marks),
            "recess": self._recess,
            "wish": self._wish,
            "denied": self._denied,
            "salt": self._salt,
            "salts": self._salts,
            "players": tuple(self._players),
            "clock": self._clock,
            "late": self._late,
        }
        before, opened = self.before, self._opened
        if before is not None:
            after = before.then(**course, updated=self.events[-1].at if self.events else before.updated)
            after.inherit(before)
            return after
        if opened is None:
            raise ValueError("a game begins by being opened")
        return Table(
            id=self.id,
            seed=opened.seed,
            given=opened.given,
            rules_version=opened.rules,
            owner=opened.owner,
            source=opened.source,
            created=opened.at,
            updated=self.events[-1].at,
            time=opened.time,
            rated=opened.rated,
            listed=opened.listed,
            lowest=opened.lowest,
            highest=opened.highest,
            **course,
        )

    def _note(self, event: Acted) -> None:
        """Note whose act the last one is, and what went into it if it is a roll; a wish to take back lapses."""
        self._doers.append(event.seat)
        if event.seat is not None:
            self._salt = event.salt
        elif self._salt and event.act.startswith("*"):
            self._salts[len(self.match) - 1] = self._salt
        self._wish, self._denied = None, ()
        if self._recess is not GOES_ON:
            self._recess = self._recess.lapse()
        if self._clock is not None:
            self._clock = self._after_act(self._clock, event)

    def _open(self, event: Opened) -> None:
        if self._match is not None:
            raise ValueError("a game is opened once")
        if event.rules not in KNOWN_RULINGS:
            raise ValueError(f"it is played by version {event.rules} of the rulings, which this program lacks")
        options: dict[str, Any] = dict(event.options)
        self._match = Match(parse(event.start, **options), [seat.name for seat in event.seats], rulings=event.rules)
        self._seats = list(event.seats)
        self._salt = event.salt
        self._players = [seat.person if seat.kind == "person" else None for seat in event.seats]
        self._opened = event
        self._is_waiting = any(seat.kind == "open" for seat in event.seats)
        if control := TimeControl.parse(event.time):
            self._clock = Clock.set_up(control, [seat.kind == "person" for seat in event.seats])

    def _close(self, event: Abandoned) -> None:
        self._abandoned = True
        if not event.person and self._clock is not None and not self._clock.is_started:
            self._late = self._clock.running

    def _take_back(self, ply: int) -> None:
        if not 0 <= ply < len(self.match):
            raise ValueError(f"nothing was played after ply {ply}")
        self.match.undo(len(self.match) - ply)
        del self._doers[ply:]
        self._takebacks.append(self.version)
        self._salts = {number: salt for number, salt in self._salts.items() if number < ply}
        self._salt, self._wish, self._denied = "", None, ()

    def _ask_back(self, event: TakebackAsked | TakebackAgreed | TakebackRefused) -> None:
        """Let somebody ask, agree or say no; whoever has heard a no asks again only after the next act."""
        if isinstance(event, TakebackAsked):
            if self._wish is not None or not 0 <= event.ply < len(self.match):
                raise ValueError(f"taking back to ply {event.ply} cannot be asked for")
            self._wish = Wish(event.seat, event.ply, self._others(event.person), self.version)
            return
        if self._wish is None:
            raise ValueError("nobody has asked to take back")
        if isinstance(event, TakebackRefused):
            self._denied = (*self._denied, self._wish.seat)
            self._wish = None
        else:
            self._wish = self._wish._replace(asked=tuple(one for one in self._wish.asked if one != event.seat))

    def _others(self, asker: str) -> tuple[int, ...]:
        """The seats of those whom somebody asks, one for each person."""
        people = {seat.person: seat.number for seat in self._seats if seat.kind == "person"}
        return tuple(sorted(number for person, number in people.items() if person != asker))

    def _adjourn(self, event: RECESS) -> None:
        """What leads to an adjournment, is one, or ends it; what was left on the clocks stays so."""
        recess = self._recess
        if isinstance(event, AdjournAsked):
            self._recess = recess.ask(event.seat, self._others(event.person), self.version)
        elif isinstance(event, AdjournAgreed):
            self._recess = recess.agree(event.seat)
        elif isinstance(event, AdjournRefused):
            self._recess = recess.refuse()
        elif isinstance(event, Adjourned):
            self._recess, self._wish = recess.begin(event.at, house=event.house), None
        elif isinstance(event, SaidReady):
            self._recess = recess.say_ready(event.seat, event.at)
        else:
            self._recess = recess.end(self.version)
            if self._clock is not None:
                self._clock = self._clock.resume(event.at, self._timed_seat())

    def _rename(self, event: Renamed) -> None:
        there = self._seats[event.seat] if 0 <= event.seat < len(self._seats) else None
        if there is None or event.person not in (there.person, self._players[event.seat]):
            raise ValueError(f"seat {event.seat} is not theirs")
        if there.person == event.person:
            self._seats[event.seat] = replace(there, name=event.name)
        else:  # a computer plays on there, which keeps its name
            self._seats[event.seat] = replace(there, was=event.name)
        self.match.players = [seat.name for seat in self._seats]

    def _change_seat(self, event: Event) -> None:
        number: int = event.seat  # type: ignore[attr-defined]
        if not 0 <= number < len(self._seats):
            raise ValueError(f"there is no seat {number}")
        there = self._seats[number]
        if isinstance(event, SeatTaken):
            if there.kind != "open":
                raise ValueError(f"seat {number} is taken")
            seat = Seat(number, "person", event.person, None, event.name, event.bot)
        elif isinstance(event, SeatLeft):
            if not there.is_of(event.person) and not there.is_kept_for(event.person):
                raise ValueError(f"seat {number} is not theirs to leave")
            seat = Seat(number, "open")
        elif isinstance(event, SeatGivenToComputer):
            before = self._seats[number]
            was = before.name if before.kind == "person" else before.was
            seat = Seat(number, "computer", None, event.level, event.name, was=was)
        else:
            raise ValueError(f"unknown kind of event {event.kind!r}")
        self._seats[number] = seat
        self._is_waiting = any(one.kind == "open" for one in self._seats)
        if seat.kind != "computer":  # whoever leaves a seat to a computer has played there
            self._players[number] = seat.person
        if self._clock is not None:
            self._clock = self._clock.seat(number, timed=seat.kind == "person")
        self._wish, self._recess = None, self._recess.lapse()
        self._salt = event.salt if isinstance(event, SeatTaken) else ""
        self.match.players = [seat.name for seat in self._seats]

    def _pause(self, event: PAUSES) -> None:
        """What changes the clocks alone."""
        if self._clock is None:
            raise ValueError(f"{event.kind!r} is for games with a clock")
        if isinstance(event, Outage):
            self._clock = self._clock.outage(event.since, event.until)
            return
        if not 0 <= event.seat < len(self._seats):
            raise ValueError(f"there is no seat {event.seat}")
        if isinstance(event, Vacation):
            self._clock = self._clock.vacation(event.seat, event.at, event.until)
        else:
            self._clock = self._clock.gone(event.seat, event.at if isinstance(event, Away) else None)

    def _after_act(self, clock: Clock, event: Acted) -> Clock:
        match = self.match
        played_here = len(match) > (self._opened or self.before).given  # type: ignore[union-attr]
        by, moved = event.seat if played_here else None, match.standing().move is not None
        return clock.act(event.at, self._timed_seat(), by, moved=moved, lag=event.lag)

    def _timed_seat(self) -> int | None:
        """Whose time goes by: whoever is to move, even after an offer of a draw, but a claim has to be answered."""
        now = self.match.standing()
        offer = now.offer
        if self._abandoned or now.result or self._is_waiting or self._recess.since is not None:
            return None
        seat = now.places[now.mover]
        if offer and now.to_act and (offer.kind == "stalemate" or self._seats[seat].kind == "computer"):
            return now.places[now.to_act]
        return seat


def fold(game_id: str, happened: Iterable[Event], before: Table | None = None) -> Table:
    """The game after all that happened, from its beginning or from a table before it."""
    draft = Draft(game_id, before)
    for event in happened:
        draft.add(event)
    return draft.table()


def fixed_row_of(table: Table) -> dict[str, Any]:
    """What a game's row says once and for all."""
    known = {"code": table.match.game.code, "owner": table.owner, "source": table.source, "created": table.created}
    wished = {"time": table.time, "rated": table.rated, "listed": table.listed}
    return {**known, **wished, "lowest": table.lowest, "highest": table.highest}


def row_of(table: Table) -> dict[str, Any]:
    """What a game's row repeats of its course, so that lists of games need no replay."""
    now, seat, over = table.match.standing(), table.waits_for, table.result if table.is_over else None
    ended = over is not None and not table.abandoned
    return {
        "version": table.version,
        "updated": table.updated,
        "ply": len(table.doers),
        "outcome": ABANDONED if table.abandoned else table.match.outcome if over else "*",
        "reason": over.reason if over and ended else None,
        "winner_seat": now.places[over.winner] if over and over.winner and ended else None,
        "turn": now.to_act if seat else None,
        "waiting": seat.kind if seat else "",
        "waiting_seat": seat.number if seat else None,
        "open_seats": table.open_seats,
        "adjourned": table.is_adjourned,
    }
