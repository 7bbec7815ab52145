"""Work of one kind that this process has taken from the database, and keeps others off as long as it lives."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import timedelta
from functools import partial
from secrets import token_hex

from sqlalchemy import Connection

from kidd.table.moments import now
from kidd.table.storage import job_rows
from kidd.table.storage.database.store import Store
from kidd.table.storage.job_rows import Holder, Job

LEASE = 1.6  # seconds after which the work of a process that has died is taken over
RENEWAL = 0.4  # seconds after which a lease is renewed, and others' work is looked at


class Leases:
    """What is leased and given back; on a database that is ours alone there is nobody to be kept off."""

    def __init__(self, store: Store, kind: str) -> None:
        self.kind = kind
        self.holder: Holder = None if store.is_ours_alone else token_hex(8)
        self._store = store
        self._seconds = LEASE

    def take(
        self,
        limit: int,
        *,
        weighing: range | None = None,
        skip_shares: Collection[str] = (),
        skip_games: Collection[str] = (),
        choose: Callable[[Sequence[Job]], Sequence[Job]] | None = None,
    ) -> Sequence[Job]:
        """Take work that is due, of some weights or any; `choose` says what of it, if not all."""
        moment = now()
        with self._store.reading() as connection:
            found = job_rows.due(
                connection,
                moment,
                kind=self.kind,
                limit=limit,
                weighing=weighing,
                skip_shares=skip_shares,
                skip_games=skip_games,
            )
        if choose is not None:
            found = choose(found)
        if self.holder is None or not found:
            return found
        hold = partial(job_rows.hold, holder=self.holder, work=found, moment=moment, seconds=self._seconds)
        return self._store.write(hold)

    def take_one(self, job: Job, refused: Callable[[], None]) -> None:
        """Take a certain piece of work without waiting; `refused` is called if another has it."""
        if self.holder is None:
            return
        work = partial(_take_one, holder=self.holder, job=job, seconds=self._seconds)
        self._store.submit(work, several=False, then=lambda taken: None if taken else refused(), place=job.game)

    def lost(self, jobs: Iterable[Job]) -> list[Job]:
        """Renew leases; returns the work that is no longer ours."""
        holder, held = self.holder, list(jobs)
        if holder is None or not held:
            return []
        until, games = now() + timedelta(seconds=self._seconds), [job.game for job in held]
        still = self._store.write(lambda connection: job_rows.renew(connection, holder, self.kind, games, until))
        return [job for job in held if still.get(job.game) != job.version]

    def give_back(self, job: Job, delay: float | None = None) -> None:
        """Let go of work for others; with a delay if it came to nothing."""
        if self.holder is None and delay is None:
            return
        due = None if delay is None else now() + timedelta(seconds=delay)
        failed = delay is not None
        self._store.write(lambda connection: job_rows.give_back(connection, self.holder, job, due, failed=failed))

    def finish(self, job: Job) -> None:
        """Strike out work."""
        self._store.write(lambda connection: job_rows.finish(connection, self.holder, job))

    def release(self) -> None:
        """Give back everything at once, so that another process, or the next one, goes on without waiting."""
        if (holder := self.holder) is not None:
            self._store.write(lambda connection: job_rows.release(connection, holder))


def _take_one(connection: Connection, holder: str, job: Job, seconds: float) -> bool:
    return job_rows.lease_one(connection, holder, job, now(), seconds)
