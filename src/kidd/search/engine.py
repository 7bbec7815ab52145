"""A searcher that lasts for a game: it is given positions and answers with lines."""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from functools import partial
from threading import Event, current_thread, main_thread
from time import monotonic

from kidd.errors import SearchError, shown
from kidd.game import COLOURS, Game
from kidd.position import Position
from kidd.search.answer import MOST, SHARP, Analysis, Dullness, Limits, Line, is_number, seed_of, whole
from kidd.search.constants import LONGEST, PROVEN, SURE, WIN
from kidd.search.deadlock import is_dead
from kidd.search.forced import certain_lines, forced_moves, led_to
from kidd.search.opening_choice import evened, picks, ways
from kidd.search.scores import score_of
from kidd.search.stop_watcher import Watch
from kidd.search.tree.alphabeta import Node
from kidd.search.tree.context import Mind
from kidd.search.tree.helper_threads import Mates
from kidd.search.tree.line_builder import Scribe
from kidd.search.tree.mirrors import folded, mirrored, mirrored_text, own_mirrors
from kidd.search.tree.raw_line import Found, compared, merged
from kidd.search.tree.transposition_table import Table
from kidd.search.weights import weights

MEMORY = 64  # megabytes of table
DEEPEST = LONGEST - 20
WINDOW = 250  # how far a score is expected to stray from one depth to the next
HEED = 0.05  # seconds between two looks for a Ctrl-C that another thread was told of
MOST_THREADS = 256
LONGEST_HISTORY = 512  # positions, as many as a mind has room for


