"""The commands of the arena and of the engine."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated

import typer

from kidd.terminal.arguments import options_of
from kidd.terminal.playing.lines import farewell
from kidd.terminal.speech import current_tongue

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

    from kidd.arena import Crew, Entry, Spec, Sprt

PAUSE = 10.0  # seconds between two lines of progress where there is no terminal to draw on
LONGEST_NAMES = 100  # characters of players in the name of a folder: an engine's command may be long
STOPPED = 130  # what shells expect of a command that Ctrl-C ended

Option = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game; repeatable."),
]


def arena(
    game: Annotated[str, typer.Argument(metavar="GAME", help="One of %(codes)s.")],
    players: Annotated[
        list[str],
        typer.Argument(
            metavar="PLAYER...",
            help="Two names; in a game of three crews three, or two: the first against two of the second.",
        ),
    ],
    games: Annotated[int, typer.Option(help="How many games; the last round is played to its end.")] = 100,
    seed: Annotated[int, typer.Option(help="The seed of openings, dice and players.")] = 0,
    out: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Where the run is kept, and gone on with.")] = None,
    option: Option = None,
    random_moves: Annotated[int | None, typer.Option(help="Random moves that open both games of a pair.")] = None,
    cap: Annotated[int, typer.Option(help="Plies after which a game is called a draw.")] = 400,
    jobs: Annotated[int | None, typer.Option(min=1, help="Games at a time; one for each core if not given.")] = None,
    cluster: Annotated[str | None, typer.Option(metavar="ADDRESS", help="A Dask cluster: tcp://host:8786.")] = None,
    sprt: Annotated[
        tuple[float, float] | None, typer.Option(metavar="ELO0 ELO1", help="Stop when one of the two is decided for.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Play a match between computers and say who is stronger, and how sure that is."""
    from kidd.arena import Spec, Sprt

    options = options_of(option or [])
    spec = Spec.of(game, *players, games=games, seed=seed, random_moves=random_moves, cap=cap, **options)
    test = Sprt(*sprt) if sprt else None
    names = "-".join(players)[:LONGEST_NAMES]
    folder = out or Path(re.sub(r"[^\w.]+", "-", f"arena-{spec.game.code}-{names}-{seed}"))
    raise typer.Exit(_run(spec, folder, test, _crew(jobs, cluster), as_json))


def engine() -> None:
    """Speak the Universal Game Interface (UGI) on stdin and stdout."""
    from kidd.adapters.ugi import converse

    with suppress(KeyboardInterrupt):
        converse(sys.stdin, sys.stdout)


def _crew(jobs: int | None, cluster: str | None) -> Crew:
    from kidd.arena import Cluster, Processes

    return Cluster(cluster) if cluster else Processes(jobs)


def _run(spec: Spec, folder: Path, test: Sprt | None, crew: Crew, as_json: bool) -> int:
    """Play, show how it goes, and report even when somebody stops it; returns the exit code."""
    from kidd.arena import report_on, report_to_json, run
    from kidd.words.terminal import arena as words

    code = 0
    with farewell():
        try:
            done = report_on(spec, folder).games if folder.is_dir() else 0  # of a run that is taken up again
            with _Watch(spec, done) as watch:
                result = run(spec, folder=folder, executor=crew, sprt=test, on_game=watch.see)
        except KeyboardInterrupt:
            result, code = report_on(spec, folder, test), STOPPED
            print(words.say_stopped(current_tongue()), file=sys.stderr)
    if as_json:
        print(json.dumps(report_to_json(result) | {"folder": str(folder)}, indent=2))
    else:
        print(words.full_report(result, current_tongue()))
        print(words.log_books_line(folder / "games.kidd", current_tongue()))
    return code


class _Watch:
    """Shows on stderr how a run goes: a bar on a terminal, else a line now and then."""

    def __init__(self, spec: Spec, done: int = 0) -> None:
        self._spec = spec
        self._done = done
        self._stack = ExitStack()
        self._bar: Progress | None = None
        self._task: TaskID | None = None
        self._told = monotonic()

    def __enter__(self) -> _Watch:
        if sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

            columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"), TimeRemainingColumn())
            self._bar = self._stack.enter_context(Progress(*columns, console=Console(stderr=True)))
            self._task = self._bar.add_task("", total=max(self._spec.total, self._done), completed=self._done)
        return self

    def __exit__(self, *error: object) -> None:
        self._stack.close()

    def see(self, entry: Entry, entries: Mapping[int, Entry]) -> None:
        """One more game is over."""
        now = monotonic()
        if now - self._told < (0.2 if self._bar else PAUSE) and len(entries) < self._spec.total:
            return
        self._told = now
        from kidd.arena import report
        from kidd.words.terminal import arena as words

        result = report(self._spec, entries)
        score = words.short_report(result, current_tongue())
        total = max(self._spec.total, len(entries))  # more were played if more were asked for before
        if self._bar is not None and self._task is not None:
            self._bar.update(self._task, total=total, completed=len(entries), description=score)
        else:
            print(words.progress_line(len(entries), total, result, current_tongue()), file=sys.stderr, flush=True)
