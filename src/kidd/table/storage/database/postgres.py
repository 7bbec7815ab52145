"""Connections to PostgreSQL that are not waited for without end, whatever has become of the server."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from time import monotonic
from typing import Any

from psycopg import Connection, OperationalError
from sqlalchemy import Connection as Talk
from sqlalchemy import Engine, event, text

from kidd.table.storage.database.prepared import Prepared

UNHURRIED = float("inf")
SHARES = {"lock_timeout": 0.8, "statement_timeout": 0.9}  # less than ours, so that a server that lives says why
IDLE = 10_000  # milliseconds after which what a frozen server holds is given back
PASSING = "500"  # milliseconds: less than a second, after which PostgreSQL looks who waits for whom
MET = "50"  # the same for whoever has met what somebody holds, and is not to wait for that as often as it is tried
_LOCK_TIMEOUT = Prepared(text("SELECT set_config('lock_timeout', :limit, true)"))


class Patient(Connection[Any]):
    """Gives up, and hangs up, when the server has not answered for `patience` seconds."""

    patience = UNHURRIED

    def wait(self, gen: Generator[Any, Any, Any], *args: Any, **named: Any) -> Any:
        """Every statement waits for its answer here; the driver wakes up now and then and finds nothing ready."""
        return super().wait(self._hurried(gen), *args, **named)

    def _hurried(self, gen: Generator[Any, Any, Any]) -> Generator[Any, Any, Any]:
        end = monotonic() + self.patience
        try:
            wish = next(gen)
            while True:
                ready = yield wish
                if not ready and monotonic() > end:
                    self.pgconn.finish()
                    raise OperationalError(f"no answer within {self.patience:g} seconds")
                wish = gen.send(ready)
        except StopIteration as done:
            return done.value


def hurry(engine: Engine, patience: float) -> None:
    """Have every connection of an engine end waiting: the server's own waiting for locks, and ours for the server."""

    @event.listens_for(engine, "do_connect")
    def connect(_dialect: Any, _record: Any, where: Any, how: Any) -> Patient:
        made = Patient.connect(*where, **how)
        for name, share in SHARES.items():
            made.execute(f"SET {name} = {round(share * patience * 1000)}")
        made.execute(f"SET idle_in_transaction_session_timeout = {IDLE}")
        made.commit()
        made.patience = patience
        return made


@contextmanager
def at_leisure(talk: Talk) -> Generator[None]:
    """For a transaction that may take its time."""
    connection: Patient = talk.connection.driver_connection  # type: ignore[assignment]
    usual, connection.patience = connection.patience, UNHURRIED
    for name in (*SHARES, "idle_in_transaction_session_timeout"):
        talk.execute(text(f"SET LOCAL {name} = 0"))
    try:
        yield
    finally:
        connection.patience = usual


def give_way(talk: Talk, *, again: bool) -> None:
    """Have a transaction give back all the rows that it holds where it has to wait."""
    _LOCK_TIMEOUT.run(talk, {"limit": MET if again else PASSING})
