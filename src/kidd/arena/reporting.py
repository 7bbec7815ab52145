"""What came out of a run, for people and for programs."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from kidd.arena import statistics
from kidd.arena.ledger import Entry
from kidd.arena.spec import Spec
from kidd.arena.statistics import Interval, Sprt


@dataclass(frozen=True)
class Record:
    """How one player fared."""

    name: str
    wins: int
    draws: int
    losses: int
    score: Interval
    elo: Interval
    by_seat: dict[str, tuple[int, int, int]]  # wins, draws and losses


@dataclass(frozen=True)
class Report:
    """The state of a run: the first player's record against the second, with three names everybody's."""

    spec: Spec
    games: int
    plies: float
    reasons: dict[str, int]
    records: tuple[Record, ...]
    seconds: tuple[float, ...]  # that each player thought over an act
    sprt: Sprt | None = None
    log_ratio: float = 0.0

    @property
    def verdict(self) -> str:
        """What the sequential test says so far, empty without one."""
        return self.sprt.verdict(self.log_ratio) if self.sprt else ""


def report(spec: Spec, entries: Mapping[int, Entry], sprt: Sprt | None = None) -> Report:
    """Count the games of a run."""
    shown_players = range(1 if len(spec.players) == 2 else 3)
    plies = math.fsum(entry.plies for entry in entries.values()) / len(entries) if entries else math.nan
    return Report(
        spec,
        len(entries),
        plies,
        dict(Counter(entry.reason for entry in entries.values()).most_common()),
        tuple(_make_record(spec, entries.values(), player) for player in shown_players),
        tuple(_seconds(spec, entries.values(), player) for player in range(len(spec.players))),
        sprt,
        SequentialTest(spec, sprt).log_ratio(entries) if sprt else 0.0,
    )


class SequentialTest:
    """The first player's sequential test over the rounds up to the first that is not complete.

    Rounds that overtook it do not count yet: short games are no fair sample, and so the same seed ends the same way.
    """

    def __init__(self, spec: Spec, sprt: Sprt) -> None:
        self._spec = spec
        self._sprt = sprt
        self._counts = Counter[float]()
        self._next = 0

    def log_ratio(self, entries: Mapping[int, Entry]) -> float:
        """The log likelihood ratio, of at least the games that were there when this was last asked."""
        size = len(self._spec.seatings)
        while all(number in entries for number in range(self._next, self._next + size)):
            games = (entries[number] for number in range(self._next, self._next + size))
            mean = math.fsum(_points(self._spec, game, 0) for game in games) / size
            self._counts[round(mean, 9)] += 1
            self._next += size
        return statistics.log_ratio(self._counts, self._sprt, len(self._spec.game.colours))

    def verdict(self, entries: Mapping[int, Entry]) -> str:
        """What the test says so far."""
        return self._sprt.verdict(self.log_ratio(entries))


def _seats(spec: Spec, entry: Entry, player: int) -> list[int]:
    return [seat for seat, who in enumerate(spec.seating(entry.number)) if who == player]


def _points(spec: Spec, entry: Entry, player: int) -> float:
    """A player's points of a game; who sits on two seats gets the mean of them."""
    seats = _seats(spec, entry, player)
    return math.fsum(entry.points[seat] for seat in seats) / len(seats)


def _make_record(spec: Spec, entries: Iterable[Entry], player: int) -> Record:
    rounds: dict[int, list[float]] = {}
    by_seat = [Counter[str]() for _ in spec.game.colours]
    for entry in entries:
        rounds.setdefault(entry.number // len(spec.seatings), []).append(_points(spec, entry, player))
        for seat in _seats(spec, entry, player):
            won = entry.points[seat]
            by_seat[seat]["win" if won == 1 else "loss" if won == 0 else "draw"] += 1
    score = statistics.score(list(rounds.values()))
    every = sum(by_seat, Counter[str]())
    # In the chooser opening the colours fall to the players only later (LC6).
    names = ("first", "second") if spec.game.picks_colours else ("red", "blue", "gold")
    return Record(
        spec.players[player],
        *_list_results(every),
        score,
        statistics.elo_interval(score, len(spec.game.colours)),
        {name: _list_results(seat) for name, seat in zip(names, by_seat, strict=False)},
    )


def _list_results(results: Counter[str]) -> tuple[int, int, int]:
    return results["win"], results["draw"], results["loss"]


def _seconds(spec: Spec, entries: Iterable[Entry], player: int) -> float:
    """How long a player thinks over an act."""
    times = [entry.seconds[seat] for entry in entries for seat in _seats(spec, entry, player)]
    return math.fsum(seconds for seconds, _ in times) / max(1, sum(acts for _, acts in times))


def report_to_json(result: Report) -> dict[str, Any]:
    """The report as JSON has it; infinite numbers are null there."""
    spec = result.spec
    found: dict[str, Any] = {
        "game": spec.game.code,
        "options": spec.game.changed,
        "players": list(spec.players),
        "seed": spec.seed,
        "random_moves": spec.random_moves,
        "cap": spec.cap,
        "games": result.games,
        "of": spec.total,
        "plies": _finite(result.plies),
        "reasons": result.reasons,
        "seconds_an_act": list(result.seconds),
        "records": [_record_to_json(record) for record in result.records],
    }
    if result.sprt:
        found["sprt"] = {
            **asdict(result.sprt),
            "log_ratio": result.log_ratio,
            "bounds": list(result.sprt.bounds),
            "verdict": result.verdict,
        }
    return found


def _record_to_json(record: Record) -> dict[str, Any]:
    return {
        "name": record.name,
        "wins": record.wins,
        "draws": record.draws,
        "losses": record.losses,
        "score": {name: _finite(value) for name, value in record.score._asdict().items()},
        "elo": {name: _finite(value) for name, value in record.elo._asdict().items()},
        "by_seat": {seat: list(results) for seat, results in record.by_seat.items()},
    }


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
