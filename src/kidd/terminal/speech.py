"""The language that this run of the command speaks: the one asked for, else the system's."""

from __future__ import annotations

import os

from kidd.words.language import Tongue, of_the_system, tongue_for

_chosen: list[str] = []  # one for the whole run, as a command has one reader


def choose_language(language: str | None) -> None:
    """Speak a language from here on, or that of the system; one that there is not is refused."""
    _chosen[:] = [tongue_for(language).code] if language is not None else []


def current_tongue() -> Tongue:
    """The tongue to say things in."""
    return tongue_for(_chosen[0] if _chosen else of_the_system(os.environ))
