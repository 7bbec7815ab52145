"""A hint in words."""

from __future__ import annotations

from kidd.advice.effects import find_effects
from kidd.advice.event import Event
from kidd.advice.purpose import find_purpose
from kidd.match import Match
from kidd.match.standing import WORDS
from kidd.position import Position
from kidd.search.answer import Line
from kidd.search.hint import Hint
from kidd.words.event_sentences import tell
from kidd.words.language import Tongue
from kidd.words.play.moves import words_of
from kidd.words.play.offers import LABELS
from kidd.words.study.advice import costs, replay, sentences, verdict


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
        said = sentences(pos, line, language=_.code, advised=pos.turn)
        said[1:1] = tell(_purpose(pos, line), _)
    return " ".join(said if line.score.winner else [*said, verdict(line.score, pos, language=_.code)])


def _purpose(pos: Position, line: Line) -> list[Event]:
    """What a quiet move is good for; where it costs something all the same, that everything else is worse."""
    moves = replay(pos, line.moves)
    found = find_purpose(*moves[0])
    if not found or len(pos.legal_moves()) == 1 or not any(costs(find_effects(*one), pos.turn) for one in moves):
        return found
    return [event for event in found if event.key == "nears"] + [Event("still-best", pos.turn)]
