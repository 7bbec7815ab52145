"""The commands `kidd problems`: make a set, check it, list and show what is in one."""

from __future__ import annotations

import sys
from collections import Counter
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated

import typer

from kidd.errors import OptionError, ProblemError, shown
from kidd.terminal.speech import current_tongue

if TYPE_CHECKING:
    from kidd.problems.making import Progress
    from kidd.problems.problem import Problem

FAULT = 1
STOPPED = 130  # what shells expect of a command that Ctrl-C ended
PAUSE = 5.0  # seconds between two lines of progress where there is no terminal to draw on

problems = typer.Typer(no_args_is_help=True, help="Make, check, list and show problems.")
Set = Annotated[str, typer.Argument(metavar="FILE|GAME", help="A file of problems, or a game for the set that it has.")]
Seed = Annotated[int, typer.Option(help="The seed that settles what is left to chance.")]


@problems.command()
def make(
    game: Annotated[str, typer.Argument(metavar="GAME", help="One of %(made)s.")],
    out: Annotated[Path, typer.Option(metavar="FILE", help="Where the set is written; FILE.part while it is made.")],
    count: Annotated[int, typer.Option(min=1, help="How many problems.")] = 500,
    seed: Seed = 1,
    jobs: Annotated[int, typer.Option(min=1, help="Games at a time.")] = 1,
    forced: Annotated[bool, typer.Option("--forced", help="Only what is proven by trying everything.")] = False,
    beside: Annotated[str, typer.Option(metavar="FILE|GAME", help="A set that is kept whole and added to.")] = "",
) -> None:
    """Make a set from games of computers; the same command goes on where it was stopped."""
    from kidd.problems import making
    from kidd.problems.games import MADE
    from kidd.words.terminal import problems as words

    if game not in MADE:
        raise OptionError("game", came=shown(game), known=", ".join(MADE))
    try:
        order = making.Order(game, count, seed, forced, _read(beside) if beside else ())
        made = making.make(order, out, processes=jobs, tell=_Told())
    except KeyboardInterrupt:
        from kidd.words.terminal.arena import say_stopped

        print(say_stopped(current_tongue()), file=sys.stderr)
        raise typer.Exit(STOPPED) from None
    print(words.made_line(made, out, current_tongue()))


@problems.command()
def check(
    file: Set,
    sample: Annotated[int | None, typer.Option(min=1, help="How many, drawn by the seed; all if not given.")] = None,
    seed: Seed = 1,
) -> None:
    """Prove problems again, each from its position alone, and tell which are wrong."""
    from kidd.problems import checking
    from kidd.words.terminal import problems as words

    found = _read(file)
    faults = checking.check(found, sample, seed)
    for fault in faults:
        print(words.fault_line(fault, current_tongue()))
    print(words.checked_line(min(sample or len(found), len(found)), faults, current_tongue()))
    if faults:
        raise typer.Exit(FAULT)


@problems.command(name="list")
def list_(
    file: Set,
    theme: Annotated[str, typer.Option(help="Only those with this theme.")] = "",
    grade: Annotated[int, typer.Option(min=0, max=5, help="Only those of this grade, 1 to 5.")] = 0,
    sums: Annotated[bool, typer.Option("--sums", help="Only how many there are of each theme and grade.")] = False,
) -> None:
    """List the problems of a set, one a line."""
    from kidd.words.terminal import problems as words

    _ = current_tongue()
    found = [one for one in _read(file) if (not theme or theme in one.themes) and (not grade or one.grade == grade)]
    if not sums:
        with suppress(BrokenPipeError):
            print("\n".join(words.row(one, _) for one in found))
        return
    for name, counted in (
        ("grade", Counter(str(one.grade) for one in found)),
        ("kind", Counter(one.kind for one in found)),
        ("proof", Counter(one.proof for one in found)),
        ("theme", Counter(theme for one in found for theme in one.themes)),
        ("moves", Counter(str(one.length) for one in found)),
    ):
        print(f"{name}: {words.counts(dict(sorted(counted.items())), _)}")


@problems.command()
def show(
    name: Annotated[str, typer.Argument(metavar="ID", help="The name of a problem, such as lc-250126ae.")],
    solution: Annotated[bool, typer.Option("--solution", help="With the solution, and why it is one.")] = False,
) -> None:
    """Show a problem that comes with the package."""
    from kidd.problems.sets import find_problem
    from kidd.words.terminal import problems as words

    problem, _ = find_problem(name), current_tongue()
    print(problem.position)
    print(problem.start().sketch())
    for line in (*words.question(problem, _), *(words.answer(problem, _) if solution else ())):
        print(line)


def _read(name: str) -> tuple[Problem, ...]:
    from kidd.problems.sets import codes, problems_of, read_set

    if name in codes():
        return problems_of(name)
    path = Path(name)
    if not path.suffix and len(path.parts) == 1 and not path.exists():  # then it was meant for a game
        raise ProblemError("no-set", came=shown(name), known=", ".join(codes()))
    return read_set(path)


class _Told:
    """Says on stderr how far a set has come: in place on a terminal, else a line now and then."""

    def __init__(self) -> None:
        self._told = 0.0
        self._draws = sys.stderr.isatty()

    def __call__(self, progress: Progress) -> None:
        """One more game was searched."""
        from kidd.words.terminal import problems as words

        now = monotonic()
        done = progress.kept >= progress.wanted
        if now - self._told < (0.2 if self._draws else PAUSE) and not done:
            return
        self._told = now
        line = words.progress_line(progress, current_tongue())
        end = "" if self._draws and not done else "\n"
        print(f"\r{line}\x1b[K" if self._draws else line, end=end, file=sys.stderr, flush=True)
