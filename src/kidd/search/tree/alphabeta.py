"""The tree that a search walks: one node for each ply, its children visited one after the other."""

try:
    import cython
except ImportError:
    from kidd.rules import without_cython as cython
if cython.compiled:
    from cython.cimports.kidd.rules.codes import PASS, PORT, ROLL, SEVERAL
    from cython.cimports.kidd.search.tree.bit_fields import (
        entry_bound,
        entry_code,
        entry_depth,
        entry_score,
        order_place,
        pack_order,
    )
    from cython.cimports.kidd.search.tree.kernel_math import ASPECTS
else:
    from kidd.rules.codes import PASS, PORT, ROLL, SEVERAL
    from kidd.search.tree.bit_fields import entry_bound, entry_code, entry_depth, entry_score, order_place, pack_order
    from kidd.search.tree.kernel_math import ASPECTS

from kidd.rules.board import Board, Features, MoveList
from kidd.search import constants
from kidd.search.tree.context import Context, Keys

WIN = constants.WIN
PROVEN = constants.PROVEN
MOST_JUDGED = constants.MOST_JUDGED
NO_PLY = constants.NO_PLY
MOST_PLIES = constants.MOST_PLIES
EXACT = constants.EXACT
AT_LEAST = constants.AT_LEAST
AT_MOST = constants.AT_MOST


