"""How a visitor likes the table: the browser writes it into a cookie, and every value is checked here."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields
from urllib.parse import quote, unquote

from kidd.words.language import LANGUAGES

COOKIE = "kidd_prefs"
LONGEST = 1000  # characters of the cookie
THEMES = ("system", "light", "dark", "contrast")
ROTATIONS = (0, 90, 180, 270)
UPRIGHT = (0, 180)


@dataclass(frozen=True)
class Prefs:
    """Preferences with their defaults; `language` is empty where the browser's own setting decides."""

    theme: str = "system"
    coordinates: bool = True
    threats: bool = True
    confirm: bool = False
    sound: bool = False
    flip: bool = False
    rotation: int = 0
    language: str = ""
    tour: bool = False
    """Whether the tour was seen or skipped."""
    lying: bool = False
    """Whether the window is wide and low, as that of a phone on its side."""

    @property
    def turned(self) -> int:
        """How the deck is turned: one that would stand upright is laid where the window lies, too."""
        return (self.rotation + 90) % 360 if self.lying and self.rotation in UPRIGHT else self.rotation


def read_prefs(cookie: str | None) -> Prefs:
    """The preferences of a cookie, as far as it makes sense."""
    if not cookie or len(cookie) > LONGEST:
        return Prefs()
    try:
        said = json.loads(unquote(cookie))
    except (ValueError, RecursionError):
        return Prefs()
    if not isinstance(said, dict):
        return Prefs()
    names = {field.name for field in fields(Prefs)}
    return Prefs(**{name: value for name, value in said.items() if name in names and _is_fine(name, value)})


def _is_fine(name: str, value: object) -> bool:
    if name == "theme":
        return isinstance(value, str) and value in THEMES
    if name == "rotation":
        return type(value) is int and value in ROTATIONS
    if name == "language":
        return isinstance(value, str) and value in ("", *LANGUAGES)
    return isinstance(value, bool)


def write_prefs(prefs: Prefs) -> str:
    """The cookie that says these preferences, as the browser writes it, too."""
    return quote(json.dumps(asdict(prefs), separators=(",", ":")), safe="")
