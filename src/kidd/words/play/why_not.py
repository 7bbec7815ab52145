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
from kidd.words.play.results import game_over
from kidd.words.texts import NOT_YOUR_TURN

LONGEST_MOVE = 100  # characters that are looked at; the longest move of the rules has some forty


def why_not(match: Match, yours: str, wish: str, _: Tongue) -> str:
    """Why a move, or any move of what stands on a space, is not possible for this viewer; empty if it is."""
    if match.result:
        return game_over(_)
    if match.offer and match.offer.kind == "stalemate":
        return _("Answer the claim of stalemate first.")
    if not yours:
        return _("You are looking on: this is not your game.")
    if match.position.is_chance and match.position.turn in yours:
        return _("Roll the die first.")
    if match.mover not in yours or match.position.is_chance:
        return _(NOT_YOUR_TURN) if len(yours) == 1 else _("It is not your turn yet.")
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
    if all(move.text == "pass" for move in pos.legal_moves()):
        if pos.die:
            return _("%(crew)s cannot use the roll, and passes.", crew=crew(pos.turn, _))
        return _("%(crew)s can neither move nor enter, and passes.", crew=crew(pos.turn, _))
    there = {piece.space: piece.crew for piece in pos.pieces}
    if space not in there:
        return _why_no_entry(pos, space, _)
    if there[space][0] != pos.turn:
        if pos.game.descriptor.piles is Piles.CAPTIVE and pos.turn in there[space]:
            return _why_no_rescue(pos, space, _) or _(
                "Your token on %(space)s is a captive: free it by landing on its captor from behind.", space=space
            )
        owner = crew(there[space][0], _)
        if pos.game.descriptor.piles is Piles.TOWERS:
            return _("%(space)s is led by %(owner)s.", space=space, owner=owner)
        return _("%(space)s is taken by %(owner)s.", space=space, owner=owner)
    if all(move.origin is None for move in pos.legal_moves()):
        return _("First enter a token on a vacant hatch.")
    if pos.die:
        return _why_no_rescue(pos, space, _) or _(
            "The token on %(space)s cannot move exactly %(die)s now.", space=space, die=pos.die
        )
    if len(there[space]) > 1:
        height = len(there[space])
        return _("The tower on %(space)s cannot move exactly %(height)s steps now.", space=space, height=height)
    return _("The token on %(space)s cannot move: its ways forward are blocked.", space=space)


def _why_no_rescue(pos: Position, space: str, _: Tongue) -> str:
    """What speaks against freeing a captive from or on a space by this roll; empty if that is not what is wrong."""
    if not pos.die:
        return ""
    ours = [piece.space for piece in pos.pieces if piece.crew[0] == pos.turn]
    walks = [(origin, end) for origin in ours for via, end in pos.reach(origin, pos.die) if space in (origin, end)]
    if any((move.origin, move.target) in walks for move in pos.legal_moves()):
        return ""
    for origin, end in walks:
        try:
            find(pos, f"{origin}-{end}")
        except IllegalMove as error:
            if error.reason == "no-escape":
                move = f"{origin}-{end}"
                return _("%(move)s is not allowed: the freed token would have no way out.", move=move)
    return ""


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
