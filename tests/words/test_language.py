"""Languages: which one is spoken, and that nothing is left unsaid in any of them."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path

import pytest
from babel.messages.catalog import Message

import kidd
import words
from kidd.words.language import LANGUAGES, marked, preferred, tongue

PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%%|<[^>]+>")


@pytest.mark.parametrize(
    ("accept", "language"),
    [
        ("", "en"),
        ("de", "de"),
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("it,fr-CH;q=0.7,en;q=0.3", "fr"),
        ("en;q=0.1, FR;q=0.2", "fr"),
        ("fr;q=0,de;q=0.1", "de"),
        ("fr,de", "fr"),
        ("it, es", "en"),
        ("*", "en"),
        ("de;q=much,fr;q=0.1", "fr"),
        (",;=,;q=,", "en"),
        ("x" * 100_000 + ",de", "en"),
    ],
)
def test_the_browser_is_understood(accept: str, language: str):
    """The best liked of our languages, English where there is none."""
    assert preferred(accept) == language


def test_placeholders_are_filled():
    """By name, in a text and in a text for a number."""
    said = tongue("en")
    assert said("%(crew)s to move.", crew="Red") == "Red to move."
    assert said("100 %% sure") == "100 % sure"
    assert said.ngettext("%(number)s step", "%(number)s steps", 1) == "1 step"
    assert said.ngettext("%(number)s step", "%(number)s steps", 3) == "3 steps"
    assert marked("text") == "text"


def test_unknown_languages():
    """A bug, and no user's doing."""
    with pytest.raises(KeyError, match="unknown language 'tlh'"):
        tongue("tlh")


@pytest.fixture(scope="module")
def texts() -> dict[object, Message]:
    """Every text that stands in code and templates, by itself."""
    return {message.id: message for message in words.texts() if message.id}


def test_texts_are_found(texts: dict[object, Message]):
    """In Python and in templates, with one form and with two."""
    assert "Play now" in texts
    assert "%(crew)s to move." in texts
    assert ("%(number)s token in hand", "%(number)s tokens in hand") in texts


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
class TestCatalogs:
    """Each catalog is whole."""

    def test_nothing_is_missing(self, language: str, texts: dict[object, Message]):
        """Every text is translated and none is there that nobody says; scripts/words brings a catalog up to date."""
        catalog = {message.id: message for message in words.read(language) if message.id}
        assert [text for text in texts if text not in catalog] == []
        assert [text for text in catalog if text not in texts] == []
        assert [text for text, message in catalog.items() if not _all(message)] == []
        assert [text for text, message in catalog.items() if message.fuzzy] == []

    def test_programs_read_what_people_wrote(self, language: str):
        """The compiled catalog is that of the translations beside it; scripts/words compiles it anew."""
        assert words.compiled_file_of(language).read_bytes() == words.compiled(words.read(language))

    def test_placeholders_are_the_same(self, language: str):
        """A translation is filled with what its text is filled with, and marked up alike."""
        wrong = []
        for message in words.read(language):
            if message.id and _all(message):
                ids = message.id if isinstance(message.id, tuple | list) else [message.id]
                wanted = [Counter(PLACEHOLDER.findall(text)) for text in ids]
                said = [Counter(PLACEHOLDER.findall(text)) for text in _strings(message)]
                wrong += [ids[0]] if any(each not in wanted for each in said) else []
        assert wrong == []


def _strings(message: Message) -> list[str]:
    return [text or "" for text in (message.string if isinstance(message.string, tuple | list) else [message.string])]


def _all(message: Message) -> bool:
    return all(_strings(message))


SOURCES = Path(kidd.__file__).parent
# Content beside what it belongs to: lessons stand with their diagrams, and what a game is called with its rules.
CONTENT = ("words", "web/pages/rules/lessons", "web/pages/introduction/steps", "rules/games")
OF_PAGES = "web/pages"  # whose Python says texts of a page beside its template, by the tongue of whoever looks


def test_words_are_in_one_place():
    """No other module knows gettext, or has tables of texts; below the pages none says a text of its own."""
    wrong = []
    for file in sorted(SOURCES.rglob("*.py")):
        place = file.relative_to(SOURCES).as_posix()
        if place.startswith(CONTENT):
            continue
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Import | ast.ImportFrom):
                names = [getattr(node, "module", "") or "", *(alias.name for alias in node.names)]
                wrong += [f"{place}: {name}" for name in names if name.split(".")[0] == "gettext"]
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
                name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
                says = name in ("_", "_tongue", "ngettext") and node.args and isinstance(node.args[0], ast.Constant)
                if name in ("marked", "marked_plural") or (says and not place.startswith(OF_PAGES)):
                    wrong.append(f"{place}:{node.lineno}: {name}")
    assert wrong == []


def test_no_sentence_is_printed_in_english_only():
    """What the terminal prints or raises has no words in it: they come from kidd.words."""
    wrong = []
    for file in sorted((SOURCES / "terminal").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("print", "_say"):
                parts = [
                    part for argument in node.args for part in ast.walk(argument) if isinstance(part, ast.Constant)
                ]
                said = [part.value for part in parts if isinstance(part.value, str)]
                wrong += [f"{file.name}: {text!r}" for text in said if re.search(r"[a-z]{3,} [a-z]{2,}", text)]
    assert wrong == []
