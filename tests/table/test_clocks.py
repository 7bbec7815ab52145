"""Clocks as values: what each act, pause and vacation makes of them, compared with counting every second by itself."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kidd.errors import OptionError
from kidd.table.clocks import AWAY, DAY, FIRST, HOUR, LAG, MINUTE, SECOND, Clock, Deadline, TimeControl

pytestmark = pytest.mark.once

START = datetime(2026, 11, 16, 12, 0, tzinfo=UTC)
BLITZ = TimeControl(300 * SECOND, 5 * SECOND)
POST = TimeControl(per_move=3 * DAY)


def later(seconds: float) -> datetime:
    """So many seconds after the start."""
    return START + timedelta(seconds=seconds)


def under_way(control: TimeControl = BLITZ, seats: int = 2) -> Clock:
    """A game in which everybody has moved once, at the start, and the first one's time goes by."""
    clock = Clock.set_up(control, [True] * seats).turn(START, 0)
    for seat in range(seats):
        clock = clock.act(START, (seat + 1) % seats, seat, moved=True)
    return clock


def test_controls_as_text():
    """Seconds and what a move adds, days per move, or nothing; what is written is read again."""
    assert TimeControl.parse("") is None
    assert TimeControl.parse("300+5") == BLITZ
    assert TimeControl.parse("3d") == POST
    for text in ("30+0", "10800+180", "1d", "14d", "60+1"):
        assert str(TimeControl.parse(text)) == text


@pytest.mark.parametrize(
    "text",
    ["300", "+5", "300+", "29+0", "10801+0", "60+181", "0d", "15d", "-3d", "3D", "３d", " 300+5", "9" * 500, "5+5d"],
)
def test_other_texts(text: str):
    """They are refused with what was expected."""
    with pytest.raises(OptionError, match="time: expected"):
        TimeControl.parse(text)


def test_no_time_before_everybody_has_acted():
    """The first acts take no time, but each has to come in two minutes; then the first player's time goes by."""
    clock = Clock.set_up(BLITZ, [True, True]).turn(START, 0)
    assert clock.deadline == Deadline(START + timedelta(milliseconds=FIRST), 0, "first")
    clock = clock.act(later(60), 1, 0, moved=True)
    assert clock.deadline == Deadline(later(60 + 120), 1, "first")
    assert clock.act(later(100), 1, 0, moved=False).deadline == clock.deadline  # a word of another buys no time
    clock = clock.act(later(170), 0, 1, moved=True)
    assert clock.left == (BLITZ.base, BLITZ.base)
    assert (clock.is_started, clock.falls) == (True, later(170 + 300))


def test_a_move_costs_time_and_adds_some():
    """What was used is gone, what each move adds is there, and the other's time goes by."""
    clock = under_way().act(later(7), 1, 0, moved=True)
    assert clock.left == (298 * SECOND, 300 * SECOND)
    assert (clock.running, clock.has(1, later(17)), clock.has(0, later(17))) == (1, 290 * SECOND, 298 * SECOND)


def test_words_add_nothing():
    """An offer of a draw leaves the time to whoever is to move; a claim is answered in the other's time."""
    clock = under_way().act(later(4), 0, 0, moved=False)
    assert (clock.left[0], clock.running, clock.falls) == (296 * SECOND, 0, later(300))
    claimed = clock.act(later(5), 1, 0, moved=False)
    answered = claimed.act(later(8), 0, 1, moved=False)
    assert answered.left == (295 * SECOND, 297 * SECOND)


def test_lag_is_forgiven_of_ones_own_moves():
    """The way over the network counts on nobody's clock; it never adds time."""
    clock = under_way()
    assert clock.act(later(2), 1, 0, moved=True, lag=400).left[0] == 303 * SECOND + 400
    assert clock.act(later(0.2), 1, 0, moved=True, lag=400).left[0] == 305 * SECOND
    assert clock.act(later(2), 0, 1, moved=False, lag=400).left[0] == 298 * SECOND


def test_time_is_up():
    """At zero, though it is settled only when no move can be on its way any more."""
    clock = under_way()
    assert clock.deadline == Deadline(later(300) + timedelta(milliseconds=LAG), 0, "time")
    assert not clock.is_up(later(300))
    assert clock.is_up(later(300.1))
    assert not clock.is_up(later(300.1), lag=100)
    assert clock.has(0, later(999)) == 0


