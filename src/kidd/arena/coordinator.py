"""The coordinator: hands out games, writes down what comes back, and stops when enough is known."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ThreadPoolExecutor, wait
from contextlib import closing
from pathlib import Path

from kidd.arena.crews import Crew, GivenExecutor, Here, Processes
from kidd.arena.ledger import Entry, Ledger
from kidd.arena.play import PlayedGame, close_player, make_named_player, play_game
from kidd.arena.reporting import Report, SequentialTest, report
from kidd.arena.spec import ArenaError, Spec
from kidd.arena.statistics import Sprt
from kidd.errors import OptionError, shown

MOST_DEATHS = 5  # so many deaths of workers in a row, with no game finished in between, are no accident

OnGame = Callable[[Entry, Mapping[int, Entry]], None]


def run(
    spec: Spec,
    *,
    folder: str | os.PathLike[str] | None = None,
    executor: Executor | Crew | None = None,
    sprt: Sprt | None = None,
    on_game: OnGame | None = None,
) -> Report:
    """Play what is missing of a run and report on all of it.

    With a folder, every game that `on_game` was told of is on the disk, and the same call goes on where a stopped or
    crashed one was; a longer run of the same description may follow a shorter one. `on_game` gets each new game and all
    that there are so far. Without an executor the games are played by processes, one for each core; if a player is an
    object of one's own, by this process, one after the other.
    """
    if sprt is not None and not isinstance(sprt, Sprt):
        raise OptionError("sprt-kind", came=shown(sprt))
    for name in spec.players:
        if name not in spec.own:
            close_player(make_named_player(name, 0))  # refuse what cannot play before anything is written
    crew = _find_crew(spec, executor)
    with Ledger(spec, None if folder is None else Path(folder)) as ledger, closing(crew):
        _Coordinator(spec, ledger, crew, sprt, on_game).run()
        return report(spec, ledger.entries, sprt)


def _find_crew(spec: Spec, executor: Executor | Crew | None) -> Crew:
    if spec.own and not isinstance(executor, ThreadPoolExecutor | Here | None):
        raise ArenaError("own-elsewhere", names=", ".join(spec.own))
    if isinstance(executor, Executor):
        return GivenExecutor(executor)
    return executor or (Here() if spec.own else Processes())


def report_on(spec: Spec, folder: str | os.PathLike[str], sprt: Sprt | None = None) -> Report:
    """The report on a run as far as it went; nothing is played."""
    with Ledger(spec, Path(folder)) as ledger:
        return report(spec, ledger.entries, sprt)


class _Coordinator:
    """Keeps as many games under way as the crew can take."""

    def __init__(self, spec: Spec, ledger: Ledger, crew: Crew, sprt: Sprt | None, on_game: OnGame | None) -> None:
        self._spec, self._ledger, self._crew, self._on_game = spec, ledger, crew, on_game
        self._test = SequentialTest(spec, sprt) if sprt else None
        self._missing = deque(number for number in range(spec.total) if number not in ledger.entries)
        self._under_way: dict[Future[PlayedGame], int] = {}
        self._deaths = 0

    def run(self) -> None:
        while (self._missing or self._under_way) and not self._is_decided():
            self._hand_out()
            done, _ = wait(self._under_way, timeout=1.0, return_when=FIRST_COMPLETED)
            self._take(done)
        for future in self._under_way:
            future.cancel()

    def _is_decided(self) -> bool:
        return self._test is not None and self._test.verdict(self._ledger.entries) != "undecided"

    def _hand_out(self) -> None:
        ahead = self._crew.ahead
        while self._missing and len(self._under_way) < ahead:
            number = self._missing.popleft()
            try:
                future = self._crew.executor().submit(play_game, self._spec, number)
            except BrokenExecutor:
                self._lose([number])
                return
            self._under_way[future] = number

    def _take(self, done: Iterable[Future[PlayedGame]]) -> None:
        lost = []
        for future in sorted(done, key=self._under_way.__getitem__):
            number = self._under_way.pop(future)
            try:
                game = future.result()
            except self._crew.lost:
                lost.append(number)
                continue
            self._deaths = 0
            entry = self._ledger.add(game)
            if entry is not None and self._on_game:
                self._on_game(entry, self._ledger.entries)
        if lost:
            self._lose(lost)

    def _lose(self, lost: list[int]) -> None:
        """Whoever played is gone: the games that went with them are played again by others."""
        self._deaths += 1
        if self._deaths >= MOST_DEATHS:
            raise ArenaError("deaths", number=min(lost) + 1)
        if self._crew.renew():
            # What was finished in time counts; all other games were lost with those who played them.
            finished = [future for future in self._under_way if future.done() and not future.exception()]
            self._take(finished)
            lost += self._under_way.values()
            self._under_way.clear()
        self._missing = deque(sorted([*lost, *self._missing]))
