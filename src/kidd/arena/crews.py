"""Who plays the games: processes of this machine, a Dask cluster, or whatever executor one brings."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import get_context, parent_process
from typing import Any, NamedTuple, Protocol

from kidd.arena.spec import ArenaError
from kidd.errors import shown

CONNECT_SECONDS = 10  # to wait for a cluster's answer
ANSWER_SECONDS = 5  # to wait for one who has answered before
GAMES_PER_WORKER = 2  # one that is played and one that waits, so that nobody idles


class Crew(Protocol):
    """An executor that outlives its workers."""

    @property
    def lost(self) -> tuple[type[BaseException], ...]:
        """What a game's future raises when whoever played it is gone."""

    @property
    def ahead(self) -> int:
        """How many games to hand out at a time."""

    def executor(self) -> Executor:
        """Whoever takes games now."""

    def renew(self) -> bool:
        """Some worker is gone: see to it that the next games find one, and tell whether all under way are lost."""

    def close(self) -> None:
        """Stop at once; games under way are dropped."""


class Processes:
    """Processes of this machine, which are replaced when one of them dies."""

    lost = (BrokenProcessPool, CancelledError)

    def __init__(self, jobs: int | None = None) -> None:
        self.jobs = jobs or os.cpu_count() or 1
        self._pool: ProcessPoolExecutor | None = None

    @property
    def ahead(self) -> int:
        return GAMES_PER_WORKER * self.jobs

    def executor(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # Forked processes would share the state of the compiled search and of OpenSpiel's threads.
            self._pool = ProcessPoolExecutor(self.jobs, get_context("spawn"), initializer=_settle_in)
        return self._pool

    def renew(self) -> bool:
        self.close()
        return True

    def close(self) -> None:
        pool, self._pool = self._pool, None
        if pool is not None:
            for worker in list((pool._processes or {}).values()):  # public from Python 3.14 on: kill_workers
                worker.kill()
            pool.shutdown(cancel_futures=True)


def _settle_in() -> None:
    """Leave Ctrl-C, which reaches everyone in the terminal, to whoever started us; but do not outlive them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


class _AtOnce(Executor):
    """Does what it is given before it answers; Ctrl-C goes to whoever gave it."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001 - raised again by whoever asks for the result
            future.set_exception(error)
        return future


class Here:
    """This process itself, one game after the other: for players that are objects of it."""

    lost = (CancelledError,)
    ahead = 1  # so that each game is kept before the next one begins

    def executor(self) -> Executor:
        return _AtOnce()

    def renew(self) -> bool:
        return False

    def close(self) -> None:
        """There is nothing to stop."""


class GivenExecutor:
    """An executor from elsewhere, which is not ours to close or to replace."""

    lost = (CancelledError,)

    def __init__(self, executor: Executor) -> None:
        self._executor = executor

    @property
    def ahead(self) -> int:
        return GAMES_PER_WORKER * (os.cpu_count() or 1)

    def executor(self) -> Executor:
        return self._executor

    def renew(self) -> bool:
        return False

    def close(self) -> None:
        """Leave that to whoever made it."""


def check_dask() -> None:
    """Refuse to look for a cluster where what that takes is not installed."""
    try:
        import distributed  # noqa: F401
    except ModuleNotFoundError as error:
        raise ArenaError("cluster-needs", module=error.name) from None


class Member(NamedTuple):
    """A worker of a cluster."""

    threads: int
    heard: float
    """When the scheduler has heard of it last, by its own clock."""


class Cluster:
    """A Dask cluster: its scheduler gives the games of a dead worker to another."""

    def __init__(self, address: str) -> None:
        check_dask()
        from distributed import Client
        from distributed.scheduler import KilledWorker

        try:
            self._client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
        except (OSError, ValueError) as error:
            raise ArenaError("no-cluster", address=shown(address), why=str(error)) from error
        self.lost: tuple[type[BaseException], ...] = (KilledWorker, CancelledError)
        self._executor: Executor = self._client.get_executor(pure=False)

    @property
    def ahead(self) -> int:
        try:
            threads: dict[str, int] = self._client.nthreads()
        except OSError as error:
            raise ArenaError("cluster-gone", why=str(error)) from error
        return GAMES_PER_WORKER * max(2, sum(threads.values()))

    def executor(self) -> Executor:
        return self._executor

    def members(self) -> Mapping[str, Member]:
        """Who is there, by address; a cluster that does not say so in time is gone."""
        client = self._client
        try:
            known = client.sync(client.scheduler.identity, n_workers=-1, callback_timeout=ANSWER_SECONDS)
        except (OSError, RuntimeError) as error:
            raise ArenaError("cluster-gone", why=str(error) or type(error).__name__) from error
        return {address: Member(one["nthreads"], one["last_seen"]) for address, one in known["workers"].items()}

    def executor_at(self, address: str) -> Executor:
        """One worker, as an executor of its own: what it is given, nobody else takes."""
        own: Executor = self._client.get_executor(pure=False, workers=[address], allow_other_workers=False)
        return own

    def call(self, address: str, function: Callable[[str], object], said: str) -> None:
        """Have a worker call a function beside what it is at; nobody waits for it, nor hears that it cannot."""
        client = self._client

        async def run() -> None:
            with suppress(Exception):
                await client.run(function, said, workers=[address])

        client.loop.add_callback(run)

    def renew(self) -> bool:
        return False  # the scheduler starts workers anew, or does with those that are left

    def close(self) -> None:
        self._executor.shutdown(wait=False)
        self._client.close()
