"""A study that nobody keeps: made of a game, a line or a match of a book for whoever looks at it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from kidd.advice.annotate import Note
from kidd.match import Match
from kidd.match.token_ids import walk
from kidd.search.scores import chances
from kidd.web.state.models import colour_of
from kidd.web.state.study_models import BetterState, MarkState, StudyState
from kidd.web.state.study_state import NOTHING, Said, node_states, options_text
from kidd.words.language import Tongue
from kidd.words.study.advice_texts import MARKS
from kidd.words.study.notes import note_words

Marked = Mapping[int, MarkState]


def marks(match: Match, notes: Iterable[Note], _: Tongue) -> Marked:
    """What an analysis says of the moves of a match, by the ply after them."""
    return {note.number + 1: _mark(match, note, _) for note in notes}


def _mark(match: Match, note: Note, _: Tongue) -> MarkState:
    pos, best = match.position_at(note.number), note.best.moves
    better = best if note.glyph and best and best[0] != note.move else ()
    seat = pos.game.colours.index(note.by)
    worth = chances(note.played.score)
    return MarkState(
        kind=note.mark,
        glyph=note.glyph,
        label=_(MARKS[note.mark]),
        words=note_words(match, note, _),
        loss=round(max(0.0, chances(note.best.score)[seat] - worth[seat]), 1),
        better=BetterState(acts=tuple(map(str, better)), path=walk(pos, better[0])) if better else None,
        chances={colour_of(colour): round(one, 1) for colour, one in zip(pos.game.colours, worth, strict=True)},
    )


def loose_study(match: Match, _: Tongue, source: str = "", said: Said = NOTHING) -> StudyState:
    """A study of a match and of what was tried beside it; `source` is the game that it comes from."""
    return StudyState(
        game=match.game.code,
        options=options_text(match),
        position=str(match.start),
        source=source,
        nodes=tuple(node_states(match.until(0), match.variations, _, said)),
    )
