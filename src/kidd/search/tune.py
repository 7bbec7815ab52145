"""Tuning the weights on games that the program plays with itself: `python -m kidd.search.tune GAME`.

Each game begins with a few random moves and goes on with shallow searches that misjudge a little, all from a seed.
From each game some positions are kept with how it ended, and the weights are those by which the judgement, read as the
logarithm of the odds, fits the results best (logistic regression). The games can be made again from the seed.
"""

import argparse
import json
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from kidd.deck import Deck
from kidd.game import COLOURS, DEFAULT_DECK, descriptor, descriptors
from kidd.match import Match
from kidd.position import start
from kidd.search.answer import Limits, Weakness
from kidd.search.constants import PIECE_CLASSES, PORT_CLASSES
from kidd.search.engine import Engine
from kidd.search.tree.mirrors import find_port_classes
from kidd.search.tree.weights import kind_classes

MOST_ACTS = 300  # plies; a game that goes on is counted as a draw
SHARE_SAMPLED = 0.3  # of the positions of a game
RANDOM_PLIES = (2, 10)
WEIGHTS = Path(__file__).with_name("tree") / "weights.json"


class Sample(NamedTuple):
    """What stood there for a colour, and what came of it: 1 for a win, 0 for a loss."""

    tokens: list[int]
    aspects: list[int]
    distance: int
    result: float


def play(code: str, seed: int, nodes: int, noise: int) -> list[Sample]:
    """Play one game and return samples of it."""
    random = Random(f"{code} {seed}")
    options: dict[str, Any] = dict(descriptor(code).between_programs)
    match = Match(start(code, **options))
    engine = Engine(match.game, 1)
    opening = random.randint(*RANDOM_PLIES)
    sampled: list[tuple[int, list[int], list[int], int]] = []
    players = len(match.game.colours)
    while match.result is None and len(match.acts) < MOST_ACTS:
        pos = match.position
        moves = pos.legal_moves()
        before_roll = pos.is_chance or not match.game.descriptor.faces
        if len(match.acts) >= opening and before_roll and random.random() < SHARE_SAMPLED:
            engine.root.begin(pos.board)
            turn = COLOURS.index(pos.turn)
            for colour in range(players) if players == 3 else (turn,):
                tokens, aspects = engine.root.list_features(colour)
                sampled.append((colour, tokens, aspects, (turn - colour) % players))
        if pos.is_chance or len(match.acts) < opening or len(moves) == 1:
            match.play(random.choice(moves))
            continue
        found = engine.analyse(pos, Limits(nodes=nodes), seed=random.getrandbits(60), weakness=Weakness(0, noise))
        match.play(found.lines[0].moves[0])
    sharing = match.sharing or match.game.colours
    return [Sample(t, a, d, (COLOURS[c] in sharing) / len(sharing)) for c, t, a, d in sampled]


def samples(code: str, games: int, seed: int, nodes: int, noise: int, jobs: int) -> Iterator[Sample]:
    """Play games side by side and yield their samples, in the order of the games."""
    with ProcessPoolExecutor(jobs) as pool:
        for number, some in enumerate(
            pool.map(play, [code] * games, range(seed, seed + games), [nodes] * games, [noise] * games, chunksize=8)
        ):
            if number % 200 == 0:
                print(f"{code}: {number} of {games} games", flush=True)
            yield from some


def fit(code: str, rows: list[Sample], strength: float) -> tuple[dict[str, Any], float]:
    """Return the weights that fit the samples best, and their average loss; `strength` pulls them towards 0."""
    import numpy as np

    classes, ports = max(kind_classes(code)) + 1, max(find_port_classes(Deck.named(DEFAULT_DECK))) + 1
    players = descriptor(code).seats
    width = 2 * classes * ports
    table = np.zeros((len(rows), width + 16 + players))
    for number, row in enumerate(rows):
        for index in row.tokens:
            side_and_class, port = divmod(index, PORT_CLASSES)
            theirs, kind = divmod(side_and_class, PIECE_CLASSES)
            table[number, (theirs * classes + kind) * ports + port] += 1
        table[number, width : width + 16] = row.aspects
        table[number, width + 16 + row.distance] = 1
    results = np.array([row.result for row in rows])
    weights = np.zeros(table.shape[1])
    for _ in range(12):  # Newton's method: it doubles the correct digits with each round
        chance = 1 / (1 + np.exp(-table @ weights))
        slope = table.T @ (chance - results) + strength * weights
        curve = (table * (chance * (1 - chance))[:, None]).T @ table + strength * np.eye(len(weights))
        weights -= np.linalg.solve(curve, slope)
    chance = np.clip(1 / (1 + np.exp(-table @ weights)), 1e-9, 1 - 1e-9)
    loss = float(-np.mean(results * np.log(chance) + (1 - results) * np.log(1 - chance)))
    rounded = [round(float(value), 4) for value in weights]
    tokens = [[rounded[(theirs * classes + kind) * ports :][:ports] for kind in range(classes)] for theirs in range(2)]
    own, others = rounded[width : width + 8], rounded[width + 8 : width + 16]
    return {"tokens": tokens, "own": own, "others": others, "bias": rounded[width + 16 :]}, loss


def main() -> None:
    """Play, fit, and write the weights of one game into the file of all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=[known.code for known in descriptors()])
    parser.add_argument("--games", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--nodes", type=int, default=400, help="of each search")
    parser.add_argument("--noise", type=int, default=600, help="points of misjudgement")
    parser.add_argument("--strength", type=float, default=20.0, help="of the pull towards 0")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", type=Path, default=WEIGHTS)
    given = parser.parse_args()
    rows = list(samples(given.game, given.games, given.seed, given.nodes, given.noise, given.jobs))
    fitted, loss = fit(given.game, rows, given.strength)
    stored = json.loads(given.out.read_text("utf-8")) if given.out.exists() else {}
    stored[given.game] = {**fitted, "tuned": f"{given.games} games from seed {given.seed}, {given.nodes} nodes a move"}
    given.out.write_text(json.dumps(stored, indent=1) + "\n", "utf-8")
    print(f"{given.game}: {len(rows)} positions, loss {loss:.4f} (guessing: 0.6931), written to {given.out}")


if __name__ == "__main__":
    main()
