"""Notes on the moves of a match in words: what a weak move gave away, how that comes about, and what was better."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from kidd.advice import annotate as facts
from kidd.advice.analyst import Budget
from kidd.advice.event import DANGERS, GAINS, Event
from kidd.advice.events import Step, events, first_events
from kidd.advice.judge import GLYPHS, Judgement, judge
from kidd.errors import OptionError, shown
from kidd.match import Match
from kidd.move import Move
from kidd.position import Position
from kidd.search.answer import Line, Score
from kidd.words.event_sentences import sentence, tell
from kidd.words.language import LANGUAGES, Tongue, marked, tongue, tongue_for
from kidd.words.names import crew
from kidd.words.study.advice import STEPS, replay, sequel, standing, then
from kidd.words.study.advice_texts import PHRASES
from kidd.words.study.chances import own_figure

FIND_BETTER = {
    "mistake": marked("%(crew)s made a mistake here with %(move)s. Find something better."),
    "blunder": marked("%(crew)s blundered here with %(move)s. Find something better."),
}
SEQUEL = 2  # sentences about what follows a move


class WordedNote(NamedTuple):
    """A note with its words: the number of the act, the mark, its line, the best one, and what to say of it."""

    number: int
    by: str
    move: Move
    mark: str
    loss: float
    played: Line
    best: Line
    rolls: tuple[Score, ...] = ()
    words: str = ""

    @property
    def glyph(self) -> str:
        """The mark as players write it behind a move, empty for a good one."""
        return GLYPHS.get(self.mark, "")


Noted = facts.Note | WordedNote


def annotate(
    match: Match, *, seconds: float | None = 0.2, nodes: int | None = None, seed: int = 0, language: str = "en"
) -> tuple[WordedNote, ...]:
    """Mark every move of a match; rolls, words such as `draw?` and the choice of colours are no moves to judge."""
    if not isinstance(match, Match):
        raise OptionError("not-a-match", came=shown(match))
    return tuple(notes(match, Budget(seconds if nodes is None else None, nodes, seed), language=language))


def notes(match: Match, budget: Budget, *, language: str = "en") -> Iterator[WordedNote]:
    """The notes of `annotate`, each as soon as it is made; none after the budget's `stop` is set."""
    _ = tongue_for(language)
    for note in facts.notes(match, budget):
        yield WordedNote(*note, words=note_words(match, note, _))


def note_words(match: Match, note: Noted, _: Tongue) -> str:
    """What is said of a move, empty for a good one."""
    if note.mark not in GLYPHS:
        return ""
    pos = match.position_at(note.number)
    found = judge(note.best.score, note.played.score, pos.game.colours, pos.turn)
    return " ".join(_why(pos, note.played, note.best, found, _))


def inscribe(match: Match, noted: Iterable[WordedNote]) -> None:
    """Write what is said of weak moves into a match's comments, each behind its move and what was said there before.

    Notes of an earlier annotation, in whatever language, are written anew.
    """
    for note in noted:
        ply = note.number + 1
        said = [line for line in match.comments.get(ply, "").split("\n") if line and not _is_note(line)]
        if note.glyph:
            said.append(f"{note.glyph} {note.words}")
        if said:
            match.comments[ply] = "\n".join(said)
        else:
            match.comments.pop(ply, None)


def _is_note(line: str) -> bool:
    """Whether a line of a comment was written here: in every note stands what was better, in one of the languages."""
    sign, _, words = line.partition(" ")
    openings = (tongue(code)(PHRASES["better-was"]).partition("%(")[0] for code in LANGUAGES)
    return sign in GLYPHS.values() and any(opening in words for opening in openings)


def fault_words(pos: Position, played: Line, best: Line, _: Tongue, *, chance: bool = True) -> list[str]:
    """What a move gave away and how that comes about, without a word of what was better.

    Where nothing else can be said it is the `chance` that is left, unless whoever asks tells of that in any case.
    """
    found = judge(best.score, played.score, pos.game.colours, pos.turn)
    said = list(_fault(pos, played, best, found, _))
    return said if chance or played.score.winner or said != [_left(pos, played.score, _)] else []


def _why(pos: Position, played: Line, best: Line, found: Judgement, _: Tongue) -> Iterator[str]:
    """What the move gave away, how that comes about, and what was better."""
    yield from _fault(pos, played, best, found, _)
    wished = replay(pos, best.moves)
    worth = own_figure(best.score, pos, pos.turn, _)
    yield sentence(Event("better-was", pos.turn, reply=str(best.moves[0]), worth=worth), _)
    yield from tell([event for event in first_events(wished) if event.key not in STEPS + DANGERS], _)
    yield from sequel(wished, _, SEQUEL, advised=pos.turn)


def _fault(pos: Position, played: Line, best: Line, found: Judgement, _: Tongue) -> Iterator[str]:
    moves, better = replay(pos, played.moves), events(*replay(pos, best.moves)[0])
    said = [sentence(Event("win-gone", pos.turn), _)] if found.win_gone else []
    if found.lost_now and played.score.winner:
        said.append(sentence(Event("lost-now", played.score.winner), _))
    said += tell([event for event in events(*moves[0]) if event.key in DANGERS and event not in better], _)
    said += sequel(moves, _, SEQUEL, blamed=pos.turn)
    yield from said or _reply(moves, _) or [_left(pos, played.score, _)]


def _left(pos: Position, score: Score, _: Tongue) -> str:
    """What is left to the one who moved, where nothing else can be said."""
    if score.winner:
        return standing(score, pos, _)
    return sentence(Event("left", pos.turn, worth=own_figure(score, pos, pos.turn, _)), _)


def _reply(moves: Sequence[Step], _: Tongue) -> list[str]:
    """What the best answer to a move brings about."""
    if len(moves) == 1:
        return []
    said = tell([event for event in events(*moves[1]) if event.key in GAINS], _)
    return [then({"move": moves[1][1], "sentence": " ".join(said)}, _)] if said else []


def find_better(note: facts.Note, _: Tongue) -> str:
    """What is asked of whoever learns from a mistake."""
    return _(FIND_BETTER[note.mark], crew=crew(note.by, _), move=note.move)


def in_the_game(note: facts.Note, _: Tongue) -> str:
    """What was played in place of something better."""
    return _("In the game it was %(move)s.", move=f"{note.move}{note.glyph}")
