"""One position searched by an engine of its own, for whoever asks from outside: everything they say is checked."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from threading import Event, current_thread, main_thread

from kidd.errors import SearchError, shown
from kidd.position import Position
from kidd.search.answer import Analysis, Limits, check_whole
from kidd.search.engine import Engine, check_position
from kidd.search.tree.memory import BRIEF_NODES, MEMORY

MOST_THREADS = 256
POLL_SECONDS = 0.05  # between two looks for a Ctrl-C that another thread was told of


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
    check_whole("lines", lines, 1)
    if check_whole("threads", threads, 1) > MOST_THREADS:
        raise SearchError("threads", most=MOST_THREADS, came=shown(threads))
    if not isinstance(pos, Position):
        raise SearchError("position", came=shown(pos))
    limits = Limits(seconds, nodes, depth)
    if limits == Limits() and stop is None:
        limits = Limits(seconds=1.0)
    limits.check()
    check_position(pos)
    _check_history(pos, history)
    if stop is not None and not isinstance(stop, Event):
        raise SearchError("stop", came=shown(stop))
    engine = Engine(pos.game, memory, threads, brief=nodes is not None and nodes <= BRIEF_NODES)
    stop = stop or Event()

    def search() -> Analysis:
        return engine.analyse(pos, limits, lines=lines, seed=seed, history=history, stop=stop, tell=tell, patient=True)

    return search() if current_thread() is not main_thread() else _run_beside(search, stop)


def _run_beside(search: Callable[[], Analysis], stop: Event) -> Analysis:
    """Python hears Ctrl-C on its main thread only, and not while that is busy with compiled code."""
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(search)
        try:
            while not wait([future], POLL_SECONDS).done:
                pass
            return future.result()
        except BaseException:
            stop.set()
            raise


def _check_history(pos: Position, history: object) -> None:
    """Refuse what is no list of earlier positions of the same game."""
    if isinstance(history, str | bytes) or not isinstance(history, Sequence):
        raise SearchError("history", came=shown(history))
    for one in history:
        if not isinstance(one, Position):
            raise SearchError("history-position", came=shown(one))
        if one.game != pos.game:
            raise SearchError("history-game", came=shown(str(one)))
