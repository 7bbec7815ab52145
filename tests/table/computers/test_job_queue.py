from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import CancelledError, wait
from pathlib import Path
from threading import get_ident

import pytest

import kidd
from kidd.table.computers.job_queue import SOMETIME, SOON, URGENT, Stopped, ThinkerPool, ThinkingFailed
from kidd.table.computers.jobs import HintQuestion, MatchRecord, MoveQuestion
from kidd.table.computers.worker_pipe import Thought
from kidd.table.play.games import TooMany
from tests.patience import PATIENCE, until

pytestmark = pytest.mark.once

START = MatchRecord.of(kidd.Match("LC"))
QUICK = MoveQuestion(START, 1, 1)
LONG = HintQuestion(START, 1000.0)
NONSENSE = MoveQuestion(START._replace(start="XX - R R7B7 -"), 1, 1)


@pytest.fixture
def alone() -> Iterator[ThinkerPool]:
    """One worker, and room for three questions before it."""
    pool = ThinkerPool(1, queue=3)
    yield pool
    pool.close()


def begun(*thoughts: Thought) -> None:
    """Wait until workers think about these."""
    until(lambda: all(thought.hush for thought in thoughts))


def test_answers_come_from_other_processes(thinkers: ThinkerPool):
    """Two workers answer many questions, neither of them in this process."""
    answers = [thinkers.ask(MoveQuestion(START, 1, seed)) for seed in range(20)]
    assert all(str(answer.result(PATIENCE)).startswith("@") for answer in answers)
    assert len(set(thinkers.pids)) == 2
    assert os.getpid() not in thinkers.pids


def test_a_question_that_makes_no_sense_is_a_failure(thinkers: ThinkerPool):
    """The reason comes back, and the worker goes on."""
    until(lambda: len(thinkers.pids) == 2)
    pids = thinkers.pids
    with pytest.raises(ThinkingFailed, match="There is no game 'XX'"):
        thinkers.ask(NONSENSE).result(PATIENCE)
    assert thinkers.ask(QUICK).result(PATIENCE)
    assert thinkers.pids == pids


def test_a_worker_that_is_killed_is_replaced(alone: ThinkerPool, caplog: pytest.LogCaptureFixture):
    """Killed while it thinks, the question goes to its successor; killed while it rests, the next one does."""
    assert alone.ask(QUICK).result(PATIENCE)
    (first,) = alone.pids
    answer = alone.ask(HintQuestion(START, 1.0))
    begun(answer)
    os.kill(first, signal.SIGKILL)
    assert answer.result(PATIENCE)
    (second,) = alone.pids
    assert second != first
    os.kill(second, signal.SIGKILL)
    assert alone.ask(QUICK).result(PATIENCE)
    assert alone.pids != [second]
    assert caplog.text.count("a worker died") == 2


def test_a_question_that_kills_is_given_up():
    """After three workers a question is answered with a failure, and the next one is thought about as ever."""
    pool = ThinkerPool(1, patience=0.3)
    try:
        killer = pool.ask(LONG)
        with pytest.raises(ThinkingFailed, match="died"):
            killer.result(PATIENCE)
        pool._workers[0]._patience = 30.0
        assert pool.ask(QUICK).result(PATIENCE)
    finally:
        pool.close()


def test_the_queue_has_an_end(alone: ThinkerPool):
    """A question too many is refused at once; one that was dropped makes room."""
    long = alone.ask(LONG)
    until(lambda: alone.thinking)
    waiting = [alone.ask(QUICK) for _ in range(3)]
    assert alone.waiting == 3
    with pytest.raises(TooMany) as refused:
        alone.ask(QUICK)
    assert (refused.value.reason, refused.value.limit) == ("thoughts", 3)
    at_any_rate = alone.ask(QUICK, at_any_rate=True)
    assert waiting[0].cancel()
    assert waiting[1].cancel()
    another = alone.ask(QUICK)
    long.cancel()
    assert all(thought.result(PATIENCE) for thought in (waiting[2], at_any_rate, another))


