"""How a text is set in each language, and the words that the printed rules have for things.

Texts are typed with straight quotes and plain spaces in the code. What people read has the marks of their language, and
spaces that do not break where a line must not end.
"""

from __future__ import annotations

import re
from typing import NamedTuple

BLANK, THIN = "\N{NO-BREAK SPACE}", "\N{NARROW NO-BREAK SPACE}"
APOSTROPHE = "\N{RIGHT SINGLE QUOTATION MARK}"
QUOTES = {"en": ("“", "”"), "de": ("„", "“"), "fr": (f"«{BLANK}", f"{BLANK}»")}
WITHIN = {"en": ("‘", "’"), "de": ("‚", "‘"), "fr": ("“", "”")}
# What programs read stays as it is typed: markup, headers of log books, calls, addresses, acts and players' names.
LITERAL = re.compile(
    r"""<[^>]*>|\[\w+\ "[^"]*"\]|\w+(?:\.\w+)*\('[^']*'\)|\w+://\S*
    |\b(?:\w:)?(?:draw|stalemate|quit)[?!.]|\b\w:(?=draw|resign)|\b(?:seconds|nodes|depth|(?:judged-)?mcts|openspiel|engine):
    |\bKIDD_\w*\.\.\.|\.\.\.|[a-z]+:nodes:\w+|[a-z]+:seconds:\w+""",
    re.VERBOSE,
)


class Term(NamedTuple):
    """What may not be said in a language, where the English says something, and what to say in its place."""

    language: str
    never: re.Pattern[str]
    better: str
    english: re.Pattern[str] = re.compile("")
    places: re.Pattern[str] = re.compile("")
    """Files that all of a text's places match."""


TERMS = (
    Term("en", re.compile(r"\blog books?\b", re.IGNORECASE), "logbook"),
    Term("en", re.compile(r"\bcoordinates\b", re.IGNORECASE), "names of the spaces"),
    Term("de", re.compile(r"\bPatt"), "Unentschieden (Patt would mean to lose)"),
    Term("de", re.compile(r"\b[Ee]hrlich"), "faire Würfel", re.compile(r"\b[Dd]ice\b")),
    Term("de", re.compile(r"\bKoordinaten\b"), "Namen der Felder"),
    Term(
        "de",
        re.compile(r"\b(?:ge|zu)?schl[aä]g|\bSchlag\b", re.IGNORECASE),
        "fangen (schlagen is for Loyal Captain)",
        places=re.compile(r"quedah_merchant|madagascar"),
    ),
    Term(
        "fr",
        re.compile(r"^(?!.*\bpiles?\b)", re.DOTALL | re.IGNORECASE),
        "pile",
        re.compile(r"\btowers?\b", re.IGNORECASE),
    ),
    Term("fr", re.compile(r"\bOr\b"), "Doré", re.compile(r"\b[Gg]old\b")),
    Term("fr", re.compile(r"^(?!.*\bdoré)", re.DOTALL | re.IGNORECASE), "Doré", re.compile(r"\bGold\b")),
)


def typeset(text: str, language: str) -> str:
    """A text with the marks and the spaces of its language; what is right already stays."""
    parts, kept = LITERAL.split(text), LITERAL.findall(text)
    # A literal holds a place in its sentence, so that a space before or after it is seen.
    joined = "\0".join(parts)
    said = iter(kept)
    return re.sub("\0", lambda _: next(said), _set(joined, language))


def _set(text: str, language: str) -> str:
    first, last = QUOTES[language]
    text = re.sub(r'"([^"]*)"', rf"{first}\1{last}", text)
    first, last = WITHIN[language]
    text = re.sub(r"(?<!\w)'([^'\n]+)'(?!\w)", rf"{first}\1{last}", text)
    text = text.replace("'", APOSTROPHE)
    text = re.sub(r"[ \u202f](?=%%|…)", BLANK, text)
    if language == "fr":
        text = re.sub(r"[ \u00a0](?=[;!?])", THIN, text)
        text = re.sub(r"[ \u202f](?=[:»])", BLANK, text)
        text = re.sub(r"(?<=«)[ \u202f]", BLANK, text)
    return text


def faults(english: str, text: str, language: str, places: list[str]) -> list[str]:
    """What is wrong with a text that people see, for whoever wrote it; `places` are the files it stands in."""
    found = [] if typeset(text, language) == text else [f"set it so: {typeset(text, language)}"]
    if language == "fr":
        glued = re.findall(r"\S*\w[;!?:](?!\w)", LITERAL.sub("", text))
        found += [f"a space is missing: {' '.join(glued)}"] if glued else []
    terms = (one for one in TERMS if one.language == language)
    return found + [
        f"say {one.better}"
        for one in terms
        if one.never.search(text) and one.english.search(english) and all(map(one.places.search, places))
    ]
