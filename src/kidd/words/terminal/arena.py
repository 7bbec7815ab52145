"""What is said about a run of the arena."""

from __future__ import annotations

import math

from kidd.arena import Interval, Record, Report
from kidd.deck import CREWS as COLOUR_NAMES
from kidd.words.language import Tongue, number
from kidd.words.names import crew, printable

LETTERS = {name: letter for letter, name in COLOUR_NAMES.items()}


def short_report(result: Report, _: Tongue) -> str:
    """The score so far, in a few words."""
    return "; ".join(f"{printable(record.name)} {_percent(record.score, _)}" for record in result.records)


def progress_line(done: int, total: int, result: Report, _: Tongue) -> str:
    """How far a run has come."""
    score = short_report(result, _)
    return _.ngettext(
        "%(done)s of %(number)s game: %(score)s",
        "%(done)s of %(number)s games: %(score)s",
        total,
        done=done,
        score=score,
    )


def say_stopped(_: Tongue) -> str:
    """Somebody ended the run."""
    return _("stopped; the same command goes on with it")


def log_books_line(path: object, _: Tongue) -> str:
    """Where the games are kept."""
    return _("logbooks: %(file)s", file=path)


def full_report(result: Report, _: Tongue) -> str:
    """The whole report."""
    spec = result.spec
    options = "".join(f", {name}={value}" for name, value in spec.game.changed.items())
    names = list(map(printable, spec.players))
    total, moves = max(spec.total, result.games), spec.random_moves
    against = names[0]
    for name in names[1:]:
        against = _("%(one)s against %(other)s", one=against, other=name)
    games = _.ngettext("%(number)s game of %(total)s", "%(number)s games of %(total)s", result.games, total=total)
    opening = _.ngettext("%(number)s random move at the start", "%(number)s random moves at the start", moves)
    lines = [
        f"{spec.game.code}, {against}: {games}",
        _("seed %(seed)s, %(opening)s, cap %(cap)s", seed=spec.seed, opening=opening, cap=spec.cap) + options,
    ]
    if not result.games:
        return "\n".join(lines)
    for record in result.records:
        lines += _record(record, _)
    reasons = ", ".join(f"{reason} {count}" for reason, count in result.reasons.items())
    plies = number(result.plies, 1, _.code)
    lines.append(
        _line(_("length"), _("%(plies)s plies on average; ended by: %(reasons)s", plies=plies, reasons=reasons))
    )
    thought = (
        _("%(name)s %(seconds)s s an act", name=name, seconds=number(seconds, 4, _.code))
        for name, seconds in zip(names, result.seconds, strict=True)
    )
    lines.append(_line(_("thinking"), ", ".join(thought)))
    if result.sprt:
        lines.append(_line("SPRT", _test(result, _)))
    return "\n".join(lines)


def _line(label: str, said: str) -> str:
    return f"  {label:<9} {said}"


def _record(record: Record, _: Tongue) -> list[str]:
    seats = ", ".join(f"{_seat(seat, _)} {'-'.join(map(str, counts))}" for seat, counts in record.by_seat.items())
    results = _(
        "%(wins)s won, %(draws)s drawn, %(losses)s lost; by seat: %(seats)s",
        wins=record.wins,
        draws=record.draws,
        losses=record.losses,
        seats=seats,
    )
    low, high = _elo(record.elo.low), _elo(record.elo.high)
    return [
        printable(record.name),
        _line(_("score"), _percent(record.score, _)),
        _line(_("results"), results),
        _line("Elo", _("%(value)s (%(low)s to %(high)s)", value=_elo(record.elo.value), low=low, high=high)),
    ]


def _seat(name: str, _: Tongue) -> str:
    return crew(LETTERS[name], _) if name in LETTERS else name


def _percent(score: Interval, _: Tongue) -> str:
    value, low, high = (number(100 * share, 1, _.code) for share in (score.value, score.low, score.high))
    return _("%(value)s%% (%(low)s to %(high)s)", value=value, low=low, high=high)


def _elo(value: float) -> str:
    return f"{round(value) + 0.0:+.0f}" if math.isfinite(value) else "+∞" if value > 0 else "-∞"


def _test(result: Report, _: Tongue) -> str:
    assert result.sprt is not None
    low, high = (number(bound, 2, _.code) for bound in result.sprt.bounds)
    first, second = f"{result.sprt.low:+g}", f"{result.sprt.high:+g}"
    if result.verdict == "undecided":
        said = _("not decided")
    else:
        said = _("decided for %(elo)s", elo=first if result.verdict == "low" else second)
    return _(
        "Elo %(first)s or %(second)s: %(said)s, log ratio %(ratio)s in %(low)s to %(high)s",
        first=first,
        second=second,
        said=said,
        ratio=number(result.log_ratio, 2, _.code),
        low=low,
        high=high,
    )