def test_moves_come_before_analyses(alone: ThinkerPool):
    """Whoever waits for a move does not wait for those who study."""
    order: list[str] = []
    long = alone.ask(LONG)
    until(lambda: alone.thinking)
    thoughts = []
    for name, urgency in (("study", SOMETIME), ("move", URGENT), ("other move", URGENT)):
        thoughts.append(alone.ask(QUICK, urgency))
        thoughts[-1].add_done_callback(lambda _, name=name: order.append(name))  # type: ignore[misc]
    long.cancel()
    wait(thoughts, PATIENCE)
    assert order == ["move", "other move", "study"]


def test_visitors_take_turns():
    """Whoever has many games waits longer than whoever has one, and among their own the quick levels come first."""
    pool, order = ThinkerPool(1, queue=80), []
    long = pool.ask(LONG, owner="greedy")
    until(lambda: pool.thinking)
    asked = [("greedy", 3), ("greedy", 2), ("greedy", 1), ("modest", 3), ("other", 1)]
    thoughts = []
    for owner, level in asked:
        thoughts.append(pool.ask(MoveQuestion(START, level, 1), owner=owner))
        thoughts[-1].add_done_callback(lambda _, one=(owner, level): order.append(one))  # type: ignore[misc]
    long.cancel()
    wait(thoughts, PATIENCE)
    pool.close()
    assert order == [("other", 1), ("modest", 3), ("greedy", 1), ("greedy", 2), ("greedy", 3)]


def test_newcomers_do_not_come_first_for_ever():
    """Somebody new is thought for before whoever had their turn just now, but not before those who had none since."""
    pool, order = ThinkerPool(1, queue=80), []
    try:
        for owner in ("old", "older", "oldest")[::-1]:
            assert pool.ask(QUICK, owner=owner).result(PATIENCE)
        long = pool.ask(LONG, owner="greedy")
        until(lambda: pool.thinking)
        asked = [(owner, 1) for owner in ("greedy", "new", "newer")] + [("oldest", 3)]
        thoughts = []
        for owner, level in asked:
            thoughts.append(
                pool.ask(MoveQuestion(START, level, 1), owner=owner, then=lambda _, one=owner: order.append(one))  # type: ignore[misc]
            )
        long.cancel()
        wait(thoughts, PATIENCE)
    finally:
        pool.close()
    assert order == ["oldest", "new", "newer", "greedy"]


def test_whoever_asked_is_told_by_the_worker(alone: ThinkerPool):
    """Never on their own thread, however quick the answer is, so that they may hold locks while they ask."""
    threads: list[int] = []
    for _ in range(20):
        thought = alone.ask(QUICK, then=lambda _: threads.append(get_ident()))
        assert thought.result(PATIENCE)
    until(lambda: len(threads) == 20)
    assert get_ident() not in threads


def test_nobody_fills_the_queue_alone():
    """An eighth of it is one visitor's share of moves; there is room for others then."""
    pool = ThinkerPool(1, queue=16)
    long = pool.ask(LONG, owner="greedy")
    until(lambda: pool.thinking)
    mine = [pool.ask(QUICK, owner="greedy") for _ in range(2)]
    with pytest.raises(TooMany):
        pool.ask(QUICK, owner="greedy")
    assert (pool.sated(), pool.room()) == (frozenset({"greedy"}), 14)
    mine.append(pool.ask(QUICK, owner="modest"))
    assert mine[0].cancel()
    mine[0] = pool.ask(QUICK, owner="greedy")
    long.cancel()
    assert all(thought.result(PATIENCE) for thought in mine)
    pool.close()


def test_what_is_dropped_is_not_thought_about(alone: ThinkerPool):
    """Before its turn a question goes unanswered; during it the answer comes soon."""
    long = alone.ask(LONG)
    until(lambda: alone.thinking)
    queued = alone.ask(LONG)
    assert queued.cancel()
    with pytest.raises(CancelledError):
        queued.result(0)
    assert not long.cancel()
    assert long.result(PATIENCE)
    assert alone.ask(QUICK).result(PATIENCE)


