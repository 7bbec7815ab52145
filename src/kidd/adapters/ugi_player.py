"""Another program that speaks UGI as a player of our matches: `engine:COMMAND`."""

from __future__ import annotations

import re
import shlex

from kidd.adapters.ugi_client import EngineGone, Question, Thinking, UgiClient
from kidd.errors import KiddError, OptionError, shown
from kidd.game import DEFAULT_DECK
from kidd.match import Match

PREFIX = "engine:"
USUAL = Thinking(1000)  # a second a move, as on a club's server
LONGEST_THOUGHT = 3_600_000  # milliseconds for a move of a player who counts nodes or depth
HIGHEST_NUMBER = 10**12
MOST_SEED = 2**31 - 1  # as the option of that name has it

_LIMIT = re.compile(r"(seconds|nodes|depth):([^:]*):(.*)", re.DOTALL)


class EngineError(KiddError):
    """A program that cannot be started or does not answer."""

    about = "engine"


class UgiPlayer:
    """A program that is started with the player and ended by `close`; what it does is all its own."""

    def __init__(self, name: str, seed: int, command: list[str], thinking: Thinking) -> None:
        self.name = name
        self._seed = seed
        self._thinking = thinking
        try:
            self._engine = UgiClient(command)
        except EngineGone as error:
            raise EngineError("no-start", name=shown(name), why=str(error)) from error

    def act(self, match: Match) -> str:
        """What the program says to the match from its first position on."""
        if match.game.deck.name != DEFAULT_DECK:  # positions do not say on which deck they stand
            raise EngineError("deck", name=shown(self.name), deck=shown(match.game.deck.name))
        options = {**match.game.options, "Seed": (self._seed + len(match.acts)) % MOST_SEED}
        question = Question(match.game.code, options, str(match.start), match.acts)
        try:
            return self._engine.best(question, self._thinking)
        except EngineGone as error:
            raise EngineError("gone", name=shown(self.name), why=str(error)) from error

    def close(self) -> None:
        """Have the program end."""
        self._engine.close()


def make_player(name: str, seed: int) -> UgiPlayer:
    """A player from its name, `engine:COMMAND`, with a limit `engine:seconds:0.5:COMMAND`, or `nodes:`, `depth:`."""
    rest = name.removeprefix(PREFIX)
    limit = _LIMIT.fullmatch(rest)
    thinking = _read_limit(limit[1], limit[2]) if limit else USUAL
    try:
        command = shlex.split(limit[3] if limit else rest)
    except ValueError:
        command = []
    if not command or thinking is None:
        raise OptionError("engine", came=shown(name))
    return UgiPlayer(name, seed, command, thinking)


def _read_limit(what: str, number: str) -> Thinking | None:
    try:
        if what == "seconds":
            seconds = float(number)
            return Thinking(max(1, round(1000 * seconds))) if 0 < 1000 * seconds <= LONGEST_THOUGHT else None
        count = int(number) if number.isascii() and number.isdecimal() and len(number) < 15 else 0
    except ValueError:
        return None
    if not 0 < count <= HIGHEST_NUMBER:
        return None
    return Thinking(LONGEST_THOUGHT, nodes=count) if what == "nodes" else Thinking(LONGEST_THOUGHT, depth=count)
