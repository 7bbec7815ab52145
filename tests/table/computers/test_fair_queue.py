from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from random import Random
from time import monotonic

import pytest

import kidd
from kidd.table.computers.fair_queue import FORGETFUL, SHARE, Clock, FairQueue, Ticket
from kidd.table.computers.jobs import HintQuestion, MatchRecord, MoveQuestion, NoteQuestion
from kidd.table.computers.lanes import ALL, QUICK_ONLY, SOMETIME, SOON, URGENT, Lane, lane_of
from kidd.table.computers.worker_pipe import Thought
from kidd.table.errors import TooMany

pytestmark = pytest.mark.once

START = MatchRecord.of(kidd.Match("LC"))


def move(person: str, share: str = "", level: int = 8) -> Ticket:
    """Somebody waits for a computer's move."""
    return Ticket(Thought(MoveQuestion(START, level, 1)), URGENT, person, share)


def hint(person: str, share: str = "") -> Ticket:
    """Somebody waits for a hint."""
    return Ticket(Thought(HintQuestion(START, 0.5)), SOON, person, share)


def note(person: str) -> Ticket:
    """Somebody waits for an analysis."""
    return Ticket(Thought(NoteQuestion(START, 0, 2.0)), SOMETIME, person)


def served(queue: FairQueue, seconds: float | None = None, lanes: frozenset[Lane] = ALL) -> Ticket:
    """What a single worker thinks about next, and has thought about: so long, or as long as was guessed."""
    ticket = queue.take(lanes)
    assert ticket is not None
    queue.settle(ticket, ticket.guess if seconds is None else seconds)
    return ticket


def order(queue: FairQueue, number: int) -> list[str]:
    """Whose questions are answered next."""
    return [served(queue).person for _ in range(number)]


def filled(*tickets: Ticket) -> FairQueue:
    """A queue in which these wait."""
    queue = FairQueue()
    for ticket in tickets:
        queue.add(ticket)
    return queue


def beside_newcomers(queue: FairQueue, honest: Ticket, newcomers: Iterator[Ticket]) -> int:
    """How many are thought for before somebody, while newcomers come half as often again as anybody is answered."""
    queue.add(honest)
    for number in range(10_000):
        for _ in range(1 + number % 2):
            queue.add(next(newcomers))
        if served(queue) is honest:
            return number
    return 10_000


def test_newcomers_of_one_address_share():
    """Half as many again as there is time for, each under a new name: somebody else is the next or the one after."""
    queue = FairQueue()
    newcomers = (move(f"new {number}", "@1") for number in range(100_000))
    queue.add(next(newcomers))
    assert max(beside_newcomers(queue, move("honest", "@2"), newcomers) for _ in range(50)) <= 1


def test_newcomers_of_many_addresses_do_not_come_first_for_ever():
    """Each of them is new, and begins at the present: who waits comes when those are served who had come before."""
    queue = FairQueue()
    newcomers = (move(f"new {number}") for number in range(100_000))
    for _ in range(20):
        queue.add(next(newcomers))
    waits = [beside_newcomers(queue, move("honest"), newcomers) for _ in range(5)]
    assert max(waits) < 1000
    assert waits[0] <= 20


def test_seconds_are_counted_and_not_questions():
    """Who asks what takes long is answered less often."""
    queue, spent = FairQueue(), Counter[str]()
    queue.add(move("long"))
    queue.add(move("short"))
    for _ in range(2000):
        ticket = queue.take(ALL)
        assert ticket is not None
        seconds = 3.0 if ticket.person == "long" else 0.1
        spent[ticket.person] += round(10 * seconds)
        queue.settle(ticket, seconds)
        queue.add(move(ticket.person))
    assert abs(spent["long"] - spent["short"]) <= 60


def test_nobody_saves_up():
    """Who was away while another had all the time is owed nothing of it."""
    queue = FairQueue()
    queue.add(move("steady"))
    for _ in range(100):
        queue.add(move("steady"))
        assert served(queue).person == "steady"
    for _ in range(10):
        queue.add(move("steady"))
        queue.add(move("back"))
    assert Counter(order(queue, 10)) == {"steady": 5, "back": 5}


