"""Conditional moves as they are told: if they play this, I play that."""

from __future__ import annotations

from kidd.move import Move
from kidd.words.language import Tongue
from kidd.words.play.moves import brief_move


def step_words(move: Move, _: Tongue, *, own: bool) -> str:
    """A step of a plan: what may come, or what is played then."""
    if move.roll is not None:
        return _("if the die shows %(die)s", die=move.roll)
    if move.is_pass:
        return _("then you pass") if own else _("if they pass")
    if move.origin is None and move.target is not None:
        space = move.target
        return _("then you enter on %(space)s", space=space) if own else _("if they enter on %(space)s", space=space)
    said = brief_move(move, _)
    return _("then %(move)s", move=said) if own else _("if %(move)s", move=said)
