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
from kidd.advice.look import Look
from kidd.search.hint import Hint
from kidd.table.computers import worker_pipe
from kidd.table.computers.job_queue import Stopped, ThinkerPool, ThinkingFailed
from kidd.table.computers.jobs import HintQuestion, LookQuestion, MatchRecord, MoveQuestion
from kidd.table.computers.lanes import LOOKING, SOMETIME, SOON, URGENT, Lane
from kidd.table.computers.worker_pipe import Thought
from kidd.table.play.games import TooMany
from tests.patience import PATIENCE, until

pytestmark = pytest.mark.once

START = MatchRecord.of(kidd.Match("LC"))
QUICK = MoveQuestion(START, 1, 1)
SLOW = MoveQuestion(START, 7, 1)  # a tenth of a second, and not in the lane of what is quick
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
    assert len(set(thinkers.pids)) >= 2
    assert os.getpid() not in thinkers.pids


def test_a_question_that_makes_no_sense_is_a_failure(thinkers: ThinkerPool):
    """The reason comes back, and the worker goes on."""
    until(lambda: len(thinkers.pids) >= 2)
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
    second = alone.pids[0]
    assert second != first
    os.kill(second, signal.SIGKILL)
    assert alone.ask(SLOW).result(PATIENCE)
    assert alone.pids[0] != second
    assert caplog.text.count("a worker died") == 2


def test_a_worker_that_is_frozen_is_replaced(alone: ThinkerPool, monkeypatch: pytest.MonkeyPatch):
    """It does not say that it is alive, while it rests or thinks: another one answers, long before patience is over."""
    monkeypatch.setattr(worker_pipe, "PULSE_EVERY", 0.5)
    assert alone.ask(QUICK).result(PATIENCE)
    first = alone.pids[0]
    os.kill(first, signal.SIGSTOP)
    assert alone.ask(HintQuestion(START, 0.2)).result(PATIENCE)
    second = alone.pids[0]
    assert second != first
    answer = alone.ask(HintQuestion(START, 1.0))
    begun(answer)
    os.kill(second, signal.SIGSTOP)
    assert answer.result(PATIENCE)
    assert alone.pids[0] != second


def test_a_worker_that_thinks_for_long_is_alive(alone: ThinkerPool, monkeypatch: pytest.MonkeyPatch):
    """It is asked again and again, and says so, which nobody takes for its answer."""
    monkeypatch.setattr(worker_pipe, "PULSE_EVERY", 0.1)
    monkeypatch.setattr(worker_pipe, "UNFELT", 200)
    assert alone.ask(QUICK).result(PATIENCE)
    first = alone.pids[0]
    assert isinstance(alone.ask(HintQuestion(START, 1.0)).result(PATIENCE), Hint)
    assert alone.pids[0] == first


def test_a_question_that_kills_is_given_up():
    """After three workers a question is answered with a failure, and the next one is thought about as ever."""
    pool = ThinkerPool(1, patience=0.3)
    try:
        killer = pool.ask(LONG)
        with pytest.raises(ThinkingFailed, match="died"):
            killer.result(PATIENCE)
        for post in pool._posts:
            post.worker._patience = 30.0  # type: ignore[attr-defined]
        assert pool.ask(QUICK).result(PATIENCE)
    finally:
        pool.close()


def test_the_queue_has_an_end(alone: ThinkerPool):
    """A question too many is refused at once; one that was dropped makes room."""
    long = alone.ask(LONG)
    until(lambda: alone.thinking)
    waiting = [alone.ask(SLOW) for _ in range(3)]
    assert alone.waiting == 3
    with pytest.raises(TooMany) as refused:
        alone.ask(SLOW)
    assert (refused.value.reason, refused.value.limit) == ("thoughts", 3)
    at_any_rate = alone.ask(SLOW, at_any_rate=True)
    assert waiting[0].cancel()
    assert waiting[1].cancel()
    another = alone.ask(SLOW)
    long.cancel()
    assert all(thought.result(PATIENCE) for thought in (waiting[2], at_any_rate, another))


