"""All that thinks in a server's process: the workers, the computers' turns and the analyses."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from kidd.table.computers.analysis_jobs import AnalysisJobs
from kidd.table.computers.cluster import Fleet
from kidd.table.computers.computer_turns import ComputerTurns
from kidd.table.computers.job_queue import ThinkerPool
from kidd.table.storage.database.store import Store
from kidd.table.storage.event_log import learn

if TYPE_CHECKING:  # it needs psycopg
    from kidd.table.storage.database.postgres_relay import Relay


class Computers:
    """Made when the store is open, and claimed if it can be (`ownership.claim`); closed before it.

    With the address of a cluster, whatever takes longer than a moment is thought about there.
    """

    def __init__(self, store: Store, workers: int = 1, cluster: str = "") -> None:
        self.thinkers = ThinkerPool(workers, quick_only=bool(cluster))
        self.turns = ComputerTurns(store, self.thinkers)
        self.analyses = AnalysisJobs(store, self.thinkers)
        self.fleet = Fleet(cluster, self.thinkers, changed=self.turns.nudge) if cluster else None
        self._store = store
        self._relay: Relay | None = None

    def start(self) -> None:
        """Begin to work, and to hear of what other processes do."""
        if self._store.engine.dialect.name == "postgresql":
            from kidd.table.storage.database.postgres_relay import Relay, catch_up

            store = self._store
            follow = partial(learn, store)
            self._relay = Relay(store.engine.url, store.hub, missed=lambda: catch_up(store), learn=follow)
        if self.fleet is not None:
            self.fleet.start()
        self.turns.start()
        self.analyses.start()

    def close(self) -> None:
        """Leave to others what is not done, and end the workers."""
        if self._relay is not None:
            self._relay.close()
        self.turns.close()
        self.analyses.close()
        if self.fleet is not None:
            self.fleet.close()
        self.thinkers.close()
