"""A searcher that lasts for a game: it is given positions and answers with lines."""

from collections.abc import Callable, Sequence
from functools import partial
from threading import Event
from time import monotonic
from typing import NamedTuple

from kidd.errors import SearchError
from kidd.game import COLOURS, Game
from kidd.position import Position
from kidd.search.answer import NO_WEAKNESS, Analysis, Limits, Line, Weakness, to_seed
from kidd.search.constants import DEEPEST, LONGEST_PAST, MOST_PLIES
from kidd.search.forced import certain_lines, forced_moves, put_before
from kidd.search.opening_choice import list_ways, pick_colour, search_ways
from kidd.search.scores import line_score
from kidd.search.stop_watcher import StopWatcher
from kidd.search.tree.alphabeta import Node
from kidd.search.tree.context import Context
from kidd.search.tree.deepening import Deepening
from kidd.search.tree.helper_threads import HelperThreads
from kidd.search.tree.line_builder import LineBuilder
from kidd.search.tree.memory import MEMORY, make_table
from kidd.search.tree.mirrors import folded_symmetries, mirror_position
from kidd.search.tree.raw_line import RawLine
from kidd.search.tree.weights import weights_of


class Question(NamedTuple):
    """How a position is to be searched: see `Engine.analyse`."""

    limits: Limits
    lines: int
    seed: int
    history: Sequence[Position]
    weakness: Weakness
    stop: Event | None
    tell: Callable[[Analysis], object] | None
    patient: bool
    resume: bool


class Engine:
    """Searches positions of one game; on one thread, the same position, seed and nodes always get the same answer."""

    def __init__(self, game: Game, memory: float = MEMORY, threads: int = 1, *, brief: bool = False) -> None:
        self.game = game
        self.table = make_table(memory, brief=brief)
        self.context = Context(game, weights_of(game), self.table)
        self.root = Node(game.board(), self.context, 0, MOST_PLIES)
        self.builder = LineBuilder(self.root, self.context, len(game.colours))
        self.helpers = HelperThreads(game, self.table, threads - 1)

    def analyse(
        self,
        pos: Position,
        limits: Limits,
        *,
        lines: int = 1,
        seed: int = 0,
        history: Sequence[Position] = (),
        weakness: Weakness = NO_WEAKNESS,
        stop: Event | None = None,
        tell: Callable[[Analysis], None] | None = None,
        patient: bool = False,
        resume: bool = False,
    ) -> Analysis:
        """Search a position until a limit is reached or somebody says stop; `tell` hears of every depth reached.

        Where there is only one move, it comes at once and is not worth a thought, unless the asker is patient. Who
        resumes builds on the searches before, which must have had the same history and, of three, the same mover.
        """
        limits.check_some(stop)
        check_position(pos)
        if ways := list_ways(pos):
            again = partial(
                self.analyse, seed=seed, history=history, weakness=weakness, stop=stop, patient=patient, resume=resume
            )
            rounds = (Limits(depth=depth) for depth in range(1, min(limits.depth or DEEPEST, DEEPEST) + 1))
            return search_ways(pos, ways, limits, lines, again, rounds, stop, tell)
        complete: Callable[[Analysis], Analysis] = _leave_as_is
        moves, ahead = pos.legal_moves(), pos
        if pos.choosing:
            ahead, complete, lines = pos.play(moves[0]), partial(pick_colour, pos, lines=lines), 1
        elif patient and len(moves) == 1 and not self.game.descriptor.faces:
            made, ahead = forced_moves(pos)
            complete = partial(put_before, made)

        def hear(found: Analysis) -> Analysis:
            if tell:
                tell(complete(found))
            return complete(found)

        certain = certain_lines(ahead, lines, came_round=ahead is not pos)
        if certain:
            return hear(Analysis(certain, 1, len(certain), 0.0))
        asked = Question(limits, lines, seed, history, weakness, stop, hear if tell else None, patient, resume)
        return complete(self._search(ahead, asked))

    def _search(self, pos: Position, asked: Question) -> Analysis:
        """Search a position in which somebody has a choice, in the mirror image that the table knows it by."""
        began = monotonic()
        if not asked.resume:
            self.table.forget()
        mirror = self._find_mirror(pos)
        image, root = mirror_position(pos, mirror), COLOURS.index(pos.turn)
        self._start_search(image, root, mirror, asked, began)

        def report(depth: int, found: list[RawLine]) -> Analysis:
            lines = [self.builder.build(pos, image, mirror, one) for one in found]
            lines = lines or [Line(pos.legal_moves()[:1], line_score(pos, 0, pos, self.builder.judge))]
            own = self.game.colours.index(pos.turn)
            lines.sort(key=lambda line: -line.score.expected[own])  # as a line may turn out to end in a dead draw
            return Analysis(tuple(lines), depth, self._count_nodes(), monotonic() - began)

        depth = 0
        found: list[RawLine] = []
        only_one = len(pos.legal_moves()) == 1 and not asked.patient
        deepening = Deepening(self.root, self.context, self.game, image, asked.lines)
        with StopWatcher(self.context, asked.stop), self.helpers:
            for depth, found in deepening.run(asked.limits, only_one):
                if asked.tell:
                    asked.tell(report(depth, found))
                    self.root.begin(image.board)
        nodes = self._count_nodes()
        if asked.patient:
            found = [self.builder.extend(one, image, root) for one in found]
        return report(depth, found)._replace(nodes=nodes)

    def _find_mirror(self, pos: Position) -> int:
        """The symmetry that turns a position into the image by which the table knows it."""
        self.root.begin(pos.board)
        _, mirror = self.root.find_keys()
        return folded_symmetries(pos.deck)[mirror]

    def _start_search(self, image: Position, root: int, mirror: int, asked: Question, began: float) -> None:
        """Make everything ready for a search: limits, the past of the match, and the board of every thread."""
        past = [mirror_position(one, mirror) for one in asked.history[-LONGEST_PAST:]]
        keys = []
        for one in past:
            self.root.begin(one.board)
            keys.append(self.root.find_keys()[0])
        limits, weakness = asked.limits, asked.weakness
        self.context.start_search(root, limits.nodes or 0, began + limits.seconds if limits.seconds else 0.0)
        self.context.weaken(weakness.overlooked, weakness.noise, to_seed(asked.seed))
        self.context.remember(keys)
        self.root.begin(image.board)
        self.helpers.start_search(image.board, root, keys)
        self.builder.past = frozenset(one.repetition_key for one in past)

    def _count_nodes(self) -> int:
        return self.context.nodes + self.helpers.count_nodes()


def _leave_as_is(found: Analysis) -> Analysis:
    return found


def check_position(pos: Position) -> None:
    """Refuse a position in which nobody has to decide anything."""
    if pos.result:
        raise SearchError("over", end=pos.result.reason)
    if pos.is_chance:
        raise SearchError("roll-first")
