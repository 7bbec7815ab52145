"""Watches the clocks of all games: settles what is due, and says that the server is there.

When a game is to be looked at stands in the database (`deadline_rows`). However many servers watch, each thing is
settled once: within a transaction that has locked the game and finds that it is still to be done.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Future
from datetime import datetime, timedelta
from functools import partial
from threading import RLock
from time import monotonic

from sqlalchemy import Connection

from kidd.table.clocks import RETURN
from kidd.table.computers.rounds import Rounds
from kidd.table.errors import Unavailable
from kidd.table.moments import Pulse, now
from kidd.table.play.deadlines import decide_deadline, decide_outage
from kidd.table.snapshot import Table
from kidd.table.storage import deadline_rows, heartbeat, job_rows
from kidd.table.storage.database.store import Store
from kidd.table.storage.deadline_rows import DEADLINE, REMINDER, Due
from kidd.table.storage.event_log import Change, commit_decision
from kidd.table.storage.heartbeat import Span
from kidd.table.timekeeper.presence import Presence

log = logging.getLogger(__name__)

ROUND = 60.0  # seconds after which clocks are looked at on a database that is ours alone: then none should be missed
SHARED_ROUND = 0.4  # seconds where other servers may have noted something, or have died
TRY_AGAIN_AFTER = 0.4  # seconds until it is tried again where the database does not answer
AT_ONCE = 50  # games that are settled together
BEAT, SLOW_BEAT = timedelta(seconds=1), timedelta(minutes=1)  # with live games, and without
BACK = timedelta(milliseconds=RETURN)
PATIENCE = timedelta(seconds=4)  # with a server that lives, but does not say so
AT_START = timedelta(seconds=1.5)  # the same when another one starts, so that short times without any are noticed, too
ALONE = timedelta(days=-1)  # where whoever starts knows that there was none

Remind = Callable[[Connection, Table, int], None]


def no_reminder(_connection: Connection, _table: Table, _seat: int) -> None:
    """Where nobody can be written to."""


class Timekeeper:
    """Made when the store is open and claimed; `remind` writes a notice to a seat, in the transaction it is given."""

    def __init__(self, store: Store, *, remind: Remind = no_reminder) -> None:
        self.presence = Presence(store, wake=self._wake)
        self.pulse = Pulse(self._catch_up)
        """Late where more time has gone by than should without a sign: whoever acted now would be charged for it."""
        self._store = store
        self._remind = remind
        self._every = SLOW_BEAT
        self._beaten = monotonic()
        self._beating = RLock()
        self._counted: Span | None = None
        every = ROUND if store.is_ours_alone else SHARED_ROUND
        self._rounds = Rounds("kidd-time", self.look, every=every, soon=TRY_AGAIN_AFTER)

    def start(self) -> None:
        """Count no time without a server, before anybody can act, and begin to watch."""
        self._beat(ALONE if self._store.is_ours_alone else AT_START)
        self._store.pulse = self.pulse
        self._store.hub.watch_work(self._hear)
        self._rounds.start()

    def close(self) -> None:
        """Watch no more, and say that this server was there until now."""
        self._rounds.close()
        try:
            self._store.write(partial(_beat, moment=now(), every=self._every, patience=timedelta.max))
        except Unavailable:
            log.warning("the database did not hear that the server stops")

    def look(self) -> None:
        """The round: first what was not counted, then who has left, then what is due."""
        if monotonic() - self._beaten >= self._every.total_seconds() / 2 or self.pulse.is_late():
            self._beat(PATIENCE)
        self.presence.look()
        while self._settle_due() == AT_ONCE:
            pass
        self._look_ahead()

    def _hear(self, game_id: str, version: int) -> None:
        """A game has changed: called on the thread that has written it, which must not wait, or on the relay's."""
        table = self._store.snapshots.latest(game_id)
        if table is None or table.version != version:  # of another process
            self.presence.doubt(game_id)
            return
        if table.clock is None:
            return
        self.presence.hear(table)
        due = table.clock.deadline
        if due is None:
            return
        if table.clock.control.is_live and self._every != BEAT:
            self._wake(0.0)
        elif due.at - table.updated <= self._every:  # else the next round finds it in the database
            self._wake(_seconds(due.at))

    def _wake(self, after: float) -> None:
        self._rounds.wake(after)

    def _look_ahead(self) -> None:
        with self._store.reading() as connection:
            ahead = deadline_rows.outlook(connection)
        if (every := BEAT if ahead.is_live else SLOW_BEAT) != self._every:  # now every second counts, or no longer
            self._every = every
            self._beat(PATIENCE)
        self._wake(self._every.total_seconds())
        if ahead.due is not None:
            self._wake(_seconds(ahead.due))

    def _settle_due(self) -> int:
        """Settle what is due; returns how much was."""
        with self._store.reading() as connection:
            found = deadline_rows.due(connection, now(), AT_ONCE)
        settled = [(one, self._settle(one)) for one in found]
        for one, future in settled:
            try:
                future.result()
            except Unavailable:
                raise
            except Exception:  # one game that cannot be read must not keep the others waiting
                log.exception("%s of game %s cannot be settled", one.kind, one.game)
                self._store.write(partial(deadline_rows.set_back, kind=one.kind, game=one.game, moment=now()))
        return len(found)

    def _settle(self, one: Due) -> Future[Table]:
        if one.kind == DEADLINE:
            # Where nothing is to be done the row was wrong, or someone was quicker: it is noted anew.
            return commit_decision(self._store, one.game, self._decide_deadline, beside=deadline_rows.note)
        return commit_decision(self._store, one.game, _nothing, beside=self._reminded)

    def _decide_deadline(self, table: Table) -> Change | None:
        """What is due by now, if now is the time: where this machine has slept since it was looked for, it is not."""
        return None if self.pulse.is_late() else decide_deadline(table)

    def _reminded(self, connection: Connection, table: Table) -> None:
        clock = table.clock
        if clock is not None and clock.running is not None and clock.reminder and clock.reminder <= now():
            self._remind(connection, table, clock.running)
            job_rows.strike(connection, REMINDER, table.id)
        else:
            deadline_rows.note(connection, table)

    def _beat(self, patience: timedelta) -> None:
        """Say that this server is there, and see to it that the last time without one is counted nowhere.

        Games are told of it first: if this server were killed in between, the next would still know since when.
        """
        with self._beating:
            self._beaten, moment = monotonic(), now()
            with self._store.reading() as connection:
                gap = heartbeat.gap(connection, moment, patience=patience, back=BACK)
            self._count_out(gap)
            said = partial(_beat, moment=moment, every=self._every, patience=patience, counted=gap)
            self._count_out(self._store.write(said))
            self.pulse.late_after = moment + self._every + PATIENCE  # of a sleep since then nothing is known yet

    def _catch_up(self) -> None:
        """Give the sign, unless another does so now."""
        with self._beating:
            if self.pulse.is_late():
                self._beat(PATIENCE)

    def _count_out(self, span: Span | None) -> None:
        if span is None or span == self._counted:
            return
        with self._store.reading() as connection:
            games = deadline_rows.timed_games(connection)
        decide = partial(decide_outage, span.since, span.until)
        for first in range(0, len(games), AT_ONCE):
            some = games[first : first + AT_ONCE]
            for game, future in [(game, commit_decision(self._store, game, decide)) for game in some]:
                try:
                    self.presence.expect(future.result())
                except Unavailable:
                    raise
                except Exception:  # one game that cannot be read must not keep the server from starting
                    log.exception("the time without a server is counted in game %s", game)
        self._counted = span


def _beat(
    connection: Connection, moment: datetime, every: timedelta, patience: timedelta, counted: Span | None = None
) -> Span | None:
    return heartbeat.beat(connection, moment, every, patience=patience, back=BACK, counted=counted)


def _nothing(_table: Table) -> None:
    return None


def _seconds(until: datetime) -> float:
    return max(0.0, (until - now()).total_seconds())
