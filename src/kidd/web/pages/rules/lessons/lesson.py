"""What a rules page is made of: short lessons, each with a diagram, most of which can be tried out."""

from __future__ import annotations

from typing import NamedTuple

from kidd.game import descriptor
from kidd.rules.descriptor import Descriptor


class Diagram(NamedTuple):
    """A position to try out, the move that shows what the lesson says, and a sentence under it."""

    position: str
    shows: str
    """A legal move of the position; none where there is only something to look at."""
    caption: str
    refused: str = ""
    """A move that the lesson says is not allowed."""
    options: str = ""
    """As a log book writes them: `entry=fresh`."""
    captured: tuple[str, ...] = ()
    """Spaces of tokens that are marked as captured."""


class Lesson(NamedTuple):
    """One subject of a rules page."""

    key: str
    """The anchor in the page's address."""
    rules: tuple[str, ...]
    """The numbers of the rules it tells."""
    title: str
    text: tuple[str, ...]
    diagram: Diagram
    points: tuple[str, ...] = ()
    """A list under the text; a lesson that has one is shown over the whole width."""


class Book(NamedTuple):
    """The rules of one game, for any number of players."""

    code: str
    players: str
    lessons: tuple[Lesson, ...]
    advice: tuple[str, ...]

    @property
    def described(self) -> Descriptor:
        """The game, where its name, its aim and its options are said."""
        return descriptor(self.code)

    @property
    def slug(self) -> str:
        """Its place below /rules/."""
        return self.described.slug

    @property
    def title(self) -> str:
        """Its name, as a text for the catalogs."""
        return self.described.group_name
