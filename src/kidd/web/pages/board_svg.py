"""The deck of a game as a page shows it, drawn with everything that is marked on it."""

from __future__ import annotations

from markupsafe import Markup

from kidd.draw.marks import Marks
from kidd.draw.scene import scene
from kidd.position import Position
from kidd.web.http.viewer import Viewer
from kidd.web.state.models import GameState, LogEntry
from kidd.words.moves import space_labels


def deck_svg(pos: Position, state: GameState, viewer: Viewer) -> Markup:
    """The live layers of the deck as the viewer has set them up; `pos` is the position of the state."""
    prefs, _ = viewer.prefs, viewer.tongue
    return Markup(  # the renderer escapes what it is given
        scene(
            pos.deck,
            pos.pieces,
            ids={piece.space: piece.ids for piece in state.pieces},
            turn="" if pos.result else pos.turn,
            marks=_marks(last_move(state), state.threatened if prefs.threats else ()),
            coordinates=prefs.coordinates,
            rotation=prefs.turned,
            flip=prefs.flip,
            labels=space_labels(pos.deck, pos.pieces, _),
            title=_("The deck"),
            layers="live",
        )
    )


def last_move(state: GameState) -> LogEntry | None:
    """The last move up to what is shown, past rolls and words."""
    moves = (entry for entry in reversed(state.log[: state.ply]) if not entry.word and entry.roll is None)
    return next(moves, None)


def _marks(last: LogEntry | None, helped: tuple[str, ...]) -> Marks:
    """The marks of the last move, and of those whom the help shows as threatened."""
    path = last.path if last else ()
    return Marks(last_from=path[0] if len(path) > 1 else "", last_to=last.reached if last else (), threatened=helped)
