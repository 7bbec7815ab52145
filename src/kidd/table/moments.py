"""What time it is for the whole table: the one place that asks, so that tests can have their own."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta


class Watch:
    """Where the time comes from; `read` may be replaced."""

    def __init__(self) -> None:
        self.read: Callable[[], datetime] = _of_this_machine

    def go_on(self, by: timedelta) -> None:
        """From here on it is later by so much than it would be."""
        before = self.read
        self.read = lambda: before() + by


def _of_this_machine() -> datetime:
    return datetime.now(UTC)


class Pulse:
    """Whether those who keep the time have looked lately: where a machine has slept, nobody acts before they have."""

    def __init__(self) -> None:
        self._is_late: Callable[[], bool] = lambda: False
        self._catch_up: Callable[[], None] = lambda: None

    def keep(self, is_late: Callable[[], bool], catch_up: Callable[[], None]) -> None:
        """From now on somebody keeps the time."""
        self._is_late, self._catch_up = is_late, catch_up

    def is_late(self) -> bool:
        """Whether they should have looked, by far."""
        return self._is_late()

    def catch_up(self) -> None:
        """Have them look, and wait until they have."""
        self._catch_up()


WATCH = Watch()
_BELOW = [timedelta(microseconds=number) for number in range(1000)]  # what is less than a millisecond


def now() -> datetime:
    """This moment, as the database keeps it."""
    moment = WATCH.read()
    return moment - _BELOW[moment.microsecond % 1000]
