"""Forced wins and best moves, found by trying everything: makes the suites, and lets the search solve them.

    .venv/bin/python bench/forced.py make LC      # writes bench/suites/LC.jsonl, from a seed
    .venv/bin/python bench/forced.py solve LC     # at full strength, one second each

LC and MG2: positions in which exactly one move forces a win, in 3 to 9 plies (an odd number), and no other one does
even two plies later; proved by the rule books alone. QM: positions after a roll in which one move is better than all
others by a margin, by expectimax two turns deep over every move and every roll, where only games that end by then count.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

from kidd import Position, parse, start
from kidd.rules.board import winning_moves
from kidd.search.answer import Dullness, Limits
from kidd.search.engine import Engine

SUITES = Path(__file__).parent / "suites"
WANTED = {3: 60, 5: 60, 7: 50, 9: 30}  # positions for each length of a win
MARGIN = 0.3  # of an expected result, by which the best move in Quedah Merchant stands out
WANTED_QM = 200


def games(code: str, seed: int) -> Iterator[Position]:
    """Yield positions of games that two weak players play, from a seed."""
    random = Random(f"forced {code} {seed}")
    engine = Engine(start(code).game, 1)
    while True:
        pos = start(code)
        for ply in range(160):
            moves = pos.legal_moves()
            if not moves:
                break
            if pos.is_chance or ply < 8 or random.random() < 0.2:
                pos = pos.play(random.choice(moves))
                continue
            yield pos
            dull = Dullness(100, 1500)
            found = engine.analyse(pos, Limits(depth=2), seed=random.getrandbits(60), dullness=dull)
            pos = pos.play(found.lines[0].moves[0])


def make_forced(code: str, seed: int) -> Iterator[dict[str, object]]:
    """Yield positions with one winning move, until there are enough of each length."""
    wanted, seen = dict(WANTED), set()
    for pos in games(code, seed):
        if not any(wanted.values()):
            return
        if str(pos) in seen or len(pos.legal_moves()) < 3:
            continue
        for depth in (1, 3, 5, 7, 9):
            winning = winning_moves(pos.board, depth)
            if winning:
                break
        if len(winning) != 1 or not wanted.get(depth) or len(winning_moves(pos.board, depth + 2)) != 1:
            continue
        seen.add(str(pos))
        wanted[depth] -= 1
        move = next(move for move in pos.legal_moves() if move.code == winning[0])
        yield {"position": str(pos), "move": str(move), "plies": depth}


def make_merchant(seed: int) -> Iterator[dict[str, object]]:
    """Yield positions in which one move is the best by far."""
    seen: set[str] = set()
    for pos in games("QM", seed):
        if len(seen) == WANTED_QM:
            return
        if str(pos) in seen or len(pos.legal_moves()) < 3:
            continue
        worth = sorted(((-waiting(pos.play(move), 1), str(move)) for move in pos.legal_moves()), reverse=True)
        if worth[0][0] - worth[1][0] >= MARGIN:
            seen.add(str(pos))
            yield {"position": str(pos), "move": worth[0][1], "margin": round(worth[0][0] - worth[1][0], 4)}


def waiting(pos: Position, turns: int) -> float:
    """What a position before the roll is worth to the one who rolls: wins less losses, within so many turns."""
    if pos.result:
        return 1.0 if pos.result.winner == pos.turn else -1.0
    if turns == 0:
        return 0.0
    total = 0.0
    for roll in pos.legal_moves():
        rolled = pos.play(roll)
        if rolled.result:
            total += 1.0 if rolled.result.winner == pos.turn else -1.0
            continue
        total += max(-waiting(rolled.play(move), turns - 1) for move in rolled.legal_moves())
    return total / 3


def make(code: str, seed: int) -> None:
    """Write a suite, telling how far it has come."""
    SUITES.mkdir(exist_ok=True)
    rows = []
    for row in make_merchant(seed) if code == "QM" else make_forced(code, seed):
        rows.append(row)
        print(f"\r{code}: {len(rows)}", end="", file=sys.stderr, flush=True)
    (SUITES / f"{code}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    print(f"\n{code}: {len(rows)} positions from seed {seed}")


def solve(code: str, limits: Limits) -> bool:
    """Search each position of a suite, and tell how many answers are right."""
    rows = [json.loads(line) for line in (SUITES / f"{code}.jsonl").read_text("utf-8").splitlines()]
    engine = Engine(start(code).game)
    wrong = []
    for row in rows:
        found = engine.analyse(parse(row["position"]), limits).lines[0]
        if str(found.moves[0]) != row["move"]:
            wrong.append(f"{row['position']}: {row['move']} is right, {found.moves[0]} was said")
    print(f"{code}: {len(rows) - len(wrong)} of {len(rows)} solved ({100 * (1 - len(wrong) / len(rows)):.1f} %)")
    print("\n".join(wrong))
    return not wrong


def main() -> None:
    """Read the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["make", "solve"])
    parser.add_argument("game", choices=["LC", "MG2", "QM"])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=1.0)
    given = parser.parse_args()
    if given.what == "make":
        make(given.game, given.seed)
    elif not solve(given.game, Limits(seconds=given.seconds)):
        sys.exit(1)


if __name__ == "__main__":
    main()
