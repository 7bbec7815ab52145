"""Whether two databases hold the same: how many rows a table has, and one number for all that stands in them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple

MODULUS = 1 << 256


class Tally(NamedTuple):
    """The same rows have the same tally, in whatever order they come."""

    rows: int
    digest: str


class Counting:
    """Makes the tally of rows, one after the other, of such values as every database has."""

    def __init__(self) -> None:
        self._rows = 0
        self._sum = 0

    def add(self, row: Sequence[object]) -> None:
        """Count one more."""
        said = json.dumps(list(row), ensure_ascii=False, separators=(",", ":"))
        self._rows += 1
        self._sum += int.from_bytes(sha256(said.encode()).digest(), "big")

    @property
    def tally(self) -> Tally:
        """Of what was added so far."""
        return Tally(self._rows, f"{self._sum % MODULUS:064x}")
