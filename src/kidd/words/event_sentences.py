"""Sentences about events: what a move does and brings about, what it risks, and what else advice has to say.

Their texts stand in `words/study/advice_texts.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache

from kidd.advice.event import GAINS, IMMEDIATE_EFFECTS, PURPOSES, Event
from kidd.words.language import TAKEN_OFF, Tongue
from kidd.words.study.advice_texts import COLOURS, OF_GROUPS, OWN_TOKEN, OWN_TOKENS, PHRASES

BETWEEN_PHRASES = "|"  # in a phrase that is two of them in some language: each is listed by itself
KEPT_PHRASES = 2048  # phrases that were said last


def tell_immediate_effects(effects: Sequence[Event], name: str, _: Tongue) -> str:
    """What somebody did by a move, without how the game ended by it, which is said elsewhere."""
    return " ".join(tell([event for event in effects if event.key in IMMEDIATE_EFFECTS], _, name))


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
    said = f"{subject} {_phrases(what, _)}."
    return said[0].upper() + said[1:]


def _phrases(what: list[Event], _: Tongue) -> str:
    """What is done, without who does it."""
    return list_both([phrase.strip() for event in what for phrase in _fill(event, _).split(BETWEEN_PHRASES)], _)


@lru_cache(KEPT_PHRASES)
def _fill(event: Event, _: Tongue) -> str:
    """The phrase of an event: most moves of most games do what others have done."""
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