class Engine:
    """Searches positions of one game; on one thread, the same position, seed and nodes always get the same answer."""

    def __init__(self, game: Game, memory: float = MEMORY, threads: int = 1) -> None:
        self.game = game
        self.table = _table(memory)
        self.mind = Mind(game, weights(game), self.table)
        self.root = Node(game.board(), self.mind, 0, LONGEST)
        self.scribe = Scribe(self.root, self.mind, len(game.colours))
        self.mates = Mates(game, self.table, threads - 1)
        self.dead: list[Found] = []  # moves after which nobody can capture any more: drawn without a search
        self.images: dict[int, list[tuple[int, int]]] = {}  # of a move: symmetries of the position, and where to

    def analyse(
        self,
        pos: Position,
        limits: Limits,
        *,
        lines: int = 1,
        seed: int = 0,
        history: Sequence[Position] = (),
        dullness: Dullness = SHARP,
        stop: Event | None = None,
        tell: Callable[[Analysis], None] | None = None,
        patient: bool = False,
    ) -> Analysis:
        """Search a position until a limit is reached or somebody says stop; `tell` hears of every depth reached.

        Where there is only one move, it comes at once and is not worth a thought, unless the asker is patient.
        """
        limits.check_some(stop)
        check_position(pos)
        if entries := ways(pos):
            again = partial(self.analyse, seed=seed, history=history, dullness=dullness, stop=stop, patient=patient)
            rounds = (Limits(depth=depth) for depth in range(1, min(limits.depth or DEEPEST, DEEPEST) + 1))
            return evened(pos, entries, limits, lines, again, rounds, stop, tell)
        told: Callable[[Analysis], Analysis] = _as_it_is
        moves, ahead = pos.legal_moves(), pos
        if pos.choosing:
            ahead, told, lines = pos.play(moves[0]), partial(picks, pos, lines=lines), 1
        elif patient and len(moves) == 1 and self.game.code != "QM":
            made, ahead = forced_moves(pos)
            told = partial(led_to, made)

        def hear(found: Analysis) -> Analysis:
            if tell:
                tell(told(found))
            return told(found)

        certain = certain_lines(ahead, lines, came_round=ahead is not pos)
        if certain:
            return hear(Analysis(certain, 1, len(certain), 0.0))
        return told(self._search(ahead, limits, lines, seed, history, dullness, stop, hear if tell else None, patient))

    def _search(
        self,
        pos: Position,
        limits: Limits,
        lines: int,
        seed: int,
        history: Sequence[Position],
        dullness: Dullness,
        stop: Event | None,
        tell: Callable[[Analysis], object] | None,
        patient: bool,
    ) -> Analysis:
        """Search a position in which somebody has a choice."""
        began = monotonic()
        moves = pos.legal_moves()
        self.root.begin(pos.board)
        self.root.key()
        mirror = folded(pos.deck)[self.mind.mirror]
        image = mirrored(pos, mirror) if mirror else pos
        self.table.forget()
        past = [mirrored(one, mirror) if mirror else one for one in history[-LONGEST_HISTORY:]]
        me, before = COLOURS.index(pos.turn), self._keys(past)
        self.mind.set_out(me, limits.nodes or 0, began + limits.seconds if limits.seconds else 0.0)
        self.mind.dull(dullness.blind, dullness.noise, seed_of(seed))
        self.mind.remember(before)
        self.root.begin(image.board)
        self.mates.set_out(image.board, me, before)
        self.scribe.past = frozenset(one.repetition_key for one in past)
        self._look_around(image, lines)

        def spoken(depth: int, found: list[Found]) -> Analysis:
            said = [self.scribe.line(pos, image, mirror, one) for one in found]
            said = said or [Line(moves[:1], score_of(pos, 0, pos, self.scribe.judged))]
            own = self.game.colours.index(pos.turn)
            said.sort(key=lambda line: -line.score.expected[own])  # as a line may turn out to end in a dead draw
            return Analysis(tuple(said), depth, self.mind.nodes + self.mates.nodes(), monotonic() - began)

        depth = 0
        found: list[Found] = []
        with Watch(self.mind, stop), self.mates:
            for depth, found in self._deepen(limits, min(lines, len(moves)), len(moves) == 1 and not patient):
                if tell:
                    tell(spoken(depth, found))
                    self.root.begin(image.board)
        nodes = self.mind.nodes + self.mates.nodes()
        if patient:
            found = [self.scribe.carried_on(one, image, me) for one in found]
        return spoken(depth, found)._replace(nodes=nodes)

    def _look_around(self, image: Position, lines: int) -> None:
        """See which moves need no search of their own: those into a dead draw, and mirror images of others."""
        moves = image.legal_moves()
        self.dead = []
        if self.game.code.startswith("MG") and not any(image.hands.values()):
            taken = {piece.space for piece in image.pieces}
            captures = [move for move in moves if move.target in taken and move.target != move.origin]
            self.dead = [Found(0, [move.code]) for move in captures if is_dead(image.play(move))]
        self.images = {}
        codes = {move.text: move.code for move in moves}
        for symmetry in own_mirrors(image) if lines > 1 else ():
            for text, code in codes.items():
                there = codes.get(mirrored_text(text, image.deck, symmetry))
                if there not in (None, code):
                    self.images.setdefault(code, []).append((symmetry, there))

    def _keys(self, past: list[Position]) -> list[int]:
        keys = []
        for pos in past:
            self.root.begin(pos.board)
            keys.append(self.root.key())
        return keys

    def _deepen(self, limits: Limits, lines: int, forced: bool) -> Iterator[tuple[int, list[Found]]]:
        """Search deeper and deeper, yielding each depth; what was not finished counts as far as it went."""
        found: list[Found] = []
        worth: dict[int, int] = {}
        done = 0
        for depth in self._depths(min(limits.depth or DEEPEST, DEEPEST)):
            now = sorted(self._at(depth, lines, found), key=lambda one: -one.score)
            tried = self.root.tried()
            if self.mind.stopped and lines > 1 and found:
                now = compared(now, found)
            elif self.mind.stopped:
                now = merged(now, found, {code: score for code, score in worth.items() if code not in tried})
            found, worth = now[:lines], tried
            done = done if self.mind.stopped else depth
            yield done, found
            # Forced moves let a long win be seen before a short one: a proof is done when nothing shorter is left.
            if self.mind.stopped or forced or all(WIN - abs(one.score) <= min(depth, WIN - PROVEN) for one in found):
                return

    def _depths(self, deepest: int) -> list[int]:
        """The depths to search, one after the other.

        Before a roll the judgement flatters whoever moved last. So with a die an even depth, which ends with the other
        side's move, plays worse than the odd one before it (docs/strength.md). The second is cheap and sees wins;
        beyond it only the deepest may be even.
        """
        every = range(1, deepest + 1)
        return [n for n in every if n % 2 or n in (2, deepest)] if self.game.code == "QM" else list(every)

    def _at(self, depth: int, lines: int, before: list[Found]) -> list[Found]:
        """Search for the best lines of one depth, each without the moves of those before it."""
        now: list[Found] = []
        while len(now) < lines:
            self.root.bar([one.first for one in (*self.dead, *now)])
            score = self._aspire(depth, before[len(now)].score if len(now) < len(before) else None)
            # Where a search breaks off, the first line has at least tried the best move known; the others tried any.
            if self.root.root_code < 0 or (self.mind.stopped and (now or self.dead)):
                break
            line = Found(score, self.root.best_line(), not self.mind.stopped)
            now.append(line)
            for symmetry, code in self.images.get(line.first, ()):
                if all(one.first != code for one in now):
                    now.append(line._replace(symmetry=symmetry, image=code))
            if self.mind.stopped:
                break
        return now + self.dead if now or not self.mind.stopped else []

    def _aspire(self, depth: int, expected: int | None) -> int:
        """Search in a narrow window around the last score, and in an open one when it was missed."""
        if expected is not None and depth > 3 and abs(expected) < SURE:
            score = self.root.think(depth, expected - WINDOW, expected + WINDOW)
            if self.mind.stopped or abs(score - expected) < WINDOW:
                return self.root.root_score
        self.root.think(depth, -WIN, WIN)
        return self.root.root_score


