"""A fair queue: seconds of thinking are shared out among lanes, in each among shares, in each of these among people.

A share is a member, or all guests of one address: identities cost nothing, addresses do. Fairness is by virtual time.
Each has a clock that goes on by what was thought for them, and whose clock is furthest behind comes first. Whoever
begins to wait begins at the present, which goes on by what all were given, divided by how many they are: so nobody
saves up for later, and nobody comes before all others by being new.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from time import monotonic
from typing import Any

from kidd.table import limits
from kidd.table.computers.askers import Askers
from kidd.table.computers.lanes import WEIGHTS, Lane, guess, lane_of
from kidd.table.computers.worker_pipe import Thought
from kidd.table.errors import TooMany

SHARE = 8  # no share fills more than this part of a lane
MAKE_ROOM = frozenset({Lane.HINTS, Lane.LOOKS})  # of whoever has most there; moves and studies wait in the database
FORGETFUL = 64  # people more than those who are here, until it is looked for who can be forgotten


class Clock:
    """The virtual time of those who share something, each by a key."""

    def __init__(self, weights: Mapping[Any, float] | None = None) -> None:
        self._weights = weights or {}
        self._now = 0.0
        self._at: dict[Hashable, float] = {}
        self._here: Counter[Hashable] = Counter()  # questions that wait or are thought about
        self._since: dict[Hashable, int] = {}
        self._count = count()

    def __len__(self) -> int:
        return len(self._at)

    @property
    def is_idle(self) -> bool:
        """Whether nobody is here."""
        return not self._here

    def enter(self, key: Hashable) -> None:
        """Somebody asks, perhaps beside what they have asked already."""
        if key not in self._here:
            self._at[key] = self.now_of(key)
            self._since[key] = next(self._count)
        self._here[key] += 1

    def leave(self, key: Hashable) -> None:
        """A question is answered or dropped."""
        self._here[key] -= 1
        if self._here[key]:
            return
        del self._here[key], self._since[key]
        if not self._here:  # nobody is kept waiting by whatever others had
            self._at.clear()
        elif len(self._at) > 2 * len(self._here) + FORGETFUL:  # whoever is not ahead is as good as new
            self._at = {one: at for one, at in self._at.items() if at > self._now or one in self._here}

    def place(self, key: Hashable) -> tuple[float, int]:
        """What those who are here are ordered by."""
        return self._at[key], self._since[key]

    def now_of(self, key: Hashable) -> float:
        """Somebody's time, be they here or yet to come."""
        return max(self._at.get(key, 0.0), self._now)

    def charge(self, key: Hashable, seconds: float) -> None:
        """Somebody was given some time, or less than was charged before."""
        self._at[key] += seconds / self._weights.get(key, 1.0)

    def go_on(self, seconds: float) -> None:
        """Some time was given to somebody: all that are here would have had their part of it."""
        self._now += seconds / sum(self._weights.get(key, 1.0) for key in self._here)


@dataclass(eq=False)
class Ticket:
    """A question in the queue, and whose it is."""

    thought: Thought
    urgency: int
    person: str = ""
    share: str = ""
    lane: Lane = field(init=False)
    guess: float = field(init=False)
    order: int = 0
    attempts: int = 0
    """That have cost a worker."""

    def __post_init__(self) -> None:
        question = self.thought.question
        self.share = self.share or self.person
        self.lane, self.guess = lane_of(question, self.urgency), guess(question)


