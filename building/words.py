"""Collects every text of the site from code and templates, and brings the translators' catalogs up to date."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from help_texts import help_texts
from typography import faults, typeset

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src" / "kidd"
METHODS = [("web/pages/**.html", "jinja2"), ("words/language.py", "ignore"), ("**.py", "python")]
OPTIONS = {"web/pages/**.html": {"trimmed": "true", "silent": "false", "newstyle_gettext": "true"}}
KEYWORDS = {
    "_": None,
    "gettext": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "marked": None,
    "marked_plural": (1, 2),
    "marked_in": ((1, "c"), 2),
}
ALWAYS = datetime(2026, 1, 1, tzinfo=UTC)  # no date of today: a catalog changes when a text does


def texts() -> Catalog:
    """Every text that is marked, with the files it stands in."""
    found = Catalog(project="kidd", charset="utf-8", creation_date=ALWAYS)
    collected = extract_from_dir(SOURCES, METHODS, OPTIONS, KEYWORDS, strip_comment_tags=True)
    for file, _, message, comments, context in sorted(collected, key=lambda one: (str(one[0]), one[1])):
        found.add(message, None, [(str(Path(file).as_posix()), 0)], auto_comments=comments, context=context)
    for text, place in help_texts(SOURCES):
        found.add(text, None, [(place, 0)])
    return found


def file_of(language: str) -> Path:
    """The catalog of a language."""
    return SOURCES / "words" / "locale" / language / "LC_MESSAGES" / "kidd.po"


def compiled_file_of(language: str) -> Path:
    """The same catalog as programs read it, which needs nothing but the standard library."""
    return file_of(language).with_suffix(".mo")


def compiled(catalog: Catalog) -> bytes:
    """A catalog as programs read it."""
    target = BytesIO()
    write_mo(target, catalog)
    return target.getvalue()


def read(language: str) -> Catalog:
    """A catalog as it stands, empty if there is none yet."""
    if not file_of(language).exists():
        return Catalog(
            language,
            header_comment=f"# The texts of the site, language {language}; renewed by scripts/words.",
            project="kidd",
            version="1",
            last_translator="The Capt'n W. Kidd maintainers",
            msgid_bugs_address="the issues of the project",
            language_team=language,
            creation_date=ALWAYS,
            revision_date=ALWAYS,
        )
    with file_of(language).open("rb") as file:
        return read_po(file, locale=language)


def english(template: Catalog) -> Catalog:
    """Those texts that are set otherwise than they are typed in the code."""
    catalog = Catalog("en", project="kidd", charset="utf-8", creation_date=ALWAYS, revision_date=ALWAYS)
    for message in template:
        said = tuple(typeset(text, "en") for text in forms(message.id))
        if message.id and said != tuple(forms(message.id)):
            string = said if isinstance(message.id, tuple | list) else said[0]
            catalog.add(message.id, string, context=message.context)
    return catalog


def forms(text: str | tuple[str, ...] | list[str] | None) -> list[str]:
    """A text for one and for many, or the only one that it has."""
    return list(text) if isinstance(text, tuple | list) else [text or ""]


def complaints(language: str, catalog: Catalog) -> list[str]:
    """What is wrong with how the texts of a catalog are set and which words they use."""
    found = []
    for message in catalog:
        places = [place for place, _ in message.locations]
        texts, said = forms(message.id), forms(message.string)
        for number, text in enumerate(said if message.id else []):
            wrong = faults(texts[min(number, len(texts) - 1)], text, language, places)
            found += [f"{language}: {text!r}: {one}" for one in wrong]
    return found


def renew(language: str, template: Catalog) -> tuple[int, int]:
    """Bring a catalog up to date, and return how many texts it has and how many of them lack a translation."""
    catalog = read(language)
    catalog.update(template, no_fuzzy_matching=True)
    catalog.obsolete.clear()
    catalog.fuzzy = False
    for message in catalog:
        if message.id:
            said = tuple(typeset(text, language) for text in forms(message.string))
            message.string = said if isinstance(message.string, tuple | list) else said[0]
    file_of(language).parent.mkdir(parents=True, exist_ok=True)
    with file_of(language).open("wb") as file:
        write_po(file, catalog, width=120, include_lineno=False, ignore_obsolete=True, omit_header=False)
    compiled_file_of(language).write_bytes(compiled(catalog))
    messages = [message for message in catalog if message.id]
    return len(messages), sum(not all(forms(message.string)) for message in messages)


def main() -> None:
    """Renew every catalog, and say what is missing or not as it should be."""
    template = texts()
    compiled_file_of("en").parent.mkdir(parents=True, exist_ok=True)
    compiled_file_of("en").write_bytes(compiled(english(template)))
    for language in sys.argv[1:] or ["de", "fr"]:
        number, missing = renew(language, template)
        print(f"{language}: {number} texts, {missing} without translation")
        print("\n".join(complaints(language, read(language))), end="")


if __name__ == "__main__":
    main()
