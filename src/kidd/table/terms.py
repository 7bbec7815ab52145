"""On which terms a game is played: its time, whether it counts, and who is asked to join."""

from __future__ import annotations

from dataclasses import dataclass

from kidd.dice import is_salt
from kidd.errors import OptionError, shown
from kidd.table.clocks import TimeControl

HIGHEST_RATING = 9999


@dataclass(frozen=True)
class Terms:
    """What is agreed on before a game begins; as usual: no clock, for nothing, and seen by those who have its link."""

    time: str = ""
    """Empty, `300+5` for seconds and what each move adds, or `3d` for days per move."""
    rated: bool = False
    listed: bool = False
    lowest: int | None = None
    highest: int | None = None
    salt: str = ""

    @property
    def is_live(self) -> bool:
        """Whether both sit there at the same time."""
        return "+" in self.time


USUAL = Terms()


def checked_terms(terms: Terms) -> Terms:
    """Terms that make sense, or the reason why they do not."""
    TimeControl.parse(terms.time)
    wished = [one for one in (terms.lowest, terms.highest) if one is not None]
    if wished != sorted(wished) or not all(0 <= one <= HIGHEST_RATING for one in wished):
        raise OptionError("rating-range", most=HIGHEST_RATING)
    if terms.salt and not is_salt(terms.salt):
        raise OptionError("salt", came=shown(terms.salt))
    return terms
