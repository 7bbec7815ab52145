"""Computers think in processes of their own: a few workers, and a fair queue before them that has an end."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection
from concurrent.futures import InvalidStateError
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Condition, Thread
from time import monotonic

from kidd.table import limits
from kidd.table.computers.fair_queue import FairQueue, Ticket
from kidd.table.computers.jobs import LookQuestion, Question
from kidd.table.computers.lanes import ALL, QUICK_ONLY, URGENT, Lane
from kidd.table.computers.worker_pipe import FAREWELL, Lost, PipedWorker, Thought, Worker
from kidd.table.errors import TooMany

log = logging.getLogger(__name__)

ATTEMPTS = 3  # a question that kills three workers is not asked again
PATIENCE = 60.0  # seconds after which a worker is taken for dead
LATE = 15.0  # seconds beyond what was guessed, after which it is said that nobody answers


class ThinkingFailed(RuntimeError):
    """No worker could answer: a bug, or a machine without memory."""


class Stopped(ThinkingFailed):
    """The thinkers were closed: what they had thought so far is nobody's answer."""


@dataclass(eq=False)
class Post:
    """A worker at its post: which lanes it serves, and what it thinks about."""

    worker: Worker
    lanes: Collection[Lane]
    thread: Thread = field(init=False)
    up: bool = False
    leaving: bool = False
    ticket: Ticket | None = None
    late: float = 0.0
    """When an answer should have come, by far."""


