"""What the tree has found in codes, told in moves."""

from kidd.move import Move
from kidd.position import Position
from kidd.search.answer import Line
from kidd.search.constants import PROVEN, WIN
from kidd.search.deadlock import is_dead
from kidd.search.scores import drawn, score_of
from kidd.search.tree.alphabeta import Node
from kidd.search.tree.context import Mind
from kidd.search.tree.mirrors import inverse, mirrored_text
from kidd.search.tree.raw_line import Found

TOLD = 4  # moves that a line of an analysis has at least, where the game goes on
MOST_TOLD = 24  # and at most where it leads to a proven end
GLANCE = 600  # nodes for each move that such a line lacks


class Scribe:
    """Uses an engine's tree while nothing else does."""

    def __init__(self, root: Node, mind: Mind, players: int) -> None:
        self.root = root
        self.mind = mind
        self.players = players
        self.past: frozenset[object] = frozenset()  # what must not come again in the image that is searched, by its key

    def line(self, pos: Position, image: Position, mirror: int, found: Found) -> Line:
        """Say a line of the mirror image that was searched in terms of the position that was asked for."""
        back = inverse(pos.deck, mirror)
        moves: list[Move] = []
        end, turned = pos, image
        met = {image.repetition_key, *self.past}
        for code in found.codes:
            there = next((move for move in turned.legal_moves() if move.code == code), None)
            if there is None:  # a line that the table cut short and went on elsewhere
                break
            text = mirrored_text(mirrored_text(there.text, pos.deck, found.symmetry), pos.deck, back)
            moves.append(next(move for move in end.legal_moves() if move.text == text))
            end, turned = end.play(moves[-1]), turned.play(there)
            if turned.repetition_key in met and found.score == 0:
                return Line(tuple(moves), drawn(pos.game.colours))
            met.add(turned.repetition_key)
        return Line(tuple(moves), score_of(pos, found.score, end, self.judged))

    def carried_on(self, found: Found, image: Position, me: int) -> Found:
        """Go on with a line that the table cut short, each move after a glance of its own."""
        wanted = min(WIN - abs(found.score), MOST_TOLD) if abs(found.score) > PROVEN else TOLD
        met = {image.repetition_key, *self.past}
        codes: list[int] = []
        ahead = found.codes
        while True:
            for code in ahead:
                move = next((move for move in image.legal_moves() if move.code == code), None)
                if move is None:  # the table knew another position that looks the same
                    break
                image = image.play(move)
                if image.repetition_key in met:  # a draw; where the line is worth more, a glance has strayed there
                    return found._replace(codes=codes if codes and found.score else [*codes, code])
                codes.append(code)
                met.add(image.repetition_key)
            if len(codes) >= wanted or image.result or image.is_chance or is_dead(image):
                return found._replace(codes=codes)
            ahead = self._glance(image, me, wanted - len(codes))

    def _glance(self, image: Position, me: int, depth: int) -> list[int]:
        """The best line that a few nodes show."""
        line = [move.code for move in image.legal_moves()[:1]]
        self.root.begin(image.board)
        self.mind.set_out(me, GLANCE, 0.0)
        for plies in range(1, depth + 1):
            self.root.think(plies, -WIN, WIN)
            if self.mind.stopped:
                break
            line = self.root.best_line()
        return line

    def judged(self, pos: Position) -> list[float]:
        """What a position is worth to each colour without looking ahead."""
        self.root.begin(pos.board)
        return [self.root.judgement(colour) / WIN for colour in range(self.players)]
