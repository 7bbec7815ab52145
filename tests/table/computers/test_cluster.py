from __future__ import annotations

import os
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

import kidd
from kidd.advice.annotate import Note
from kidd.advice.look import Look
from kidd.arena import crews
from kidd.search.hint import Hint
from kidd.table.computers import cluster as fleets
from kidd.table.computers import remote_thinking
from kidd.table.computers.cluster import Fleet
from kidd.table.computers.computers import Computers
from kidd.table.computers.job_queue import Stopped, ThinkerPool, ThinkingFailed
from kidd.table.computers.jobs import HintQuestion, LookQuestion, MatchRecord, MoveQuestion, NoteQuestion
from kidd.table.computers.lanes import LOOKING, SOMETIME, SOON, Lane
from kidd.table.computers.worker_pipe import Thought
from kidd.table.storage.database.store import Store
from kidd.table.storage.event_log import load
from tests.patience import PATIENCE, until
from tests.table.sittings import computer, person, sit

distributed = pytest.importorskip("distributed")

# The cluster's own warnings, about workers that go or are killed, are not ours to answer for.
pytestmark = [pytest.mark.once, pytest.mark.filterwarnings("default")]

START = MatchRecord.of(kidd.Match("LC"))
SLOW = MoveQuestion(START, 7, 1)
LONG = HintQuestion(START, 1000.0)


def local_cluster(workers: int, port: int = 0) -> Any:
    """A real cluster of this machine, whose workers are processes of one thread each."""
    return distributed.LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        processes=True,
        dashboard_address="127.0.0.1:0",  # any port: without one its HTTP server wants 8787, as all others do
        silence_logs=50,
        scheduler_port=port,
    )


@pytest.fixture(scope="module")
def harbour() -> Iterator[Any]:
    """Two workers for all of these tests."""
    with local_cluster(2) as cluster:
        yield cluster


@contextmanager
def thinking_at(address: str, **more: Any) -> Iterator[ThinkerPool]:
    """A queue whose slow questions are thought about at a cluster."""
    pool = ThinkerPool(1, quick_only=True)
    fleet = Fleet(address, pool, every=0.1, **more)
    fleet.start()
    try:
        yield pool
    finally:
        fleet.close()
        pool.close()


@pytest.fixture
def thinkers(harbour: Any) -> Iterator[ThinkerPool]:
    """The same at the cluster of these tests, with both workers at their posts."""
    until(lambda: len(harbour.scheduler.workers) == 2)
    with thinking_at(harbour.scheduler_address) as pool:
        until(lambda: pool.hands == 3)
        yield pool


def pids(harbour: Any) -> dict[str, int]:
    """The processes of the workers, by address."""
    with distributed.Client(harbour, set_as_default=False) as client:
        return dict(client.run(os.getpid))


def where(pool: ThinkerPool, thought: Thought) -> str:
    """The address of the worker that thinks about something."""
    until(lambda: thought.hush)
    (post,) = [post for post in pool._posts if post.ticket is not None and post.ticket.thought is thought]
    return str(post.worker._address)  # type: ignore[attr-defined]


def test_everything_slow_is_thought_about_elsewhere(thinkers: ThinkerPool):
    """Moves, hints, looks and notes; what is quick stays here."""
    assert str(thinkers.ask(SLOW).result(PATIENCE)).startswith("@")
    assert isinstance(thinkers.ask(HintQuestion(START, 0.05), SOON).result(PATIENCE), Hint)
    look = LookQuestion.of(kidd.Match("LC"), 2, 0.05)
    assert isinstance(thinkers.ask(look, LOOKING).result(PATIENCE), Look)
    played = START._replace(acts=("@c1",))
    assert isinstance(thinkers.ask(NoteQuestion(played, 0, 1.0, 500), SOMETIME).result(PATIENCE), Note)
    assert {post.worker.pid is None for post in thinkers._posts if Lane.MOVES in post.lanes} == {True}
    assert thinkers.ask(MoveQuestion(START, 1, 1)).result(PATIENCE)
    assert len(thinkers.pids) == 1


def test_the_answers_are_the_same(thinkers: ThinkerPool):
    """As those of a process of this machine."""
    local = ThinkerPool(1)
    try:
        for seed in range(2):
            question = SLOW._replace(seed=seed)
            assert thinkers.ask(question).result(PATIENCE) == local.ask(question).result(PATIENCE)
    finally:
        local.close()


def test_a_fault_is_told(thinkers: ThinkerPool):
    """And costs nobody a worker."""
    with pytest.raises(ThinkingFailed, match="There is no game 'XX'"):
        thinkers.ask(SLOW._replace(record=START._replace(start="XX - R R7B7 -"))).result(PATIENCE)
    assert thinkers.hands == 3


def test_nobody_is_given_more_than_they_can_do(thinkers: ThinkerPool, harbour: Any):
    """What waits waits here, where it is known whose share it takes; the cluster has as much as it has threads."""
    thoughts = [thinkers.ask(LONG, owner=f"visitor {number}") for number in range(10)]
    until(lambda: thinkers.thinking == 2)

    def given() -> int:
        return sum(task.state not in ("memory", "released") for task in list(harbour.scheduler.tasks.values()))

    until(lambda: given() == 2)
    assert (thinkers.waiting, given()) == (8, 2)
    for thought in thoughts[::-1]:
        thought.cancel()
    until(lambda: thinkers.thinking == 0)


