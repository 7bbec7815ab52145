"""What comes of a move that is tried in an exercise: right, solved or wrong, in words and on the deck."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from kidd.advice.annotate import Note
from kidd.advice.event import DANGERS
from kidd.advice.events import events
from kidd.match import Match
from kidd.position import Position
from kidd.problems.problem import Problem
from kidd.problems.solving import Step
from kidd.table.computers.jobs import MatchRecord, NoteQuestion
from kidd.words.event_sentences import tell
from kidd.words.language import Tongue
from kidd.words.study import problems as words
from kidd.words.study.notes import fault_words

Status = Literal["open", "right", "solved", "wrong", "shown"]
Line = tuple[str, ...]

SECONDS = 1.0  # for why a move is wrong, where the machine is slow
NODES = 60_000  # which is a few hundredths of a second, and gives the same answer again


@dataclass(frozen=True)
class Feedback:
    """Where an exercise stands after something was tried."""

    status: Status
    acts: Line = ()
    """What was found so far, which comes back with the next move."""
    decks: tuple[Line, ...] = ((),)
    """What is shown one after the other, each as the acts that lead there; the last one stays."""
    headline: str = ""
    words: tuple[str, ...] = ()


def of_step(problem: Problem, acts: Line, step: Step, _: Tongue) -> Feedback:
    """What a right move brings: the answer to it, or the end."""
    tried = (*acts, str(step.move))
    if step.verdict == "right":
        decks = [tried]
        for reply in step.replies:
            decks.append((*decks[-1], str(reply)))
        return Feedback("right", decks[-1], tuple(decks), words.headline("right", _))
    said = tuple(words.explain_solution(problem, _))
    headline = words.headline("as-good" if step.as_good else "solved", _)
    return Feedback("solved", acts, (tried,), headline, said)


def of_fault(problem: Problem, acts: Line, step: Step, note: Note | None, _: Tongue) -> Feedback:
    """What is wrong with a move, and how it is answered on the deck."""
    pos = played(problem.start(), acts)
    said = [words.failed(problem, _), *why_wrong(pos, str(step.move), note, _)]
    return Feedback("wrong", acts, refutation(pos, acts, str(step.move), note), words.headline("wrong", _), tuple(said))


def of_solution(problem: Problem, at: int | None, _: Tongue) -> Feedback:
    """The solution, played out, or as far as somebody has stepped."""
    lines = [problem.line[:number] for number in range(len(problem.line) + 1)]
    decks = lines if at is None else [lines[max(0, min(at, len(problem.line)))]]
    said = tuple(words.explain_solution(problem, _))
    return Feedback("shown", decks[-1], tuple(decks), words.headline("shown", _), said)


def why_wrong(pos: Position, move: str, note: Note | None, _: Tongue) -> list[str]:
    """Why a move is weak: what a search has found, or what can be seen without one."""
    if note is None:
        after = pos.play(move)
        found = next(one for one in pos.legal_moves() if str(one) == move)
        return tell([event for event in events(pos, found, after) if event.key in DANGERS], _)
    expected = note.played.score.expected[pos.game.colours.index(pos.turn)]
    said = [*fault_words(pos, note.played, note.best, _, chance=False), words.chance_left((1 + expected) / 2, _)]
    replies = _replies(pos, note)
    is_told = any(replies[0] in sentence for sentence in said) if replies else True
    return said if is_told else [words.answered(_by_whom(pos.play(move), replies), _), *said]


def refutation(pos: Position, acts: Line, move: str, note: Note | None) -> tuple[Line, ...]:
    """The decks that show what a wrong move leads to: the answers to it, up to the solver's next turn."""
    decks: list[Line] = [(*acts, move)]
    for reply in _replies(pos, note) if note is not None else ():
        decks.append((*decks[-1], reply))
    return tuple(decks)


def _replies(pos: Position, note: Note) -> Line:
    """What the others answer, up to the next turn of the one to move; with a die it is not up to them."""
    return () if pos.game.descriptor.faces else tuple(map(str, note.played.moves[1 : len(pos.game.colours)]))


def _by_whom(pos: Position, replies: Line) -> list[tuple[str, str]]:
    """Each reply with the colour that makes it."""
    found = []
    for reply in replies:
        found.append((pos.turn, reply))
        pos = pos.play(reply)
    return found


def played(pos: Position, acts: Line) -> Position:
    """The position after some acts."""
    for act in acts:
        pos = pos.play(act)
    return pos


def note_question(match: Match, move: str) -> NoteQuestion:
    """The question of what a move is worth where a match stands."""
    record = MatchRecord.of(match)
    return NoteQuestion(record._replace(acts=(*record.acts, move)), len(match), SECONDS, NODES)
