"""Shows on stderr how far a move is: a bar for each thing that is done, where there is a terminal."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from typing import TYPE_CHECKING, Self

from kidd.terminal.speech import current_tongue
from kidd.words.terminal.database import say_doing

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID


class Bars:
    """Called with what is done, how much of it, and how much there is; silent where nobody looks."""

    def __init__(self) -> None:
        self._stack = ExitStack()
        self._progress: Progress | None = None
        self._tasks: dict[str, TaskID] = {}

    def __enter__(self) -> Self:
        if sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

            columns = (TextColumn("{task.description:<20}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
            self._progress = self._stack.enter_context(Progress(*columns, console=Console(stderr=True)))
        return self

    def __exit__(self, *error: object) -> None:
        self._stack.close()

    def __call__(self, doing: str, done: int, all_of_it: int) -> None:
        """Draw it."""
        if self._progress is None:
            return
        if doing not in self._tasks:
            self._tasks[doing] = self._progress.add_task(say_doing(doing, current_tongue()))
        self._progress.update(self._tasks[doing], completed=done, total=all_of_it)
