"""A text that names rules by their numbers, as a page shows it: every number leads to its rule."""

from __future__ import annotations

import re

from markupsafe import Markup, escape

from kidd.words.rule_book import RULES

NUMBER = re.compile(r"\b(?:" + "|".join(sorted(RULES, key=len, reverse=True)) + r")\b")
CODE = re.compile(r"`([^`]+)`")


def linked(text: str) -> Markup:
    """The text with links to the rules it names, and with what stands between backticks as code."""
    safe = CODE.sub(r"<code>\1</code>", str(escape(text)))
    return Markup(
        NUMBER.sub(lambda found: f'<a href="/rules/numbers#{found[0]}">{found[0]}</a>', safe)
    )  # escaped above
