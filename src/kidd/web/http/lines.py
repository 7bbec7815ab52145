"""The straight line to a page: what its socket's protocol does at once, without the layers between it and the app.

A server of another kind gives none; then everything goes through those.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from starlette.types import Scope

LINE = "kidd.line"  # where the scope of a socket has it


class Line(Protocol):
    """One open socket."""

    def say(self, text: bytes) -> bool:
        """Send a text now; False where that would have to wait, or nobody is there any more."""
        ...

    def hear(self, heard: Callable[[str], bool] | None) -> None:
        """Have texts told in the call that brings them; where `heard` says False, they go on to the app."""
        ...

    def leave(self, text: str) -> None:
        """Let a text go on to the app after all that was taken."""
        ...

    def measure(self, told: Callable[[float], None]) -> None:
        """Have the seconds told that the way there and back takes: now, and with every ping from now on."""
        ...


def line_of(scope: Scope) -> Line | None:
    """The line of a socket."""
    found: Line | None = scope.get(LINE)
    return found
