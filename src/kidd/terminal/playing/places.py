"""Who sits where: people, and computers, which are known by the names they go by in a match and its log book."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence

from kidd.deck import CREWS
from kidd.errors import KiddError, OptionError, shown
from kidd.match import Match
from kidd.position import Position
from kidd.search.players import make_player
from kidd.words.ranks import plain_rank

TITLE = re.compile(r"level ([1-8])(?:, .*)?|computer (\S+)")


def title(player: str) -> str:
    """What a computer is called in a match: a level by its rank, any other by what it was asked for."""
    name = make_player(player, 0).name.removeprefix("level")
    return f"level {int(name)}, {plain_rank(int(name))}" if name.isdecimal() else f"computer {name}"


def computer(name: str) -> str | None:
    """Which computer it is that goes by a name; None for people."""
    said = TITLE.fullmatch(name)
    if said is None:
        return None
    player: str = said[1] or said[2]
    try:
        make_player(player, 0)
    except KiddError:  # a person may be called Computer Joe
        return None
    return player


def seat_players(pos: Position, against: Sequence[str], colour: str | None, people: Sequence[str]) -> list[str]:
    """The names of the players in order of their turns: people from the first one's seat on, computers elsewhere."""
    seats = len(pos.game.colours)
    people = people or [""]
    computers = seats - len(people)
    if computers < 1:
        raise OptionError("no-computer-seat", game=pos.game.code, seats=seats, people=len(people))
    if len(against) not in (1, computers):
        reason = "against-once" if computers == 1 else "against-often"
        raise OptionError(reason, wanted=computers, came=shown(list(against)))
    names = [title(player) for player in against] * (computers if len(against) == 1 else 1)
    first = _seat(pos, colour)
    taken = {(first + number) % seats: name for number, name in enumerate(people)}
    return [taken[seat] if seat in taken else names.pop(0) for seat in range(seats)]


def _seat(pos: Position, colour: str | None) -> int:
    """The seat of a colour, or of whoever begins; until colours are chosen (LC6) the first player counts as red."""
    seats = {CREWS[letter]: number for number, letter in enumerate(pos.game.colours)}
    if colour == "random":
        return secrets.randbelow(len(seats))
    if colour is not None:
        if colour not in seats:
            raise OptionError("as", known=", ".join(seats), came=shown(colour))
        return seats[colour]
    match = Match(pos)
    return match.seat(pos.turn) if match.actor is None else match.actor
