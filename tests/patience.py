"""Waiting for what other threads and processes do: for the event itself, never for a fixed time."""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE = 120.0  # seconds after which nothing is to be expected any more, however busy the machine is


def until(condition: Callable[[], object], what: str = "it") -> None:
    """Wait until the condition holds."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, f"{what} did not come"
        time.sleep(0.005)
