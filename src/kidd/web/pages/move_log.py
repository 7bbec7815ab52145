"""The log of a match, round by round."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby

from kidd.web.pages.table.view_models import LogCell, LogRow, Remark
from kidd.web.state.models import LogEntry

NONE: Mapping[int, Remark] = {}


def log_rows(log: Iterable[LogEntry], shown: int, remarks: Mapping[int, Remark] = NONE) -> tuple[LogRow, ...]:
    """Every act of a log in rounds; `shown` is the ply that the view shows."""
    return tuple(
        LogRow(number, tuple(_cell(entry, shown, remarks) for entry in entries))
        for number, entries in groupby(log, lambda entry: entry.round)
    )


def _cell(entry: LogEntry, shown: int, remarks: Mapping[int, Remark]) -> LogCell:
    by = entry.by or ""
    return LogCell(
        ply=entry.ply,
        text=entry.act,
        brief=entry.brief,
        words=entry.words,
        said=entry.said,
        by=by,
        colour=entry.colour or by,
        word=entry.word,
        now=entry.ply == shown,
        took="".join(f"×{piece.space}" for piece in entry.taken),
        remark=remarks.get(entry.ply),
    )
