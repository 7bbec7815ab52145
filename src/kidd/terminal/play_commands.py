"""The command that plays: people at one terminal, or against computers."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Annotated

import typer

from kidd.errors import OptionError
from kidd.terminal.arguments import decks_of, position_of


def play(
    game: Annotated[list[str], typer.Argument(metavar="GAME", help="%(codes)s, a position, or a logbook.")],
    against: Annotated[
        list[str] | None,
        typer.Option(
            "--against",
            metavar="1..8",
            help="A computer: 1 (child's play) to 8 (full strength), or random, seconds:5 ...; "
            "in a game of three crews up to two.",
        ),
    ] = None,
    colour: Annotated[
        str | None,
        typer.Option("--as", metavar="red|blue|gold|random", help="Your colour against computers; else you begin."),
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(
            "--option",
            "-o",
            metavar="NAME=VALUE",
            help="An option of the game, such as blocked=any (QM, the long game) or entry=fresh; repeatable.",
        ),
    ] = None,
    player: Annotated[
        list[str] | None,
        typer.Option("--player", "-p", help="A person's name, in order of their turns; repeatable."),
    ] = None,
    save: Annotated[Path | None, typer.Option(metavar="FILE.kidd", help="The logbook to keep the match in.")] = None,
    deck: Annotated[
        list[Path] | None, typer.Option("--deck", metavar="FILE.toml", help="A deck that a logbook names; repeatable.")
    ] = None,
) -> None:
    """Play at one terminal, two or three people in turn, or against computers."""
    from kidd.logbook import write_logbook
    from kidd.match import Match
    from kidd.terminal.playing.hotseat import Hotseat
    from kidd.terminal.playing.keeping import Keeper
    from kidd.terminal.playing.places import seat_players

    decks = decks_of(deck or [])
    if game[0].endswith(".kidd"):
        if option or player or against or colour or save or len(game) > 1:
            raise OptionError("book-keeps")
        keeper, match = Keeper.resume(Path(game[0]), decks)
    else:
        if colour and not against:
            raise OptionError("as-without-against")
        pos = position_of(game, _fair(game, option or []) if against else option or [])
        match = Match(pos, seat_players(pos, against, colour, player or []) if against else player or None)
        match.headers["Date"] = date.today().isoformat()
        keeper = Keeper(save, decks | {match.game.deck.name: match.game.deck})
    write_logbook(match)  # so that a name that no book can hold is refused now, and not after the match
    raise typer.Exit(Hotseat(match, keeper).run())


def _fair(game: Sequence[str], options: Sequence[str]) -> list[str]:
    """The options of a game against computers, where a stalemate is claimed no sooner than at the tables online."""
    chosen = {option.partition("=")[0] for option in options}
    online = position_of(game, options).game.descriptor.online
    return [*options, *(f"{name}={value}" for name, value in online.items() if name not in chosen)]
