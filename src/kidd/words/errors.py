"""What went wrong, in anybody's language: an error's text, filled in."""

from __future__ import annotations

import re

from kidd.deck import CREWS as COLOUR_NAMES
from kidd.errors import KiddError
from kidd.words.error_texts import TEXTS
from kidd.words.language import Tongue, marked
from kidd.words.texts import CREWS

QUOTED = re.compile(r"(['\"])(.*)\1(?: \(\d+ characters\))?", re.DOTALL)  # as kidd.errors.shown does it
LETTERS = {name: letter for letter, name in COLOUR_NAMES.items()}
NOT_POSSIBLE = marked("That is not possible.")  # for a reason that has no text
# What visitors of the site are told in place of what is for those who run it, or who give options.
UNAVAILABLE = marked("The log of all games is out of reach: please try again in a moment.")
DAMAGED = marked("This game cannot be read any more: something is wrong with it on our side. It has been noted.")
DAMAGED_STUDY = marked("This study cannot be read any more: something is wrong with it on our side. It has been noted.")
ON_THE_SITE = {
    ("store", "damaged"): DAMAGED,
    ("store", "damaged-events"): DAMAGED,
    ("store", "damaged-study"): DAMAGED_STUDY,
    ("logbook", "deck"): marked("This was played on the deck %(name)s, which is not on this site."),
}


def text(error: KiddError, _: Tongue) -> str:
    """What an error says, as its line on a terminal."""
    template = TEXTS.get(error.about, {}).get(error.reason)
    if template is None:
        return _(NOT_POSSIBLE)
    details = {name: _translate(name, value, _) for name, value in error.details.items()}
    return _(template, **{"crew": _crew(error, _), **details})


def sentence(error: KiddError, _: Tongue) -> str:
    """A whole sentence for whoever sits at a page; what they wrote stands between the marks of the language."""
    template = ON_THE_SITE.get((error.about, error.reason)) or TEXTS.get(error.about, {}).get(error.reason)
    if error.about == "store" and template not in (DAMAGED, DAMAGED_STUDY):
        template = UNAVAILABLE
    if template is None:
        return _(NOT_POSSIBLE)
    details = {name: _translate_and_quote(name, value, _) for name, value in error.details.items()}
    said = _(template, **{"crew": _crew(error, _), **details})
    said = said if template.startswith("%(") else said[:1].upper() + said[1:]
    return said if said.endswith((".", "!", "?")) else f"{said}."


def refusal(about: str, reason: str, _: Tongue) -> str:
    """What an error without details will say, for a page that says so beforehand."""
    return _(TEXTS[about][reason])


def quote(text: str, _: Tongue) -> str:
    """What somebody wrote between the marks of the language, and not between Python's."""
    found = QUOTED.fullmatch(text)
    return _("“%(said)s”", said=found[2]) if found else text


def _crew(error: KiddError, _: Tongue) -> str:
    colour = error.details.get("colour")
    return _(CREWS[str(colour)]) if colour in CREWS else ""


def _translate(name: str, value: object, _: Tongue) -> object:
    if isinstance(value, KiddError):
        return text(value, _)
    if name == "title":  # of a game, as its descriptor has it
        return _(str(value))
    if name == "titles" and isinstance(value, tuple):
        return ", ".join(map(_, value))
    return _(CREWS[LETTERS[str(value)]]) if name in ("colour", "owner") and value in LETTERS else value


def _translate_and_quote(name: str, value: object, _: Tongue) -> object:
    if isinstance(value, KiddError):
        return sentence(value, _)
    said = _translate(name, value, _)
    return quote(said, _) if isinstance(said, str) and name != "move" else said
