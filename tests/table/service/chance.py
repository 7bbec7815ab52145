"""What the service draws by chance and what time it is there, from a seed for once: so that all happens again."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any
from unittest.mock import patch

from kidd.table.moments import WATCH
from kidd.table.timekeeper import presence, timekeeper
from kidd.web.state import log_entries, whole_state
from tests.table.tides import Tide


@contextmanager
def drawn_from(source: Random) -> Iterator[None]:
    """Ids, tokens, colours and the seeds of dice come from this source, and are secrets no more."""
    drawn: dict[str, Any] = {
        "choice": source.choice,
        "randbelow": source.randrange,
        "token_bytes": source.randbytes,
        "token_hex": lambda size: source.randbytes(size).hex(),
    }
    with patch.multiple(secrets, **drawn):
        yield


@contextmanager
def time_of_its_own() -> Iterator[Tide]:
    """A tide for the whole table, also for those who wait some seconds by the machine's watch."""
    before = WATCH.read
    tide = Tide()

    def monotonic() -> float:
        return (tide.now - tide.first).total_seconds()

    try:
        with patch.object(timekeeper, "monotonic", monotonic), patch.object(presence, "monotonic", monotonic):
            yield tide
    finally:
        WATCH.read = before


def forget_what_was_told() -> None:
    """Let nobody remember how games were told in a world before: from the same seed, theirs have the same ids."""
    for told in (whole_state._parts, log_entries._told):
        told.clear()
