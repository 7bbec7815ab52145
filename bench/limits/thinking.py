"""How long the highest level thinks about a move: games that it plays with itself, for some seconds each."""

from __future__ import annotations

from random import Random
from time import perf_counter

import kidd
from kidd.search.players import make_player

GAMES = ("LC", "QM", "MG2", "MG3")
LEVEL = "8"


def seconds_a_move(code: str, budget: float, seed: int = 1) -> float:
    """The mean over the moves of a game, from its beginning until the time is over."""
    random, match = Random(seed), kidd.Match(code)
    players = [make_player(LEVEL, random.getrandbits(32)) for _ in match.game.colours]
    spent: list[float] = []
    while match.result is None and (not spent or sum(spent) < budget):
        if match.actor is None:
            match.roll(random.randint(1, 3))
            continue
        began = perf_counter()
        act = players[match.actor].act(match)
        spent.append(perf_counter() - began)
        match.play(act)
    return sum(spent) / len(spent)
