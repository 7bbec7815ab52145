"""A machine's clock that a run of faults puts forward and back: a number of seconds in a file that all servers map."""

from __future__ import annotations

import mmap
import struct
from datetime import UTC, datetime, timedelta
from pathlib import Path

from kidd.table.moments import WATCH

SIZE = struct.calcsize("d")


class SharedClock:
    """How far the clock is from the real one; every process that maps the file sees a jump at once."""

    def __init__(self, file: Path) -> None:
        if not file.exists():
            file.write_bytes(struct.pack("d", 0.0))
        with file.open("r+b") as opened:
            self._held = mmap.mmap(opened.fileno(), SIZE)

    @property
    def ahead(self) -> float:
        """Seconds."""
        found: float = struct.unpack("d", self._held[:SIZE])[0]
        return found

    def jump(self, seconds: float) -> None:
        """Put the clock forward, or back."""
        self._held[:SIZE] = struct.pack("d", self.ahead + seconds)

    def set_watch(self) -> None:
        """Let the table of this process go by it."""
        WATCH.read = lambda: datetime.now(UTC) + timedelta(seconds=self.ahead)
