"""The commands that ask for advice: `analyse` a position, `annotate` a log book."""

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
from kidd.terminal.patience import LOOK

if TYPE_CHECKING:
    from kidd.advice.analyst import Budget
    from kidd.advice.annotate import Note
    from kidd.match import Match
    from kidd.search.answer import Analysis

T = TypeVar("T")
STOPPED = 130  # what shells expect of a command that Ctrl-C ended

Seed = Annotated[int, typer.Option(help="The seed that settles what is left to chance.")]
Language = Annotated[str, typer.Option("--language", "-l", metavar="en|de|fr", help="The language of the words.")]
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
    language: Language = "en",
    option: Annotated[
        list[str] | None,
        typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game; repeatable."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Say what the best moves are, what they are worth, and why; Ctrl-C ends the search and keeps what it found."""
    import kidd
    from kidd.terminal.advice_words import full_analysis, told_analysis
    from kidd.words.advice import speech_of

    speech_of(language)  # an unknown one is refused before the search and not after it
    pos = position_of(position, option or [])
    if seconds is None and nodes is None and depth is None:
        seconds = 1.0

    def search(stop: Event) -> Analysis:
        return kidd.analyse(pos, seconds=seconds, nodes=nodes, depth=depth, lines=lines, seed=seed, stop=stop)

    found = _heeding(search, Event())
    if as_json:
        print(json.dumps(told_analysis(pos, found, language), indent=2))
    else:
        print(full_analysis(pos, found, language))


def annotate(
    book: Annotated[Path, typer.Argument(metavar="FILE.kidd", help="A log book.")],
    seconds_per_move: Annotated[float, typer.Option(help="How long to think about each move.")] = 0.2,
    nodes_per_move: Annotated[int | None, typer.Option(help="How many positions to look at instead.")] = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE.kidd", help="Write the log book there, the notes as comments.")
    ] = None,
    seed: Seed = 0,
    language: Language = "en",
    deck: Annotated[
        list[Path] | None,
        typer.Option("--deck", metavar="FILE.toml", help="A deck that the log book names; repeatable."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Mark every move of a log book's games, and say what was better than the weak ones."""
    from kidd.advice.analyst import Budget
    from kidd.advice.annotate import inscribe
    from kidd.errors import LogbookError
    from kidd.logbook import read_logbook, write_logbook
    from kidd.terminal.advice_words import told_match
    from kidd.words.advice import speech_of

    speech_of(language)
    stop = Event()
    budget = Budget(seconds_per_move if nodes_per_move is None else None, nodes_per_move, seed, stop)
    budget.check()
    if save and not save.absolute().parent.is_dir():
        raise LogbookError(f"{save}: there is no folder {str(save.parent)!r} to write into")
    matches = read_logbook(book, decks=decks_of(deck or []))
    if not matches:
        raise LogbookError(f"{book}: there is no game in it")
    told = []
    for number, match in enumerate(matches, 1):
        marked = list(_marked(match, budget, language) if as_json else _printed(number, match, budget, language))
        if stop.is_set():
            print("stopped; nothing was written" if save else "stopped", file=sys.stderr)
            raise typer.Exit(STOPPED)
        told.append(told_match(match, marked))
        inscribe(match, marked)
    if save:
        write_logbook(matches, save)
    if as_json:
        print(json.dumps(told, indent=2))


def _marked(match: Match, budget: Budget, language: str) -> Iterator[Note]:
    """The notes of a match, each as soon as it is made, until Ctrl-C."""
    from kidd.advice.annotate import notes

    coming = notes(match, budget, language=language)
    while note := _heeding(lambda _: next(coming, None), budget.stop or Event()):
        yield note


def _printed(number: int, match: Match, budget: Budget, language: str) -> Iterator[Note]:
    from kidd.terminal.advice_words import heading, summary, written

    print(f"{number}. {heading(match)}")
    counted: dict[str, list[Note]] = {}
    for note in _marked(match, budget, language):
        counted.setdefault(note.by, []).append(note)
        print(written(match, note, language), flush=True)
        yield note
    for colour in match.game.colours:
        if colour in counted:
            print(f"   {summary(match, colour, counted[colour], language)}")


def _heeding(work: Callable[[Event], T], stop: Event) -> T:
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
