"""Matches between players: who is stronger, by how much, and how sure that is."""

from kidd.arena.coordinator import report_on, run
from kidd.arena.crews import Cluster, Crew, Here, Processes
from kidd.arena.ledger import Entry
from kidd.arena.reporting import Record, Report, report, report_to_json
from kidd.arena.spec import ArenaError, Spec
from kidd.arena.statistics import Interval, Sprt

__all__ = [
    "ArenaError",
    "Cluster",
    "Crew",
    "Entry",
    "Here",
    "Interval",
    "Processes",
    "Record",
    "Report",
    "Spec",
    "Sprt",
    "report",
    "report_on",
    "report_to_json",
    "run",
]