def test_people_of_one_address_share_fairly():
    """Who has one question does not wait for all of who has many, though both come from one place."""
    queue = filled(*(move("greedy", "@1") for _ in range(20)), move("modest", "@1"), move("other", "@2"))
    assert order(queue, 3) == ["greedy", "other", "modest"]


def test_of_ones_own_the_quick_ones_come_first():
    """Level 7 before level 8."""
    queue = filled(move("ann"), move("ann", level=7), move("ann"))
    assert [served(queue).guess for _ in range(3)] == [0.1, 1.0, 1.0]


def test_quick_ones_have_a_lane_of_their_own():
    """A worker for them takes nothing else, and one that takes everything takes them first."""
    queue = filled(*(move(f"new {number}") for number in range(5)), move("honest", level=1))
    assert served(queue, lanes=QUICK_ONLY).person == "honest"
    assert queue.take(QUICK_ONLY) is None
    queue.add(move("honest", level=6))
    assert served(queue).person == "honest"


def test_long_games_are_not_quick():
    """To replay them takes longer than a low level thinks."""
    record = START._replace(acts=("pass",) * 1660)
    assert lane_of(MoveQuestion(START, 1, 1)) is Lane.QUICK
    assert lane_of(MoveQuestion(record, 1, 1)) is Lane.MOVES


def test_no_lane_stands_still():
    """Where all are full, moves get most of the time, but neither hints nor studies get none of it."""
    queue, spent = FairQueue(), Counter[Lane]()
    make = [lambda: move("a", level=1), lambda: move("a"), lambda: hint("a"), lambda: note("a")]
    for one in make:
        queue.add(one())
    for _ in range(20_000):
        ticket = served(queue)
        spent[ticket.lane] += round(100 * ticket.guess)
        queue.add(next(made for one in make if (made := one()).lane is ticket.lane))
    parts = {lane: round(41 * seconds / spent.total()) for lane, seconds in spent.items()}
    assert parts == {Lane.QUICK: 16, Lane.MOVES: 16, Lane.HINTS: 8, Lane.STUDIES: 1}


def test_a_move_hardly_waits_for_studies():
    """It comes next, though a study waits for much longer."""
    queue = filled(*(note(f"student {number}") for number in range(30)))
    for _ in range(10):
        served(queue)
    queue.add(move("player"))
    assert order(queue, 1) == ["player"]


