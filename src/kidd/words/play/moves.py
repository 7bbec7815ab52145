"""Moves and spaces in words, for those who do not see the deck."""

from __future__ import annotations

from kidd.deck import SEA_NAME, Deck, Piece
from kidd.move import Move
from kidd.words.language import Tongue, marked
from kidd.words.names import crew
from kidd.words.texts import SAID

# By whether a via is named, how many captives are freed (2: several), and whether a token enters after it.
WALKS = {
    (False, 0, False): marked("From %(origin)s to %(target)s"),
    (True, 0, False): marked("From %(origin)s to %(target)s, by way of %(via)s"),
    (False, 1, False): marked("From %(origin)s to %(target)s; the captive steps to %(escape)s"),
    (True, 1, False): marked("From %(origin)s to %(target)s, by way of %(via)s; the captive steps to %(escape)s"),
    (False, 2, False): marked("From %(origin)s to %(target)s; the captives step to %(escapes)s"),
    (True, 2, False): marked("From %(origin)s to %(target)s, by way of %(via)s; the captives step to %(escapes)s"),
    (False, 0, True): marked("From %(origin)s to %(target)s; enter on %(entry)s"),
    (True, 0, True): marked("From %(origin)s to %(target)s, by way of %(via)s; enter on %(entry)s"),
    (False, 1, True): marked("From %(origin)s to %(target)s; the captive steps to %(escape)s; enter on %(entry)s"),
    (True, 1, True): marked(
        "From %(origin)s to %(target)s, by way of %(via)s; the captive steps to %(escape)s; enter on %(entry)s"
    ),
    (False, 2, True): marked("From %(origin)s to %(target)s; the captives step to %(escapes)s; enter on %(entry)s"),
    (True, 2, True): marked(
        "From %(origin)s to %(target)s, by way of %(via)s; the captives step to %(escapes)s; enter on %(entry)s"
    ),
}
# Buttons for the words of kidd.standing.
LABELS = {
    "draw?": marked("Offer a draw"),
    "draw!": marked("Accept the draw"),
    "draw.": marked("Decline the draw"),
    "stalemate?": marked("Claim stalemate"),
    "stalemate!": marked("Accept: a draw"),
    "contest": marked("Contest it"),
    "resign": marked("Resign"),
    "leave": marked("Leave the game"),
    "time": marked("Time is up"),
}


# The words of kidd.standing as the log has them, beside the colour of whoever said them.
IN_THE_LOG = {
    "draw?": marked("offers a draw"),
    "draw!": marked("accepts the draw"),
    "draw.": marked("declines the draw"),
    "stalemate?": marked("claims stalemate"),
    "stalemate!": marked("accepts: a draw"),
    "contest": marked("contests it"),
    "resign": marked("resigns"),
    "leave": marked("leaves"),
    "time": marked("out of time"),
}
AWAY_IN_THE_LOG = marked("away too long")
DICE = "⚀⚁⚂⚃⚄⚅"


def brief_move(move: Move, _: Tongue) -> str:
    """A move of the rules as short as the log has it."""
    if move.roll is not None:
        return DICE[move.roll - 1]
    if move.is_pass:
        return _("passes")
    if move.target is None:
        return _("picks red") if move.text == "red" else _("picks blue")
    if move.origin is None:
        return _("enters on %(first)s", first=move.target)
    said = [" → ".join(filter(None, (move.origin, move.via, move.target)))]
    if move.escapes:
        said.append(_("freed: %(spaces)s", spaces=" → ".join(move.escapes)))
    if move.entry:
        said.append(_("new: %(space)s", space=move.entry))
    return ", ".join(said)


def words_of(move: Move, _: Tongue) -> str:
    """A move of the rules in words."""
    if move.roll is not None:
        return _("The die shows %(die)s", die=move.roll)
    if move.is_pass:
        return _("Pass")
    if move.target is None:
        return _("Play red") if move.text == "red" else _("Play blue")
    if move.origin is None:
        return _("Enter on %(space)s", space=move.target)
    text = WALKS[move.via is not None, min(len(move.escapes), 2), move.entry is not None]
    return _(
        text,
        origin=move.origin,
        target=move.target,
        via=move.via,
        escape=move.escapes[0] if move.escapes else "",
        escapes=", ".join(move.escapes),
        entry=move.entry,
    )


def word_said(act: str, name: str, _: Tongue) -> str:
    """An offer, claim, answer or resignation of a crew or somebody else in words."""
    return _(SAID[act], crew=name)


def space_labels(deck: Deck, pieces: tuple[Piece, ...], _: Tongue) -> dict[str, str]:
    """What stands on each space, in words."""
    there = {piece.space: piece for piece in pieces}
    labels = {}
    for number, space in enumerate(deck.spaces):
        if space in there:
            labels[space] = piece_label(there[space], _)
        elif number in deck.hatches:
            labels[space] = _("%(space)s: vacant hatch", space=space)
        else:
            labels[space] = _("%(space)s: vacant", space=space)
    return labels


def deck_said(pieces: tuple[Piece, ...], _: Tongue) -> str:
    """Who stands where, in words, for those who cannot see a picture."""
    return "; ".join(piece_label(piece, _) for piece in pieces) + "." if pieces else _("No token is on the deck.")


def piece_label(piece: Piece, _: Tongue) -> str:
    """A token or tower where it stands, in words."""
    top, space, back = crew(piece.crew[0], _), piece.space, piece.back
    height = len(piece.crew)
    below = ", ".join(crew(colour, _) for colour in piece.crew[1:])
    if back == SEA_NAME:
        if height == 1:
            return _("%(space)s: %(crew)s, back to the sea", space=space, crew=top)
        return _(
            "%(space)s: tower of %(height)s led by %(crew)s, below it %(below)s, back to the sea",
            space=space,
            height=height,
            crew=top,
            below=below,
        )
    if height == 1:
        return _("%(space)s: %(crew)s, back to %(back)s", space=space, crew=top, back=back)
    return _(
        "%(space)s: tower of %(height)s led by %(crew)s, below it %(below)s, back to %(back)s",
        space=space,
        height=height,
        crew=top,
        below=below,
        back=back,
    )
