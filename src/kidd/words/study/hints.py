"""A hint in words."""

from __future__ import annotations

from kidd.advice.purpose import find_purpose
from kidd.match import Match
from kidd.search.hint import Hint
from kidd.standing import WORDS
from kidd.words.language import Tongue
from kidd.words.play.moves import LABELS, words_of
from kidd.words.study.advice import replay, sentences, tell, verdict


def advice(match: Match, hint: Hint, _: Tongue) -> str:
    """What a good player would do, what it is good for, and who stands how well."""
    if hint.act in WORDS:
        return _("Advice: %(act)s", act=_(LABELS[hint.act]))
    if hint.line is None:
        return hint.act
    pos, line = match.position, hint.line
    if pos.choosing:
        said = [f"{words_of(line.moves[0], _)}."]
    else:
        said = sentences(pos, line, language=_.code)
        said[1:1] = tell(find_purpose(*replay(pos, line.moves[:1])[0]), _)
    return " ".join(said if line.score.winner else [*said, verdict(line.score, pos, language=_.code)])
