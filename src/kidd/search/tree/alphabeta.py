"""The tree that a search walks: one node for each ply, its children visited one after the other."""

try:
    import cython
except ImportError:
    from kidd.rules import without_cython as cython

from kidd.rules import codes
from kidd.rules.board import Board, Census, Found
from kidd.search import constants
from kidd.search.tree.context import Mind

WIN = constants.WIN
PROVEN = constants.PROVEN
SURE = constants.SURE
FAR = constants.FAR
LONGEST = constants.LONGEST
EXACT = constants.EXACT
AT_LEAST = constants.AT_LEAST
AT_MOST = constants.AT_MOST
ROLL = codes.ROLL
PASS = codes.PASS


class Node:
    """A board, its moves in a good order, and the node below it."""

    def __init__(self, board: Board, mind: Mind, ply: int, depth: int) -> None:
        self.board = board
        self.mind = mind
        self.ply = ply
        self.found = Found()
        self.census = Census()
        self.order = [0] * 2048
        self.killer = [0, 0]
        self.line = [0] * 128
        self.line_size = 0
        self.bars = 0
        self.root_code = -1
        self.root_score = 0
        if depth > 0:
            self.below = Node(board.blank(), mind, ply + 1, depth - 1)

    def bar(self, moves: list[int]) -> None:
        """Leave out root moves whose lines are known already."""
        self.bars = len(moves)
        for i in range(self.bars):
            self.mind.barred[i] = moves[i]

    def think(self, depth: int, alpha: int, beta: int) -> int:
        """Search so deep from here; the answer stands in `root_code`, `root_score` and `best_line`."""
        self.root_code = -1
        self.root_score = 0
        self.mind.tries = 0
        with cython.nogil:
            score = self.search(depth, alpha, beta)
        return score  # noqa: RET504  Python's numbers are made with the lock held

    def begin(self, board: Board) -> None:
        """Take another position, and forget what was good in the last one."""
        self.board.assign(board)
        self.bars = 0
        node = self
        while node.ply < LONGEST:
            node.killer[0] = node.killer[1] = 0
            node = node.below

    def key(self) -> int:
        """Return the key of the position as it is; the mind's `mirror` says how to turn it for its common key."""
        self.board.census(self.census)
        self.mind.key_of(self.census)
        return self.mind.exact

    def judgement(self, colour: int) -> int:
        """Judge the position for a colour, without looking ahead."""
        self.board.census(self.census)
        self.board.aspects(self.census)
        return self.mind.weigh(self.census, colour, self.board.turn)

    def features(self, colour: int) -> tuple[list[int], list[int]]:
        """Return what the judgement for a colour adds up: which token weights, and the numbers that aspects weigh."""
        self.board.census(self.census)
        self.board.aspects(self.census)
        seen = self.census
        tokens = [self.mind.token_index(seen.leader[i] != colour, seen.kind[i], seen.port[i]) for i in range(seen.size)]
        aspects = [0] * 16
        for other in range(self.mind.players):
            for k in range(8):
                aspects[8 * (other != colour) + k] += self.census.aspect[8 * other + k]
        return tokens, aspects

    def best_line(self) -> list[int]:
        """Return the moves of the best line found."""
        return [self.line[i] for i in range(self.line_size)]

    def tried(self) -> dict[int, int]:
        """Return what each root move tried in the last search is worth: the best ones exactly, the others at most."""
        return {self.mind.tried_code[i]: self.mind.tried_score[i] for i in range(self.mind.tries)}

    def judge(self) -> int:
        """Judge the position for the side to move."""
        self.board.census(self.census)
        self.board.aspects(self.census)
        if self.mind.players == 2 or self.board.turn == self.mind.root:
            score = self.mind.weigh(self.census, self.board.turn, self.board.turn)
        else:
            score = -self.mind.weigh(self.census, self.mind.root, self.board.turn)
        if self.mind.noise:
            score += self.mind.misjudges(self.mind.key_of(self.census))
            score = max(-SURE, min(SURE, score))
        return score

    def verdict(self) -> int:
        """Score a game that is over, for the side to move."""
        winner = self.board.winner()
        if winner < 0:
            return 0
        if self.mind.players == 2:
            return WIN - self.ply if winner == self.board.turn else self.ply - WIN
        if (winner == self.mind.root) == (self.board.turn == self.mind.root):
            return WIN - self.ply
        return self.ply - WIN

    def child(self, depth: int, alpha: int, beta: int) -> int:
        """Search the node below, for the side to move here."""
        if self.mind.players == 2:
            same = self.board.turn == self.below.board.turn
        else:
            same = (self.board.turn == self.mind.root) == (self.below.board.turn == self.mind.root)
        if same:
            return self.below.search(depth, alpha, beta)
        return -self.below.search(depth, -beta, -alpha)

    def search(self, depth: int, alpha: int, beta: int) -> int:
        """Principal variation search: return the score if it lies between alpha and beta, else a bound of it."""
        self.line_size = 0
        self.mind.nodes += 1
        if self.mind.nodes & 1023 == 0:
            self.mind.look_at_clock()
        if self.mind.node_limit and self.mind.nodes >= self.mind.node_limit:
            self.mind.stopped = True
        if self.mind.stopped:
            return 0
        if self.mind.chancy and self.board.is_chance():
            return self.expect(depth, alpha, beta)
        key = 0
        known = depth > 1 or (depth == 1 and self.mind.blind)  # on the last ply a key costs more than it saves
        if known:
            self.board.census(self.census)
            key = self.mind.key_of(self.census)
            self.mind.table.expect(key)
        # Where only a judgement is left to make, nobody asks which moves there are, but for a single one.
        leaf = depth <= 0 and not self.mind.chases
        n = self.board.freedom(self.found) if leaf else self.board.moves(self.found)
        if n == 0:
            return self.verdict()
        if n == 1 and self.ply > 0 and not self.mind.chancy:
            if leaf:
                self.board.moves(self.found)
            depth += 1  # a forced move costs no depth, but a string of them may come round to where it began
            if not known and depth > 0:
                known = True
                self.board.census(self.census)
                key = self.mind.key_of(self.census)
        if depth <= 0 or self.ply >= LONGEST - 1:
            return self.quiesce(n, depth, alpha, beta)
        mirror = self.mind.mirror
        exact = self.mind.exact
        hint = 0
        if known:
            if not self.mind.chancy:
                seen = self.mind.repeated(exact, self.ply)
                if seen != FAR and self.ply > 0:
                    if seen >= 0 and seen < self.mind.taint:
                        self.mind.taint = seen
                    return 0
            stored = self.mind.table.probe(key)
            if stored:
                hint = self.mind.turned(stored & 134217727, self.mind.undo[mirror])
                score = self.score_of(stored)
                bound = stored >> 51 & 3
                if self.ply == 0 or stored >> 43 & 255 < depth:
                    bound = 0
                if bound == EXACT or (bound == AT_LEAST and score >= beta) or (bound == AT_MOST and score <= alpha):
                    return score
        self.sort(n, hint)
        first = alpha
        best = -32000
        best_code = 0
        tried = 0
        all_taint = FAR
        clean = True
        for i in range(n):
            code = self.pick(i, n)
            if self.ply == 0:
                if self.is_barred(code):
                    continue
            elif self.mind.blind and tried and self.mind.overlooks(exact, code):
                continue
            self.mind.taint = FAR
            self.below.board.assign(self.board)
            self.below.board.make(code)
            cut = 0
            # Late moves are seldom good and are looked at less deeply first; an average would hide what that misses.
            if tried >= 3 and depth >= 3 and self.ply > 0 and not self.mind.chancy and not self.captures(code):
                cut = 1 if tried < 8 else 2
            if tried == 0:
                score = self.child(depth - 1, alpha, beta)
            else:
                score = self.child(depth - 1 - cut, alpha, alpha + 1)
                if score > alpha and cut:
                    score = self.child(depth - 1, alpha, alpha + 1)
                if score > alpha and score < beta and not self.mind.stopped:
                    known_better = score
                    score = self.child(depth - 1, alpha, beta)
                    if self.mind.stopped and self.ply == 0 and known_better >= -PROVEN:
                        self.promise(code, known_better)
            if self.mind.stopped:
                return 0
            tried += 1
            if self.ply == 0:
                self.mind.note(code, score)
            taint = self.mind.taint
            all_taint = min(all_taint, taint)
            if score > best:
                best = score
                best_code = code
                if score > alpha or self.ply == 0:
                    if self.ply == 0:
                        self.root_code = code
                        self.root_score = score
                    self.lead(code)
                if score > alpha:
                    alpha = score
                    if score >= beta:
                        self.cut_off(code, depth)
                        clean = taint >= self.ply
                        break
        if best < beta:
            clean = all_taint >= self.ply
        self.mind.taint = all_taint if all_taint < self.ply else FAR
        if tried == 0:
            return best
        if clean and known and self.bars == 0:
            bound = AT_LEAST if best >= beta else EXACT if best > first else AT_MOST
            self.store(key, self.mind.turned(best_code, mirror), best, depth, bound)
        return best

    def promise(self, code: int, score: int) -> None:
        """Prefer a root move that is better, though there was no time to find out by how much."""
        self.root_code = code
        self.root_score = score
        self.line[0] = code
        self.line_size = 1

    def score_of(self, stored: int) -> int:
        """Return a stored score; a win is stored by the plies from its position, not from the root."""
        score = stored >> 27 & 65535
        score -= 32768
        if score > PROVEN:
            return score - self.ply
        return score + self.ply if score < -PROVEN else score

    def store(self, key: int, code: int, score: int, depth: int, bound: int) -> None:
        """Leave a score in the table, as `score_of` reads it."""
        if score > PROVEN:
            score += self.ply
        elif score < -PROVEN:
            score -= self.ply
        self.mind.table.store(key, code, score, min(depth, 255), bound)

    def quiesce(self, n: int, depth: int, alpha: int, beta: int) -> int:
        """Judge the position, or what captures make of it where they can be seen coming."""
        best = self.judge()
        if best >= beta or not self.mind.chases or depth <= -6 or self.ply >= LONGEST - 1:
            return best
        alpha = max(alpha, best)
        for i in range(n):
            code = self.found.codes[i]
            if not self.captures(code):
                continue
            self.below.board.assign(self.board)
            self.below.board.make(code)
            score = self.child(min(depth, 0) - 1, alpha, beta)
            if self.mind.stopped:
                return 0
            if score > best:
                best = score
                if score > alpha:
                    alpha = score
                    if score >= beta:
                        break
        return best

    def expect(self, depth: int, alpha: int, beta: int) -> int:
        """Average over the die (Star1: give up when even the best or the worst of the other rolls cannot matter)."""
        if depth <= 0 or self.ply >= LONGEST - 2:
            if self.board.moves(self.found) == 0:
                return self.verdict()
            return self.judge()
        if alpha >= PROVEN or beta <= -PROVEN:
            return self.prove(depth, alpha, beta)
        total = 0
        wins = 0
        losses = 0
        least = WIN
        most = -WIN
        for die in range(1, 4):
            left = (3 - die) * WIN
            low = max(3 * alpha - total - left, -WIN - 1) if alpha >= -PROVEN else -WIN - 1
            high = min(3 * beta - total + left, WIN + 1) if beta <= PROVEN else WIN + 1
            score = self.rolled(die, depth, low, high)
            if self.mind.stopped:
                return 0
            total += score
            wins += score > PROVEN
            losses += score < -PROVEN
            least = min(least, score)
            most = max(most, score)
            if score >= high:
                total -= left
                break
            if score <= low:
                total += left
                break
        # What wins with every roll does so within the moves of the slowest; an average is no proof, however high.
        if wins == 3:
            return least
        if losses == 3:
            return most
        return max(-PROVEN, min(PROVEN, (total + 6 * WIN) // 3 - 2 * WIN))  # rounded down, in C too

    def prove(self, depth: int, alpha: int, beta: int) -> int:
        """Roll the die where only a proof matters: the slowest win must be quicker, or the last defence longer."""
        least = WIN
        most = -WIN
        for die in range(1, 4):
            score = self.rolled(die, depth, alpha, beta)
            if self.mind.stopped:
                return 0
            least = min(least, score)
            most = max(most, score)
            if alpha >= PROVEN and score <= alpha:
                return max(score, PROVEN)
            if beta <= -PROVEN and score >= beta:
                return min(score, -PROVEN)
        return least if alpha >= PROVEN else most

    def rolled(self, die: int, depth: int, alpha: int, beta: int) -> int:
        """Search what a roll of the die leads to."""
        self.below.board.assign(self.board)
        self.below.board.make(ROLL + die)
        return self.below.search(depth, alpha, beta)

    def sort(self, n: int, hint: int) -> None:
        """Give each move a number by which it is tried: the table's first, then captures, killers and old successes."""
        takes = self.mind.takes
        first = 4096 * self.board.turn
        for i in range(n):
            code = self.found.codes[i]
            if code == hint:
                value = 1 << 30
            elif takes and self.captures(code):
                value = 1 << 28
            elif code == self.killer[0]:
                value = 1 << 27
            elif code == self.killer[1]:
                value = 1 << 26
            else:
                value = self.mind.history[first + (code & 4095)]
            # Behind the value its place, so that equal moves are tried as they were found.
            self.order[i] = value << 11 | 2047 - i

    def pick(self, i: int, n: int) -> int:
        """Return the i-th best move, bringing its number to its place."""
        at = i
        best = self.order[i]
        for j in range(i + 1, n):
            if self.order[j] > best:
                best = self.order[j]
                at = j
        self.order[at] = self.order[i]
        self.order[i] = best
        return self.found.codes[2047 - (best & 2047)]

    def is_barred(self, code: int) -> bool:
        """Tell whether a root move's line is known already."""
        for i in range(self.bars):  # noqa: SIM110  a generator would need the lock
            if self.mind.barred[i] == code:
                return True
        return False

    def lead(self, code: int) -> None:
        """Remember the line that begins with a move and goes on as the node below found best."""
        self.line[0] = code
        self.line_size = min(1 + self.below.line_size, 127)
        for i in range(self.line_size - 1):
            self.line[i + 1] = self.below.line[i]

    def cut_off(self, code: int, depth: int) -> None:
        """Remember a move that refuted what came before: it may do so elsewhere."""
        if code != self.killer[0]:
            self.killer[1] = self.killer[0]
            self.killer[0] = code
        self.mind.praise(4096 * self.board.turn + (code & 4095), depth * depth)

    def captures(self, code: int) -> bool:
        """Tell whether a move ends on somebody."""
        return self.mind.takes and code < PASS and not self.board.vacant & self.board.ports.bit[code & 127]
