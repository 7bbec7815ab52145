"""Whether every level beats the one below it: `.venv/bin/python bench/ladder.py GAME [--from 2] [--to 7] [--seed 11]`.

Plays each step in the arena and prints the lines of the tables in docs/strength.md, with a mark where a step fails: the
lower end of the interval must lie above an even score, and no step between two may be steeper than 90 %. With `--out`
the games are kept in a folder, and a run that was broken off goes on.
"""

import argparse
from pathlib import Path

from kidd import arena

GAMES = {"LC": 200, "QM": 1000, "MG2": 150, "MG3": 240}
STEEPEST = 0.9


def step(code: str, level: int, games: int, seed: int, folder: Path | None) -> str:
    """Play one step and return its line."""
    spec = arena.Spec.of(code, str(level), str(level - 1), games=games, seed=seed)
    result = arena.run(spec, folder=folder / f"{code}-{level}" if folder else None)
    score = result.records[0].score
    even = 1 / len(spec.game.colours)
    good = score.low > even and (score.value <= STEEPEST or code == "MG3")
    figures = f"{100 * score.value:.1f} % | {100 * score.low:.1f} to {100 * score.high:.1f} | {result.games}"
    return f"| {level} against {level - 1} | {figures} |{'' if good else ' FAILS'}"


def main() -> None:
    """Read the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("--from", dest="lowest", type=int, default=2)
    parser.add_argument("--to", dest="highest", type=int, default=7)
    parser.add_argument("--games", type=int)
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    print("| step | score | 95 % interval | games |\n| --- | --- | --- | --- |", flush=True)
    for level in range(given.lowest, given.highest + 1):
        print(step(given.game, level, given.games or GAMES[given.game], given.seed, given.out), flush=True)


if __name__ == "__main__":
    main()