def test_days_are_for_each_move():
    """Whoever has moved has all their days again; words do not count."""
    clock = under_way(POST)
    clock = clock.act(later(86_400), 0, 0, moved=False)
    assert clock.left[0] == 2 * DAY
    clock = clock.act(later(2 * 86_400), 1, 0, moved=True)
    assert clock.left == (3 * DAY, 3 * DAY)
    assert clock.falls == later(5 * 86_400)
    assert clock.reminder == later(5 * 86_400 - 12 * 3600)
    assert TimeControl.parse("1d").short == 6 * HOUR  # type: ignore[union-attr]


def test_a_takeback_gives_no_time_back():
    """What was used stays used."""
    clock = under_way().act(later(10), 1, 0, moved=True).turn(later(30), 0)
    assert clock.left == (295 * SECOND, 280 * SECOND)
    assert (clock.running, clock.since) == (0, later(30))


def test_days_after_a_takeback():
    """Whoever is to move then has all their days for it, be it who took back or who has let them."""
    clock = under_way(POST).act(later(10), 1, 0, moved=True).turn(later(86_400), 0)
    assert clock.act(later(86_500), 1, 0, moved=True).left == (3 * DAY, 3 * DAY)


@pytest.mark.parametrize("control", [BLITZ, POST])
def test_a_word_as_first_act(control: TimeControl):
    """What went by before it was free: the clocks run from then on."""
    clock = Clock.set_up(control, [True, True]).turn(START, 0).act(later(1), 1, 0, moved=True)
    clock = clock.act(later(101), 1, 1, moved=False)
    assert clock.is_started
    used = 0 if control.is_live else 100  # days are for the whole move
    assert clock.falls == later(101 - used) + timedelta(milliseconds=control.whole)


@pytest.mark.parametrize("control", [BLITZ, POST])
def test_the_time_for_a_first_act(control: TimeControl):
    """A time without a server is not counted there either; what went by before it is."""
    first = timedelta(milliseconds=control.first)
    clock = Clock.set_up(control, [True, True]).turn(START, 0).outage(later(90), later(150))
    assert clock.falls == later(60) + first
    assert clock.outage(later(170), later(200)).falls == later(90) + first
    assert clock.outage(later(148), later(200)).falls == later(110) + first  # the end of one in the next
    moved = clock.act(later(145), 1, 0, moved=True)
    assert moved.falls == later(150) + first  # for the other, too, it counts from the end of the pause


def test_vacation_before_the_first_move():
    """What was used of the first move stays used, however often one goes and comes back."""
    clock = Clock.set_up(POST, [True, True]).turn(START, 0).vacation(0, later(86_400), later(5 * 86_400))
    assert clock.falls == later(7 * 86_400)
    assert clock.vacation(0, later(2 * 86_400), later(2 * 86_400)).falls == later(4 * 86_400)


def test_five_seconds_to_come_back_are_for_all():
    """Whoever moves at once after a time without a server does not let the other's clock run before."""
    clock = under_way().outage(later(10), later(40)).act(later(36), 1, 0, moved=True)
    assert (clock.left, clock.falls) == ((295 * SECOND, 300 * SECOND), later(340))


def test_a_computer_has_no_clock():
    """Its turn takes nobody's time, and a seat that it has taken over is not away any more."""
    clock = under_way(seats=3).gone(1, later(1)).seat(1, timed=False).act(later(2), 1, 0, moved=True)
    assert (clock.left[1], clock.falls, clock.deadline) == (None, None, None)
    assert clock.act(later(9), 2, 1, moved=True).falls == later(9 + 300)


def test_whoever_leaves_is_lost_after_a_minute():
    """Unless they come back, or their time is up earlier."""
    clock = under_way().gone(1, later(20))
    assert clock.deadline == Deadline(later(20) + timedelta(milliseconds=AWAY), 1, "away")
    assert clock.gone(1, None).deadline == under_way().deadline
    assert under_way().gone(1, later(290)).deadline == under_way().deadline


