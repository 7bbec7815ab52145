"""What time it is for the whole table: the one place that asks, so that tests can have their own."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial


class Watch:
    """Where the time comes from; `read` may be replaced."""

    def __init__(self) -> None:
        self.read: Callable[[], datetime] = partial(datetime.now, UTC)

    def go_on(self, by: timedelta) -> None:
        """From here on it is later by so much than it would be."""
        before = self.read
        self.read = lambda: before() + by


WATCH = Watch()
NEVER = datetime.max.replace(tzinfo=UTC)


class Pulse:
    """Whether those who keep the time have looked lately: where a machine has slept, nobody acts before they have."""

    def __init__(self, catch_up: Callable[[], None] = lambda: None) -> None:
        self.late_after = NEVER
        """The moment by the watch until which they should have looked again, by far."""
        self.catch_up = catch_up
        """Has them look, and waits until they have."""

    def is_late(self) -> bool:
        """Whether that is past."""
        return WATCH.read() > self.late_after


BELOW = tuple(timedelta(microseconds=number) for number in range(1000))  # what is less than a millisecond


def now() -> datetime:
    """This moment, as the database keeps it."""
    moment = WATCH.read()
    return moment - BELOW[moment.microsecond % 1000]
