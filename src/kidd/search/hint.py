"""The one way to ask for a hint: what a good player would do where a match stands."""

from threading import Event
from typing import NamedTuple

from kidd.match import Match
from kidd.search.answer import Limits, Line
from kidd.search.engine import Engine
from kidd.search.players import make_player, repeated_positions

HINT_SECONDS = 0.4  # too short for anybody to have to be shown that something happens
HINT_MEMORY = 16.0  # megabytes


class Hint(NamedTuple):
    """What a good player would do: an act, and the line it opens unless the act is only said."""

    act: str
    line: Line | None


def find_hint(
    match: Match, *, seconds: float = HINT_SECONDS, stop: Event | None = None, engine: Engine | None = None
) -> Hint:
    """Think about what whoever is waited for should do; who is asked often keeps an engine of `HINT_MEMORY`."""
    if match.offer:
        wise = make_player(f"seconds:{seconds / 3}", 0, stop)  # as it may look at each roll of the die
        return Hint(wise.act(match), None)
    engine = engine or Engine(match.game, HINT_MEMORY)
    pos, history = match.position, repeated_positions(match)
    has_choice = len(pos.legal_moves()) > 1  # else nobody has to wait for the only move there is
    found = engine.analyse(pos, Limits(seconds), history=history, stop=stop, patient=has_choice)
    return Hint(str(found.lines[0].moves[0]), found.lines[0])
