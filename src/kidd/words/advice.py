"""Lines in words: what they do, what they promise, and what they risk."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kidd.advice.effects import deeds
from kidd.advice.event import DEEDS, EFFECTS, Event
from kidd.advice.events import events
from kidd.errors import OptionError, shown
from kidd.move import Move
from kidd.move_lookup import find
from kidd.position import Position
from kidd.search.answer import Line, Score
from kidd.search.deadlock import is_dead
from kidd.words.advice_phrases import LANGUAGES, Language
from kidd.words.language import number

TOLD = 6  # sentences about what follows the first move
STEPS = ("rolls", "passes", "moves", "returns", "enters", "reinforces")  # what a move's notation says already
EVEN, MUCH, NEARLY = 0.15, 0.5, 0.9  # leads in expected result that earn another word


def explain(pos: Position, line: Line | Sequence[Move | str], *, language: str = "en") -> str:
    """Say what a line does, in a few sentences: its first move in full, then what is taken and how it ends."""
    return " ".join(sentences(pos, line, language=language))


def sentences(pos: Position, line: Line | Sequence[Move | str], *, language: str = "en") -> list[str]:
    """The sentences of `explain`, one by one."""
    speech = speech_of(language)
    moves = replayed(pos, line.moves if isinstance(line, Line) else line)
    said = [sentence for first in moves[:1] for sentence in tell(events(*first), speech)]
    said += sequel(moves, speech)
    if isinstance(line, Line) and line.score.winner and not _ends(moves):
        said.append(verdict(line.score, pos, language=language))
    return said


def verdict(score: Score, pos: Position, *, language: str = "en") -> str:
    """Say in one sentence who stands how well."""
    return standing(score, pos, speech_of(language))


def standing(score: Score, pos: Position, speech: Language) -> str:
    """The sentence of `verdict` in the words of a language."""
    if score.winner and score.win_in is not None:
        key = "wins-now" if score.win_in <= 1 else "wins-in-rolls" if pos.game.code == "QM" else "wins-in"
        return sentence(Event(key, score.winner, number=score.win_in), speech)
    if is_dead(pos):
        return sentence(Event("deadlock", ""), speech)
    *others, second, first = sorted(range(len(score.expected)), key=score.expected.__getitem__)
    lead = (score.expected[first] - score.expected[second]) / 2
    if lead < EVEN and others and (score.expected[second] - score.expected[others[0]]) / 2 >= EVEN:
        return sentence(Event("behind", pos.game.colours[others[0]]), speech)
    key = "even" if lead < EVEN else "better" if lead < MUCH else "much-better" if lead < NEARLY else "winning"
    return sentence(Event(key, pos.game.colours[first]), speech)


def figure(score: Score, pos: Position, colour: str, language: str) -> str:
    """What a line is worth to a colour; for three players a number each."""
    if score.winner and score.win_in is not None:
        speech = speech_of(language)
        return (speech.wins if score.winner == colour else speech.loses).format(score.win_in)
    said = [number(value, 2, language, signed=True) for value in score.expected]
    if len(said) == 2:
        return said[pos.game.colours.index(colour)]
    return " ".join(map("".join, zip(pos.game.colours, said, strict=True)))


def speech_of(language: str) -> Language:
    """The words of a language, by its code."""
    if language not in LANGUAGES:
        raise OptionError(f"unknown language {shown(language)} (there is {', '.join(LANGUAGES)})")
    return LANGUAGES[language]


def replayed(pos: Position, moves: object) -> list[tuple[Position, Move, Position]]:
    """Each move of a line between the positions before and after it."""
    if not isinstance(pos, Position):
        raise OptionError(f"expected a position, got {shown(pos)}")
    if isinstance(moves, str | bytes) or not isinstance(moves, Iterable):
        raise OptionError(f"expected a line or a list of moves, got {shown(moves)}")
    found = []
    for text in moves:
        move = find(pos, str(text))
        after = pos.play(move)
        found.append((pos, move, after))
        pos = after
    return found


def tell(what: Iterable[Event], speech: Language, name: str = "") -> list[str]:
    """Sentences about one move: what is done (by a crew, or under another name), what this brings about, the rest."""
    what = list(what)
    done = [event for event in what if event.key in DEEDS]
    meant = [event for event in what if event.key in EFFECTS]
    said = []
    if done:
        said.append(_joined(name or speech.colours[done[0].by], done, speech))
    if meant:
        said.append(_joined(speech.this, meant, speech))
    return said + [sentence(event, speech) for event in what if event.key not in DEEDS + EFFECTS]


def sequel(moves: Sequence[tuple[Position, Move, Position]], speech: Language, most: int = TOLD) -> list[str]:
    """What a line's later moves take, free and decide, each with its notation before it."""
    said: list[str] = []
    last = 0
    for ply, (before, move, after) in enumerate(moves[1:], 1):
        told = [event for event in deeds(before, move, after) if event.key not in STEPS]
        if told and (len(said) < most or after.result):
            opening = speech.then if ply == last + 1 else speech.later
            said.append(opening.format(move=move, sentence=" ".join(tell(told, speech))))
            last = ply
    return said


def sentence(event: Event, speech: Language) -> str:
    """An event as a whole sentence."""
    said = _filled(event, speech)
    return said[0].upper() + said[1:]


def listed(words: Sequence[str], last: str) -> str:
    """Words with commas between them and another sign before the last."""
    return ", ".join(words[:-1]) + last + words[-1] if len(words) > 1 else "".join(words)


def _joined(subject: str, what: list[Event], speech: Language) -> str:
    said = f"{subject} {listed([_filled(event, speech) for event in what], speech.both)}."
    return said[0].upper() + said[1:]


def _filled(event: Event, speech: Language) -> str:
    rolls = [speech.roll.format(roll) for roll in event.rolls]
    first, second, *_ = (*event.spaces, "", "")
    return speech.phrases[event.key].format(
        by=speech.colours.get(event.by, ""),
        to=speech.colours.get(event.to, ""),
        spaces=listed(event.spaces, speech.both),
        either=listed(event.spaces, speech.both if event.number else speech.either),  # a group goes as a whole
        first=first,
        second=second,
        exits=listed(event.exits, speech.either),
        number=event.number,
        tokens=speech.own_tokens[len(event.spaces) > 1],
        rolls=speech.any_roll if len(rolls) == 3 else listed(rolls, speech.either),
        reply=event.reply,
        worth=event.worth,
    )


def _ends(moves: Sequence[tuple[Position, Move, Position]]) -> bool:
    return bool(moves) and moves[-1][2].result is not None