class TestPlacesOfOneAddress:
    """Guests of one address have some places in a lane together, and fair parts of these."""

    @staticmethod
    def crowded(*people: str, clock: Callable[[], float] = monotonic) -> FairQueue:
        """A queue in which these people of one address have all its places for hints, in turn."""
        queue = FairQueue(clock=clock)
        places = queue.places(Lane.HINTS) // SHARE
        for number in range(places):
            queue.add(hint(people[number % len(people)], "here"))
        assert queue.sated(Lane.HINTS) == {"here"}
        return queue

    def test_who_has_several_makes_way(self):
        queue = self.crowded("a", "b", "c")
        honest = hint("d", "here")
        dropped = queue.find_room(honest)
        assert dropped is not None
        assert dropped.person in ("a", "b", "c")
        queue.add(honest)
        assert queue.sated(Lane.HINTS) == {"here"}

    def test_who_was_answered_lately_makes_way(self):
        """However often a dozen of them ask, somebody who asks now and then is answered most of the time."""
        crowd = [f"guest {number}" for number in range(12)]
        queue, answered = self.crowded(*crowd), []
        for turn in range(300):
            for person in (*crowd, *(["honest"] if turn % 20 == 10 else [])):  # whoever has no place asks again
                with suppress(TooMany):
                    dropped = queue.find_room(one := hint(person, "here"))
                    queue.add(one)
                    assert dropped is None or dropped.person != person
            answered.append(served(queue, 0.5).person)
        assert answered.count("honest") >= 10  # of 15; it was none when a place that had become free was all there was

    def test_who_asks_without_pause_makes_way(self):
        """Five for each place ask over and over, two at a time; who asks now and then is answered all the same."""
        crowd, random, moment = [f"guest {number}" for number in range(60)], Random(1), [0.0]
        queue, answered, asked = self.crowded(*crowd, clock=lambda: moment[0]), list[str](), 0
        for turn in range(300):
            moment[0] = 0.5 * turn
            for person in random.sample(crowd, 60) * 2:
                self.asks(queue, person, 2)
            if turn % 20 == 0:
                asked += 1
                self.asks(queue, "honest", 1)
            answered.append(served(queue, 0.5).person)
        assert answered.count("honest") >= asked - 1 == 14

    @pytest.mark.parametrize("loud", [0, 3])
    def test_who_was_refused_comes_next(self, loud: int):
        """A class asks every three seconds for more than there is time for; some ask 20 times a second besides."""
        quiet, noisy = [f"quiet {number}" for number in range(30)], [f"loud {number}" for number in range(loud)]
        given = self.lesson(quiet, noisy, seconds=240)
        least, *_, most = sorted(given[person] for person in quiet)
        assert 6 <= least <= most <= 9
        assert all(given[person] <= least for person in noisy)

    @staticmethod
    def lesson(quiet: list[str], loud: list[str], seconds: int) -> Counter[str]:
        """How often each is answered, where a hint takes a second, and whoever has theirs or none asks again soon."""
        tick, now, random, given = 0.05, [0.0], Random(2), Counter[str]()
        queue, waits = FairQueue(clock=lambda: now[0]), dict[str, Ticket]()
        pause = dict.fromkeys(quiet, 3.0) | dict.fromkeys(loud, tick)
        again = {person: random.random() * 2 for person in pause}

        def ends(person: str) -> None:
            again[person] = now[0] + pause[person]
            waits.pop(person, None)

        for turn in range(round(seconds / tick)):
            now[0] = turn * tick
            for person in random.sample(list(pause), len(pause)):
                if person in waits or again[person] > now[0]:
                    continue
                try:
                    dropped = queue.find_room(one := hint(person, "here"))
                except TooMany:
                    ends(person)
                    continue
                if dropped is not None:
                    ends(dropped.person)
                queue.add(one)
                waits[person] = one
            if turn % 20 == 19 and queue.waiting():
                ends(person := served(queue, 1.0).person)
                given[person] += 1
        return given

    @staticmethod
    def asks(queue: FairQueue, person: str, most: int) -> None:
        """Ask, unless so many of one's own wait."""
        if sum(one.person == person for one in queue.waiting(Lane.HINTS)) < most:
            with suppress(TooMany):
                queue.find_room(one := hint(person, "here"))
                queue.add(one)

    def test_nobody_makes_way_for_themselves_or_for_as_much(self):
        queue = self.crowded("a")
        with pytest.raises(TooMany):
            queue.find_room(hint("a", "here"))
        places = queue.places(Lane.HINTS) // SHARE
        queue = self.crowded(*(f"guest {number}" for number in range(places)))
        with pytest.raises(TooMany):
            queue.find_room(hint("late", "here"))

    def test_moves_make_way_for_nobody(self):
        """They wait in the database, and are not dropped."""
        queue = FairQueue()
        while "here" not in queue.sated(Lane.MOVES):
            queue.add(move("a", "here"))
        with pytest.raises(TooMany):
            queue.find_room(move("b", "here"))


def test_what_is_dropped_is_not_charged():
    """As if it had not been asked."""
    dropped = move("ann")
    queue = filled(dropped, move("ann"), move("bea"))
    dropped.thought.cancel()
    assert [one.person for one in queue.waiting()] == ["ann", "bea"]
    queue.add(move("ann"))
    assert order(queue, 3) == ["ann", "bea", "ann"]
    assert queue.take(ALL) is None
    assert queue.waiting() == []


def test_what_is_remembered_has_an_end():
    """Of ten thousand who came and went only those are remembered who are still ahead of the present."""
    clock = Clock()
    clock.enter("steady")
    for number in range(10_000):
        clock.enter(number)
        clock.charge(number, 1.0)
        clock.go_on(1.0)
        clock.leave(number)
    assert len(clock) <= FORGETFUL + 4
    clock.leave("steady")
    assert (len(clock), clock.is_idle) == (0, True)