def test_an_end_stops_all():
    """Nothing is due any more."""
    clock = under_way().gone(1, later(2)).act(later(3), None, 0, moved=True)
    assert (clock.running, clock.since, clock.deadline) == (None, None, None)


def test_vacation():
    """The clock stands until its end, in the next turns, too; whoever comes back early goes on at once."""
    clock = under_way(POST)
    gone = clock.vacation(0, later(86_400), later(10 * 86_400))
    assert gone.falls == later(12 * 86_400)
    assert gone.vacation(0, later(2 * 86_400), later(2 * 86_400)).falls == later(4 * 86_400)
    moved = gone.act(later(2 * 86_400), 1, 0, moved=True).act(later(3 * 86_400), 0, 1, moved=True)
    assert moved.falls == later(13 * 86_400)
    assert clock.vacation(1, later(5), later(86_400)).falls == clock.falls


def test_red_when_short():
    """An eighth of the time, but no less than ten seconds, nor more than a minute."""
    assert [TimeControl(base * SECOND).short for base in (30, 300, 3600)] == [10 * SECOND, 37_500, MINUTE]


@dataclass
class Tally:
    """Every second by itself: whose it was, and whether it counted."""

    seats: int
    used: list[int] = field(default_factory=list)
    runs: int = 0
    now: int = 0
    piece: int = 0
    """Seconds that count since something happened last."""
    uncounted_until: int = 0
    still: int = 0
    """Until when nothing counts on any clock."""

    def __post_init__(self) -> None:
        self.used = [0] * self.seats

    def wait(self, seconds: int) -> None:
        """Time goes by."""
        for _ in range(seconds):
            self.piece += self.now >= self.uncounted_until
            self.now += 1

    def charge(self, lag: int = 0) -> None:
        """What went by belongs to whoever's time it was."""
        self.used[self.runs] += max(0, self.piece - lag)
        self.piece = 0


happenings = st.lists(
    st.tuples(
        st.integers(0, 9),
        st.sampled_from(["move", "move", "move", "word", "other word", "outage", "back", "takeback"]),
        st.integers(0, 12),
    ),
    max_size=40,
)


@given(happenings, st.integers(2, 3))
def test_the_fold_is_what_counting_gives(script: list[tuple[int, str, int]], seats: int):
    """Whatever happens in whatever order, each has what they had and what was added, less the seconds that count."""
    control = TimeControl(5000 * SECOND, 3 * SECOND)
    clock, tally, moves, free = under_way(control, seats), Tally(seats), [0] * seats, [0] * seats
    for wait, kind, size in script:
        tally.wait(wait)
        at, runs = later(tally.now), tally.runs
        if kind == "move":
            tally.charge(lag=size)
            moves[runs] += 1
            tally.runs = (runs + 1) % seats
            tally.uncounted_until = max(free[tally.runs], tally.still)
            clock = clock.act(at, tally.runs, runs, moved=True, lag=size * SECOND)
        elif kind in ("word", "other word"):
            by = runs if kind == "word" else (runs + 1) % seats
            tally.charge(lag=size if by == runs else 0)
            clock = clock.act(at, runs, by, moved=False, lag=size * SECOND)
        elif kind == "outage":  # that began when something happened last, or after it
            lost = min(size, tally.piece)
            tally.piece -= lost
            tally.charge()
            tally.still = tally.now + 5
            tally.uncounted_until = max(tally.uncounted_until, tally.still)
            clock = clock.outage(later(tally.now - lost), later(tally.now + 5)).turn(at, runs)
        elif kind == "back":
            tally.charge()
            free[runs] = tally.now + size
            tally.uncounted_until = max(tally.now + size, tally.still)
            clock = clock.vacation(runs, at, later(tally.now + size)).turn(at, runs)
        else:
            tally.charge()
            tally.runs = size % seats
            if tally.runs != runs:
                tally.uncounted_until = max(free[tally.runs], tally.still)
            clock = clock.turn(at, tally.runs)
    tally.charge()
    found = [clock.has(seat, later(tally.now)) for seat in range(seats)]
    assert found == [(5000 + 3 * moves[seat] - tally.used[seat]) * SECOND for seat in range(seats)]
