"""A searcher that lasts for a game: it is given positions and answers with lines."""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from threading import Event, Thread, current_thread, main_thread
from time import monotonic
from typing import NamedTuple

from kidd.errors import SearchError, shown
from kidd.game import COLOURS, Game
from kidd.move import Move
from kidd.position import Position
from kidd.search.answer import MOST, SHARP, Analysis, Dullness, Limits, Line, Score, is_number, picks, seed_of, whole
from kidd.search.mates import Mates
from kidd.search.mind import Mind
from kidd.search.mirrors import folded, inverse, mirrored, mirrored_text
from kidd.search.node import Node
from kidd.search.scale import LONGEST, PROVEN, SURE, WIN
from kidd.search.table import Table
from kidd.search.weights import weights

MEMORY = 64  # megabytes of table
DEEPEST = LONGEST - 20
WINDOW = 250  # how far a score is expected to stray from one depth to the next
LOOK = 0.01  # seconds between two looks at a stop sign
HEED = 0.05  # and between two looks for a Ctrl-C that another thread was told of
MOST_THREADS = 256


class Found(NamedTuple):
    """One line as the tree gave it."""

    score: int
    codes: list[int]
    whole: bool = True  # every other move was compared with it


class Engine:
    """Searches positions of one game; on one thread, the same position, seed and nodes always get the same answer."""

    def __init__(self, game: Game, memory: float = MEMORY, threads: int = 1) -> None:
        self.game = game
        self.table = _table(memory)
        self.mind = Mind(game, weights(game), self.table)
        self.root = Node(game.board(), self.mind, 0, LONGEST)
        self.mates = Mates(game, self.table, threads - 1)

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
    ) -> Analysis:
        """Search a position until a limit is reached or somebody says stop; `tell` hears of every depth reached."""
        began = monotonic()
        limits.check_some(stop)
        check_position(pos)
        if pos.choosing:

            def told(found: Analysis) -> None:
                if tell:
                    tell(picks(pos, found, lines))

            after = pos.play(pos.legal_moves()[0])
            found_after = self.analyse(after, limits, seed=seed, dullness=dullness, stop=stop, tell=told)
            return picks(pos, found_after, lines)
        moves = pos.legal_moves()
        self.root.begin(pos.board)
        self.root.key()
        mirror = folded(pos.deck)[self.mind.mirror]
        image = mirrored(pos, mirror) if mirror else pos
        self.table.forget()
        me, before = COLOURS.index(pos.turn), self._keys(history, mirror)
        self.mind.set_out(me, limits.nodes or 0, began + limits.seconds if limits.seconds else 0.0)
        self.mind.dull(dullness.blind, dullness.noise, seed_of(seed))
        self.mind.remember(before)
        self.root.begin(image.board)
        self.mates.set_out(image.board, me, before)

        def spoken(depth: int, found: list[Found]) -> Analysis:
            said = [self._line(pos, image, mirror, one) for one in found]
            said = said or [Line((moves[0],), self._score(pos, 0, pos))]
            return Analysis(tuple(said), depth, self.mind.nodes + self.mates.nodes(), monotonic() - began)

        depth = 0
        found: list[Found] = []
        with Watch(self.mind, stop), self.mates:
            for depth, found in self._deepen(limits, min(lines, len(moves)), len(moves) == 1):
                if tell:
                    tell(spoken(depth, found))
                    self.root.begin(image.board)
        return spoken(depth, found)

    def _keys(self, history: Sequence[Position], mirror: int) -> list[int]:
        keys = []
        for pos in history[-512:]:
            self.root.begin((mirrored(pos, mirror) if mirror else pos).board)
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
            if self.mind.stopped:
                now = _merged(now, found, {code: score for code, score in worth.items() if code not in tried})
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
        for number in range(lines):
            self.root.bar([one.codes[0] for one in now])
            score = self._aspire(depth, before[number].score if number < len(before) else None)
            # Where a search breaks off, the first line has at least tried the best move known; the others tried any.
            if self.root.root_code >= 0 and not (self.mind.stopped and number):
                now.append(Found(score, self.root.best_line(), not self.mind.stopped))
            if self.mind.stopped:
                break
        return now

    def _aspire(self, depth: int, expected: int | None) -> int:
        """Search in a narrow window around the last score, and in an open one when it was missed."""
        if expected is not None and depth > 3 and abs(expected) < SURE:
            score = self.root.think(depth, expected - WINDOW, expected + WINDOW)
            if self.mind.stopped or abs(score - expected) < WINDOW:
                return self.root.root_score
        self.root.think(depth, -WIN, WIN)
        return self.root.root_score

    def _line(self, pos: Position, image: Position, mirror: int, found: Found) -> Line:
        """Say a line of the mirror image that was searched in terms of the position that was asked for."""
        back = inverse(pos.deck, mirror)
        moves: list[Move] = []
        end, turned = pos, image
        for code in found.codes:
            there = next((move for move in turned.legal_moves() if move.code == code), None)
            if there is None:  # a line that the table cut short and went on elsewhere
                break
            text = mirrored_text(there.text, pos.deck, back)
            moves.append(next(move for move in end.legal_moves() if move.text == text))
            end, turned = end.play(moves[-1]), turned.play(there)
        return Line(tuple(moves), self._score(pos, found.score, end))

    def _score(self, pos: Position, points: int, end: Position) -> Score:
        me = COLOURS.index(pos.turn)
        value = points / WIN if abs(points) <= PROVEN else 1.0 if points > 0 else -1.0
        proven = abs(points) > PROVEN
        winner = pos.turn if points > 0 else COLOURS[1 - me]
        if len(self.game.colours) == 2:
            expected = (value, -value) if me == 0 else (-value, value)
            return Score(expected, WIN - abs(points) if proven else None, winner if proven else None)
        self.root.begin(end.board)
        numbers = [self.root.judgement(colour) / WIN for colour in range(3)]
        numbers[me] = value
        won = proven and points > 0
        return Score(tuple(numbers), WIN - points if won else None, pos.turn if won else None)


