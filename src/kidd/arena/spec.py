"""What is to be played: who against whom, how often, from which openings."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from functools import cached_property
from itertools import permutations
from typing import Any

from kidd.arena.own_players import OwnPlayers, Wanted, name_players
from kidd.errors import KiddError, OptionError, shown
from kidd.game import Game, game
from kidd.match import Match
from kidd.position import start

CAP_PLIES = 400
MOST_GAMES = 10**7
OPENING_TRIES = 1000


class ArenaError(KiddError):
    """A run that cannot go on: another run's folder, a damaged book, a player who breaks the rules."""

    about = "arena"


@dataclass(frozen=True)
class Spec:
    """A match-up; game number n of it depends on nothing else than this and n."""

    game: Game
    players: tuple[str, ...]
    games: int = 100
    seed: int = 0
    random_moves: int = 6
    cap: int = CAP_PLIES
    own: OwnPlayers = field(default_factory=dict, compare=False)
    """Who is behind the names of players that are Python objects of this process."""

    def __post_init__(self) -> None:
        seats = len(self.game.colours)
        if not 2 <= len(self.players) <= seats:
            reason = "arena-two" if seats == 2 else "arena-three"
            raise OptionError(reason, game=self.game.code, came=shown(self.players))
        numbers: tuple[tuple[str, object, int, int], ...] = (
            ("games", self.games, 1, MOST_GAMES),
            ("random_moves", self.random_moves, 0, 100),
            ("cap", self.cap, 1, MOST_GAMES),
            ("seed", self.seed, 0, 2**63 - 1),
        )
        for name, value, least, most in numbers:
            if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
                raise OptionError("range", name=name, least=least, most=most, came=shown(value))
        if self.cap <= self.random_moves:
            raise OptionError("cap", moves=self.random_moves, came=self.cap)

    @classmethod
    def of(
        cls,
        code: str,
        *players: Wanted,
        games: int = 100,
        seed: int = 0,
        random_moves: int | None = None,
        cap: int = CAP_PLIES,
        **options: Any,
    ) -> Spec:
        """A match-up by a game's code; its options are as usual between programs unless said otherwise.

        A player is a name, a level as a number, an object with `act(match)`, or what makes one from a seed.
        """
        names, own = name_players(players)
        first = game(code, **options).descriptor
        rules = game(code, **{**first.between_programs, **options})
        chosen = first.random_moves if random_moves is None else random_moves
        return cls(rules, names, games, seed, chosen, cap, own)

    @cached_property
    def seatings(self) -> tuple[tuple[int, ...], ...]:
        """Who sits where in the games of one round, as numbers of players by seat: every order once."""
        seats = len(self.game.colours)
        everyone = (0, *range(1, len(self.players)), *[1] * (seats - len(self.players)))
        return tuple(sorted(set(permutations(everyone))))

    @property
    def total(self) -> int:
        """The games that are played: as many as were asked for, and those that complete the last round."""
        size = len(self.seatings)
        return -(-self.games // size) * size

    def seating(self, number: int) -> tuple[int, ...]:
        """Who sits where in a game, counted from 0."""
        return self.seatings[number % len(self.seatings)]

    def random(self, number: int, purpose: str, *, in_round: bool = False) -> random.Random:
        """Chance for one purpose in a game, or the same for all games of its round."""
        where = f"round {number // len(self.seatings)}" if in_round else f"game {number}"
        return random.Random(f"{self.seed} {where} {purpose}")

    def open_match(self, number: int) -> Match:
        """The random first moves of a game, rolls of the die not counted: the same for all games of a round."""
        rnd = self.random(number, "opening", in_round=True)
        for _ in range(OPENING_TRIES):
            match = Match(start(self.game.code, deck=self.game.deck, **self.game.options))
            _play_at_random(match, self.random_moves, rnd)
            if match.result is None:
                return match
        raise OptionError("random-moves", moves=self.random_moves, game=self.game.code)


def _play_at_random(match: Match, plies: int, rnd: random.Random) -> None:
    while match.result is None and (plies or match.position.is_chance):
        plies -= not match.position.is_chance
        match.play(rnd.choice(match.position.legal_moves()))
