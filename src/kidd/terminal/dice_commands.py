"""The command `kidd dice`: whether the rolls of a logbook are those that its seed gives."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from kidd.dice import ID, Report, check
from kidd.errors import LogbookError
from kidd.logbook import read_logbook
from kidd.match import Match
from kidd.terminal.arguments import decks_of
from kidd.terminal.speech import current_tongue
from kidd.words.names import printable
from kidd.words.play.dice import full_verdict, wrong_roll

FAULT = 1
HARMLESS = ("", "no-dice")


def dice(
    book: Annotated[Path, typer.Argument(metavar="FILE.kidd", help="A logbook.")],
    deck: Annotated[
        list[Path] | None, typer.Option("--deck", metavar="FILE.toml", help="A deck that the book names; repeatable.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Verify the dice of a logbook: whether every roll follows from the seed whose hash was published."""
    matches = read_logbook(book, decks=decks_of(deck or []))
    if not matches:
        raise LogbookError("no-match")
    reports = [check(match) for match in matches]
    if as_json:
        print(json.dumps([_report_json(*one) for one in zip(matches, reports, strict=True)], indent=2))
    else:
        for number, (match, report) in enumerate(zip(matches, reports, strict=True), 1):
            name = printable(match.headers.get(ID, ""))
            print(f"{number}. {match.game.code}{f' {name}' if name else ''}: {full_verdict(report, current_tongue())}")
            for roll in report.wrong:
                print(f"   {wrong_roll(roll, current_tongue())}")
    if any(report.problem not in HARMLESS for report in reports):
        raise typer.Exit(FAULT)


def _report_json(match: Match, report: Report) -> dict[str, Any]:
    return {
        "id": match.headers.get(ID, ""),
        "fair": report.fair,
        "problem": report.problem,
        "elsewhere": report.elsewhere,
        "proved": report.proved,
        "rolls": [roll._asdict() for roll in report.rolls],
    }
