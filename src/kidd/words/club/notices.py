"""What people are told beside the table: in the head of a page, on a phone's screen, in a letter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from kidd.game import descriptor
from kidd.words.club.days import zone_of
from kidd.words.language import Tongue, marked
from kidd.words.names import SITE, crew, person_name
from kidd.words.ranks import rank

TITLES = {
    "turn": marked("It is your turn"),
    "draw": marked("A draw is offered to you"),
    "claim": marked("A stalemate is claimed"),
    "takeback": marked("A takeback is asked for"),
    "invited": marked("You are invited to a game"),
    "begun": marked("Your game has begun"),
    "over": marked("Your game is over"),
    "deadline": marked("Your time runs out"),
    "adjourned": marked("Your game is adjourned"),
    "ready": marked("They are ready to go on with an adjourned game"),
    "resumed": marked("Your game goes on, and so do its clocks"),
}
ENDS = {
    "won": marked("You have won."),
    "lost": marked("You have lost."),
    "drawn": marked("It is a draw."),
    None: marked("It was closed without a result."),
}


MOMENTS = {"en": "EEEE d MMMM, HH:mm", "de": "EEEE, d. MMMM, HH:mm", "fr": "EEEE d MMMM, HH:mm"}


class Line(NamedTuple):
    """A notice in words: what it is, and of which game."""

    title: str
    text: str


def told(kind: str, data: Mapping[str, Any], _: Tongue, zone: str = "") -> Line:
    """A notice in words."""
    game = _(descriptor(data["code"]).name)
    names = [_name(one, _) for one in data.get("others", ())]
    text = _("%(game)s with %(names)s", game=game, names=", ".join(names)) if names else game
    if kind == "over":
        text = f"{text}: {_(ENDS.get(data.get('end'), ENDS[None]))}"
    if kind == "deadline" and data.get("until"):
        until = moment(datetime.fromisoformat(data["until"]), _, zone)
        text = _("%(game)s: you have until %(moment)s.", game=text, moment=until)
    return Line(_(TITLES[kind]), text)


def _name(one: Mapping[str, Any], _: Tongue) -> str:
    if one.get("level"):
        return rank(one["level"], _.code)
    return person_name(one["name"], _) if one.get("name") else crew(str(one["colour"]), _)


def moment(when: datetime, _: Tongue, zone: str = "") -> str:
    """A day and an hour as somebody writes them in their language and time zone."""
    from babel.dates import format_datetime

    here = zone_of(zone)
    said = str(format_datetime(when.astimezone(here or UTC), MOMENTS[_.code], locale=_.code))
    return said if here else f"{said} UTC"


class Paper(NamedTuple):
    """The words of a letter: subject, what it begins with, lines with their links, and what it ends with."""

    subject: str
    greeting: str
    opening: str
    lines: Sequence[tuple[str, str]]
    closing: str
    stop: str = ""


def digest(name: str, lines: Sequence[tuple[Line, str]], _: Tongue) -> Paper:
    """What has happened in somebody's games since the last letter."""
    count = len(lines)
    subject = _.ngettext("%(number)s piece of news from your games", "%(number)s pieces of news from your games", count)
    return Paper(
        subject,
        _hello(name, _),
        _("This is what waits for you:"),
        [(f"{line.title} – {line.text}", link) for line, link in lines],
        _("You get such a letter at most once a day."),
        _("Send me no more of these letters"),
    )


def warning(name: str, line: Line, link: str, _: Tongue) -> Paper:
    """That the time of a move runs out."""
    return Paper(
        line.title,
        _hello(name, _),
        _("Whoever does not move in time loses the game:"),
        [(line.text, link)],
        _("Somebody who goes away for a while takes vacation days."),
        _("Send me no more of these letters"),
    )


def signed(paper: Paper) -> str:
    """The subject with the name of the site."""
    return f"{paper.subject} · {SITE}"


def _hello(name: str, _: Tongue) -> str:
    return _("Hello %(name)s,", name=name) if name else _("Hello,")