def test_who_is_in_a_hurry_gets_a_poor_answer(thinkers: ThinkerPool):
    """A word to stop is heard while somebody thinks; one that comes before the question, too."""
    thought = thinkers.ask(LONG)
    until(lambda: thought.hush)
    assert not thought.cancel()
    assert isinstance(thought.result(PATIENCE), Hint)
    remote_thinking.hush("early")
    answer, fault = remote_thinking.think("early", LONG)
    assert (isinstance(answer, Hint), fault) == (True, "")


def test_a_killed_worker_costs_a_retry(thinkers: ThinkerPool, harbour: Any):
    """The question goes to another one, and the cluster's next worker is hired."""
    processes = pids(harbour)
    thought = thinkers.ask(HintQuestion(START, 2.0))
    killed = where(thinkers, thought)
    os.kill(processes[killed], signal.SIGKILL)
    assert isinstance(thought.result(PATIENCE), Hint)
    until(lambda: thinkers.hands == 3)
    assert killed not in pids(harbour)


def test_a_frozen_worker_costs_a_retry(thinkers: ThinkerPool, harbour: Any, monkeypatch: pytest.MonkeyPatch):
    """It is not heard of any more, so another one is asked; when it is heard of again, it has work again."""
    monkeypatch.setattr(fleets, "FROZEN", 2.0)
    processes = pids(harbour)
    thought = thinkers.ask(HintQuestion(START, 1.0))
    frozen = processes[where(thinkers, thought)]
    os.kill(frozen, signal.SIGSTOP)
    try:
        assert isinstance(thought.result(PATIENCE), Hint)
        assert thinkers.hands == 2
    finally:
        os.kill(frozen, signal.SIGCONT)
    until(lambda: thinkers.hands == 3)


def test_a_worker_of_other_rulings_is_not_asked(harbour: Any, caplog: pytest.LogCaptureFixture):
    """It would play another game; the log says so once."""
    until(lambda: len(harbour.scheduler.workers) == 2)
    with distributed.Client(harbour, set_as_default=False) as client:
        stranger = next(iter(client.run(os.getpid)))

        def rule(number: int) -> None:
            from kidd.table.computers import remote_thinking

            remote_thinking.RULINGS = number  # type: ignore[attr-defined]

        client.run(rule, 99, workers=[stranger])
        try:
            with thinking_at(harbour.scheduler_address) as pool:
                until(lambda: "plays by rulings 99" in caplog.text)
                until(lambda: pool.hands == 2)
                assert all(pool.ask(SLOW).result(PATIENCE) for _ in range(3))
        finally:
            client.run(rule, kidd.rules.numbers.RULINGS, workers=[stranger])
    assert caplog.text.count("cannot think for us") == 1


def test_closing_ends_everything(harbour: Any):
    """Nobody who waits is left waiting."""
    with thinking_at(harbour.scheduler_address) as pool:
        until(lambda: pool.hands == 3)
        busy = [pool.ask(LONG) for _ in range(2)]
        until(lambda: all(thought.hush for thought in busy))
        queued = pool.ask(LONG)
    assert queued.cancelled()
    assert all(isinstance(thought.exception(PATIENCE), Stopped) for thought in busy)


@pytest.fixture
def berth(monkeypatch: pytest.MonkeyPatch) -> int:
    """A port at which nobody answers yet, and no patience with that."""
    monkeypatch.setattr(crews, "CONNECT_SECONDS", 1)
    monkeypatch.setattr(crews, "ANSWER_SECONDS", 2)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
        return port


def test_a_game_outlives_the_cluster(store: Store, berth: int, caplog: pytest.LogCaptureFixture):
    """Where nobody answers, low levels play on; the move comes when somebody does, and after the cluster was gone."""
    computers = Computers(store, 1, f"tcp://127.0.0.1:{berth}")
    computers.start()
    nudged: list[str] = []
    store.hub.nudge = nudged.append  # type: ignore[method-assign,assignment]
    stands: Callable[[str], int] = lambda game: len(load(store, game).match)  # noqa: E731
    try:
        slow, quick = sit(store, "LC", computer(7), person()), sit(store, "LC", computer(1), person())
        until(lambda: stands(quick.id) == 1)
        assert computers.turns.is_stranded(slow)
        assert not computers.turns.is_stranded(quick)
        until(lambda: "nobody thinks for us elsewhere" in caplog.text)
        with local_cluster(1, berth):
            until(lambda: stands(slow.id) == 1)
            assert not computers.turns.is_stranded(slow)
            assert slow.id in nudged
            nudged.clear()
        until(lambda: computers.thinkers.away(Lane.MOVES))
        later = sit(store, "LC", computer(7), person())
        assert computers.turns.is_stranded(later)
        with local_cluster(1, berth):
            until(lambda: stands(later.id) == 1)
        assert nudged
    finally:
        computers.close()
