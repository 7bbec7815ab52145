"""What clients remember against what the database holds: nothing lost, nothing twice, and no clock wrong."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from sqlalchemy import select

from kidd.table.snapshot import Table
from kidd.table.storage.database.schema import events
from kidd.table.storage.database.store import Store
from kidd.table.storage.events import Acted, read_event
from kidd.table.storage.recompute import differences
from kidd.table.storage.reducer import fold
from tests.faults.mishaps import SMALL
from tests.faults.records import Excuses, Record

ROUNDING, FORGIVEN = 0.05, 0.5  # seconds


@dataclass
class Verdict:
    """What was found, each thing as a sentence; all of it empty if all is well."""

    lost: list[str] = field(default_factory=list)
    twice: list[str] = field(default_factory=list)
    unreplayable: list[str] = field(default_factory=list)
    clocks: list[str] = field(default_factory=list)
    acts: int = 0
    timed: int = 0
    """Acts whose time was compared."""


def judge(store: Store, records: list[Record], excuses: Excuses) -> Verdict:
    """Look through every game that was played."""
    verdict = Verdict(unreplayable=differences(store))
    for record in records:
        _compare(verdict, store, record, excuses)
    return verdict


def _compare(verdict: Verdict, store: Store, record: Record, excuses: Excuses) -> None:
    standing = list(_course(store, record.game))
    acts = [event for event, _ in standing]
    for ply, said in record.acts.items():
        verdict.acts += 1
        if ply >= len(acts) or acts[ply].act != said.act:
            found = acts[ply].act if ply < len(acts) else "nothing"
            verdict.lost.append(f"{record.kind} {record.game}: {said.act} at {ply}, found {found}")
    sent = record.acts.keys() | ({record.pending[0]} if record.pending else set())
    for ply, event in enumerate(acts):
        if event.person and ply not in sent:
            verdict.twice.append(f"{record.kind} {record.game}: {event.act} at {ply}, which nobody has sent")
        if event.act.endswith((":time", ":left", "time", "leave")):
            verdict.clocks.append(f"{record.kind} {record.game}: {event.act} at {ply}")
    for said_so in _wrong_clocks(record, [table for _, table in standing], verdict, excuses):
        verdict.clocks.append(f"{record.kind} {record.game}: {said_so}")


def _course(store: Store, game: str) -> Iterator[tuple[Acted, Table]]:
    """Every act of a game, and the table after it."""
    with store.reading() as connection:
        rows = connection.execute(select(events).where(events.c.game == game).order_by(events.c.number)).all()
    table: Table | None = None
    for row in rows:
        event = read_event(row.kind, row.at, row.data)
        table = fold(game, [event], table)
        if isinstance(event, Acted):
            yield event, table


def _wrong_clocks(record: Record, tables: list[Table], verdict: Verdict, excuses: Excuses) -> Iterator[str]:
    """Where more or less was taken from a player than the time between two acts can have been."""
    plies = sorted(record.acts)
    for before, ply in pairwise(plies):
        if ply >= len(tables):
            return
        earlier, later = tables[before].clock, tables[ply].clock
        seat = tables[ply - 1].waits_for
        if earlier is None or later is None or seat is None or not (earlier.is_started and earlier.control.is_live):
            continue
        first, last = earlier.left[seat.number], later.left[seat.number]
        if first is None or last is None:
            continue
        verdict.timed += 1
        taken = (first - last + earlier.control.increment) / 1000
        since, until = record.acts[before], record.acts[ply]
        begin, end = since.sent, until.acknowledged
        most = end - begin + excuses.gained(begin, end, SMALL) + ROUNDING
        least = until.sent - since.acknowledged - FORGIVEN - ROUNDING - excuses.within(begin, end)
        if not least <= taken <= most:
            yield f"ply {ply}: {taken:.2f} s were taken, not {max(0, least):.2f} to {most:.2f}"
