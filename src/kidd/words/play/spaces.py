"""Who stands where in words, for those who do not see the deck."""

from __future__ import annotations

from kidd.deck import SEA_NAME, Deck, Piece
from kidd.words.language import Tongue
from kidd.words.names import crew


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
