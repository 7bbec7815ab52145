"""Making a set of problems: game after game is played and searched for problems, and a fair mixture of them is kept.

What a game yields depends on the seed and its number alone, and what is kept on the yields in their order. So a set
comes out the same however often its making was broken off and taken up again, and on however many processes.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from functools import lru_cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

from kidd.errors import ProblemError
from kidd.files import replace_contents
from kidd.game import Game, descriptor
from kidd.position import start
from kidd.problems.finding import Finder
from kidd.problems.problem import FORCED, Problem, from_json
from kidd.problems.selfplay import SelfPlay

MOST_OF_A_GAME = 3  # problems that one game may give
APART = 5  # positions of choice between two of them at least: neighbours are the same problem twice
SHARES = {"grade": 0.27, "keep": 0.45, "gain": 0.6, "easy": 0.12, "at-once": 0.1}
"""How much of a set may be of one grade or kind: a single move of the first grade is easy, a capture may be at once."""

OTHER_GAMES = 3  # every third game of Quedah Merchant is a long one, as in those more captives are freed
BEFOREHAND = 4  # games for each process that are under way before the first of them is needed


class Mixture:
    """Keeps problems until there are enough: no image of another, and not too many of a kind."""

    def __init__(self, count: int, kept: Iterable[Problem] = ()) -> None:
        self.count = count
        self.kept = {problem.id: problem for problem in kept}
        self._counted = Counter[object](one for problem in self.kept.values() for one in _classes(problem))

    @property
    def is_full(self) -> bool:
        """Whether there are enough."""
        return len(self.kept) >= self.count

    def add(self, found: Iterable[tuple[int, Problem]]) -> None:
        """Keep what is wanted of what a game gave, the hardest first; each with its place in the game."""
        taken: list[int] = []
        for place, problem in sorted(found, key=lambda one: (-one[1].grade, one[0])):
            near = any(abs(place - other) < APART for other in taken)
            if not near and len(taken) < MOST_OF_A_GAME and not self.is_full and self._is_wanted(problem):
                taken.append(place)
                self.kept[problem.id] = problem
                self._counted.update(list(_classes(problem)))

    def _is_wanted(self, problem: Problem) -> bool:
        if problem.id in self.kept:
            return False
        return all(self._counted[one] < share * self.count for one, share in _classes(problem).items())


def _classes(problem: Problem) -> dict[object, float]:
    """What a problem is counted as, and how large a share of a set that may be."""
    classes: dict[object, float] = {problem.grade: SHARES["grade"]}
    if problem.kind in SHARES:
        classes[problem.kind] = SHARES[problem.kind]
    if problem.length == 1 and problem.grade == 1:
        classes["easy"] = SHARES["easy"]
    if problem.gain and problem.plies <= 3:
        classes["at-once"] = SHARES["at-once"]
    return classes


class Order(NamedTuple):
    """What is to be made: so many problems of a game, from a seed; if wanted only what is proven by force."""

    code: str
    size: int
    seed: int
    forced: bool = False
    beside: tuple[Problem, ...] = ()
    """An older set that is kept whole and counts as part of the size."""


class Progress(NamedTuple):
    """How far a set has come."""

    kept: int
    wanted: int
    games: int


def make(
    order: Order, out: Path, *, processes: int = 1, tell: Callable[[Progress], None] = lambda _: None
) -> tuple[Problem, ...]:
    """Make a set and write it to a file, or go on where it was broken off (in a file beside it, `.part`)."""
    descriptor(order.code)
    part = out.with_name(f"{out.name}.part")
    mixture = Mixture(order.size, map(_prove_better, order.beside))
    head = json.dumps({"game": order.code, "seed": order.seed} | ({"forced": True} if order.forced else {}))
    yields = _read_part(part, head)
    for found in yields:
        mixture.add(found)
    games = len(yields)
    if not part.exists():
        part.write_text(f"{head}\n", "utf-8")
    with part.open("a", encoding="utf-8") as file:
        for found in _search_games(order, games, mixture, processes):
            mixture.add(found)
            games += 1
            file.write(json.dumps([[place, problem.to_json()] for place, problem in found]) + "\n")
            file.flush()
            tell(Progress(len(mixture.kept), order.size, games))
    problems = tuple(sorted(mixture.kept.values(), key=lambda one: (one.grade, one.id)))
    replace_contents(out, "".join(f"{one.to_json()}\n" for one in problems).encode())
    part.unlink()
    return problems


Found = list[tuple[int, Problem]]


def _search_games(order: Order, first: int, mixture: Mixture, processes: int) -> Iterator[Found]:
    """What one game after the other gives, until there is enough."""
    if processes > 1:
        yield from _search_at_once(order, first, mixture, processes)
    number = first
    while not mixture.is_full:
        yield search_game(order.code, order.seed, number, forced=order.forced)
        number += 1


def _search_at_once(order: Order, first: int, mixture: Mixture, processes: int) -> Iterator[Found]:
    """The same in several processes; a few games are always under way."""
    waiting: list[Future[Found]] = []
    number = first
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        while not mixture.is_full:
            while len(waiting) < processes * BEFOREHAND:
                waiting.append(pool.submit(search_game, order.code, order.seed, number, forced=order.forced))
                number += 1
            yield waiting.pop(0).result()
        pool.shutdown(cancel_futures=True)


def search_game(code: str, seed: int, number: int, *, forced: bool = False) -> Found:
    """Every problem of one game, with its place in it."""
    options = _options(code, number)
    game = start(code, **options).game
    play, finder = SelfPlay(game, seed), _finder(game, forced=forced)
    found: dict[str, tuple[int, Problem]] = {}
    for place, pos in enumerate(play.positions(start(code, **options), number)):
        problem = finder.find(pos)
        if problem and problem.id not in found:
            found[problem.id] = place, finder.complete(problem)
    return list(found.values())


def _prove_better(problem: Problem) -> Problem:
    """A problem of an older set, with a proof by force if there is one by now; its name stays."""
    if problem.proof == FORCED or descriptor(problem.game).faces:
        return problem
    pos = problem.start()
    finder = _finder(pos.game, forced=True)
    found = finder.find(pos)
    return finder.complete(found) if found else problem


@lru_cache(4)
def _finder(game: Game, *, forced: bool) -> Finder:
    return Finder(game, forced=forced)


def _options(code: str, number: int) -> dict[str, Any]:
    """The options that a game is played with: the default, but for some where an option makes another game of it."""
    if number % OTHER_GAMES != OTHER_GAMES - 1:
        return {}
    return {option.name: option.values[-1] for option in descriptor(code).options if option.openly and option.values}


def _read_part(part: Path, head: str) -> list[Found]:
    """What the games of an earlier run gave; a last line that was not finished is forgotten."""
    if not part.exists():
        return []
    first, *lines = part.read_text("utf-8").split("\n")
    if first != head:
        raise ProblemError("other-run", file=part)
    whole = lines[:-1]
    part.write_text("".join(f"{line}\n" for line in (head, *whole)), "utf-8")
    return [[(place, from_json(text)) for place, text in json.loads(line)] for line in whole]
