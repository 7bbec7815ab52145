"""A game as it stands: what the use cases give back, and what pages and programs are shown."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple, ParamSpec, TypeVar

from kidd.dice import commitment
from kidd.errors import OptionError, shown
from kidd.lazy import cached_property
from kidd.match import Match
from kidd.match.standing import CLOCK, PARTING
from kidd.match.token_ids import Ids, follow
from kidd.position import Result
from kidd.table import limits
from kidd.table.clocks import Clock
from kidd.table.rating import SeatRating
from kidd.table.recess import GOES_ON, Recess
from kidd.table.seats import Seat, is_watched

Made = TypeVar("Made")
How = ParamSpec("How")

MEMORIES = 64  # parts of what is told of a game that are kept from move to move
LISTED = "listed:"  # among those whom a game concerns: whoever looks into the lobby
AWAY = "away"  # why a game was lost that only a table with clocks knows of


class Mark(NamedTuple):
    """An event that was no act: its number, the ply after it, and how many acts are still told as before."""

    number: int
    ply: int
    kept: int


class Wish(NamedTuple):
    """A takeback that somebody has asked the others for: their seat, the ply, who has yet to agree, and since when."""

    seat: int
    ply: int
    asked: tuple[int, ...]
    """Seats, one for each person."""
    version: int


@dataclass(frozen=True, eq=False)
class Table:
    """A game after so many events; its match is shared with others and never to be changed."""

    id: str
    match: Match
    seats: tuple[Seat, ...]
    doers: tuple[int | None, ...]
    """For each act the number of the seat that decided on it, None for the die."""
    version: int
    """How many events there were."""
    seed: str = field(repr=False)
    """Of the dice; secret until the game is over."""
    abandoned: bool
    """Whether it was closed without a result."""
    given: int
    """Acts that the game was opened with: played elsewhere, not taken back."""
    rules_version: int
    owner: str
    source: str
    created: datetime
    updated: datetime
    takebacks: tuple[int, ...] = ()
    """The versions at which something was taken back."""
    marks: tuple[Mark, ...] = ()
    """Every event that was no act, the opening first."""
    time: str = ""
    """Empty where nobody is in a hurry, `300+5` for seconds and what each move adds, `3d` for days per move."""
    rated: bool = False
    listed: bool = False
    """Whether the lobby shows it: its open seats to everybody, and later the game to those who watch."""
    lowest: int | None = None
    highest: int | None = None
    """The ratings of those who are wished for; None where there is no wish."""
    wish: Wish | None = None
    """A takeback that waits for an answer."""
    denied: tuple[int, ...] = ()
    """The seats that were refused a takeback since the last act."""
    salt: str = ""
    """What the browser of whoever acted last adds to the next roll."""
    salts: Mapping[int, str] = field(default_factory=dict)
    """What browsers have added to rolls, by the numbers of these acts."""
    clock: Clock | None = None
    """What each player has left, where there is a clock."""
    late: int | None = None
    """The seat whose first act did not come in time, so that the game was closed."""
    recess: Recess = GOES_ON
    """Whether it is adjourned, or somebody asks for that."""
    players: tuple[str | None, ...] = ()
    """Who has played in each seat: also those who have left it to a computer."""
    ratings: tuple[SeatRating, ...] = ()
    """Of those who play a rated game, from beside its events: by seats, once everybody has sat down."""
    share: str = ""
    """Whose share of the computers' time is taken here, from beside the events; empty where nobody has looked."""

    # What nearly everybody asks of a game who looks at it, worked out with it (`_work_out`).
    is_over: bool = field(init=False, repr=False)
    """Whether there is a result, or the game was abandoned."""
    is_live: bool = field(init=False, repr=False)
    """Whether seconds count, so that everybody sits there."""
    is_adjourned: bool = field(init=False, repr=False)
    """Whether nobody moves and no clock runs until it is resumed."""
    open_seats: int = field(init=False, repr=False)
    """In how many seats nobody sits yet."""
    is_waiting_for_people: bool = field(init=False, repr=False)
    """Whether there are any: until they are taken nobody acts, no die falls and no clock runs."""
    waits_for: Seat | None = field(init=False, repr=False)
    """Who is to act now: nobody in a game that is over or adjourned, nor where it is full and a computer would."""
    waits_for_computer: bool = field(init=False, repr=False)
    """Whether a computer is to act."""
    _is_undisturbed: bool = field(init=False, repr=False)
    """Whether it is calm once everybody has begun."""
    parts: dict[Hashable, Any] = field(init=False, repr=False, compare=False)
    """What was told of the game as it stands, in parts; of use to all who are told of it."""
    memory: dict[Hashable, Any] = field(init=False, repr=False, compare=False)
    """What was worked out of the game, each by what it follows from; good while the same people sit there."""

    def __post_init__(self) -> None:
        self._work_out()

    def _work_out(self) -> None:
        mine, now, seats = vars(self), self.match.standing(), self.seats
        is_over = mine["is_over"] = self.abandoned or now.result is not None
        mine["is_live"] = self.clock is not None and not self.clock.control.per_move
        rests = mine["is_adjourned"] = self.recess.since is not None and not is_over
        missing = 0
        for seat in seats:
            missing += seat.kind == "open"
        mine["open_seats"], mine["is_waiting_for_people"] = missing, missing > 0 and not is_over
        awaited, to_act, full = None, now.to_act, self.version >= limits.EVENTS
        if to_act is not None and not (is_over or rests or missing):
            awaited = seats[now.places[to_act]]
            if awaited.kind == "computer" and full:  # there is room for its answer only
                answers = now.offer is not None and to_act in now.offer.asked
                awaited = awaited if answers else None
        mine["waits_for"] = awaited
        mine["waits_for_computer"] = awaited is not None and awaited.kind == "computer"
        recess = self.recess
        asked = self.wish is not None or self.denied or recess.plea is not None or recess.denied
        # Acts without a move were said; contested is a position that the game was opened with.
        said = now.plies != len(self.doers) or now.position.contest is not None
        mine["_is_undisturbed"] = not (is_over or rests or missing or full or asked or said)
        mine["parts"], mine["memory"] = {}, {}

    @property
    def dice_hash(self) -> str:
        """What is published of the seed before the game ends."""
        return commitment(self.seed)

    @property
    def dice_seed(self) -> str | None:
        """The seed, once the game is over."""
        return self.seed if self.is_over else None

    @cached_property
    def is_watched(self) -> bool:
        """Whether computers play among themselves: each acts only when whoever opened the game asks for it."""
        return is_watched(self.seats)

    @cached_property
    def is_beginning(self) -> bool:
        """Whether somebody has not acted yet: until then the game may be called off, and no clock runs."""
        return not {seat.number for seat in self.seats} <= set(self.doers[self.given :])

    @property
    def is_full(self) -> bool:
        """Whether there is no room for more moves: the game can only be given up, drawn or abandoned."""
        return self.version >= limits.EVENTS

    @property
    def is_calm(self) -> bool:
        """Whether everybody has begun, and nothing was ever said, is asked for, contested, or hinders the next move.

        Then what somebody may do follows from whose turn it is, from `match.manners` and whether they can take back.
        """
        return self._is_undisturbed and not self.is_beginning

    def recall(self, key: Hashable, made: Callable[How, Made], *by: How.args, **more: How.kwargs) -> Made:
        """A part as it was told before; what it is made of besides who sits there has to be in the key."""
        memory = self.memory
        known: Made | None = memory.get(key)
        if known is None:
            if len(memory) >= MEMORIES:
                memory.clear()
            known = memory[key] = made(*by, **more)
        return known

    @property
    def result(self) -> Result | None:
        """How it ended; a match knows no other reason than the time for what is lost by being away (`away`)."""
        result = self.match.result
        return Result(result.winner, AWAY) if result and self.was_away else result

    @property
    def was_away(self) -> bool:
        """Whether it was lost by being away: whoever loses a live game with time on the clock has not run out of it."""
        result, clock = self.match.result, self.clock
        if result is None or result.reason != CLOCK or clock is None or not clock.control.is_live:
            return False
        return any(clock.left[seat] for seat, colour in enumerate(self.match.seating) if colour != result.winner)

    @cached_property
    def concerns(self) -> frozenset[str]:
        """Who has to do with the game: whoever sits there or is asked to, and `LISTED`; for `Hub.publish`."""
        found = {seat.person for seat in self.seats if seat.person}
        return frozenset(found | {LISTED} if self.listed else found)

    @cached_property
    def crews(self) -> Mapping[str, str]:
        """The people at this table, each with the colours that they play, in turn order."""
        found: dict[str, str] = {}
        for colour in self.match.game.colours:
            seat = self.seat_of(colour)
            if seat.kind == "person" and seat.person:
                found[seat.person] = found.get(seat.person, "") + colour
        return found

    @cached_property
    def _places(self) -> Mapping[str, tuple[int, ...]]:
        """The same with the numbers of their seats."""
        return {person: tuple(sorted(map(self.match.seat, colours))) for person, colours in self.crews.items()}

    @cached_property
    def people(self) -> Collection[str]:
        """The people at this table; a game between computers is up to whoever opened it."""
        return (self.owner,) if self.is_watched else self.crews.keys()

    @property
    def host(self) -> str:
        """The first person at this table, for whom computers think here."""
        seated = (seat.person for seat in self.seats if seat.kind == "person" and seat.person)
        return next(seated, self.owner if self.is_watched else "")

    @cached_property
    def ids(self) -> list[Ids]:
        """Which token stands where before each act and after the last."""
        return follow(self.match)

    def inherit(self, before: Table) -> None:
        """Take over what is known of the table before it: of the acts they have in common, and who sits there."""
        known, mine = vars(before), vars(self)
        acts_only = len(self.marks) == len(before.marks)
        if "ids" in known:
            # Others may have taken back and played on meanwhile.
            common = len(before.doers) if acts_only else self.common(before.version)
            mine["ids"] = follow(self.match, before.ids[: common + 1])
        if self.seats == before.seats and self.match.standing().seats == before.match.standing().seats:
            for name in _ABOUT_PEOPLE:
                if name in known:
                    mine[name] = known[name]
            if acts_only and self.ratings == before.ratings:
                mine["memory"] = before.memory
                if known.get("is_beginning") is False:
                    mine["is_beginning"] = False

    def then(self, **changes: Any) -> Table:
        """The table after something, without what was worked out of this one: `replace`, at a third of its cost."""
        found = object.__new__(Table)
        mine = vars(found)
        mine.update(vars(self))
        for name in _WORKED_OUT:
            mine.pop(name, None)
        mine.update(changes)
        found._work_out()
        return found

    def common(self, version: int) -> int:
        """How many acts from the first on stood at an earlier version already, and are told the same ever since."""
        stands = len(self.match)
        for mark in reversed(self.marks):
            if mark.number < version:
                return min(stands, mark.ply + version - mark.number - 1)
            stands = min(stands, mark.kept)
        return 0

    def last_move_of(self, person: str) -> int | None:
        """The ply that somebody may take back to or ask for, None if there is none.

        A game that is over stays so, its seed is out. With others at the table nobody takes back a die that was seen,
        nor asks again what was refused; what somebody's browser has added to is not rolled anew for anybody.
        """
        if self.is_over or self.is_waiting_for_people or self.is_adjourned or self.wish is not None:
            return None
        mine, alone = self.seats_of(person), len(self.people) == 1
        match, doers = self.match, self.doers
        for ply in range(len(doers) - 1, self.given - 1, -1) if mine else ():
            then = match.standing(ply + 1)
            if then.move is None:
                if then.act in PARTING:  # whoever has left, or had no time left, has gone for good
                    return None
                continue
            if then.move.roll is not None and (not alone or ply in self.salts):
                return None
            if doers[ply] in mine:
                return None if doers[ply] in self.denied else ply
        return None

    def seat_of(self, colour: str) -> Seat:
        """Where a colour sits; in the chooser opening that is known for good only after the choice."""
        return self.seats[self.match.seat(colour)]

    def colours_of(self, person: str | None) -> str:
        """The colours that a person plays, in turn order."""
        return self.crews.get(person, "") if person else ""

    def seats_of(self, person: str | None) -> tuple[int, ...]:
        """The numbers of a person's seats."""
        return self._places.get(person, ()) if person else ()

    def at(self, ply: int) -> Match:
        """The match as it was after so many acts, as a copy."""
        if not 0 <= ply <= len(self.match):
            raise OptionError("ply", most=len(self.match), came=shown(ply))
        return self.match.until(ply)

    def taken_back_since(self, version: int) -> int | None:
        """At which version something was first taken back since somebody saw the game at one; None if nothing was."""
        for number in self.takebacks:
            if number >= version:
                return number
        return None


_WORKED_OUT = tuple(name for name, one in vars(Table).items() if isinstance(one, cached_property))
# What was worked out and holds while the same sit there.
_ABOUT_PEOPLE = ("crews", "_places", "people", "concerns", "is_watched")
