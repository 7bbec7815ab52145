"""The commands that ask for advice: `analyse` a position, `annotate` a logbook."""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from kidd.terminal.arguments import decks_of, position_of
from kidd.terminal.playing.patience import LOOK
from kidd.terminal.speech import current_tongue

if TYPE_CHECKING:
    from kidd.advice.analyst import Budget
    from kidd.match import Match
    from kidd.search.answer import Analysis
    from kidd.words.language import Tongue
    from kidd.words.study.notes import WordedNote

T = TypeVar("T")
STOPPED = 130  # what shells expect of a command that Ctrl-C ended

Seed = Annotated[int, typer.Option(help="The seed that settles what is left to chance.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def analyse(
    position: Annotated[
        list[str],
        typer.Argument(
            metavar="POSITION", help="A position in notation, quoted or as five words, or a game's code for its start."
        ),
    ],
    seconds: Annotated[float | None, typer.Option(help="How long to think: 1 second if nothing else ends it.")] = None,
    nodes: Annotated[int | None, typer.Option(help="How many positions to look at.")] = None,
    depth: Annotated[int | None, typer.Option(help="How many moves to look ahead.")] = None,
    lines: Annotated[int, typer.Option(min=1, help="How many of the best moves to tell of.")] = 3,
    seed: Seed = 0,
    option: Annotated[
        list[str] | None,
        typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game; repeatable."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Say what the best moves are, what they are worth, and why; Ctrl-C ends the search and keeps what it found."""
    import kidd
    from kidd.terminal.advice_report import analysis_json, analysis_report

    _ = current_tongue()
    pos = position_of(position, option or [])
    if seconds is None and nodes is None and depth is None:
        seconds = 1.0

    def search(stop: Event) -> Analysis:
        return kidd.analyse(pos, seconds=seconds, nodes=nodes, depth=depth, lines=lines, seed=seed, stop=stop)

    found = _run_until_stopped(search, Event())
    if as_json:
        print(json.dumps(analysis_json(pos, found, _), indent=2))
    else:
        print(analysis_report(pos, found, _))


def annotate(
    book: Annotated[Path, typer.Argument(metavar="FILE.kidd", help="A logbook.")],
    seconds_per_move: Annotated[float, typer.Option(help="How long to think about each move.")] = 0.2,
    nodes_per_move: Annotated[int | None, typer.Option(help="How many positions to look at instead.")] = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE.kidd", help="Write the logbook there, the notes as comments.")
    ] = None,
    seed: Seed = 0,
    deck: Annotated[
        list[Path] | None,
        typer.Option("--deck", metavar="FILE.toml", help="A deck that the logbook names; repeatable."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Mark every move of a logbook's games, and say what was better than the weak ones."""
    from kidd.advice.analyst import Budget
    from kidd.errors import LogbookError, shown
    from kidd.logbook import read_logbook, write_logbook
    from kidd.terminal.advice_report import match_json
    from kidd.words.study.notes import inscribe
    from kidd.words.terminal.commands import say_stopped

    _ = current_tongue()
    stop = Event()
    budget = Budget(seconds_per_move if nodes_per_move is None else None, nodes_per_move, seed, stop)
    budget.check()
    if save and not save.absolute().parent.is_dir():
        raise LogbookError("no-folder", file=shown(str(save)))
    matches = read_logbook(book, decks=decks_of(deck or []))
    if not matches:
        raise LogbookError("no-game-in-file", file=book)
    told = []
    for number, match in enumerate(matches, 1):
        noted = list(_notes(match, budget, _) if as_json else _print_notes(number, match, budget, _))
        if stop.is_set():
            print(say_stopped(_, unwritten=bool(save)), file=sys.stderr)
            raise typer.Exit(STOPPED)
        told.append(match_json(match, noted))
        inscribe(match, noted)
    if save:
        write_logbook(matches, save)
    if as_json:
        print(json.dumps(told, indent=2))


def _notes(match: Match, budget: Budget, _: Tongue) -> Iterator[WordedNote]:
    """The notes of a match, each as soon as it is made, until Ctrl-C."""
    from kidd.words.study.notes import notes

    coming = notes(match, budget, language=_.code)
    while note := _run_until_stopped(lambda _stop: next(coming, None), budget.stop or Event()):
        yield note


def _print_notes(number: int, match: Match, budget: Budget, _: Tongue) -> Iterator[WordedNote]:
    from kidd.terminal.advice_report import luck_summary, note_report, summary
    from kidd.words.terminal.commands import heading

    print(f"{number}. {heading(match, _)}")
    counted: dict[str, list[WordedNote]] = {}
    for note in _notes(match, budget, _):
        counted.setdefault(note.by, []).append(note)
        print(note_report(match, note, _), flush=True)
        yield note
    for colour in match.game.colours:
        if colour in counted:
            print(f"   {summary(match, colour, counted[colour], _)}")
    for said in luck_summary(match, [note for noted in counted.values() for note in noted], _):
        print(f"   {said}")


def _run_until_stopped(work: Callable[[Event], T], stop: Event) -> T:
    """Run something that holds on when told to stop, so that Ctrl-C can tell it and still get its answer."""
    before = signal.signal(signal.SIGINT, lambda *_: stop.set())
    try:
        with ThreadPoolExecutor(1) as pool:
            future = pool.submit(work, stop)
            while wait([future], LOOK).not_done:
                pass
            return future.result()
    finally:
        signal.signal(signal.SIGINT, before)
