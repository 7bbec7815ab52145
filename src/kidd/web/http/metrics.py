"""What the server counts and measures, in the text format of Prometheus."""

from __future__ import annotations

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

FAST = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10)
CONTENT_TYPE = CONTENT_TYPE_LATEST


class Metrics:
    """The counters of one app, in a registry of their own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "kidd_requests", "Requests answered", ("method", "route", "status"), registry=self.registry
        )
        self.seconds = Histogram(
            "kidd_request_seconds", "Time to answer a request", ("route",), buckets=FAST, registry=self.registry
        )
        self.sockets = Gauge("kidd_sockets", "Open sockets", registry=self.registry)
        self.connections = Gauge("kidd_connections", "Open connections, sockets included", registry=self.registry)
        self.tasks = Gauge("kidd_tasks", "What is under way in the server's event loop", registry=self.registry)
        self.ended = Counter(
            "kidd_connections_ended",
            "Connections that found no room (all, each) or dawdled (head, body, taking, parting, large)",
            ("why",),
            registry=self.registry,
        )
        self.opened = Counter("kidd_games_opened", "Games opened", ("game",), registry=self.registry)
        self.acts = Counter("kidd_acts", "Acts of people", registry=self.registry)
        self.waiting = Gauge("kidd_jobs", "Questions that computers have not answered yet", registry=self.registry)
        self.workers = Gauge("kidd_workers", "Who thinks for computers, here or elsewhere", registry=self.registry)

        self.database = Gauge("kidd_database_bytes", "Size of the database", registry=self.registry)
        self.database_limit = Gauge(
            "kidd_database_limit_bytes", "Size from which on nothing new begins, 0 for none", registry=self.registry
        )
        self.refused = Counter(
            "kidd_refused", "What was too much (begun, database, busy, sockets)", ("why",), registry=self.registry
        )

    def watch_room(self, size: Callable[[], float], most: int) -> None:
        """Ask this for the size of the database whenever somebody looks."""
        self.database.set_function(size)
        self.database_limit.set(most)

    def watch_jobs(self, number: Callable[[], float]) -> None:
        """Ask this for the number of open jobs whenever somebody looks."""
        self.waiting.set_function(number)

    def text(self) -> bytes:
        """Everything, as it is now."""
        return generate_latest(self.registry)
