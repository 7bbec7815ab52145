"""The commands: each reads its words, asks the library, and prints."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

import kidd
from kidd import speed
from kidd.errors import LogbookError, NotationError, shown
from kidd.position import Position
from kidd.terminal.admin_commands import admin
from kidd.terminal.advice_commands import analyse, annotate
from kidd.terminal.arena_commands import arena, engine
from kidd.terminal.arguments import check_no_options, decks_of, depth_of, position_of
from kidd.terminal.bridge.commands import bridge
from kidd.terminal.database_commands import backup, db, restore
from kidd.terminal.dice_commands import dice
from kidd.terminal.play_commands import play
from kidd.terminal.problem_commands import problems
from kidd.terminal.serve_commands import serve
from kidd.terminal.speech import current_tongue
from kidd.words.names import printable

if TYPE_CHECKING:
    from kidd.deck import Deck
    from kidd.match import Match

app = typer.Typer(
    name="kidd",
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Capt'n W. Kidd: %(games)s.",
)

PART_PLIES = 5
POSITION = "A position in notation, quoted or as five words, or a game's code for its start."
Words = Annotated[list[str], typer.Argument(metavar="POSITION", help=POSITION)]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option", "-o", metavar="NAME=VALUE", help="An option of the game, such as entry=fresh; repeatable."
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Decks = Annotated[
    list[Path] | None, typer.Option("--deck", metavar="FILE.toml", help="A deck that a logbook names; repeatable.")
]


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import PackageNotFoundError, version

        try:
            number = version("kidd")
        except PackageNotFoundError:  # run from a folder, not installed
            number = "(not installed)"
        print(f"kidd {number}, {'compiled' if speed.compiled() else 'interpreted'}")
        raise typer.Exit


@app.callback()
def every(
    _: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say which version and speed this is.")
    ] = False,
    __: Annotated[
        str,
        typer.Option(
            "--language", "-l", metavar="en|de|fr", help="The language to speak, before or after a command; else LANG."
        ),
    ] = "",  # taken from the command line before it is read (kidd.cli), so that refusals speak it, too
) -> None:
    """What holds before any command."""


@app.command()
def moves(position: Words, option: Options = None, as_json: AsJson = False) -> None:
    """List the legal moves, one a line."""
    pos = position_of(position, option or [])
    legal = [str(move) for move in pos.legal_moves()]
    if as_json:
        _print_json(_position_json(pos) | {"moves": legal})
    elif legal:
        print("\n".join(legal))
    elif pos.result:
        from kidd.match import Match
        from kidd.words.terminal.commands import no_moves

        print(no_moves(Match(pos), pos.result, current_tongue()), file=sys.stderr)


@app.command()
def show(position: Words, option: Options = None) -> None:
    """Draw the deck as text."""
    from kidd.terminal.playing.picture import picture

    print(picture(position_of(position, option or [])))


# A negative depth would pass for an unknown option.
@app.command(context_settings={"ignore_unknown_options": True})
def perft(
    words: Annotated[list[str], typer.Argument(metavar="POSITION DEPTH", help=POSITION + " Then a depth.")],
    option: Options = None,
    as_json: AsJson = False,
) -> None:
    """Count the ways to play on for a number of moves: the same count means the same rules."""
    check_no_options(words)
    if len(words) < 2:
        raise NotationError("position-and-depth")
    pos, depth = position_of(words[:-1], option or []), depth_of(words[-1])
    begun = perf_counter()
    nodes = _count(pos, depth)
    seconds = perf_counter() - begun
    speed = round(nodes / seconds) if seconds else 0
    if as_json:
        _print_json(
            _position_json(pos) | {"depth": depth, "nodes": nodes, "seconds": seconds, "nodes_per_second": speed}
        )
    else:
        from kidd.words.terminal import commands

        print(commands.perft(nodes, seconds, current_tongue()))


@app.command()
def replay(
    books: Annotated[list[Path], typer.Argument(metavar="FILE.kidd...", help="Logbooks.")],
    deck: Decks = None,
    as_json: AsJson = False,
) -> None:
    """Check every move of logbooks and print how each match ends."""
    from kidd.words.terminal.commands import describe_match, no_match

    decks = decks_of(deck or [])
    read = [(book, _read_book(book, decks, alone=len(books) == 1)) for book in books]
    for book, matches in read:
        if not matches:
            print(no_match(book, current_tongue()), file=sys.stderr)
    if as_json:
        _print_json([{"file": str(book), **_match_json(match)} for book, matches in read for match in matches])
        return
    for book, matches in read:
        if len(books) > 1 and matches:
            print(printable(str(book)))
        for number, match in enumerate(matches, 1):
            print(f"{number}. {describe_match(match, current_tongue())}")
            print(f"   {match.position}")


@app.command()
def bench(as_json: AsJson = False) -> None:
    """Measure the speed of the rules."""
    from kidd.terminal import benchmark

    if as_json:
        _print_json(benchmark.report(benchmark.measurements()))
        return
    print("compiled" if speed.compiled() else "interpreted")
    for row in benchmark.measurements():
        figure = f"{row.value:.3f}" if row.unit == "s" else f"{row.value:,.0f}"
        print(f"{row.what:<26}{figure:>14} {row.unit}", flush=True)


app.command()(analyse)
app.command()(annotate)
app.command()(arena)
app.command()(backup)
app.command()(bridge)
app.command()(dice)
app.command()(engine)
app.command()(play)
app.command()(restore)
app.command()(serve)
app.add_typer(admin, name="admin")
app.add_typer(db, name="db")
app.add_typer(problems, name="problems")


def _count(pos: Position, depth: int) -> int:
    """The lines of a position, in parts that are so small that Ctrl-C is heard at once."""
    if depth <= PART_PLIES:
        return kidd.perft(pos, depth)
    return sum(_count(pos.play(move), depth - 1) for move in pos.legal_moves())


def _read_book(book: Path, decks: Mapping[str, Deck], *, alone: bool) -> list[Match]:
    """The matches of a file; of several, an error says in which it is."""
    from kidd.logbook import read_logbook

    try:
        return read_logbook(book, decks=decks)
    except LogbookError as error:
        if alone or error.reason == "unreadable":
            raise
        raise LogbookError("in-file", file=shown(str(book)), problem=error) from error


def _position_json(pos: Position) -> dict[str, Any]:
    return {
        "position": str(pos),
        "options": pos.game.changed,
        "turn": pos.turn,
        "result": pos.result._asdict() if pos.result else None,
    }


def _match_json(match: Match) -> dict[str, Any]:
    result = match.result._asdict() if match.result else None
    return {
        "game": match.game.code,
        "options": match.game.changed,
        "players": match.players,
        "headers": match.headers,
        "acts": match.acts,
        "position": str(match.position),
        "outcome": match.outcome,
        "result": result,
    }


def _print_json(value: object) -> None:
    print(json.dumps(value, indent=2))
