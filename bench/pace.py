"""How long each level takes for a move: `.venv/bin/python bench/pace.py [GAME ...] [--to 7] [--games 20] [--seed 1]`.

Each level plays some games with itself. Printed are the mean and the longest time of its acts in milliseconds: moves,
the first with all that a player has to make ready before it, and answers to offers of a draw.
"""

import argparse
import time
from random import Random

import kidd
from kidd.search.players import make_player

GAMES = ("LC", "QM", "MG2", "MG3")
CAP = 400  # acts of a game


def times(code: str, level: int, games: int, seed: int) -> list[float]:
    """How long each act took, in milliseconds."""
    taken = []
    for number in range(seed, seed + games):
        random, match = Random(f"pace {code} {number}"), kidd.Match(code)
        players = [make_player(str(level), random.getrandbits(32)) for _ in match.game.colours]
        while match.result is None and len(match) < CAP:
            if match.actor is None:
                match.roll(random.randint(1, 3))
                continue
            began = time.perf_counter()
            act = players[match.actor].act(match)
            taken.append(1000 * (time.perf_counter() - began))
            match.play(act)
    return taken


def main() -> None:
    """Read the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*", metavar="GAME", help=f"of {', '.join(GAMES)}; all if none is named")
    parser.add_argument("--to", dest="highest", type=int, default=7)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    print("| game | level | mean, ms | longest, ms | acts |\n| --- | --- | --- | --- | --- |", flush=True)
    for code in given.game or GAMES:
        for level in range(1, given.highest + 1):
            taken = times(code, level, given.games, given.seed)
            mean = sum(taken) / max(len(taken), 1)
            print(f"| {code} | {level} | {mean:.1f} | {max(taken, default=0):.1f} | {len(taken)} |", flush=True)


if __name__ == "__main__":
    main()