def _merged(now: list[Found], before: list[Found], untried: dict[int, int]) -> list[Found]:
    """Put what an unfinished depth has found before what the last one knew, which cannot be better.

    But where the depth broke off with nothing but a loss, other moves are better, as far as anybody knows.
    """
    known = {one.codes[0] for one in now}
    rest = [one for one in before if one.codes[0] not in known]
    if now and now[0].score < -PROVEN and not now[0].whole:
        if not rest and untried:
            code = max(untried, key=untried.__getitem__)
            rest = [Found(untried[code], [code])]
        return sorted([*now, *rest], key=lambda one: -one.score)
    if now:
        rest = [one._replace(score=min(one.score, now[-1].score)) for one in rest]
    return [*now, *rest]


def _table(megabytes: float) -> Table:
    if not is_number(megabytes) or not 0 < megabytes < MOST:
        raise SearchError(f"memory: expected megabytes above 0, got {shown(megabytes)}")
    with suppress(MemoryError):
        if megabytes <= _room():
            return Table(megabytes)
    raise SearchError(f"memory: there is no room for {shown(megabytes)} megabytes")


def _room() -> float:
    """The megabytes of this machine: a system that promises more does not keep it when they are wiped."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / (1 << 20)
    except (AttributeError, ValueError, OSError):  # unknown here
        return float(1 << 14)


def check_position(pos: Position) -> None:
    """Refuse a position in which nobody has to decide anything."""
    if pos.result:
        raise SearchError(f"the game is over ({pos.result.reason}): there is nothing to search")
    if pos.is_chance:
        raise SearchError("the die is still to be rolled: play *1, *2 or *3 first")


class Watch:
    """While it is open, a second thread looks for a stop sign and passes it on to a mind."""

    def __init__(self, mind: Mind, stop: Event | None) -> None:
        self.mind = mind
        self.stop = stop
        self.done = Event()
        self.thread = Thread(target=self._look, daemon=True)

    def _look(self) -> None:
        while self.stop and not self.done.is_set():
            if self.stop.wait(LOOK):
                self.mind.stopped = True
                return

    def __enter__(self) -> None:
        if self.stop:
            self.thread.start()

    def __exit__(self, *_: object) -> None:
        self.done.set()
        if self.stop:
            self.thread.join()


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
    engine = Engine(pos.game, memory, threads)
    stop = stop or Event()

    def search() -> Analysis:
        return engine.analyse(pos, limits, lines=lines, seed=seed, history=history, stop=stop, tell=tell)

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
