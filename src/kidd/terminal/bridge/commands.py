"""The command that lets an engine play on a club's server."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kidd.game import descriptor


def bridge(  # noqa: PLR0913, PLR0917 - each is an option
    url: Annotated[str, typer.Argument(metavar="URL", help="The club's address, such as https://kidd.example.org.")],
    engine: Annotated[str, typer.Option(metavar="COMMAND", help="An engine that speaks UGI, such as 'kidd engine'.")],
    token_file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where the bot's token stands; else KIDD_TOKEN.")
    ] = None,
    movetime: Annotated[int, typer.Option(min=10, max=600_000, help="Milliseconds for a move, at the most.")] = 1000,
    depth: Annotated[int | None, typer.Option(min=1, max=200, help="A limit of the engine's depth.")] = None,
    nodes: Annotated[int | None, typer.Option(min=1, max=10**12, help="A limit of the engine's nodes.")] = None,
    game: Annotated[list[str] | None, typer.Option(metavar="CODE", help="Take this game only; repeatable.")] = None,
    opponent: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Take challenges of this player only; repeatable.")
    ] = None,
    casual: Annotated[bool, typer.Option("--casual", help="Take no rated games.")] = False,
    at_once: Annotated[int, typer.Option(min=1, max=100, help="Games at a time; more are declined.")] = 4,
    games: Annotated[int, typer.Option(min=0, help="Stop after so many games; 0 for never.")] = 0,
) -> None:
    """Let an engine play on a club's server, as the bot whose token it has (docs/bots.md)."""
    from kidd.adapters.ugi_client import Thinking  # what speaks HTTP is brought in by nothing else
    from kidd.terminal.bridge.attending import attend
    from kidd.terminal.bridge.player import Terms

    codes = tuple(descriptor(code).code for code in game or ())
    terms = Terms(codes, tuple(opponent or ()), not casual, at_once, Thinking(movetime, nodes, depth), games)
    raise typer.Exit(attend(url, token_file, engine, terms))
