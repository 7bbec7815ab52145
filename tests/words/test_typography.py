"""How texts are set: what people read has the marks and the spaces of their language, and the words of the sheets."""

from __future__ import annotations

import re

import pytest
from babel.messages.catalog import Catalog, Message

import words
from kidd.words.club.ratings import ONE_GAME, RESULTS, result_name
from kidd.words.language import LANGUAGES, TAKEN_OFF, tongue
from typography import LITERAL, QUOTES, faults, typeset

THIN, BLANK = "\N{NARROW NO-BREAK SPACE}", "\N{NO-BREAK SPACE}"


@pytest.mark.parametrize(
    ("language", "typed", "read"),
    [
        ("en", "the ship's \"log\" ... 'c1-b2'", "the ship’s “log” ... ‘c1-b2’"),
        ("en", "two players' names", "two players’ names"),
        ("en", "Looking …", f"Looking{BLANK}…"),
        ("de", 'unter "Mehr"', "unter „Mehr“"),
        ("de", "%(value)s %% (%(low)s)", f"%(value)s{BLANK}%% (%(low)s)"),
        ("fr", "Qui joue ? Vous ! ici ; là : l'un", f"Qui joue{THIN}? Vous{THIN}! ici{THIN}; là{BLANK}: l’un"),
        ("fr", 'le "pont"', f"le «{BLANK}pont{BLANK}»"),
        ("fr", "« %(said)s »", f"«{BLANK}%(said)s{BLANK}»"),
        ("fr", f"Quoi{BLANK}? Oui{THIN}: non", f"Quoi{THIN}? Oui{BLANK}: non"),
        (
            "en",
            '<a href="/x">it\'s</a> [Game "LC"] kidd.start(\'LC\')',
            '<a href="/x">it’s</a> [Game "LC"] kidd.start(\'LC\')',
        ),
        ("fr", "draw! accepte, stalemate? https://a.example/'", "draw! accepte, stalemate? https://a.example/'"),
    ],
)
def test_typesetting(language: str, typed: str, read: str):
    """What is typed plainly gets the marks of the language, once; what programs read stays."""
    assert typeset(typed, language) == read
    assert typeset(read, language) == read


@pytest.mark.parametrize(
    ("language", "english", "said", "places"),
    [
        ("en", "x", "Download the log book", ["a.html"]),
        ("en", "x", "Coordinates", ["a.html"]),
        ("de", "Claim stalemate", "Patt reklamieren", ["a.py"]),
        ("de", "Take it.", "Schlag ihn.", ["lessons/madagascar.py", "games/quedah_merchant.py"]),
        ("de", "Fair dice", "Ehrliche Würfel", ["a.html"]),
        ("fr", "a tower of two", "une tour de deux", ["a.py"]),
        ("fr", "Gold", "Or", ["a.py"]),
        ("fr", "What?", "Quoi?", ["a.py"]),
        ("fr", "What?", "Quoi ?", ["a.py"]),
        ("de", "x", 'Das "Deck"', ["a.py"]),
    ],
)
def test_what_is_refused(language: str, english: str, said: str, places: list[str]):
    """Breaking spaces, straight quotes, and words that the printed rules do not use."""
    assert faults(english, said, language, places)


def test_what_is_not_refused():
    """Tokens are schlagen in Loyal Captain, and a turn is a tour."""
    assert not faults("Take it.", "Schlag ihn.", "de", ["lessons/loyal_captain.py", "lessons/madagascar.py"])
    assert not faults("your turn", "votre tour", "fr", ["a.py"])


def test_quotes_that_browsers_set():
    """Browsers know the French ones without the spaces within; ours are those of the texts."""
    css = (words.SOURCES / "web" / "static" / "account.css").read_text()
    assert f'q:lang(fr) {{ quotes: "{QUOTES["fr"][0]}" "{QUOTES["fr"][1]}"' in css.replace("\\a0", BLANK)


@pytest.fixture(scope="module")
def texts() -> Catalog:
    """Every text that stands in code and templates."""
    return words.texts()


def test_all_texts_of_all_pages(texts: Catalog):
    """In no language does a line break where it must not, and no straight quote is left."""
    english = words.texts()
    for message in english:
        message.string = _read(message, "en")
    found = words.complaints("en", english)
    for language in LANGUAGES:
        if language != "en":
            found += words.complaints(language, words.read(language))
    assert found == []


def test_english_is_set_as_it_is_read(texts: Catalog):
    """The compiled catalog of English has what is typed otherwise than read; scripts/words makes it."""
    assert words.compiled_file_of("en").read_bytes() == words.compiled(words.english(texts))
    straight = [said for message in texts if message.id for said in _said(message) if re.search(r"['\"]", said)]
    assert straight == []
    assert tongue("en")("Ship's boy") == "Ship’s boy"


def test_contexts(texts: Catalog):
    """German says geschlagen where the tokens leave the deck, gefangen where they stay; French knows one game."""
    contexts = {TAKEN_OFF, ONE_GAME, "game, time, opponent", "analysis"}
    assert {message.context for message in texts if message.context} == contexts
    assert [result_name(one, tongue("fr")) for one in RESULTS] == ["Gagnée", "Nulle", "Perdue"]
    said = ("%(crew)s has captured %(number)s token", "%(crew)s has captured %(number)s tokens")
    german = tongue("de")
    assert german.npgettext(TAKEN_OFF, *said, 2, crew="Rot") == "Rot hat 2 Steine geschlagen"
    assert german.ngettext(*said, 2, crew="Rot") == "Rot hat 2 Steine gefangen"
    assert german.pgettext(TAKEN_OFF, "can be captured") == "kann geschlagen werden"
    assert german("can be captured") == "kann gefangen werden"
    assert tongue("en").npgettext(TAKEN_OFF, *said, 1, crew="Red") == "Red has captured 1 token"


@pytest.mark.parametrize(("language", "paper", "person"), [("de", "Bericht", "Melden"), ("fr", "Rapport", "Signaler")])
def test_the_report_of_a_game_is_not_the_reporting_of_a_person(language: str, paper: str, person: str):
    """English has one word for both."""
    said = tongue(language)
    assert (said.pgettext("analysis", "Report"), said("Report")) == (paper, person)


def _read(message: Message, language: str) -> str | tuple[str, ...]:
    said = tuple(typeset(text, language) for text in words.forms(message.id))
    return said if isinstance(message.id, tuple | list) else said[0]


def _said(message: Message) -> list[str]:
    """The forms of an English text as its tongue says them, without what programs read."""
    return [LITERAL.sub("", text) for text in words.forms(_read(message, "en"))]