def test_closing_ends_everything():
    """Nobody who waits is left waiting, no process is left over, and nothing more is taken on."""
    pool = ThinkerPool(2)
    until(lambda: len(pool.pids) == 2)
    pids = pool.pids
    busy = [pool.ask(LONG) for _ in range(2)]
    begun(*busy)
    queued = pool.ask(QUICK)
    pool.close()
    assert queued.cancelled()
    assert all(isinstance(thought.exception(0), Stopped) for thought in busy)
    assert not any(Path(f"/proc/{pid}/stat").exists() for pid in pids)
    with pytest.raises(TooMany):
        pool.ask(QUICK)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_workers_at_rest_cost_nothing(alone: ThinkerPool):
    """While there is no question, neither worker nor server spends a tick on them."""

    def ticks() -> int:
        return sum(map(int, Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[11:13]))

    def rests() -> bool:
        before = ticks()
        time.sleep(0.5)
        return ticks() == before

    assert alone.ask(QUICK).result(PATIENCE)
    (pid,) = alone.pids
    until(rests)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_workers_do_not_outlive_the_server(tmp_path: Path):
    """A server that is killed takes its workers along, even one that thinks."""
    import subprocess
    import sys

    script = tmp_path / "server.py"
    script.write_text(
        "import kidd, time\n"
        "from kidd.table.computers.job_queue import ThinkerPool\n"
        "from kidd.table.computers.jobs import HintQuestion, MatchRecord\n"
        "if __name__ == '__main__':\n"
        "    pool = ThinkerPool(1)\n"
        "    thought = pool.ask(HintQuestion(MatchRecord.of(kidd.Match('LC')), 1000.0))\n"
        "    while not thought.hush: time.sleep(0.01)\n"
        "    print(pool.pids[0], flush=True)\n"
        "    time.sleep(1000)\n"
    )
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        pid = int(server.stdout.readline())
        assert Path(f"/proc/{pid}").exists()
        server.kill()
    gone = ("", "Z")

    def state() -> str:
        try:
            return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
        except OSError:
            return ""

    until(lambda: state() in gone)


def test_hints_leave_room_for_moves(alone: ThinkerPool):
    """Those who want a hint do not take all places in the queue."""
    long = alone.ask(LONG)
    until(lambda: alone.thinking)
    hint = alone.ask(QUICK, SOON)
    with pytest.raises(TooMany):
        alone.ask(QUICK, SOON)
    move = alone.ask(QUICK, URGENT)
    alone.hush(SOON)
    assert hint.cancelled()
    long.cancel()
    assert move.result(PATIENCE)


def test_nobody_takes_all_hints():
    """They have an owner, too, and an owner has a share."""
    pool = ThinkerPool(1, queue=16)
    long = pool.ask(LONG)
    until(lambda: pool.thinking)
    for _ in range(2):
        pool.ask(QUICK, SOON, owner="greedy")
    with pytest.raises(TooMany):
        pool.ask(QUICK, SOON, owner="greedy")
    pool.ask(QUICK, SOON, owner="modest")
    assert (pool.room(SOON), pool.room(URGENT)) == (5, 13)
    long.cancel()
    pool.close()
    assert pool.room() == 0


def test_an_unforeseen_error_does_not_end_the_thinking(alone: ThinkerPool, caplog: pytest.LogCaptureFixture):
    """The question fails, the next one is answered by a new process."""
    assert alone.ask(QUICK).result(PATIENCE)
    alone._workers[0].ask = lambda _: 1 // 0  # type: ignore[method-assign,assignment,return-value]
    with pytest.raises(ZeroDivisionError):
        alone.ask(QUICK).result(PATIENCE)
    del alone._workers[0].ask
    assert alone.ask(QUICK).result(PATIENCE)
    assert "could not be asked" in caplog.text
