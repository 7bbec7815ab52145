"""Boards from the five fields of a position."""

from collections import Counter

from kidd.deck import SEA, SEA_NAME, Deck, Piece
from kidd.errors import NotationError, PositionError, shown
from kidd.game import COLOURS, Game, descriptor
from kidd.notation import Fields
from kidd.rules.board import Board
from kidd.rules.descriptor import Piles


def muster(game: Game, fields: Fields) -> Board:
    """Set up a board, or say what in the fields cannot be."""
    _check_turn_and_hands(game, fields)
    _check_numbers(game, fields)
    board = game.board()
    there: dict[str, Piece] = {}
    for piece in fields.pieces:
        _check_crew(game, piece)
        port = _port(game.deck, piece)
        if piece.space in there:
            raise PositionError("twice", space=piece.space)
        there[piece.space] = piece
        board.put(port, tuple(COLOURS.index(colour) for colour in piece.crew))
    board.hand_out(COLOURS.index(fields.turn), [fields.hands.get(colour, 0) for colour in COLOURS])
    if fields.extra != "-":
        game.descriptor.extra.read(game, board, fields)
    board.ready()
    return board


def remark(fields: Fields) -> str:
    """Say in words what the last field of a position says."""
    return "" if fields.extra == "-" else descriptor(fields.game).extra.remark(fields.extra)


def _check_turn_and_hands(game: Game, fields: Fields) -> None:
    if fields.turn not in tuple(game.colours):
        raise NotationError("turn", colours=", ".join(game.colours), came=shown(fields.turn))
    if list(fields.hands) != list(game.colours):
        example = "".join(f"{colour}{game.tokens}" for colour in game.colours)
        came = "".join(f"{colour}{number}" for colour, number in fields.hands.items())
        raise NotationError("which-hands", example=example, came=shown(came))


def _check_crew(game: Game, piece: Piece) -> None:
    for colour in piece.crew:
        if colour not in game.colours:
            raise PositionError("no-colour", piece=shown(str(piece)), colour=colour)
    described = game.descriptor
    if described.piles is Piles.NONE and len(piece.crew) > 1:
        raise PositionError("no-towers", piece=shown(str(piece)), title=described.name)
    if described.piles is Piles.CAPTIVE and (len(piece.crew) > 2 or len(set(piece.crew)) < len(piece.crew)):
        raise PositionError("one-captive", piece=shown(str(piece)), title=described.name)


def _port(deck: Deck, piece: Piece) -> int:
    space = deck.index(piece.space)
    back = SEA if piece.back == SEA_NAME else deck.index(piece.back)
    if back not in deck.ports[space]:
        reason = "back-sea" if back == SEA else "back"
        raise PositionError(reason, piece=shown(str(piece)), space=piece.space, back=piece.back)
    return 3 * space + deck.ports[space].index(back)


def _check_numbers(game: Game, fields: Fields) -> None:
    tokens = Counter("".join(piece.crew for piece in fields.pieces))
    for colour in game.colours:
        deck, hand = tokens[colour], fields.hands[colour]
        if deck + hand > game.tokens:
            raise PositionError("too-many", colour=colour, deck=deck, hand=hand, tokens=game.tokens)
