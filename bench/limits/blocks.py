"""Pages by hand with blocks that are filled in: `<!-- measured NAME -->` ... `<!-- end -->`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

BLOCK = re.compile(r"(<!-- measured ([a-z]+) -->\n).*?(<!-- end -->)", re.DOTALL)


def names(page: str) -> list[str]:
    """The blocks of a page."""
    return [found[2] for found in BLOCK.finditer(page)]


def filled(page: str, blocks: Mapping[str, str]) -> str:
    """The page with the blocks that it has; one that nobody knows is an error."""
    return BLOCK.sub(lambda found: f"{found[1]}{blocks[found[2]].strip()}\n{found[3]}", page)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Of Markdown: words on the left, figures on the right."""
    rows = list(rows)
    right = [bool(rows) and all(_is_figure(row[column]) for row in rows) for column in range(len(head))]
    rule = ["---:" if figures else "---" for figures in right]
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, rule, *rows))


def _is_figure(text: str) -> bool:
    return bool(re.match(r"[-+]?[\d.,]+$|–", text))


def number(value: float) -> str:
    """As many digits as can be meant."""
    if abs(value) >= 100:
        return f"{value:,.0f}"
    if abs(value) < 0.1:
        return f"{value:.2g}"
    return f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"
