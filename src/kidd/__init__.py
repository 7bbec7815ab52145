"""Capt'n W. Kidd: Loyal Captain, Quedah Merchant and Madagascar as a library; see docs/library.md.

The games are by Günter Cornett with Volker Schäfer; this is an unofficial project.
"""

from typing import TYPE_CHECKING

from kidd import speed

speed.choose()

# The order matters: what is imported below comes compiled or interpreted, as was just chosen.
from kidd.deck import Deck, Piece  # noqa: E402
from kidd.errors import (  # noqa: E402
    DeckError,
    IllegalAct,
    IllegalMove,
    KiddError,
    LogbookError,
    NotationError,
    OptionError,
    PositionError,
    SearchError,
)
from kidd.game import Game  # noqa: E402
from kidd.logbook import iter_logbook, read_logbook, write_logbook  # noqa: E402
from kidd.match import Match  # noqa: E402
from kidd.match.variations import Variations  # noqa: E402
from kidd.move import Move  # noqa: E402
from kidd.position import Position, Result, parse, perft, start  # noqa: E402

if TYPE_CHECKING:
    from kidd.search.analyse import analyse
    from kidd.search.answer import Analysis, Line, Score
    from kidd.words.study.advice import explain
    from kidd.words.study.notes import annotate

    __version__: str

__all__ = [
    "Analysis",
    "Deck",
    "DeckError",
    "Game",
    "IllegalAct",
    "IllegalMove",
    "KiddError",
    "Line",
    "LogbookError",
    "Match",
    "Move",
    "NotationError",
    "OptionError",
    "Piece",
    "Position",
    "PositionError",
    "Result",
    "Score",
    "SearchError",
    "Variations",
    "analyse",
    "annotate",
    "explain",
    "iter_logbook",
    "parse",
    "perft",
    "read_logbook",
    "start",
    "write_logbook",
]

_LATER = {
    "Analysis": "kidd.search.answer",
    "Line": "kidd.search.answer",
    "Score": "kidd.search.answer",
    "analyse": "kidd.search.analyse",
    "annotate": "kidd.words.study.notes",
    "explain": "kidd.words.study.advice",
}


def __getattr__(name: str) -> object:
    """Bring in what thinks only when it is asked for: most programs that import the rules need no search."""
    if name == "__version__":
        return _version()
    if name not in _LATER:
        raise AttributeError(f"module 'kidd' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_LATER[name]), name)


def __dir__() -> list[str]:
    """What there is, be it brought in yet or not."""
    return sorted({*globals(), *_LATER, "__version__"})


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("kidd")
    except PackageNotFoundError:  # run from a folder, not installed
        return "unknown"
