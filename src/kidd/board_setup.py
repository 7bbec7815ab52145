"""Boards from the five fields of a position, and back."""

from collections import Counter

from kidd.deck import CREWS, SEA, SEA_NAME, Deck, Piece
from kidd.errors import NotationError, PositionError, shown
from kidd.game import COLOURS, Game
from kidd.notation import Fields
from kidd.rules.board import Board
from kidd.rules.loyal_captain import LoyalCaptain
from kidd.rules.madagascar import Madagascar
from kidd.rules.numbers import TURNS_TO_WIN
from kidd.rules.quedah_merchant import QuedahMerchant

DICE = ("1", "2", "3")

# Each fault is a key with details, so that a screen can say it in another language.
WRONG = {  # not notation
    "turn": "turn: expected {colours}, got {came}",
    "which-hands": "hands: expected {colours} such as {example}, got {came}",
    "die": "extra: expected the die, 1, 2 or 3, or - before it is rolled, got {came}",
    "passes": "extra: expected - or passes in a row, {passes}, got {came}",
    "extra": "extra: expected -, choose or a contest such as R{turns} or B7, got {came}",
}
CANNOT_BE = {
    "twice": "two pieces on {space}: {first} and {second}",
    "no-colour": "{piece}: {game} has no colour {colour}, only {colours}",
    "no-towers": "{piece}: in Loyal Captain nobody stands on another",
    "one-captive": "{piece}: in Quedah Merchant a token holds at most one of the others",
    "back": "{piece}: a back on {space} is turned to {ways}, not to {back}",
    "too-many": "too many tokens of {colour}: {deck} on the deck and {hand} in hand, {game} has {tokens}",
    "first-token": "extra: the die shows {die}, but {colour} has still to enter a first token",
    "no-chooser": "extra: choose belongs to the option opening=chooser",
    "choose": "extra: choose comes with one red and one blue token just entered, and R to act",
}


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
            raise _cannot_be("twice", space=piece.space, first=str(there[piece.space]), second=str(piece))
        there[piece.space] = piece
        board.put(port, tuple(COLOURS.index(colour) for colour in piece.crew))
    board.hand_out(COLOURS.index(fields.turn), [fields.hands.get(colour, 0) for colour in COLOURS])
    if fields.extra != "-":
        _read_extra(game, board, fields)
    board.ready()
    return board


def fields_of(game: Game, board: Board) -> Fields:
    """Return the fields of the position on a board."""
    pieces = tuple(_piece(game.deck, board, port) for port in board.backs())
    hands = dict(zip(game.colours, board.in_hand(), strict=False))
    return Fields(game.code, pieces, COLOURS[board.turn], hands, _extra(board))


def remark(fields: Fields) -> str:
    """Say in words what the last field of a position says."""
    extra = fields.extra
    if extra == "-":
        return ""
    if extra == "choose":
        return "A colour is to be picked."
    if fields.game == "LC":
        return f"Contested by {CREWS[extra[0]]}, turns left: {extra[1:]}."
    return f"The die shows {extra}." if fields.game == "QM" else f"Passes in a row: {extra[1:]}."


def _check_turn_and_hands(game: Game, fields: Fields) -> None:
    if fields.turn not in tuple(game.colours):
        raise _wrong("turn", colours=" or ".join(game.colours), came=shown(fields.turn))
    if list(fields.hands) != list(game.colours):
        example = "".join(f"{colour}{game.tokens}" for colour in game.colours)
        came = "".join(f"{colour}{number}" for colour, number in fields.hands.items())
        raise _wrong("which-hands", colours=" then ".join(game.colours), example=example, came=shown(came))


def _check_crew(game: Game, piece: Piece) -> None:
    for colour in piece.crew:
        if colour not in game.colours:
            known = ", ".join(game.colours)
            raise _cannot_be("no-colour", piece=shown(str(piece)), game=game.code, colour=colour, colours=known)
    if game.code == "LC" and len(piece.crew) > 1:
        raise _cannot_be("no-towers", piece=shown(str(piece)))
    if game.code == "QM" and piece.crew not in ("R", "B", "RB", "BR"):
        raise _cannot_be("one-captive", piece=shown(str(piece)))


def _port(deck: Deck, piece: Piece) -> int:
    space = deck.index(piece.space)
    back = SEA if piece.back == SEA_NAME else deck.index(piece.back)
    if back not in deck.ports[space]:
        ways = ", ".join(SEA_NAME if other == SEA else deck.spaces[other] for other in deck.ports[space])
        raise _cannot_be("back", piece=shown(str(piece)), space=piece.space, ways=ways, back=piece.back)
    return 3 * space + deck.ports[space].index(back)


def _check_numbers(game: Game, fields: Fields) -> None:
    tokens = Counter("".join(piece.crew for piece in fields.pieces))
    for colour in game.colours:
        deck, hand = tokens[colour], fields.hands[colour]
        if deck + hand > game.tokens:
            numbers = {"deck": str(deck), "hand": str(hand), "tokens": str(game.tokens)}
            raise _cannot_be("too-many", colour=colour, game=game.code, **numbers)


def _read_extra(game: Game, board: Board, fields: Fields) -> None:
    extra = fields.extra
    if isinstance(board, LoyalCaptain):
        _read_captain(game, board, fields)
    elif isinstance(board, QuedahMerchant):
        if extra not in DICE:
            raise _wrong("die", came=shown(extra))
        if board.is_first_entry():
            raise _cannot_be("first-token", die=extra, colour=fields.turn)
        board.roll(int(extra))
    elif isinstance(board, Madagascar):
        passes = [f"p{number}" for number in range(1, board.players + 1)]
        if extra not in passes:
            raise _wrong("passes", passes=" or ".join(passes), came=shown(extra))
        board.passed(int(extra[1:]))


def _read_captain(game: Game, board: LoyalCaptain, fields: Fields) -> None:
    extra = fields.extra
    if extra == "choose":
        entered = sorted(piece.crew for piece in fields.pieces if piece.back == SEA_NAME)
        if game.options["opening"] != "chooser":
            raise _cannot_be("no-chooser")
        hands = set(fields.hands.values())
        if fields.turn != "R" or len(fields.pieces) != 2 or entered != ["B", "R"] or hands != {game.tokens - 1}:
            raise _cannot_be("choose")
        board.choose()
        return
    contester, turns = extra[:1], extra[1:]
    if contester not in ("R", "B") or turns not in [str(number) for number in range(TURNS_TO_WIN + 1)]:
        raise _wrong("extra", turns=str(TURNS_TO_WIN), came=shown(extra))
    board.contest(COLOURS.index(contester), int(turns))


def _extra(board: Board) -> str:
    if isinstance(board, LoyalCaptain):
        if board.choosing:
            return "choose"
        return f"{COLOURS[board.contester]}{board.left}" if board.contester >= 0 else "-"
    if isinstance(board, QuedahMerchant):
        return str(board.die) if board.die else "-"
    if isinstance(board, Madagascar) and board.passes:
        return f"p{board.passes}"
    return "-"


def _piece(deck: Deck, board: Board, port: int) -> Piece:
    space, behind = divmod(port, 3)
    back = deck.ports[space][behind]
    crew = "".join(COLOURS[colour] for colour in board.pile(port))
    return Piece(crew, deck.spaces[space], SEA_NAME if back == SEA else deck.spaces[back])


def _wrong(reason: str, **details: str) -> NotationError:
    return NotationError(WRONG[reason].format(**details), reason=reason, details=details)


def _cannot_be(reason: str, **details: str) -> PositionError:
    return PositionError(CANNOT_BE[reason].format(**details), reason=reason, details=details)