def _as_it_is(found: Analysis) -> Analysis:
    return found


def _table(megabytes: float) -> Table:
    if not is_number(megabytes) or not 0 < megabytes < MOST:
        raise SearchError(f"memory: expected megabytes above 0, got {shown(megabytes)}")
    with suppress(MemoryError):
        if megabytes <= room():
            return Table(megabytes)
    raise SearchError(f"memory: there is no room for {shown(megabytes)} megabytes")


def room() -> float:
    """The megabytes of this machine: a system that promises more does not keep it when they are wiped."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / (1 << 20)
    except (AttributeError, ValueError, OSError):  # unknown here
        return float(1 << 14)


def _check_history(pos: Position, history: object) -> None:
    """Refuse what is no list of earlier positions of the same game."""
    if isinstance(history, str | bytes) or not isinstance(history, Sequence):
        raise SearchError(f"history: expected a list of positions, got {shown(history)}")
    for one in history:
        if not isinstance(one, Position):
            raise SearchError(f"history: expected positions, got {shown(one)}")
        if one.game != pos.game:
            raise SearchError(f"history: expected positions of the same game and options, got {shown(str(one))}")


def check_position(pos: Position) -> None:
    """Refuse a position in which nobody has to decide anything."""
    if pos.result:
        raise SearchError(f"the game is over ({pos.result.reason}): there is nothing to search")
    if pos.is_chance:
        raise SearchError("the die is still to be rolled: play *1, *2 or *3 first")


def analyse(
    pos: Position,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    lines: int = 1,
    seed: int = 0,
    memory: float = MEMORY,
    threads: int = 1,
    history: Sequence[Position] = (),
    stop: Event | None = None,
    tell: Callable[[Analysis], None] | None = None,
) -> Analysis:
    """Return the best lines of a position; without any limit the search takes a second. Ctrl-C sets `stop`."""
    whole("lines", lines, 1)
    if whole("threads", threads, 1) > MOST_THREADS:
        raise SearchError(f"threads: expected 1 to {MOST_THREADS}, got {shown(threads)}")
    if not isinstance(pos, Position):
        raise SearchError(f"expected a position, such as kidd.start('LC'), got {shown(pos)}")
    limits = Limits(seconds, nodes, depth)
    if limits == Limits() and stop is None:
        limits = Limits(seconds=1.0)
    limits.check()
    check_position(pos)
    _check_history(pos, history)
    if stop is not None and not isinstance(stop, Event):
        raise SearchError(f"stop: expected a threading.Event, got {shown(stop)}")
    engine = Engine(pos.game, memory, threads)
    stop = stop or Event()

    def search() -> Analysis:
        return engine.analyse(pos, limits, lines=lines, seed=seed, history=history, stop=stop, tell=tell, patient=True)

    if current_thread() is not main_thread():
        return search()
    # Python hears Ctrl-C on its main thread only, and not while that is busy with compiled code.
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(search)
        try:
            while not wait([future], HEED).done:
                pass
            return future.result()
        except BaseException:
            stop.set()
            raise
