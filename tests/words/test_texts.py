"""Each text stands in one place."""

from __future__ import annotations

from collections import defaultdict
from functools import cache

from babel.messages.extract import extract_from_dir

import words
from kidd.words.error_texts import TEXTS
from kidd.words.errors import refusal
from kidd.words.language import LANGUAGES, tongue
from kidd.words.problem_titles import TITLES
from kidd.words.statuses import SENTENCES

REFUSALS = {text for texts in TEXTS.values() for text in texts.values()} | {*SENTENCES.values(), *TITLES.values()}


@cache
def places() -> dict[str, list[str]]:
    """Where each text is written, in code and on pages."""
    found: dict[str, list[str]] = defaultdict(list)
    collected = extract_from_dir(words.SOURCES, words.METHODS, words.OPTIONS, words.KEYWORDS)
    for file, line, message, _, context in collected:
        if isinstance(message, str) and not context:
            found[message].append(f"{file}:{line}")
    return found


def test_what_is_refused_is_written_once():
    """No text of an error, a status or a title stands a second time, be it for another reason or on a page."""
    assert places().keys() >= REFUSALS
    assert {text: at for text, at in places().items() if text in REFUSALS and len(at) > 1} == {}


def test_a_page_says_beforehand_what_an_error_will_say():
    """By its reason, in the language of the page."""
    for code in LANGUAGES:
        _ = tongue(code)
        assert refusal("option", "no-days", _) == _(TEXTS["option"]["no-days"])
