"""Forced wins and best moves, found by trying everything: makes the suites, and lets the search solve them.

    .venv/bin/python bench/forced.py make LC      # writes bench/suites/LC.jsonl, from a seed
    .venv/bin/python bench/forced.py solve LC     # at full strength, one second each

LC and MG2: positions in which exactly one move forces a win, in 3 to 9 plies (an odd number), and no other one does
even two plies later; proved by the rule books alone. QM: positions after a roll in which one move is better than all
others by a margin, by expectimax two turns deep over all moves and rolls, which is done again whenever they are solved;
the search gets two turns as well and must come to the same move, however much it leaves out.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

from kidd import Position, parse, start
from kidd.game import COLOURS
from kidd.search.answer import Limits, Weakness
from kidd.search.constants import WIN
from kidd.search.engine import Engine
from kidd.search.tree.proof import winning_moves

SUITES = Path(__file__).parent / "suites"
WANTED = {3: 60, 5: 60, 7: 50, 9: 30}  # positions for each length of a win
MARGIN = 0.01  # of an expected result, by which the best move in Quedah Merchant stands out
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
            weakness = Weakness(100, 1500)
            found = engine.analyse(pos, Limits(depth=2), seed=random.getrandbits(60), weakness=weakness)
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
    """Yield positions in which one move is the best by a margin."""
    full = FullWidth()
    seen: set[str] = set()
    for pos in games("QM", seed):
        if len(seen) == WANTED_QM:
            return
        if str(pos) not in seen and len(pos.legal_moves()) >= 3 and full.best(pos)[1] >= MARGIN:
            seen.add(str(pos))
            yield {"position": str(pos)}


class FullWidth:
    """Expectimax two turns deep that leaves nothing out."""

    def __init__(self) -> None:
        self.engine = Engine(start("QM").game, 1)

    def best(self, pos: Position) -> tuple[str, float]:
        """The best move, and by how much it is better than the next."""
        worth = sorted(((-self.waiting(pos.play(move), 1), str(move)) for move in pos.legal_moves()), reverse=True)
        return worth[0][1], worth[0][0] - worth[1][0]

    def waiting(self, pos: Position, turns: int) -> float:
        """What a position before the roll is worth to the one who rolls."""
        if pos.result:
            return 1.0 if pos.result.winner == pos.turn else -1.0
        if turns == 0:
            self.engine.root.begin(pos.board)
            return self.engine.root.judgement(COLOURS.index(pos.turn)) / WIN
        return sum(self.rolled(pos.play(roll), turns) for roll in pos.legal_moves()) / 3

    def rolled(self, pos: Position, turns: int) -> float:
        """What a position after the roll is worth to the one who rolled."""
        if pos.result:
            return 1.0 if pos.result.winner == pos.turn else -1.0
        return max(-self.waiting(pos.play(move), turns - 1) for move in pos.legal_moves())


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
    engine, full = Engine(start(code).game), FullWidth()
    wrong = []
    for row in rows:
        pos = parse(row["position"])
        right = full.best(pos)[0] if code == "QM" else row["move"]
        found = engine.analyse(pos, Limits(depth=2) if code == "QM" else limits).lines[0]
        if str(found.moves[0]) != right:
            wrong.append(f"{row['position']}: {right} is right, {found.moves[0]} was said")
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