class FairQueue:
    """Tickets that wait, and those that are thought about until they are settled; for one thread at a time."""

    def __init__(self, size: int = limits.JOBS, clock: Callable[[], float] = monotonic) -> None:
        self.size = size
        self._clock = clock
        self._order = count()
        self._lanes = Clock(WEIGHTS)
        self._shares = {lane: Clock() for lane in Lane}
        self._people: dict[tuple[Lane, str], Clock] = {}
        self._askers: dict[tuple[Lane, str], Askers] = {}
        self._waiting: dict[Lane, list[Ticket]] = {lane: [] for lane in Lane}

    def waiting(self, lane: Lane | None = None) -> list[Ticket]:
        """The tickets that wait in a lane, or in all, and that somebody still wants."""
        lists = self._waiting.values() if lane is None else (self._waiting[lane],)
        return [one for some in lists for one in some if not one.thought.cancelled()]

    def places(self, lane: Lane) -> int:
        """How many tickets may wait in a lane: moves have twice as many places as anything else."""
        return self.size if lane in (Lane.QUICK, Lane.MOVES) else min(max(self.size // 2, 1), self.size)

    def room(self, lane: Lane) -> int:
        """How many more have a place in a lane."""
        return max(self.places(lane) - len(self.waiting(lane)), 0)

    def sated(self, lane: Lane) -> frozenset[str]:
        """The shares that have all the places they get in a lane."""
        most = max(self.places(lane) // SHARE, 1)
        return frozenset(share for share, number in self.crowd(lane).items() if share and number >= most)

    def find_room(self, ticket: Ticket) -> Ticket | None:
        """Refuse a ticket for which there is no place, or drop and return another one that makes room for it."""
        lane, crowd = ticket.lane, self.crowd(ticket.lane)
        if ticket.share in self.sated(lane):
            return self._find_room_within(ticket)
        if crowd.total() < self.places(lane):
            return None
        greedy, most = crowd.most_common(1)[0] if crowd else ("", 0)
        if lane not in MAKE_ROOM or most < crowd[ticket.share] + 2:
            raise TooMany("thoughts", self.places(lane))
        newest = max((one for one in self.waiting(lane) if one.share == greedy), key=lambda one: one.order)
        self.drop(newest)
        return newest

    def _find_room_within(self, ticket: Ticket) -> Ticket:
        """The same within a share that has all its places: who waits with more, or has had more lately, makes way.

        So whoever was refused comes next. Whoever asks without pause makes way first: each place that becomes free
        would be theirs. It does not help against who comes as somebody else each time: how many of these an address
        may make is bounded.
        """
        others = [one for one in self.waiting(ticket.lane) if one.share == ticket.share]
        waiting, askers = Counter(one.person for one in others), self._askers[ticket.lane, ticket.share]
        askers.asked(ticket.person)

        def has(person: str, more: int = 0) -> tuple[int, bool, int]:
            return waiting[person] + more, *askers.had(person)

        greedy = max(others, key=lambda one: (has(one.person), one.order))
        if ticket.lane not in MAKE_ROOM or has(greedy.person) <= has(ticket.person, 1):
            raise TooMany("thoughts here", len(others))
        self.drop(greedy)
        return greedy

    def crowd(self, lane: Lane) -> Counter[str]:
        """How many tickets of each share wait in a lane."""
        return Counter(one.share for one in self.waiting(lane))

    def add(self, ticket: Ticket) -> None:
        """Let a ticket wait."""
        self._tidy(ticket.lane)
        self._askers.setdefault((ticket.lane, ticket.share), Askers(self._clock))
        ticket.order = next(self._order)
        for clock, key in self._clocks(ticket):
            clock.enter(key)
        self._waiting[ticket.lane].append(ticket)

    def take(self, lanes: Collection[Lane]) -> Ticket | None:
        """The ticket that comes next in some lanes, charged with what it will take by guess; settle it afterwards."""
        heads = [min(self._waiting[lane], key=self._rank) for lane in lanes if self._waiting[lane]]
        if not heads:
            return None
        chosen = min(heads, key=self._end)
        self._waiting[chosen.lane].remove(chosen)
        for clock, key in self._clocks(chosen):
            clock.charge(key, chosen.guess)
        self._askers[chosen.lane, chosen.share].gave(chosen.person)
        return chosen

    def settle(self, ticket: Ticket, seconds: float) -> None:
        """A ticket that was taken has taken so long."""
        for clock, key in self._clocks(ticket):
            clock.charge(key, seconds - ticket.guess)
            clock.go_on(seconds)
        self._leave(ticket)

    def drop(self, ticket: Ticket) -> None:
        """A ticket that waits is no longer wanted."""
        self._waiting[ticket.lane].remove(ticket)
        self._leave(ticket)

    def _tidy(self, lane: Lane) -> None:
        for ticket in [one for one in self._waiting[lane] if one.thought.cancelled()]:
            self.drop(ticket)

    def _leave(self, ticket: Ticket) -> None:
        for clock, key in self._clocks(ticket):
            clock.leave(key)
        among = ticket.lane, ticket.share
        if self._people[among].is_idle:
            del self._people[among], self._askers[among]

    def _clocks(self, ticket: Ticket) -> Iterator[tuple[Clock, Hashable]]:
        """The clocks that a ticket is on, and by which keys."""
        yield self._lanes, ticket.lane
        yield self._shares[ticket.lane], ticket.share
        yield self._people.setdefault((ticket.lane, ticket.share), Clock()), ticket.person

    def _rank(self, ticket: Ticket) -> tuple[tuple[float, int], tuple[float, int], float, int]:
        """Within a lane: by share, by person, and of theirs what is quick."""
        people = self._people[ticket.lane, ticket.share]
        return self._shares[ticket.lane].place(ticket.share), people.place(ticket.person), ticket.guess, ticket.order

    def _end(self, ticket: Ticket) -> tuple[float, Lane]:
        """Among lanes: by when it would be done, so that a large weight and a quick answer come first."""
        at, _ = self._lanes.place(ticket.lane)
        return at + ticket.guess / WEIGHTS[ticket.lane], ticket.lane
