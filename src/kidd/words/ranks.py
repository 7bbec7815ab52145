"""The names of the eight levels, the ranks on a ship from the lowest up."""

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


def rank(level: int, language: str = "en") -> str:
    """Return the name of a level, 1 to 8, in English, German or French."""
    check_level(level)
    return tongue_for(language)(RANKS[level - 1])
