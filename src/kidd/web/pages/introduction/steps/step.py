"""What an introduction is made of: a few positions, in each of which one move is to be made."""

from __future__ import annotations

from typing import NamedTuple


class Step(NamedTuple):
    """A position, what is told about it, and the move that is asked for."""

    title: str
    text: tuple[str, ...]
    task: str
    position: str
    done: tuple[str, ...]
    """What is told once the move was made."""
    answers: tuple[str, ...] = ()
    """The moves that are asked for; none where any legal move will do."""
    shown: str = ""
    """The one that is shown to those who want to see it, where it is another than the first."""


class Introduction(NamedTuple):
    """The steps of one game, for any number of players."""

    slug: str
    """The descriptor's: where the rules stand."""
    steps: tuple[Step, ...]
