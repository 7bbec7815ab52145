"""The names of the eight levels, the ranks on a ship from the lowest up, in three languages."""

from kidd.errors import OptionError, shown

RANKS = {
    "en": ("Ship's boy", "Deckhand", "Sailmaker", "Gunner", "Boatswain", "Quartermaster", "First mate", "Captain"),
    "de": (
        "Schiffsjunge",
        "Matrose",
        "Segelmacher",
        "Kanonier",
        "Bootsmann",
        "Quartiermeister",
        "Erster Steuermann",
        "Kapitän",
    ),
    "fr": (
        "Mousse",
        "Matelot",
        "Maître voilier",
        "Canonnier",
        "Maître d'équipage",
        "Quartier-maître",
        "Second",
        "Capitaine",
    ),
}
HIGHEST = len(RANKS["en"])


def rank(level: int, language: str = "en") -> str:
    """Return the name of a level, 1 to 8, in English, German or French."""
    if language not in RANKS:
        raise OptionError(f"unknown language {shown(language)} (there is {', '.join(RANKS)})")
    if not 1 <= level <= HIGHEST:
        raise OptionError(f"level: expected 1 to {HIGHEST}, got {shown(level)}")
    return RANKS[language][level - 1]
