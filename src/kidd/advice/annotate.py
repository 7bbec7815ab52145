"""Games with a mark on every move, and for the weak ones what was better and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from kidd.advice.analyst import Budget, Thinker, drawn_if_repeated
from kidd.advice.event import DANGERS, EFFECTS, Event
from kidd.advice.events import events
from kidd.advice.judge import GLYPHS, Judgement, judge
from kidd.errors import OptionError, shown
from kidd.match import Match
from kidd.move import Move
from kidd.position import Position
from kidd.search.answer import Line
from kidd.search.scores import ended
from kidd.standing import is_opening
from kidd.words.advice import STEPS, figure, replayed, sentence, sequel, speech_of, standing, tell
from kidd.words.advice_phrases import LANGUAGES, Language

SEQUEL = 2  # sentences about what follows a move
_BETTER = tuple(speech.phrases["better-was"].partition("{")[0] for speech in LANGUAGES.values())  # in every note


class Note(NamedTuple):
    """What is said of one move of a match: the number of its act, the mark, the line it opens and the best one."""

    number: int
    by: str
    move: Move
    mark: str
    loss: float
    played: Line
    best: Line
    words: str

    @property
    def glyph(self) -> str:
        """The mark as players write it behind a move, empty for a good one."""
        return GLYPHS.get(self.mark, "")


def annotate(
    match: Match, *, seconds: float | None = 0.2, nodes: int | None = None, seed: int = 0, language: str = "en"
) -> tuple[Note, ...]:
    """Mark every move of a match; rolls, words such as `draw?` and the choice of colours are no moves to judge."""
    if not isinstance(match, Match):
        raise OptionError(f"expected a match, such as kidd.read_logbook gives, got {shown(match)}")
    return tuple(notes(match, Budget(seconds if nodes is None else None, nodes, seed), language=language))


def notes(
    match: Match, budget: Budget, *, language: str = "en", numbers: Iterable[int] | None = None
) -> Iterator[Note]:
    """The notes of `annotate`, or on some acts only, as soon as each is made; none after the budget's `stop` is set."""
    speech = speech_of(language)
    thinker = Thinker(match.game, budget)
    for number in judged(match) if numbers is None else numbers:
        note = _note(match, number, thinker, speech)
        if budget.stop and budget.stop.is_set():
            return
        yield note


def judged(match: Match) -> tuple[int, ...]:
    """The numbers of the acts that get a note."""
    return tuple(number for number in range(len(match)) if _is_judged(match, number))


def retold(match: Match, note: Note, language: str) -> str:
    """The words of a note in another language than it was made in."""
    if note.mark not in GLYPHS:
        return ""
    pos = match.position_at(note.number)
    found = judge(note.best.score, note.played.score, pos.game.colours, pos.turn)
    return " ".join(_why(pos, note.played, note.best, found, speech_of(language)))


def inscribe(match: Match, marked: Iterable[Note]) -> None:
    """Write what is said of weak moves into a match's comments, each behind its move and what was said there before.

    Notes of an earlier annotation, in whatever language, are written anew.
    """
    for note in marked:
        ply = note.number + 1
        said = [line for line in match.comments.get(ply, "").split("\n") if line and not _is_note(line)]
        if note.glyph:
            said.append(f"{note.glyph} {note.words}")
        if said:
            match.comments[ply] = "\n".join(said)
        else:
            match.comments.pop(ply, None)


def _is_note(line: str) -> bool:
    """Whether a line of a comment was written here."""
    sign, _, words = line.partition(" ")
    return sign in GLYPHS.values() and any(opening in words for opening in _BETTER)


def _is_judged(match: Match, number: int) -> bool:
    """Whether an act is a move that a player chose for a crew that was theirs."""
    before = match.position_at(number)
    return not match.word(number) and not before.is_chance and not is_opening(before)


def _note(match: Match, number: int, thinker: Thinker, speech: Language) -> Note:
    pos, move = match.position_at(number), match.move(number)
    history = drawn_if_repeated([match.position_at(ply) for ply in range(number + 1)])
    known = thinker.lines(pos, history)
    best = known[0]
    if match.result and match.result.reason == "repetition" and number == len(match) - 1:
        played = Line((move,), ended(pos.game.colours, match.result, 1))
    else:
        played = thinker.line_of(pos, move, history, known)
    if len(pos.legal_moves()) == 1:
        return Note(number, pos.turn, move, "forced", 0.0, played, best, "")
    found = judge(best.score, played.score, pos.game.colours, pos.turn)
    words = " ".join(_why(pos, played, best, found, speech)) if found.mark in GLYPHS else ""
    return Note(number, pos.turn, move, found.mark, found.loss, played, best, words)


def _why(pos: Position, played: Line, best: Line, found: Judgement, speech: Language) -> Iterator[str]:
    """What the move gave away, how that comes about, and what was better."""
    moves, wished = replayed(pos, played.moves), replayed(pos, best.moves)
    better = events(*wished[0])
    said = [sentence(Event("win-gone", pos.turn), speech)] if found.win_gone else []
    if found.lost_now and played.score.winner:
        said.append(sentence(Event("lost-now", played.score.winner), speech))
    said += tell([event for event in events(*moves[0]) if event.key in DANGERS and event not in better], speech)
    said += sequel(moves, speech, SEQUEL)
    yield from said or _reply(moves, speech) or [standing(played.score, pos, speech)]
    worth = figure(best.score, pos, pos.turn, speech.code)
    yield sentence(Event("better-was", pos.turn, reply=str(best.moves[0]), worth=worth), speech)
    yield from tell([event for event in better if event.key not in STEPS + DANGERS], speech)
    yield from sequel(wished, speech, SEQUEL)


def _reply(moves: Sequence[tuple[Position, Move, Position]], speech: Language) -> list[str]:
    """What the best answer to a move brings about."""
    if len(moves) == 1:
        return []
    said = tell([event for event in events(*moves[1]) if event.key in EFFECTS], speech)
    return [speech.then.format(move=moves[1][1], sentence=" ".join(said))] if said else []
