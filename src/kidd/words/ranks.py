"""The names of the eight levels, the ranks on a ship from the lowest up."""

import re

from kidd.search.levels import check_level
from kidd.words.language import marked, tongue_for

RANKS = (
    marked("Ship's boy"),
    marked("Deckhand"),
    marked("Sailmaker"),
    marked("Gunner"),
    marked("Boatswain"),
    marked("Quartermaster"),
    marked("First mate"),
    marked("Captain"),
)

WRITTEN = re.compile(r"level ([1-8])(?:, .*)?")  # how log books name a computer


def plain_rank(level: int) -> str:
    """The name of a level as files keep it: in English, as it is typed."""
    check_level(level)
    return RANKS[level - 1]


def rank(level: int, language: str = "en") -> str:
    """Return the name of a level, 1 to 8, in English, German or French."""
    check_level(level)
    return tongue_for(language)(RANKS[level - 1])


def level_in(name: str) -> int | None:
    """The level of the computer that a log book names so, None for anybody else."""
    found = WRITTEN.fullmatch(name)
    return int(found[1]) if found else None
