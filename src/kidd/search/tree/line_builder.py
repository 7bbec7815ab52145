"""What the tree has found in codes, said in moves."""

from kidd.move import Move
from kidd.position import Position
from kidd.search.answer import Line
from kidd.search.constants import PROVEN, WIN
from kidd.search.deadlock import is_dead
from kidd.search.scores import draw_points, draw_score, line_score
from kidd.search.tree.alphabeta import Node
from kidd.search.tree.context import Context
from kidd.search.tree.mirrors import find_inverse, mirror_code
from kidd.search.tree.raw_line import RawLine

SHORTEST_LINE = 4  # moves that a line of an analysis has at least, where the game goes on
LONGEST_PROOF = 24  # and at most where it leads to a proven end
NODES_PER_MOVE = 600  # for each move that such a line lacks


class LineBuilder:
    """Uses an engine's tree while nothing else does."""

    def __init__(self, root: Node, context: Context, players: int) -> None:
        self.root = root
        self.context = context
        self.players = players
        self.past: frozenset[object] = frozenset()  # what must not come again in the image that is searched, by its key

    def build(self, pos: Position, image: Position, mirror: int, raw: RawLine) -> Line:
        """Say a line of the mirror image that was searched in terms of the position that was asked for."""
        back = find_inverse(pos.deck, mirror)
        moves: list[Move] = []
        end, there = pos, image
        met = {image.repetition_key, *self.past}
        for code in raw.codes:
            move = _find_move(there, code)
            if move is None:  # a line that the table cut short and went on elsewhere
                break
            own = mirror_code(mirror_code(code, pos.deck, raw.symmetry), pos.deck, back)
            moves.append(next(move for move in end.legal_moves() if move.code == own))
            end, there = end.play(moves[-1]), there.play(move)
            if there.repetition_key in met and raw.score == draw_points(end, pos.turn):
                return Line(tuple(moves), draw_score(end))
            met.add(there.repetition_key)
        return Line(tuple(moves), line_score(pos, raw.score, end, self.judge))

    def extend(self, raw: RawLine, image: Position, root: int) -> RawLine:
        """Go on with a line that the table cut short, each move after a glance of its own."""
        wanted = min(WIN - abs(raw.score), LONGEST_PROOF) if abs(raw.score) > PROVEN else SHORTEST_LINE
        met, mover = {image.repetition_key, *self.past}, image.turn
        codes: list[int] = []
        ahead = raw.codes
        while True:
            for code in ahead:
                move = _find_move(image, code)
                if move is None:  # the table knew another position that looks the same
                    break
                image = image.play(move)
                if image.repetition_key in met:  # a draw; where the line is worth more, a glance has strayed there
                    drawn = raw.score == draw_points(image, mover)
                    return raw._replace(codes=[*codes, code] if drawn or not codes else codes)
                codes.append(code)
                met.add(image.repetition_key)
            if len(codes) >= wanted or image.result or image.is_chance or is_dead(image):
                return raw._replace(codes=codes)
            ahead = self._glance(image, root, wanted - len(codes))

    def _glance(self, image: Position, root: int, depth: int) -> list[int]:
        """The best line that a few nodes show."""
        line = [move.code for move in image.legal_moves()[:1]]
        self.root.begin(image.board)
        self.context.start_search(root, NODES_PER_MOVE, 0.0)
        for plies in range(1, depth + 1):
            self.root.think(plies, -WIN, WIN)
            if self.context.stopped:
                break
            line = self.root.best_line()
        return line

    def judge(self, pos: Position) -> list[float]:
        """What a position is worth to each colour without looking ahead."""
        self.root.begin(pos.board)
        return [self.root.judge_for(colour) / WIN for colour in range(self.players)]


def _find_move(pos: Position, code: int) -> Move | None:
    return next((move for move in pos.legal_moves() if move.code == code), None)
