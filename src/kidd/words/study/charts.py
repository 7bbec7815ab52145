"""The course of a game as a drawing: what stands at its points, and what it is called."""

from __future__ import annotations

from kidd.words.language import Tongue


def point(turn: int, crew: str, move: str, mark: str, _: Tongue) -> str:
    """A judged move."""
    return _("%(turn)s. %(crew)s %(move)s: %(mark)s", turn=turn, crew=crew, move=move, mark=mark)


def title(_: Tongue) -> str:
    """What the drawing shows."""
    return _("The course of the game. The table below says the same in numbers.")
