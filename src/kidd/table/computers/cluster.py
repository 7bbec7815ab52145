"""Thinking elsewhere: the workers of a Dask cluster at posts of our queue, hired as they come, dismissed as they go.

The queue stays here, with its lanes and shares: a worker is given as many questions at a time as it has threads, each
on a post of its own. Whoever is gone, or is not heard of any more, loses what it was given, and others are asked.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from secrets import token_hex
from threading import Event, Thread
from time import monotonic

from kidd.arena.crews import Cluster, Member
from kidd.rules.numbers import RULINGS
from kidd.table.computers.job_queue import Post, ThinkerPool
from kidd.table.computers.jobs import Answer
from kidd.table.computers.lanes import SLOW, Lane
from kidd.table.computers.remote_thinking import Greeting, greet, hush, think
from kidd.table.computers.worker_pipe import Lost, Thought

log = logging.getLogger(__name__)

EVERY = 0.5  # seconds after which it is looked again who is there
FROZEN = 6.0  # seconds without a word after which a worker is taken for dead; it says one twice a second
PATIENCE = 30.0  # seconds for an answer
ASK_AGAIN_AFTER = 30.0  # seconds after which one who was no good is asked again


class RemoteWorker:
    """A thread of a worker of a cluster."""

    pid = None

    def __init__(self, cluster: Cluster, address: str, patience: float = PATIENCE) -> None:
        self._cluster, self._address, self._patience = cluster, address, patience
        self._executor = cluster.executor_at(address)
        self._bell = Event()
        self._gone = Event()
        self._is_blameless = False

    def start(self) -> None:
        """Nothing is to be done."""

    def ask(self, thought: Thought) -> tuple[Answer, str]:
        """The answer of the worker, or what went wrong there."""
        key, bell = token_hex(8), Event()
        self._bell = bell
        try:
            asked = self._executor.submit(think, key, thought.question)
        except Exception:  # noqa: BLE001 - of whatever kind: the cluster is gone, which is soon noticed
            self._gone.wait(EVERY)
            raise Lost(blame=False) from None
        asked.add_done_callback(lambda _: bell.set())
        thought.hush = partial(self._cluster.call, self._address, hush, key)
        if thought.hurried:  # before there was anybody to be told
            thought.hush()
        try:
            if not self._gone.is_set():
                bell.wait(self._patience)
            if self._gone.is_set() or not asked.done():
                thought.hush()
                _aside(asked.cancel)
                raise Lost(blame=not self._is_blameless)
            return asked.result()
        except Lost:
            raise
        except Exception as error:  # noqa: BLE001 - killed, cancelled, or without our modules
            log.warning("a worker of the cluster at %s did not answer: %r", self._address, error)
            raise Lost(blame=not self._is_blameless) from None
        finally:
            thought.hush = None

    def kill(self) -> None:
        """Wait for this one no longer."""
        self._gone.set()
        self._bell.set()

    def let_go(self) -> None:
        """The same where all are lost, which is no question's fault."""
        self._is_blameless = True
        self.kill()

    def end(self) -> None:
        """Leave it to the cluster."""


@dataclass
class Known:
    """A member of the cluster, as we know it."""

    greeting: Future[Greeting]
    """What it has answered when it came: whether it has our modules."""
    asked: float
    heard: float
    """When the scheduler has heard of it last, by the scheduler's clock, and since when we know that, by ours."""
    since: float
    posts: dict[RemoteWorker, Post] = field(default_factory=dict)
    refused: bool = False


class Fleet:
    """Looks again and again who is there, and who is not any more; `changed` is called when nobody is, or somebody."""

    def __init__(
        self, address: str, thinkers: ThinkerPool, *, changed: Callable[[], None] = lambda: None, every: float = EVERY
    ) -> None:
        self._address = address
        self._thinkers = thinkers
        self._changed = changed
        self._every = every
        self._cluster: Cluster | None = None
        self._known: dict[str, Known] = {}
        self._away = True
        self._closed = Event()
        self._thread = Thread(target=self._run, name="kidd-fleet", daemon=True)

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def close(self) -> None:
        """Look no more; whoever is asked meanwhile is lost."""
        self._closed.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        complained = ""
        while not self._closed.is_set():
            try:
                self._look()
                complained = ""
            except Exception as error:  # noqa: BLE001 - of whatever kind: it may come back
                if (why := str(error)) != complained:
                    log.warning("nobody thinks for us elsewhere: %s", why)
                complained = why
                self._lose_all()
            away, self._away = self._away, self._thinkers.away(Lane.MOVES)
            if away != self._away:
                self._changed()
            self._closed.wait(self._every)
        self._lose_all()

    def _look(self) -> None:
        if self._cluster is None:
            self._cluster = Cluster(self._address)
        there, now = self._cluster.members(), monotonic()
        for address in self._known.keys() - there.keys():
            self._dismiss(address, "has left")
            del self._known[address]
        for address, member in there.items():
            self._see(self._cluster, address, member, now)

    def _see(self, cluster: Cluster, address: str, member: Member, now: float) -> None:
        """Hire whoever is fit, and dismiss whoever is not heard of any more."""
        known = self._known.get(address)
        if known is None or (not known.posts and now - known.asked > ASK_AGAIN_AFTER):
            greeting = cluster.executor_at(address).submit(greet)
            known = self._known[address] = Known(greeting, now, member.heard, now)
        if known.heard != member.heard:
            known.heard, known.since = member.heard, now
        is_heard = now - known.since <= FROZEN
        if known.posts and not is_heard:
            self._dismiss(address, "is not heard of any more")
        elif not known.posts and is_heard and known.greeting.done() and _is_fit(address, known):
            workers = [RemoteWorker(cluster, address) for _ in range(member.threads)]
            known.posts = {worker: self._thinkers.hire(worker, SLOW) for worker in workers}
            log.info("the worker at %s thinks for us, on %d threads", address, member.threads)

    def _dismiss(self, address: str, why: str, *, all_are_lost: bool = False) -> None:
        known = self._known[address]
        if known.posts:
            log.warning("the worker at %s %s", address, why)
        for worker, post in known.posts.items():
            self._thinkers.dismiss(post)
            if all_are_lost:
                worker.let_go()
            else:
                worker.kill()
        known.posts = {}

    def _lose_all(self) -> None:
        for address in self._known:
            self._dismiss(address, "is out of reach", all_are_lost=True)
        self._known = {}
        cluster, self._cluster = self._cluster, None
        if cluster is not None:
            _aside(cluster.close)


def _aside(farewell: Callable[[], object]) -> None:
    """Say good-bye to somebody who may be gone: that can take long, and fail."""

    def run() -> None:
        with suppress(Exception):
            farewell()

    Thread(target=run, daemon=True).start()


def _is_fit(address: str, known: Known) -> bool:
    """Whether a worker has our modules, and plays by the same rulings."""
    try:
        rulings, _ = known.greeting.result()
        why = "" if rulings == RULINGS else f"it plays by rulings {rulings}, and we by {RULINGS}"
    except Exception as error:  # noqa: BLE001 - without our modules, or gone
        why = repr(error)
    if why and not known.refused:
        known.refused = True
        log.warning("the worker at %s cannot think for us: %s", address, why)
    return not why
