"""Writes docs/rules.md from the rules by number, the lessons and the descriptors: python building/rules_page.py."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import fill

from kidd.game import descriptors
from kidd.rules.descriptor import HIGHEST_NUMBER, Option
from kidd.web.pages.rules.lessons import BOOKS, Lesson
from kidd.words.rule_book import NUMBERS, SECTIONS, Rule

PAGE = Path(__file__).parents[1] / "docs" / "rules.md"
WIDTH = 120

PREFACE = """# The rules

*Capt'n W. Kidd* is a box of three games by **Günter Cornett**, designed together with **Volker Schäfer** and published
by Bambusspiele in 2004. All three use the same deck and the same tokens:

| code | game | players | in a word |
| --- | --- | --- | --- |
| LC | [Loyal Captain](#loyal-captain) | 2 | surround the other crew |
| QM | [Quedah Merchant](#quedah-merchant) | 2 | roll, and strike from behind |
| MG2, MG3 | [Madagascar](#madagascar) | 2 or 3 | pile up towers until one crew leads them all |

This project is **unofficial**: a fan's work, not approved by the authors or the publisher. The games are theirs; the
words and drawings on this page are ours.

Every rule has a number, and code and tests cite it. A **ruling** is our answer where the printed rules say nothing or
where their editions disagree; each comes with its reason, and where a table could well want it otherwise there is an
[option](#options). By *the sheets* or *the printed rules* we mean the four editions that we compared: the German
original, the English and the French translation, and the text of the online edition.

New here? Read the deck, the common rules, and then one game. Loyal Captain is the quickest to learn. A running server
teaches the same with decks to try out, under `/rules`, and has these rules in English, German and French under
`/rules/numbers`.

*This page is made from the texts of the program: change `src/kidd/words/rule_book` (the rules),
`web/pages/rules/lessons` (example and advice) or `rules/games` (options), then run `python building/rules_page.py`.*
"""
DECK = '<img src="pictures/deck.svg" width="330" alt="The deck: eighteen spaces, six of them hatches on the rim">'
TOKENS = (
    "In the drawings a disc is a token: red is the moustached man in the captain's hat, blue wears a headscarf and an "
    "eye patch, gold a hat with a feather. The **black sector is its back**, the white points show its open ways."
)
EXAMPLE = '<img src="pictures/example.svg" width="330" alt="Fourteen tokens in the position of the worked example">'
FREEING = (
    """| before: the die shows 1 | after `a5-b5>c4` |
| --- | --- |
| <img src="pictures/freeing-before.svg" width="280" alt="Red on a5 is behind blue on b5, who holds a red captive"> \
| <img src="pictures/freeing-after.svg" width="280" alt="Red holds blue on b5, and the freed token is on c4"> |""",
    (
        "Red steps from a5 onto b5, which is the blue captor's back. Blue becomes the captive, and the freed "
        "token must go on from b5. On c6 stands a blue token whose back points elsewhere, so only c4 is left."
    ),
)
TOWERS = (
    '<img src="pictures/towers.svg" width="330" alt="Four towers, one of them shown with a black flag">',
    (
        "Here red's tower of two on a5 may walk to b5 and on to c6, where gold's back is turned to b5: that makes "
        "a tower of three (`a5-c6/b5`). Blue's tower of three on c4 has its back to c3 and finds only the way "
        "round by d5 and e5, to e3 or e7; by b5 it could not complete three steps. The red tower on d8 is six "
        "high: red, and a flag for the five below."
    ),
)
AFTER = {"QM4": FREEING, "MG5": TOWERS}
OPTIONS = """| game | option | values, the default first | other defaults |
| --- | --- | --- | --- |
| all | `deck` | a deck file; `kidd-18` (D4, D5) | |"""
END = """| MG | `players` | 2, 3; MG2 and MG3 are short for it | |

The pictures are drawn by `python docs/pictures/make.py`."""


def rules_page() -> str:
    """The whole page."""
    return "\n\n".join([PREFACE.strip(), *_sections(), *_options()]) + "\n"


def _sections() -> Iterator[str]:
    for section in SECTIONS:
        yield f"## {section.title}"
        if section.key == "D":
            yield DECK
        if section.slug:
            yield f"*{BOOKS[section.slug].players}. {BOOKS[section.slug].described.aim}*"
        for rule in section.rules:
            yield from _rule(rule)
        if section.key == "C":
            yield fill(TOKENS, WIDTH)
        if section.slug:
            yield from _lessons(section.slug)


def _rule(rule: Rule) -> Iterator[str]:
    title = f"Ruling: {rule.title[0].lower()}{rule.title[1:]}" if rule.ruling else rule.title
    first, *others = rule.text
    yield fill(f"**{rule.number}. {title}.** {_said(first)}", WIDTH)
    yield from (fill(_said(text), WIDTH) for text in others)
    if rule.points:
        yield _list(rule.points)
    yield from (fill(_said(text), WIDTH) for text in rule.more)
    yield from (fill(f"*Ruling:* {_said(text)}", WIDTH) for text in rule.rulings)
    if rule.number in AFTER:
        picture, words = AFTER[rule.number]
        yield from (picture, fill(words, WIDTH))


def _lessons(slug: str) -> Iterator[str]:
    """The worked example, where the game has one, and the advice."""
    for lesson in BOOKS[slug].lessons:
        if lesson.points:
            yield from _example(lesson)
    yield "### Advice"
    yield _list(BOOKS[slug].advice)


def _example(lesson: Lesson) -> Iterator[str]:
    yield "### A worked example"
    yield EXAMPLE
    yield f"    {lesson.diagram.position}"
    yield "(That line is the position in [our notation](notation.md).)"
    yield from (fill(_said(text), WIDTH) for text in lesson.text)
    yield _list(lesson.points)


def _options() -> Iterator[str]:
    yield "## Options"
    rows = [_row(one.group, option) for one in descriptors() for option in one.options]
    yield "\n".join([OPTIONS, *rows, END])


def _row(game: str, option: Option) -> str:
    if option.is_number:
        values = f"0 to {HIGHEST_NUMBER}: {option.label[0].lower()}{option.label[1:]}"
    else:
        notes = [f". {note}" for note in option.notes] or [""] * len(option.words)
        words = zip(option.values or (), option.words, notes, strict=True)
        values = "; ".join(f"`{value}`: {text}{note}" for value, text, note in words)
    others = [f"online {option.online}"] * (option.online is not None)
    others += [f"between programs {option.programs}"] * (option.programs is not None)
    return f"| {game} | `{option.name}` | {values} | {', '.join(others)} |"


def _list(points: tuple[str, ...]) -> str:
    return "\n".join(fill(f"- {_said(point)}", WIDTH, subsequent_indent="  ") for point in points)


def _said(text: str) -> str:
    return re.sub(r"%%", "%", text % NUMBERS if "%(" in text else text)


if __name__ == "__main__":
    PAGE.write_text(rules_page(), encoding="utf-8")
