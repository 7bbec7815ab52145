"""What the terminal says about a run of the arena."""

from __future__ import annotations

import math

from kidd.arena import Interval, Record, Report
from kidd.standing import counted
from kidd.terminal.sentences import printable


def brief(result: Report) -> str:
    """The score so far, in a few words."""
    return "; ".join(f"{printable(record.name)} {_percent(record.score)}" for record in result.records)


def full(result: Report) -> str:
    """The whole report."""
    spec = result.spec
    names = " against ".join(map(printable, spec.players))
    options = "".join(f", {name}={value}" for name, value in spec.game.changed.items())
    lines = [
        f"{spec.game.code}, {names}: {counted(result.games, 'game')} of {max(spec.total, result.games)}",
        f"seed {spec.seed}, {counted(spec.random_moves, 'random move')} at the start, cap {spec.cap}{options}",
    ]
    if not result.games:
        return "\n".join(lines)
    for record in result.records:
        lines += _record(record)
    reasons = ", ".join(f"{reason} {count}" for reason, count in result.reasons.items())
    lines.append(f"  length    {result.plies:.1f} plies on average; ended by: {reasons}")
    thought = zip(map(printable, spec.players), result.seconds, strict=True)
    lines.append("  thinking  " + ", ".join(f"{name} {seconds:.4f} s an act" for name, seconds in thought))
    if result.sprt:
        lines.append(_test(result))
    return "\n".join(lines)


def _record(record: Record) -> list[str]:
    seats = ", ".join(f"{seat} {'-'.join(map(str, counts))}" for seat, counts in record.by_seat.items())
    return [
        printable(record.name),
        f"  score     {_percent(record.score)}",
        f"  results   {record.wins} won, {record.draws} drawn, {record.losses} lost; by seat: {seats}",
        f"  Elo       {_elo(record.elo.value)} ({_elo(record.elo.low)} to {_elo(record.elo.high)})",
    ]


def _percent(score: Interval) -> str:
    return f"{100 * score.value:.1f} % ({100 * score.low:.1f} to {100 * score.high:.1f})"


def _elo(value: float) -> str:
    return f"{round(value) + 0.0:+.0f}" if math.isfinite(value) else "+∞" if value > 0 else "-∞"


def _test(result: Report) -> str:
    assert result.sprt is not None
    low, high = result.sprt.bounds
    said = {
        "low": f"decided for {result.sprt.low:+g}",
        "high": f"decided for {result.sprt.high:+g}",
        "undecided": "not decided",
    }[result.verdict]
    question = f"Elo {result.sprt.low:+g} or {result.sprt.high:+g}"
    return f"  SPRT      {question}: {said}, log ratio {result.log_ratio:.2f} in {low:.2f} to {high:.2f}"
