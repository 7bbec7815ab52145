"""A hint in words."""

from __future__ import annotations

from kidd.match import Match
from kidd.search.hint import Hint
from kidd.standing import WORDS
from kidd.words.advice import explain, verdict
from kidd.words.language import Tongue
from kidd.words.moves import LABELS, words_of


def advice(match: Match, hint: Hint, _: Tongue) -> str:
    """What a good player would do, what it is good for, and who stands how well."""
    if hint.act in WORDS:
        return _("Advice: %(act)s", act=_(LABELS[hint.act]))
    if hint.line is None:
        return hint.act
    pos, line = match.position, hint.line
    said = f"{words_of(line.moves[0], _)}." if pos.choosing else explain(pos, line, language=_.code)
    return said if line.score.winner else f"{said} {verdict(line.score, pos, language=_.code)}"
