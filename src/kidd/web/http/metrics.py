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
        self.opened = Counter("kidd_games_opened", "Games opened", ("game",), registry=self.registry)
        self.acts = Counter("kidd_acts", "Acts of people", registry=self.registry)
        self.waiting = Gauge("kidd_jobs", "Questions that computers have not answered yet", registry=self.registry)

    def watch_jobs(self, number: Callable[[], float]) -> None:
        """Ask this for the number of open jobs whenever somebody looks."""
        self.waiting.set_function(number)

    def text(self) -> bytes:
        """Everything, as it is now."""
        return generate_latest(self.registry)
