"""What a rules page is made of: short lessons, most of them with a diagram that can be tried out."""

from __future__ import annotations

from typing import NamedTuple


class Diagram(NamedTuple):
    """A position to try out, the move that shows what the lesson says, and a sentence under it."""

    position: str
    shows: str
    """A legal move of the position."""
    caption: str
    refused: str = ""
    """A move that the lesson says is not allowed."""
    options: str = ""
    """As a log book writes them: `entry=fresh`."""


class Lesson(NamedTuple):
    """One subject of a rules page."""

    key: str
    """The anchor in the page's address."""
    rules: tuple[str, ...]
    """The numbers of the rules it tells, as docs/rules.md has them."""
    title: str
    text: tuple[str, ...]
    diagram: Diagram | None = None


class OptionTold(NamedTuple):
    """An option of a game, in words."""

    name: str
    text: str


class Book(NamedTuple):
    """The rules of one game."""

    slug: str
    code: str
    title: str
    players: str
    motto: str
    aim: str
    lessons: tuple[Lesson, ...]
    advice: tuple[str, ...]
    options: tuple[OptionTold, ...]