class ThinkerPool:
    """The workers and their queue; whoever asks gets a future, and no thread of the caller's thinks.

    Beside the workers that take anything there is one for quick questions, which is started with the first slow one.
    Where others think about what is slow, those of this machine are for quick questions only.
    """

    def __init__(
        self,
        workers: int = 1,
        *,
        queue: int = limits.JOBS,
        patience: float = PATIENCE,
        quick_only: bool = False,
    ) -> None:
        self._queue = FairQueue(queue)
        self._change = Condition()
        self._closed = False
        self._is_needed = quick_only  # a worker for what is quick, as another thinks about what is slow
        self._posts: list[Post] = []
        for _ in range(workers):
            self.hire(PipedWorker(patience), QUICK_ONLY if quick_only else ALL)
        if not quick_only:
            self.hire(PipedWorker(patience), QUICK_ONLY)

    def hire(self, worker: Worker, lanes: Collection[Lane]) -> Post:
        """Give a worker questions of some lanes from now on."""
        post = Post(worker, lanes)
        post.thread = Thread(target=self._run, args=(post,), daemon=True, name="kidd-worker")
        with self._change:
            if not self._closed:
                self._posts.append(post)
                post.thread.start()
        return post

    def dismiss(self, post: Post) -> None:
        """Give a worker no more questions."""
        with self._change:
            post.leaving = True
            self._change.notify_all()

    def ask(
        self,
        question: Question,
        urgency: int = URGENT,
        *,
        owner: str = "",
        share: str = "",
        at_any_rate: bool = False,
        then: Callable[[Thought], None] | None = None,
    ) -> Thought:
        """Have a question of a person's thought about; TooMany if there is no room, unless it must be at any rate.

        What it takes is charged to a share, which is the person's own if none is named. `then` is called on the thread
        of the worker that has answered, or on that of whoever cancels; never on this.
        """
        thought = Thought(question)
        if then is not None:
            thought.add_done_callback(then)  # type: ignore[arg-type]
        ticket, crowded = Ticket(thought, urgency, owner, share), None
        with self._change:
            if self._closed:
                raise TooMany("thoughts", 0)
            if not at_any_rate:
                crowded = self._queue.find_room(ticket)
            self._queue.add(ticket)
            self._make_way(ticket)
            self._change.notify_all()
        if crowded is not None:
            reason = "thoughts here" if crowded.share == ticket.share else "thoughts"
            with suppress(InvalidStateError):
                crowded.thought.set_exception(TooMany(reason, self._queue.places(ticket.lane)))
        return thought

    def _make_way(self, ticket: Ticket) -> None:
        """Where every worker is busy, have the least urgent slice end at once that can be gone on with later."""
        able = [post.ticket for post in self._posts if post.up and ticket.lane in post.lanes]
        busy = [one for one in able if one is not None]
        if len(busy) < len(able):
            return
        urgency = ticket.urgency
        slices = [one for one in busy if one.urgency > urgency and isinstance(one.thought.question, LookQuestion)]
        waiting = sum(one.urgency <= urgency for one in self._queue.waiting())
        if slices and waiting > sum(one.thought.hurried for one in busy):
            max(slices, key=lambda one: (not one.thought.hurried, one.urgency)).thought.hurry()

    def room(self, lane: Lane) -> int:
        """How many more questions are taken on in a lane."""
        with self._change:
            return 0 if self._closed else self._queue.room(lane)

    def sated(self, lane: Lane) -> frozenset[str]:
        """The shares of which so much waits in a lane that others would have no room beside it."""
        with self._change:
            return self._queue.sated(lane)

    def away(self, lane: Lane) -> bool:
        """Whether nobody is there for a lane, or all who are have not answered for far too long."""
        now = monotonic()
        with self._change:
            able = [post for post in self._posts if lane in post.lanes and not post.leaving]
            return not self._closed and all(post.ticket and now > post.late for post in able)

    @property
    def hands(self) -> int:
        """How many workers there are."""
        with self._change:
            return sum(post.up and not post.leaving for post in self._posts)

    @property
    def waiting(self) -> int:
        """How many questions wait for a worker."""
        with self._change:
            return len(self._queue.waiting())

    @property
    def thinking(self) -> int:
        """How many questions are being thought about."""
        with self._change:
            return sum(post.ticket is not None for post in self._posts)

    @property
    def pids(self) -> list[int]:
        """The processes, for those who watch or test them; that for quick questions comes last."""
        with self._change:
            return [post.worker.pid for post in self._posts if post.worker.pid is not None]

    def hush(self, urgency: int) -> None:
        """Drop the questions of one kind that wait for a worker, as when the server is about to stop."""
        with self._change:
            left = [one.thought for one in self._queue.waiting() if one.urgency == urgency]
        for thought in left:
            thought.cancel()

    def close(self) -> None:
        """Stop all thinking; questions that are left are cancelled, those under way end with Stopped."""
        with self._change:
            self._closed = True
            left = self._queue.waiting()
            busy = [post.ticket for post in self._posts if post.ticket is not None]
            self._change.notify_all()
        for ticket in left + busy:
            if not ticket.thought.cancel() and ticket in left:  # asked again after a worker had died
                _fail(ticket.thought, _stopped())
        end = monotonic() + FAREWELL
        for post in list(self._posts):
            post.thread.join(max(end - monotonic(), 0))
            if post.thread.is_alive():
                post.worker.kill()
                post.thread.join(FAREWELL)

    def _run(self, post: Post) -> None:
        if not self._is_wanted(post):
            return
        with suppress(OSError):  # tried again when there is a question
            post.worker.start()  # at once, as it takes a moment
        post.up = True
        while (ticket := self._next(post)) is not None:
            began, lost = monotonic(), False
            try:
                lost = not self._answer(post.worker, ticket)
            except Exception as error:  # unforeseen, but the thread has to go on, with a new process
                log.exception("a worker could not be asked")
                with suppress(OSError):
                    post.worker.end()
                _fail(ticket.thought, error)
            finally:
                self._settle(post, ticket, ticket.guess if lost else monotonic() - began, again=lost)
        post.worker.end()
        with self._change:
            if post.leaving:
                self._posts.remove(post)

    def _is_wanted(self, post: Post) -> bool:
        """Wait until a worker is needed that does not take everything; False if it is time to end."""
        with self._change:
            while Lane.MOVES not in post.lanes and not (self._is_needed or self._closed or post.leaving):
                self._change.wait()
            return not (self._closed or post.leaving)

    def _next(self, post: Post) -> Ticket | None:
        """Wait for a question that somebody still wants an answer to."""
        with self._change:
            while not (self._closed or post.leaving):
                ticket = self._queue.take(post.lanes)
                if ticket is None:
                    self._change.wait()
                elif ticket.thought.running() or ticket.thought.set_running_or_notify_cancel():
                    post.ticket, post.late = ticket, monotonic() + ticket.guess + LATE
                    if ticket.lane is not Lane.QUICK and not self._is_needed:
                        self._is_needed = True
                        self._change.notify_all()
                    return ticket
                else:
                    self._queue.settle(ticket, 0.0)
        return None

    def _settle(self, post: Post, ticket: Ticket, seconds: float, *, again: bool) -> None:
        with self._change:
            post.ticket = None
            self._queue.settle(ticket, seconds)
            again = again and not self._closed
            if again:
                self._queue.add(ticket)
                self._change.notify_all()
        if self._closed and not ticket.thought.done():
            _fail(ticket.thought, _stopped())

    def _answer(self, worker: Worker, ticket: Ticket) -> bool:
        """Have a worker think about a question; False if it is lost and the question is to be asked again."""
        thought = ticket.thought
        try:
            answer, fault = worker.ask(thought)
        except Lost as error:
            ticket.attempts += error.blame
            if self._closed:
                _fail(thought, _stopped())
            elif ticket.attempts >= ATTEMPTS:
                _fail(thought, ThinkingFailed("the worker died, whoever was asked"))
            else:
                log.warning("a worker died or did not answer, and is replaced")
                return False
            return True
        if self._closed:  # thought in haste
            _fail(thought, _stopped())
        elif fault:
            _fail(thought, ThinkingFailed(fault))
        else:
            thought.set_result(answer)
        return True


def _stopped() -> Stopped:
    return Stopped("the thinkers have stopped")


def _fail(thought: Thought, error: BaseException) -> None:
    with suppress(InvalidStateError):
        thought.set_exception(error)
