"""The languages people are spoken to in: texts are English in the code and come translated from the catalogs."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from kidd.errors import OptionError, shown

if TYPE_CHECKING:  # to mark a text costs nothing: what speaks it is loaded when somebody is spoken to
    import gettext
    from collections.abc import Mapping
    from pathlib import Path

LANGUAGES = {"en": "English", "de": "Deutsch", "fr": "Français"}
SEPARATORS = {"en": (",", "."), "de": (".", ","), "fr": ("\N{NARROW NO-BREAK SPACE}", ",")}  # thousands, decimals
MINUS = "\N{MINUS SIGN}"
LONGEST_WISHES = 1000  # characters of a browser's wishes that are looked at
TAKEN_OFF = "Loyal Captain"  # the context of captures there: German has another word for them than in the other games


class Tongue:
    """Says texts in one language; placeholders are named and written `%(name)s`."""

    def __init__(self, code: str, catalog: gettext.NullTranslations) -> None:
        self.code = code
        self.catalog = catalog

    def __call__(self, text: str, **values: object) -> str:
        """The text in this language, filled in."""
        said = self.catalog.gettext(text)
        return said % values if values else said.replace("%%", "%")

    def filled(self, text: str, values: Mapping[str, object], context: str = "") -> str:
        """The text, perhaps as it is said in a context, filled in from values that are made when they are asked for."""
        said = self.catalog.pgettext(context, text) if context else self.catalog.gettext(text)
        return said % values

    def ngettext(self, one: str, many: str, number: int, **values: object) -> str:
        """The text for so many, filled in; the number is there as `%(number)s`, too."""
        return self.catalog.ngettext(one, many, number) % {"number": number, **values}

    def pgettext(self, context: str, text: str, **values: object) -> str:
        """The text as it is said in a context, filled in."""
        said = self.catalog.pgettext(context, text)
        return said % values if values else said.replace("%%", "%")

    def npgettext(self, context: str, one: str, many: str, number: int, **values: object) -> str:
        """The text for so many as it is said in a context, filled in like that of `ngettext`."""
        return self.catalog.npgettext(context, one, many, number) % {"number": number, **values}


def number(value: float, digits: int, code: str, *, signed: bool = False) -> str:
    """A number with so many decimals as a language writes it; without a minus before nothing, and with a true one."""
    thousands, decimals = SEPARATORS[code]
    said = f"{round(value, digits) + 0.0:{'+' if signed else ''},.{digits}f}"
    return said.translate({ord(","): thousands, ord("."): decimals, ord("-"): MINUS})


def marked(text: str) -> str:
    """The text itself: this marks a text for the catalogs that stands in a table and is said later."""
    return text


def marked_plural(one: str, many: str) -> tuple[str, str]:
    """The texts for one and for many, marked for the catalogs like a single one."""
    return one, many


def marked_in(context: str, text: str) -> str:
    """The text itself, marked for the catalogs as it is said in a context."""
    return text


@cache
def tongue(code: str) -> Tongue:
    """The tongue of a language that there is; its compiled catalog is read once (English: how its texts are set)."""
    import gettext

    if code not in LANGUAGES:
        raise KeyError(f"unknown language {code!r} (there is {', '.join(LANGUAGES)})")
    with catalog_file(code).open("rb") as file:
        return Tongue(code, gettext.GNUTranslations(file))


def tongue_for(language: object) -> Tongue:
    """The tongue of a language that a user named, who may name one that there is not."""
    if not isinstance(language, str) or language not in LANGUAGES:
        raise OptionError("language", came=shown(language), known=", ".join(LANGUAGES))
    return tongue(language)


def catalog_file(code: str) -> Path:
    """Where the compiled translations of a language stand, beside those that people edit."""
    from pathlib import Path

    return Path(__file__).parent / "locale" / code / "LC_MESSAGES" / "kidd.mo"


def of_the_system(environment: Mapping[str, str]) -> str:
    """The language of a terminal, by `LC_ALL`, `LC_MESSAGES` or `LANG`; English where it is none of ours."""
    wish = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := environment.get(name))), "")
    code = wish.partition(".")[0].partition("_")[0].lower()
    return code if code in LANGUAGES else "en"


def preferred(accept: str) -> str:
    """The language that a browser's `Accept-Language` likes best among ours; English where it likes none."""
    wishes: list[tuple[float, int, str]] = []
    for number, wish in enumerate(accept[:LONGEST_WISHES].split(",")):
        name, _, rest = wish.strip().partition(";")
        code = name.strip().lower().partition("-")[0]
        liked = _quality(rest)
        if code in LANGUAGES and liked > 0:
            wishes.append((-liked, number, code))
    return min(wishes)[2] if wishes else "en"


def _quality(text: str) -> float:
    name, _, value = text.strip().partition("=")
    if name.strip() != "q":
        return 1.0
    try:
        number = float(value)
    except ValueError:
        return 0.0
    return number if 0 <= number <= 1 else 0.0
