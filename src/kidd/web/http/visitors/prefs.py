"""How a visitor likes the table: the browser writes it into a cookie, and every value is checked here."""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass, fields, replace
from typing import Any
from urllib.parse import quote, unquote

from starlette.responses import Response

from kidd.web.http.visitors.session_cookies import YEAR
from kidd.words.language import LANGUAGES

COOKIE = "kidd_prefs"
LONGEST_COOKIE = 1000  # characters of the cookie
THEMES = ("system", "light", "dark", "contrast")
ROTATIONS = (0, 90, 180, 270)
UPRIGHT = (0, 180)
SWITCHES = ("coordinates", "threats", "confirm", "premove", "notation", "sound", "flip")  # on or off, in the settings
ZONE = re.compile(r"[A-Za-z0-9_+/-]{0,64}")
MOST_GAMES = 12  # that may have been introduced
LONGEST_CODE = 12  # characters of a game's code


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
    introduced: tuple[str, ...] = ()
    """The games whose introduction was seen or declined, by the codes of their families."""
    notation: bool = False
    """Whether the log is in notation, and not in words."""
    pace: int = 1
    """How quickly computers among themselves follow each other: 0, 1 or 2."""
    zone: str = ""
    """The time zone of the browser, such as Europe/Berlin."""
    asked: bool = False
    """Whether sound was offered, and taken or declined."""
    lying: bool = False
    """Whether the window is wide and low, as that of a phone on its side."""
    premove: bool = True
    """Whether a move can be pointed out in advance where a clock runs."""

    @property
    def turned(self) -> int:
        """How the deck is turned: one that would stand upright is laid where the window lies, too."""
        return (self.rotation + 90) % 360 if self.lying and self.rotation in UPRIGHT else self.rotation

    def knows(self, game: str) -> Prefs:
        """The same, with a game that need not be introduced again."""
        known = (*(one for one in self.introduced if one != game), game)
        return replace(self, introduced=known[-MOST_GAMES:])


def read_prefs(cookie: str | None) -> Prefs:
    """The preferences of a cookie, as far as it makes sense."""
    if not cookie or len(cookie) > LONGEST_COOKIE:
        return Prefs()
    try:
        said = json.loads(unquote(cookie))
    except (ValueError, RecursionError):
        return Prefs()
    if not isinstance(said, dict):
        return Prefs()
    names = {field.name for field in fields(Prefs)}
    fine: dict[str, Any] = {name: value for name, value in said.items() if name in names and is_fine(name, value)}
    return Prefs(**fine | {"introduced": tuple(fine.get("introduced", ()))})


def is_fine(name: str, value: object) -> bool:
    """Whether a preference may be that."""
    if name == "theme":
        return isinstance(value, str) and value in THEMES
    if name == "rotation":
        return type(value) is int and value in ROTATIONS
    if name == "pace":
        return type(value) is int and 0 <= value <= 2
    if name == "language":
        return isinstance(value, str) and value in ("", *LANGUAGES)
    if name == "zone":
        return isinstance(value, str) and bool(ZONE.fullmatch(value))
    if name == "introduced":
        return isinstance(value, list) and len(value) <= MOST_GAMES and all(map(is_code, value))
    return isinstance(value, bool)


def is_code(value: object) -> bool:
    """Whether that may be the code of a game."""
    return isinstance(value, str) and value.isascii() and value.isalnum() and len(value) <= LONGEST_CODE


def write_prefs(prefs: Prefs) -> str:
    """The cookie that says these preferences, as the browser writes it, too."""
    return quote(json.dumps(asdict(prefs), separators=(",", ":")), safe="")


def keep(answer: Response, prefs: Prefs, secure: bool) -> None:
    """Let the browser keep these preferences with an answer."""
    answer.set_cookie(COOKIE, write_prefs(prefs), max_age=YEAR, samesite="lax", secure=secure)
