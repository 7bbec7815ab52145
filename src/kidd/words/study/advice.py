"""Lines in words: what they do, what they promise, and what they risk."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache

from kidd.advice.effects import find_effects
from kidd.advice.event import GAINS, IMMEDIATE_EFFECTS, PURPOSES, Event
from kidd.advice.events import Step, first_events
from kidd.errors import OptionError, shown
from kidd.move import Move
from kidd.move_lookup import find
from kidd.position import Position
from kidd.search.answer import Line, Score
from kidd.search.deadlock import is_dead
from kidd.search.scores import chances, turns_to_win
from kidd.words.language import TAKEN_OFF, Tongue, tongue_for
from kidd.words.study.advice_texts import COLOURS, OF_GROUPS, OWN_TOKEN, OWN_TOKENS, PHRASES
from kidd.words.study.chances import percent

TOLD = 6  # sentences about what follows the first move
STEPS = ("rolls", "passes", "moves", "returns", "enters", "reinforces")  # what a move's notation says already
SPOILS = ("captures", "seizes", "frees", "tops", "eliminates")  # what a move wins for its crew
BETWEEN_DEEDS = "|"  # in a phrase that is two deeds in some language: each is listed by itself
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


def tell(what: Iterable[Event], _: Tongue, name: str = "") -> list[str]:
    """Sentences about one move: what is done (by a crew, or under another name), what this brings about, the rest."""
    what = list(what)
    done = [event for event in what if event.key in IMMEDIATE_EFFECTS]
    meant = [event for event in what if event.key in GAINS + PURPOSES]
    said = []
    if done:
        said.append(_join(name or _(COLOURS[done[0].by]), done, _))
    if meant:
        said.append(_join(_("This"), meant, _))
    return said + [sentence(event, _) for event in what if event.key not in IMMEDIATE_EFFECTS + GAINS + PURPOSES]


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


def sentence(event: Event, _: Tongue) -> str:
    """An event as a whole sentence."""
    said = _fill(event, _)
    return said[0].upper() + said[1:]


def list_both(words: Sequence[str], _: Tongue) -> str:
    """Words with commas between them and an "and" before the last."""
    return _("%(list)s and %(last)s", list=", ".join(words[:-1]), last=words[-1]) if len(words) > 1 else "".join(words)


def list_either(words: Sequence[str], _: Tongue) -> str:
    """Words with commas between them and an "or" before the last."""
    return _("%(list)s or %(last)s", list=", ".join(words[:-1]), last=words[-1]) if len(words) > 1 else "".join(words)


def _join(subject: str, what: list[Event], _: Tongue) -> str:
    said = f"{subject} {_deeds(tuple(what), _)}."
    return said[0].upper() + said[1:]


@lru_cache(4096)
def _deeds(what: tuple[Event, ...], _: Tongue) -> str:
    """What is done, without who does it: most moves of most games do what others have done."""
    return list_both([deed.strip() for event in what for deed in _fill(event, _).split(BETWEEN_DEEDS)], _)


def _fill(event: Event, _: Tongue) -> str:
    details = _Details(event, _)
    if event.number and event.key in OF_GROUPS:
        return _.filled(OF_GROUPS[event.key], details, TAKEN_OFF)
    return _.filled(PHRASES[event.key], details)


class _Details(dict[str, object]):
    """What a phrase may say of an event, each thing made when a phrase has a place for it."""

    def __init__(self, event: Event, _: Tongue) -> None:
        self.event = event
        self.tongue = _

    def __missing__(self, name: str) -> object:
        return DETAILS[name](self.event, self.tongue) if name in DETAILS else getattr(self.event, name)


def _rolls(event: Event, _: Tongue) -> str:
    said = [_("a %(number)s", number=roll) for roll in event.rolls]
    return _("any roll") if len(said) == 3 else list_either(said, _)


DETAILS: Mapping[str, Callable[[Event, Tongue], str]] = {
    "by": lambda event, _: _(COLOURS[event.by]) if event.by in COLOURS else "",
    "to": lambda event, _: _(COLOURS[event.to]) if event.to in COLOURS else "",
    "spaces": lambda event, _: list_both(event.spaces, _),
    # A group goes as a whole.
    "either": lambda event, _: (list_both if event.number else list_either)(event.spaces, _),
    "first": lambda event, _: (*event.spaces, "")[0],
    "second": lambda event, _: (*event.spaces, "", "")[1],
    "exits": lambda event, _: list_either(event.exits, _),
    "tokens": lambda event, _: _(OWN_TOKENS if len(event.spaces) > 1 else OWN_TOKEN),
    "rolls": _rolls,
}


def _ends(moves: Sequence[Step]) -> bool:
    return bool(moves) and moves[-1][2].result is not None
