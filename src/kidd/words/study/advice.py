"""Lines in words: what they do, what they promise, and what they risk."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from kidd.advice.effects import find_effects
from kidd.advice.event import Event
from kidd.advice.events import Step, first_events
from kidd.errors import OptionError, shown
from kidd.move import Move
from kidd.move_lookup import find
from kidd.position import Position
from kidd.search.answer import Line, Score
from kidd.search.deadlock import is_dead
from kidd.search.scores import chances, turns_to_win
from kidd.words.event_sentences import sentence, tell
from kidd.words.language import Tongue, tongue_for
from kidd.words.study.chances import percent

TOLD = 6  # sentences about what follows the first move
STEPS = ("rolls", "passes", "moves", "returns", "enters", "reinforces")  # what a move's notation says already
SPOILS = ("captures", "seizes", "frees", "tops", "eliminates")  # what a move wins for its crew
EVEN, MUCH, NEARLY = 0.15, 0.5, 0.9  # leads in expected result that earn another word


def explain(pos: Position, line: Line | Sequence[Move | str], *, language: str = "en") -> str:
    """Say what a line does, in a few sentences: its first move in full, then what is taken and how it ends."""
    return " ".join(sentences(pos, line, language=language))


def sentences(
    pos: Position, line: Line | Sequence[Move | str], *, language: str = "en", advised: str = ""
) -> list[str]:
    """The sentences of `explain`, one by one; `advised` is the crew that the line is recommended to."""
    _ = tongue_for(language)
    moves = replay(pos, line.moves if isinstance(line, Line) else line)
    said = tell(first_events(moves), _) if moves else []
    said += sequel(moves, _, advised=advised)
    if isinstance(line, Line) and line.score.winner and not _ends(moves):
        said.append(standing(line.score, pos, _))
    return said


def verdict(score: Score, pos: Position, *, language: str = "en") -> str:
    """Say in one sentence who stands how well."""
    return standing(score, pos, tongue_for(language))


def standing(score: Score, pos: Position, _: Tongue) -> str:
    """The sentence of `verdict`, for those who have the tongue already."""
    if score.winner and score.win_in is not None:
        turns = turns_to_win(pos, score) or 0
        key = "wins-now" if score.win_in <= 1 else "wins-next" if turns == 1 else "wins-in"
        return sentence(Event(key, score.winner, number=turns), _)
    if is_dead(pos):
        return sentence(Event("deadlock", ""), _)
    *others, second, first = sorted(range(len(score.expected)), key=score.expected.__getitem__)
    lead = (score.expected[first] - score.expected[second]) / 2
    if lead < EVEN and others and (score.expected[second] - score.expected[others[0]]) / 2 >= EVEN:
        return sentence(Event("behind", pos.game.colours[others[0]]), _)
    key = "even" if lead < EVEN else "better" if lead < MUCH else "much-better" if lead < NEARLY else "winning"
    return sentence(Event(key, pos.game.colours[first], worth=percent(chances(score)[first], _)), _)


def replay(pos: Position, moves: object) -> list[Step]:
    """Each move of a line between the positions before and after it."""
    if not isinstance(pos, Position):
        raise OptionError("not-a-position", came=shown(pos))
    if isinstance(moves, str | bytes) or not isinstance(moves, Iterable):
        raise OptionError("not-a-line", came=shown(moves))
    found = []
    for text in moves:
        move = find(pos, str(text))
        after = pos.play(move)
        found.append((pos, move, after))
        pos = after
    return found


def sequel(moves: Sequence[Step], _: Tongue, most: int = TOLD, *, blamed: str = "", advised: str = "") -> list[str]:
    """What a line's later moves take, free and decide, each with its notation before it; nothing that `blamed` wins.

    What others take from the crew that it is `advised` to is no reason for it: they do so even then, unless that has
    taken something before.
    """
    said: list[str] = []
    last = 0
    for ply, (before, move, after) in enumerate(moves[1:], 1):
        untold = STEPS + SPOILS if before.turn == blamed else STEPS
        told = [event for event in find_effects(before, move, after) if event.key not in untold]
        if told and (len(said) < most or after.result):
            values = {"move": move, "sentence": " ".join(tell(told, _))}
            if not said and costs(told, advised):
                said.append(_("Even then %(move)s: %(sentence)s", **values))
            else:
                said.append(then(values, _) if ply == last + 1 else _("Later %(move)s: %(sentence)s", **values))
            last = ply
    return said


def costs(told: Iterable[Event], crew: str) -> bool:
    """Whether something is taken from a crew."""
    return any(event.key in SPOILS and event.to == crew for event in told)


def then(values: Mapping[str, object], _: Tongue) -> str:
    """What the very next move does."""
    return _("Then %(move)s: %(sentence)s", **values)


def _ends(moves: Sequence[Step]) -> bool:
    return bool(moves) and moves[-1][2].result is not None