class Node:
    """A board, its moves in a good order, and the node below it."""

    def __init__(self, board: Board, context: Context, ply: int, depth: int) -> None:
        self.board = board
        self.context = context
        self.ply = ply
        self.moves = MoveList()
        self.features = Features()
        self.keys = Keys()
        self.order = [0] * 2048
        self.killer = [0, 0]
        self.line = [0] * 128
        self.line_size = 0
        self.excluded = 0
        self.root_code = -1
        self.root_score = 0
        if depth > 0:
            self.below = Node(board.blank(), context, ply + 1, depth - 1)

    def exclude(self, moves: list[int]) -> None:
        """Leave out root moves whose lines are known already."""
        self.excluded = len(moves)
        for i in range(self.excluded):
            self.context.excluded[i] = moves[i]

    def think(self, depth: int, alpha: int, beta: int) -> int:
        """Search so deep from here; the answer stands in `root_code`, `root_score` and `best_line`."""
        self.root_code = -1
        self.root_score = 0
        self.context.tries = 0
        with cython.nogil:
            score = self.search(depth, alpha, beta)
        return score  # noqa: RET504  Python's numbers are made with the lock held

    def begin(self, board: Board) -> None:
        """Take another position, and forget what was good in the last one."""
        self.board.assign(board)
        self.excluded = 0
        node = self
        while node.ply < MOST_PLIES:
            node.killer[0] = node.killer[1] = 0
            node = node.below

    def find_keys(self) -> tuple[int, int]:
        """Return the key of the position as it is, and the number of the mirror that leads to its common key."""
        self.board.features(self.features)
        self.context.find_keys(self.features, self.keys)
        return self.keys.exact, self.keys.mirror

    def judge_for(self, colour: int) -> int:
        """Judge the position for a colour, without looking ahead."""
        self.board.features(self.features)
        self.board.aspects(self.features)
        return self.context.weigh(self.features, colour, self.board.turn)

    def list_features(self, colour: int) -> tuple[list[int], list[int]]:
        """Return what the judgement for a colour adds up: which token weights, and the numbers that aspects weigh."""
        self.board.features(self.features)
        self.board.aspects(self.features)
        seen = self.features
        tokens = [
            self.context.weight_index(seen.leader[i] != colour, seen.kind[i], seen.port[i]) for i in range(seen.size)
        ]
        aspects = [0] * (2 * ASPECTS)
        for other in range(self.context.players):
            for k in range(ASPECTS):
                aspects[ASPECTS * (other != colour) + k] += seen.aspect[ASPECTS * other + k]
        return tokens, aspects

    def best_line(self) -> list[int]:
        """Return the moves of the best line found."""
        return [self.line[i] for i in range(self.line_size)]

    def root_scores(self) -> dict[int, int]:
        """Return what each root move tried in the last search is worth: the best ones exactly, the others at most."""
        return {self.context.tried_code[i]: self.context.tried_score[i] for i in range(self.context.tries)}

    def judge(self) -> int:
        """Judge the position for the side to move."""
        self.board.features(self.features)
        self.board.aspects(self.features)
        if self.context.players == 2 or self.board.turn == self.context.root:
            score = self.context.weigh(self.features, self.board.turn, self.board.turn)
        else:
            score = -self.context.weigh(self.features, self.context.root, self.board.turn)
        if self.context.noise:
            self.context.find_keys(self.features, self.keys)
            score += self.context.misjudges(self.keys.common)
            score = max(-MOST_JUDGED, min(MOST_JUDGED, score))
        return score

    def final_score(self) -> int:
        """Score a game that is over, for the side to move."""
        winner = self.board.winner()
        if winner < 0:
            return self.draw_score()
        if self.context.players == 2:
            return WIN - self.ply if winner == self.board.turn else self.ply - WIN
        if (winner == self.context.root) == (self.board.turn == self.context.root):
            return WIN - self.ply
        return self.ply - WIN

    def draw_score(self) -> int:
        """Score a draw for the side to move: of three, those who are still in the game share it (MG7)."""
        if self.context.players == 2:
            return 0
        sharing = 0
        for colour in range(self.context.players):
            sharing += self.board.is_in_game(colour) or not self.context.crews_fall
        score = 2 * WIN // sharing - WIN
        if self.context.crews_fall and not self.board.is_in_game(self.context.root):
            score = self.ply - WIN
        return score if self.board.turn == self.context.root else -score

    def must_stop(self) -> bool:
        """Count a node, and tell whether a limit is reached."""
        self.context.nodes += 1
        if self.context.nodes & 1023 == 0:
            self.context.look_at_clock()
        if self.context.node_limit and self.context.nodes >= self.context.node_limit:
            self.context.stopped = True
        return self.context.stopped

    def search(self, depth: int, alpha: int, beta: int) -> int:
        """Principal variation search: return the score if it lies between alpha and beta, else a bound of it."""
        self.line_size = 0
        if self.must_stop():
            return 0
        if self.context.has_die and self.board.is_chance():
            return self.average_rolls(depth, alpha, beta)
        keyed = depth > 1 or (depth == 1 and self.context.overlooked)  # on the last ply a key costs more than it saves
        if keyed:
            self.board.features(self.features)
            self.context.find_keys(self.features, self.keys)
            self.context.table.fetch(self.keys.common)
        # Where only a judgement is left to make, nobody asks which moves there are, but for a single one.
        leaf = depth <= 0 and not self.context.follows_captures
        n = self.board.freedom(self.moves) if leaf else self.board.moves(self.moves)
        if n == 0:
            return self.final_score()
        if n == 1 and self.ply > 0 and not self.context.has_die:
            if leaf:
                self.board.moves(self.moves)
            depth += 1  # a forced move costs no depth, but a string of them may come round to where it began
            if not keyed and depth > 0:
                keyed = True
                self.board.features(self.features)
                self.context.find_keys(self.features, self.keys)
        if depth <= 0 or self.ply >= MOST_PLIES - 1:
            return self.quiesce(n, depth, alpha, beta)
        hint = 0
        if keyed:
            if not self.context.has_die:
                earlier = self.context.find_repetition(self.keys.exact, self.ply)
                if earlier != NO_PLY and self.ply > 0:
                    if earlier >= 0 and earlier < self.context.cycle_ply:
                        self.context.cycle_ply = earlier
                    return self.draw_score()
            entry = self.context.table.probe(self.keys.common)
            if entry:
                if self.decides(entry, depth, alpha, beta):
                    return self.stored_score(entry)
                hint = self.context.mirror_code(entry_code(entry), self.context.undo[self.keys.mirror])
        self.order_moves(n, hint)
        first = alpha
        best = -32000
        best_code = 0
        tried = 0
        # A score that counts a position on the way here as drawn is true on this way only, and must not be stored.
        lowest_cycle = NO_PLY
        storable = True
        for i in range(n):
            code = self.pick_move(i, n)
            if self.ply == 0:
                if self.is_excluded(code):
                    continue
            elif self.context.overlooked and tried and self.context.overlooks(self.keys.exact, code):
                continue
            self.context.cycle_ply = NO_PLY
            score = self.search_move(code, tried, depth, alpha, beta)
            if self.context.stopped:
                return 0
            tried += 1
            if self.ply == 0:
                self.context.note_root_score(code, score)
            lowest_cycle = min(lowest_cycle, self.context.cycle_ply)
            if score > best:
                best = score
                best_code = code
                if score > alpha or self.ply == 0:
                    if self.ply == 0:
                        self.root_code = code
                        self.root_score = score
                    self.lead_line(code)
                if score > alpha:
                    alpha = score
                    if score >= beta:
                        self.note_cutoff(code, depth)
                        storable = self.context.cycle_ply >= self.ply
                        break
        if best < beta:
            storable = lowest_cycle >= self.ply
        self.context.cycle_ply = lowest_cycle if lowest_cycle < self.ply else NO_PLY
        if tried and storable and keyed and self.excluded == 0:
            bound = AT_LEAST if best >= beta else EXACT if best > first else AT_MOST
            self.store(best_code, best, depth, bound)
        return best

    def decides(self, entry: int, depth: int, alpha: int, beta: int) -> bool:
        """Tell whether an entry of the table answers the question asked here."""
        if self.ply == 0 or entry_depth(entry) < depth:
            return False
        score = self.stored_score(entry)
        bound = entry_bound(entry)
        return bound == EXACT or (bound == AT_LEAST and score >= beta) or (bound == AT_MOST and score <= alpha)

    def search_move(self, code: int, tried: int, depth: int, alpha: int, beta: int) -> int:
        """Make a move and search what comes of it: the first one fully, others only to see whether they are better."""
        self.below.board.assign(self.board)
        self.below.board.make(code)
        if tried == 0:
            return self.search_below(depth - 1, alpha, beta)
        cut = 0
        # Late moves are seldom good and are looked at less deeply first; an average would hide what that misses.
        if tried >= 3 and depth >= 3 and self.ply > 0 and not self.context.has_die and not self.captures(code):
            cut = 1 if tried < 8 else 2
        score = self.search_below(depth - 1 - cut, alpha, alpha + 1)
        if score > alpha and cut:
            score = self.search_below(depth - 1, alpha, alpha + 1)
        if score > alpha and score < beta and not self.context.stopped:
            better = score
            score = self.search_below(depth - 1, alpha, beta)
            if self.context.stopped and self.ply == 0 and better >= -PROVEN:
                self.prefer_root_move(code, better)
        return score

    def search_below(self, depth: int, alpha: int, beta: int) -> int:
        """Search the node below, for the side to move here."""
        if self.context.players == 2:
            same = self.board.turn == self.below.board.turn
        else:
            same = (self.board.turn == self.context.root) == (self.below.board.turn == self.context.root)
        if same:
            return self.below.search(depth, alpha, beta)
        return -self.below.search(depth, -beta, -alpha)

    def prefer_root_move(self, code: int, score: int) -> None:
        """Prefer a root move that is better, though there was no time to find out by how much."""
        self.root_code = code
        self.root_score = score
        self.line[0] = code
        self.line_size = 1

    def stored_score(self, entry: int) -> int:
        """Return an entry's score; a win is stored by the plies from its position, not from the root."""
        score = entry_score(entry)
        if score > PROVEN:
            return score - self.ply
        return score + self.ply if score < -PROVEN else score

    def store(self, code: int, score: int, depth: int, bound: int) -> None:
        """Leave a score in the table, as `stored_score` reads it."""
        if score > PROVEN:
            score += self.ply
        elif score < -PROVEN:
            score -= self.ply
        self.context.table.store(
            self.keys.common, self.context.mirror_code(code, self.keys.mirror), score, depth, bound
        )

    def quiesce(self, n: int, depth: int, alpha: int, beta: int) -> int:
        """Judge the position, or what captures make of it where they can be seen coming."""
        best = self.judge()
        if best >= beta or not self.context.follows_captures or depth <= -6 or self.ply >= MOST_PLIES - 1:
            return best
        alpha = max(alpha, best)
        for i in range(n):
            code = self.moves.codes[i]
            if not self.captures(code):
                continue
            self.below.board.assign(self.board)
            self.below.board.make(code)
            score = self.search_below(min(depth, 0) - 1, alpha, beta)
            if self.context.stopped:
                return 0
            if score > best:
                best = score
                if score > alpha:
                    alpha = score
                    if score >= beta:
                        break
        return best

    def average_rolls(self, depth: int, alpha: int, beta: int) -> int:
        """Average over the die (Star1: give up when even the best or the worst of the other rolls cannot matter)."""
        if depth <= 0 or self.ply >= MOST_PLIES - 2:
            if self.board.moves(self.moves) == 0:
                return self.final_score()
            return self.judge()
        if alpha >= PROVEN or beta <= -PROVEN:
            return self.prove_rolls(depth, alpha, beta)
        total = 0
        wins = 0
        losses = 0
        least = WIN
        most = -WIN
        for die in range(1, 4):
            left = (3 - die) * WIN
            low = max(3 * alpha - total - left, -WIN - 1) if alpha >= -PROVEN else -WIN - 1
            high = min(3 * beta - total + left, WIN + 1) if beta <= PROVEN else WIN + 1
            score = self.search_roll(die, depth, low, high)
            if self.context.stopped:
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

    def prove_rolls(self, depth: int, alpha: int, beta: int) -> int:
        """Roll the die where only a proof matters: the slowest win must be quicker, or the last defence longer."""
        least = WIN
        most = -WIN
        for die in range(1, 4):
            score = self.search_roll(die, depth, alpha, beta)
            if self.context.stopped:
                return 0
            least = min(least, score)
            most = max(most, score)
            if alpha >= PROVEN and score <= alpha:
                return max(score, PROVEN)
            if beta <= -PROVEN and score >= beta:
                return min(score, -PROVEN)
        return least if alpha >= PROVEN else most

    def search_roll(self, die: int, depth: int, alpha: int, beta: int) -> int:
        """Search what a roll of the die leads to."""
        self.below.board.assign(self.board)
        self.below.board.make(ROLL + die)
        return self.below.search(depth, alpha, beta)

    def order_moves(self, n: int, hint: int) -> None:
        """Give each move a number by which it is tried: the table's first, then captures, killers and old successes."""
        takes = self.context.lands_on_others
        first = self.first_success()
        for i in range(n):
            code = self.moves.codes[i]
            if code == hint:
                merit = 1 << 30
            elif takes and self.captures(code):
                merit = 1 << 28
            elif code == self.killer[0]:
                merit = 1 << 27
            elif code == self.killer[1]:
                merit = 1 << 26
            else:
                merit = self.context.history[first + (code & SEVERAL - 1)]
            self.order[i] = pack_order(merit, i)

    def pick_move(self, i: int, n: int) -> int:
        """Return the i-th best move, bringing its number to its place."""
        at = i
        best = self.order[i]
        for j in range(i + 1, n):
            if self.order[j] > best:
                best = self.order[j]
                at = j
        self.order[at] = self.order[i]
        self.order[i] = best
        return self.moves.codes[order_place(best)]

    def first_success(self) -> int:
        """Return where the successes of the mover's moves are counted, each by the space left and the port reached."""
        return SEVERAL * self.board.turn

    def is_excluded(self, code: int) -> bool:
        """Tell whether a root move's line is known already."""
        for i in range(self.excluded):  # noqa: SIM110  a generator would need the lock
            if self.context.excluded[i] == code:
                return True
        return False

    def lead_line(self, code: int) -> None:
        """Remember the line that begins with a move and goes on as the node below found best."""
        self.line[0] = code
        self.line_size = min(1 + self.below.line_size, MOST_PLIES)
        for i in range(self.line_size - 1):
            self.line[i + 1] = self.below.line[i]

    def note_cutoff(self, code: int, depth: int) -> None:
        """Remember a move that refuted what came before: it may do so elsewhere."""
        if code != self.killer[0]:
            self.killer[1] = self.killer[0]
            self.killer[0] = code
        self.context.add_merit(self.first_success() + (code & SEVERAL - 1), depth * depth)

    def captures(self, code: int) -> bool:
        """Tell whether a move ends on somebody."""
        return (
            self.context.lands_on_others and code < PASS and not self.board.vacant & self.board.ports.bit[code & PORT]
        )