def test_moves_come_before_analyses(alone: ThinkerPool):
    """Whoever waits for a move does not wait for those who study."""
    order: list[str] = []
    long = alone.ask(LONG)
    until(lambda: alone.thinking)
    thoughts = []
    for name, urgency in (("study", SOMETIME), ("move", URGENT), ("other move", URGENT)):
        thoughts.append(alone.ask(SLOW if urgency == URGENT else HintQuestion(START, 1.0), urgency))
        thoughts[-1].add_done_callback(lambda _, name=name: order.append(name))  # type: ignore[misc]
    long.cancel()
    wait(thoughts, PATIENCE)
    assert order == ["move", "other move", "study"]


def test_a_slice_makes_way(alone: ThinkerPool):
    """Somebody who waits for a move does not wait for the end of a slice, nor does whoever begins to look."""
    slice_ = LookQuestion.of(kidd.Match("LC"), 3, 1000.0)
    for urgency, question in ((URGENT, SLOW), (LOOKING, slice_._replace(seconds=0.01))):
        going_on = alone.ask(slice_, SOMETIME)
        until(lambda: alone.thinking)
        assert alone.ask(question, urgency).result(PATIENCE)
        found = going_on.result(PATIENCE)
        assert isinstance(found, Look)
        assert not found.settled


def test_only_slices_make_way(alone: ThinkerPool):
    """What cannot be gone on with later is thought to its end, and a slice goes on beside what is no more urgent."""
    hint = alone.ask(HintQuestion(START, 0.3), SOMETIME)
    until(lambda: alone.thinking)
    quick = alone.ask(SLOW)
    assert not hint.hurried
    assert hint.result(PATIENCE)
    assert quick.result(PATIENCE)
    looked = alone.ask(LookQuestion.of(kidd.Match("LC"), 3, 0.3), SOMETIME)
    until(lambda: alone.thinking)
    alone.ask(SLOW, SOMETIME)
    assert not looked.hurried


def test_visitors_take_turns():
    """Whoever has much waiting waits longer than whoever has little."""
    pool, order = ThinkerPool(1, queue=80), []
    try:
        long = pool.ask(LONG, SOON, owner="greedy")
        until(lambda: pool.thinking)
        thoughts = []
        for owner in ("greedy", "greedy", "greedy", "modest", "other"):
            told = pool.ask(HintQuestion(START, 0.01), SOON, owner=owner, then=lambda _, one=owner: order.append(one))  # type: ignore[misc]
            thoughts.append(told)
        long.cancel()
        wait(thoughts, PATIENCE)
    finally:
        pool.close()
    assert order == ["modest", "other", "greedy", "greedy", "greedy"]


def test_what_is_quick_does_not_wait_for_what_is_slow(alone: ThinkerPool):
    """However long all workers think, and however many such questions wait, somebody else has time for a low level."""
    waiting = [alone.ask(LONG, owner=owner) for owner in ("greedy", "other")]
    until(lambda: alone.thinking)
    for number in range(3):
        assert alone.ask(MoveQuestion(START, 1 + number, 1), owner="greedy" if number else "modest").result(PATIENCE)
    assert (alone.thinking, alone.waiting) == (1, 1)
    assert not any(thought.done() for thought in waiting)


def test_the_process_for_what_is_quick_comes_when_it_is_needed(alone: ThinkerPool):
    """With the first slow question: where all play low levels there is none."""
    assert alone.ask(QUICK).result(PATIENCE)
    assert len(alone.pids) == 1
    assert alone.ask(SLOW).result(PATIENCE)
    until(lambda: len(alone.pids) == 2)


def test_whoever_asked_is_told_by_the_worker(alone: ThinkerPool):
    """Never on their own thread, however quick the answer is, so that they may hold locks while they ask."""
    threads: list[int] = []
    for _ in range(20):
        thought = alone.ask(QUICK, then=lambda _: threads.append(get_ident()))
        assert thought.result(PATIENCE)
    until(lambda: len(threads) == 20)
    assert get_ident() not in threads


