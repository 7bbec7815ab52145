"""Why a click or a typed move does not work, said to whoever clicked."""

from __future__ import annotations

from kidd.errors import IllegalMove, KiddError
from kidd.match import Match
from kidd.move_lookup import find
from kidd.position import Position
from kidd.rules.descriptor import Piles
from kidd.words.errors import sentence
from kidd.words.language import Tongue
from kidd.words.names import crew

LONGEST_MOVE = 100  # characters that are looked at; the longest move of the rules has some forty


def why_not(match: Match, yours: str, wish: str, _: Tongue) -> str:
    """Why a move, or any move of what stands on a space, is not possible for this viewer; empty if it is."""
    if match.result:
        return _("The game is over.")
    if match.offer and match.offer.kind == "stalemate":
        return _("The claim of stalemate is to be answered first.")
    if not yours:
        return _("You are looking on: this is not your game.")
    if match.mover not in yours or match.position.is_chance:
        return _("It is not your turn.") if len(yours) == 1 else _("It is not your turn yet.")
    if wish in match.game.deck.spaces:
        return _why_no_piece(match.position, wish, _)
    try:
        find(match.position, wish[:LONGEST_MOVE])
    except KiddError as error:
        return sentence(error, _)
    return ""


def _why_no_piece(pos: Position, space: str, _: Tongue) -> str:
    """What speaks against beginning a move on a space."""
    if any(space in (move.origin, move.target if move.origin is None else None) for move in pos.legal_moves()):
        return ""
    if pos.choosing:
        return _("Pick a colour first, red or blue.")
    there = {piece.space: piece.crew for piece in pos.pieces}
    if space not in there:
        return _why_no_entry(pos, space, _)
    if there[space][0] != pos.turn:
        if pos.game.descriptor.piles is Piles.CAPTIVE and pos.turn in there[space]:
            return _("Your token on %(space)s is a captive: free it by landing on its captor from behind.", space=space)
        return _("%(space)s is led by %(owner)s.", space=space, owner=crew(there[space][0], _))
    if all(move.origin is None for move in pos.legal_moves()):
        return _("First a token is to be entered on a vacant hatch.")
    if pos.die:
        return _("The token on %(space)s cannot move exactly %(die)s now.", space=space, die=pos.die)
    if len(there[space]) > 1:
        height = len(there[space])
        return _("The tower on %(space)s cannot move exactly %(height)s steps now.", space=space, height=height)
    return _("The token on %(space)s cannot move: its ways forward are blocked.", space=space)


def _why_no_entry(pos: Position, space: str, _: Tongue) -> str:
    try:
        find(pos, f"@{space}")
    except IllegalMove as error:
        if error.reason == "not-a-hatch":
            return _("Nobody stands on %(space)s, and tokens enter only on hatches.", space=space)
        if error.reason == "empty-hand":
            return _("You have no token left to enter.")
        if error.reason == "enter-after-move":
            return _("Nobody stands on %(space)s. A token enters only after a move off a hatch.", space=space)
        return sentence(error, _)
    return ""
