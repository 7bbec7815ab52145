"""OpenSpiel's own Monte Carlo tree search as a player of our matches."""

from __future__ import annotations

import math
import random
from typing import Any

import pyspiel

from kidd.adapters.openspiel import KiddGame
from kidd.errors import OptionError, shown
from kidd.game import Game
from kidd.match import Match

EXPLORATION = 2.0  # what OpenSpiel's examples use
MEMORY = 1000  # MB of tree, which a few seconds never fill
# From here up a claim of stalemate is contested: twenty turns to win or else lose need a won game.
SURE = 0.9


class OpenSpielPlayer:
    """pyspiel.MCTSBot with random rollouts, limited by the clock or by simulations a move; all of it OpenSpiel's C++.

    It plays moves only; a draw it accepts when it expects to lose, and a claim of stalemate unless it is sure to win.
    """

    def __init__(self, name: str, seed: int, *, seconds: float = -1.0, simulations: int = 0) -> None:
        self.name = name
        self._seconds = seconds
        self._simulations = simulations
        self._random = random.Random(seed)
        self._bots: dict[Game, tuple[KiddGame, Any]] = {}

    def act(self, match: Match) -> str:
        """The move or answer of whoever the match waits for."""
        colour = match.to_act
        assert colour is not None
        offer = match.offer
        if offer and offer.kind == "stalemate":
            return "contest" if self._expects(match, colour) >= SURE else "stalemate!"
        if offer:
            return "draw!" if self._expects(match, colour) < 0 else "draw."
        moves = match.position.legal_moves()
        if len(moves) == 1:
            return str(moves[0])
        game, bot = self._bot(match.game)
        state = game.state_of(match)
        root = bot.mcts_search(state)
        if not root.children:  # the time was over before the first simulation was
            return str(self._random.choice(moves))
        return str(state.action_to_string(root.best_child().action))

    def _expects(self, match: Match, colour: str) -> float:
        """What the search expects for a colour, from -1 to 1, whoever is to move."""
        game, bot = self._bot(match.game)
        state = game.state_of(match)
        if state.is_chance_node():
            return 0.0
        root = bot.mcts_search(state)
        if not root.children:
            return 0.0
        best = root.best_child()
        mover = root.player
        value = best.outcome[mover] if best.outcome else best.total_reward / max(1, best.explore_count)
        own = match.seat(colour)
        return float(value if own == mover else -value / (len(match.game.colours) - 1))

    def _bot(self, rules: Game) -> tuple[KiddGame, Any]:
        if rules not in self._bots:
            game = KiddGame(rules)
            evaluator = pyspiel.RandomRolloutEvaluator(1, self._random.getrandbits(31))
            bot = pyspiel.MCTSBot(
                game,
                evaluator,
                EXPLORATION,
                self._simulations,
                MEMORY,
                True,  # solve: proven results go up the tree
                self._random.getrandbits(31),
                False,
                max_wall_clock_time=self._seconds,
            )
            self._bots[rules] = game, bot
        return self._bots[rules]


def make_player(name: str, seed: int) -> OpenSpielPlayer:
    """A player from its name, `openspiel:seconds:1` or `openspiel:nodes:1000` (simulations)."""
    words = name.split(":")
    if len(words) == 3 and words[0] == "openspiel":
        kind, number = words[1:]
        if kind == "seconds" and 0.05 <= _number(number) <= 3600:
            return OpenSpielPlayer(name, seed, seconds=_number(number))
        if kind == "nodes" and number.isascii() and number.isdecimal() and 2 <= int(number[:10]) <= 10**8:
            return OpenSpielPlayer(name, seed, simulations=int(number))
    raise OptionError("openspiel", came=shown(name))


def _number(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        return math.nan
    return value