def test_nobody_fills_the_queue_alone():
    """An eighth of a lane is one visitor's share; there is room for others then, and in other lanes for all."""
    pool = ThinkerPool(1, queue=16)
    long = pool.ask(LONG, owner="greedy")
    until(lambda: pool.thinking)
    mine = [pool.ask(SLOW, owner="greedy") for _ in range(2)]
    with pytest.raises(TooMany):
        pool.ask(SLOW, owner="greedy")
    assert (pool.sated(Lane.MOVES), pool.room(Lane.MOVES)) == (frozenset({"greedy"}), 14)
    mine.append(pool.ask(SLOW, owner="modest"))
    assert pool.ask(QUICK, owner="greedy").result(PATIENCE)
    assert mine[0].cancel()
    mine[0] = pool.ask(SLOW, owner="greedy")
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
    pool = ThinkerPool(1, queue=32)
    long = pool.ask(LONG)
    until(lambda: pool.thinking)
    for _ in range(2):
        pool.ask(QUICK, SOON, owner="greedy")
    with pytest.raises(TooMany):
        pool.ask(QUICK, SOON, owner="greedy")
    pool.ask(QUICK, SOON, owner="modest")
    assert (pool.room(Lane.HINTS), pool.room(Lane.MOVES)) == (13, 32)
    long.cancel()
    pool.close()
    assert pool.room(Lane.MOVES) == 0


def test_sixty_visitors_of_one_address_leave_hints_to_others():
    """Whatever names they give themselves, they have one share; another address finds room and comes next."""
    pool = ThinkerPool(1, queue=200)
    try:
        first = pool.ask(LONG, SOON, owner="first")
        until(lambda: pool.thinking)
        second = pool.ask(LONG, SOON, owner="visitor 0", share="@1")
        asked, refused = [second], 0
        for number in range(119):
            try:
                asked.append(pool.ask(LONG, SOON, owner=f"visitor {number // 2}", share="@1"))
            except TooMany:
                refused += 1
        refused += sum(one.done() for one in asked)  # who had a place, and has made way for another visitor
        assert (refused, pool.sated(Lane.HINTS)) == (108, frozenset({"@1"}))
        honest = pool.ask(HintQuestion(START, 0.01), SOON, owner="honest", share="@2")
        begun(first)
        first.cancel()
        begun(second)
        second.cancel()
        assert honest.result(PATIENCE)
    finally:
        pool.close()


def test_where_it_is_full_whoever_has_most_makes_room():
    """So that visitors of as many addresses as there are places do not deny hints to one more."""
    pool = ThinkerPool(1, queue=200)
    try:
        pool.ask(LONG, SOON, owner="first")
        until(lambda: pool.thinking)
        crowd = [pool.ask(LONG, SOON, owner=f"visitor {number // 2}") for number in range(100)]
        assert pool.room(Lane.HINTS) == 0
        honest = pool.ask(LONG, SOON, owner="honest")
        (displaced,) = [one for one in crowd if one.done()]
        assert isinstance(displaced.exception(0), TooMany)
        assert not honest.done()
        with pytest.raises(TooMany):
            pool.ask(LONG, SOON, owner="honest")
    finally:
        pool.close()


def test_an_unforeseen_error_does_not_end_the_thinking(alone: ThinkerPool, caplog: pytest.LogCaptureFixture):
    """The question fails, the next one is answered by a new process."""
    assert alone.ask(QUICK).result(PATIENCE)
    alone._posts[0].worker.ask = lambda _: 1 // 0  # type: ignore[method-assign,assignment,return-value]
    with pytest.raises(ZeroDivisionError):
        alone.ask(QUICK).result(PATIENCE)
    del alone._posts[0].worker.ask
    assert alone.ask(QUICK).result(PATIENCE)
    assert "could not be asked" in caplog.text
