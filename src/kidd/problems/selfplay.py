"""Games of computers of changing levels, in which the positions of problems come about naturally."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from kidd.game import Game
from kidd.position import Position
from kidd.search import levels
from kidd.search.engine import Engine

LONGEST_GAME = 160  # plies, rolls counted
LEVELS_PLAYING = (3, 4, 5, 6)
"""Good enough to play sensibly, not too good to leave chances; each crew has another one in every game."""

WANDERING = 0.04  # how often a move is any move: strong and weak alike would otherwise repeat themselves


class SelfPlay:
    """Plays games of one game and options; each is determined by the seed and its number."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.seed = seed
        self.engine = Engine(game, 1.0)

    def positions(self, start: Position, number: int) -> Iterator[Position]:
        """The positions of a game in which somebody has to choose, one after the other."""
        random = Random(f"problems {self.game.code} {self.seed} {number}")
        crews = {colour: levels.level(random.choice(LEVELS_PLAYING), self.game.code) for colour in self.game.colours}
        opening = self.game.descriptor.random_moves + random.choice((0, 0, 2, 4))
        pos = start
        for ply in range(LONGEST_GAME):
            moves = pos.legal_moves()
            if not moves:
                return
            if pos.is_chance or ply < opening or len(moves) == 1 or random.random() < WANDERING:
                pos = pos.play(random.choice(moves))
                continue
            yield pos
            strength = crews[pos.turn]
            found = self.engine.analyse(pos, strength.limits, seed=random.getrandbits(60), weakness=strength.weakness)
            pos = pos.play(found.lines[0].moves[0])
