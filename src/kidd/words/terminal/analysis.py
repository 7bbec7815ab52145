"""What an analysis cost, what a move is called that got a mark, and how well somebody played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from kidd.advice.judge import MARKS
from kidd.search.answer import Analysis
from kidd.words.language import Tongue, number
from kidd.words.study.advice_texts import COUNTED_MARKS
from kidd.words.study.chances import points


def search_cost(found: Analysis, _: Tongue) -> str:
    """How far a search saw, and how long that took."""
    figure = number(found.nodes, 0, _.code)  # a call within ngettext would hide the plural from the extractor
    nodes = _.ngettext("%(nodes)s node", "%(nodes)s nodes", found.nodes, nodes=figure)
    return _(
        "depth %(depth)s, %(nodes)s in %(seconds)s s (%(speed)s a second)",
        depth=found.depth,
        nodes=nodes,
        seconds=number(found.seconds, 2, _.code),
        speed=number(found.nodes_per_second, 0, _.code),
    )


def marks_summary(marks: Iterable[str], loss: float, _: Tongue) -> str:
    """How many moves of each mark there were, and what they gave away on average, in points of per cent."""
    counted = Counter(marks)
    named = ", ".join(_.ngettext(*COUNTED_MARKS[mark], count) for mark in MARKS if (count := counted[mark]))
    return _("%(marks)s; %(loss)s points of per cent given away on average", marks=named, loss=points(loss, _))
