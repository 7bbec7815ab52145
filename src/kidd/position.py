# cython: nonecheck=True
# A position that __new__ made has no board: asked for it, it is to raise and not to crash.
"""Positions as values: what stands on the deck, who acts, and what may be done."""

try:
    import cython
except ImportError:
    from kidd.rules import without_cython as cython

from functools import lru_cache
from os import PathLike
from types import MappingProxyType
from typing import NamedTuple

from kidd import notation
from kidd.board_setup import muster, remark
from kidd.deck import SEA, SEA_NAME, Deck, Piece
from kidd.errors import OptionError, PositionError, shown
from kidd.game import COLOURS, DEFAULT_DECK, KEPT_GAMES, Game, Value, game
from kidd.move import Move, Moves
from kidd.move_lookup import find
from kidd.rules.board import Board, MoveList, codes_ahead, codes_taking, spaces_taken
from kidd.rules.board import perft as count_lines
from kidd.rules.descriptor import Pace
from kidd.rules.numbers import TURNS_TO_WIN

DEEPEST = 100  # plies of a perft; nobody has lived to see the end of 20
AT_ONCE = 6
LONGEST_WALK = 100  # steps of a walk; no tower is that high
WIDEST = 1_000_000  # positions that are looked at for moves to come
PIECES = 4096  # of a game that were made last
SHELF: list[MoveList] = []
CODE = Move._fields.index("code")  # by its place it is got sooner than by its name
MADE = "a position is made by start, parse or play"


class Result(NamedTuple):
    """How a game ended: the winner's colour, None for a draw, and why."""

    winner: str | None
    reason: str


class Position:
    """A position of a game: it never changes, `play` returns the next one."""

    __slots__ = ("_fields", "_moves", "_result", "board", "game", "names")  # as in the .pxd: nothing else can be set

    def __init__(self, game: Game, board: Board) -> None:
        if board is None:
            raise TypeError(MADE)
        self.game = game
        self.board = board
        self.names = _moves_on(game.deck)
        self._moves: tuple[Move, ...] | None = None
        self._result: Result | None = None
        self._fields: notation.Fields | None = None

    @property
    def fields(self) -> notation.Fields:
        """What notation writes, not to be changed; read off the board once."""
        if self._fields is None:
            game, board = self.game, self.board
            known, piles = game.pieces, [(port, board.pile(port)) for port in board.backs()]
            pieces = tuple([known.get(one) or _piece(game, *one) for one in piles])
            hands = dict(zip(game.colours, board.in_hand(), strict=False))
            more = board.besides()
            extra = game.extras.get(more)
            if extra is None:
                extra = game.descriptor.extra.write(board)
                if more >= 0 and game.descriptor.extra.follows_board:
                    game.extras[more] = extra
            sealed = MappingProxyType(hands)  # a position keeps its fields, and never changes
            self._fields = notation.Fields(game.code, pieces, COLOURS[board.turn], sealed, extra)
        return self._fields

    @property
    def deck(self) -> Deck:
        """The deck that the game is played on."""
        return self.game.deck

    @property
    def turn(self) -> str:
        """The colour to act."""
        return COLOURS[self.board.turn]

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """What stands on the deck, in the order of its spaces."""
        return self.fields.pieces

    @property
    def hands(self) -> dict[str, int]:
        """How many tokens each colour has still to enter."""
        return dict(zip(self.game.colours, self.board.in_hand(), strict=False))

    @property
    def captured(self) -> int:
        """How many tokens are captives or, in Loyal Captain, have left the game."""
        pieces = self.fields.pieces
        if not self.game.descriptor.captured_leave:
            return len("".join([piece[0] for piece in pieces])) - len(pieces)
        return len(self.game.colours) * self.game.tokens - len(pieces) - sum(self.fields.hands.values())

    @property
    def is_chance(self) -> bool:
        """Whether the next move is a roll of the die."""
        return self.board.is_chance()

    @property
    def die(self) -> int | None:
        """What the die shows, None when it is not rolled or there is none."""
        return self.board.die_shown() or None

    @property
    def choosing(self) -> bool:
        """Whether a colour is to be picked (opening = "chooser")."""
        return self.board.is_choosing()

    @property
    def contest(self) -> tuple[str, int] | None:
        """Who contests a stalemate and how many turns they have left to win."""
        contest = self.board.contested()
        return (COLOURS[contest[0]], contest[1]) if contest else None

    @property
    def result(self) -> Result | None:
        """How the game ended, None while it goes on; what needs a history (repetition, offers) a match knows."""
        if self._result is None and not self.legal_moves():
            winner = self.board.winner()
            self._result = Result(COLOURS[winner] if winner >= 0 else None, self.board.reason())
        return self._result

    @property
    def repetition_key(self) -> tuple[object, ...]:
        """Equal for two positions of a game that the rules of repetition take for the same."""
        return self.board.repetition()

    def legal_moves(self) -> tuple[Move, ...]:
        """All moves that the rules allow, rolls of the die included; none when the game is over."""
        if self._moves is None:
            if self.board is None:
                raise TypeError(MADE)
            # Taken off the shelf, so that two threads never write on the same page.
            found = SHELF.pop() if SHELF else MoveList()
            n = self.board.moves(found)
            names = self.names
            short, long, size = names.short, names.long, len(names.short)
            moves = []
            for i in range(n):
                code = found.codes[i]
                move = short[code] if code < size else long.get(code)
                moves.append(names.named(code) if move is None else move)
            self._moves = tuple(moves)
            SHELF.append(found)
        return self._moves

    def play(self, move: Move | str) -> "Position":
        """Return the position after a legal move, given as a Move or in notation; refuse any other and say why."""
        found = None
        for legal in self.legal_moves():
            if legal is move:
                found = legal
                break
        if found is None:  # a text, or a move from another process
            found = self.find(move.text if isinstance(move, Move) else move)
        child = Position.__new__(Position)
        child.game = self.game
        child.names = self.names
        child._result = None
        child._moves = None
        child._fields = None
        child.board = self.board.copy()
        child.board.make(cython.cast(tuple, found)[CODE])
        return child

    def find(self, text: str) -> Move:
        """Return the legal move that a text means, or raise the reason why there is none."""
        for legal in self.legal_moves():
            if legal.text == text:
                return legal
        return find(self, text)

    def moves_ahead(self, mine: str, most: int) -> tuple[Move, ...]:
        """Return what can be legal when one of these colours is to move next; so many positions are looked at."""
        if type(most) is not int or not 0 <= most <= WIDEST:
            raise OptionError("number", name="most", least=0, most=WIDEST, came=shown(most))
        colours = _bits(self.game, mine)
        return tuple([self.names.named(code) for code in codes_ahead(_made(self.board), colours, most)])

    def taking_moves(self) -> tuple[Move, ...]:
        """Return the legal moves by which somebody leaves the deck, as in Loyal Captain."""
        return tuple([self.names.named(code) for code in codes_taking(_made(self.board))])

    def threatened(self, hunter: str, owners: str) -> tuple[str, ...]:
        """Return where tokens of some colours stand that another could take if it were to act, before any roll."""
        board = self.board
        if board is None:
            raise TypeError(MADE)
        if hunter not in tuple(self.game.colours):
            raise OptionError("crews", known=", ".join(self.game.colours), came=shown(hunter))
        eve = board.copy()
        eve.take_over(self.game.empty)  # without a die, a contest or passes
        eve.hand_out(COLOURS.index(hunter), board.in_hand())
        colours = _bits(self.game, owners)
        spaces = self.deck.spaces
        return tuple([spaces[space] for space in spaces_taken(eve, colours)])

    def in_danger(self, owners: str) -> tuple[str, ...]:
        """Return where tokens of some colours stand that others could take with their next move."""
        game = self.game
        if self.result or (game.picks_colours and self.choosing):
            return ()
        hunters = [colour for colour in game.colours if colour not in owners]
        if len(hunters) == 1:
            return self.threatened(hunters[0], owners)
        return tuple(dict.fromkeys([space for hunter in hunters for space in self.threatened(hunter, owners)]))

    def steps(self, piece: Piece) -> int:
        """Return how many steps a piece walks now."""
        pace = self.game.descriptor.pace
        if pace is Pace.ONE_STEP:
            return 1
        return len(piece.crew) if pace is Pace.HEIGHT else self.die or 1

    def reach(self, space: str, steps: int) -> tuple[tuple[str, str], ...]:
        """Return where the piece on a space could walk in so many steps, whoever stands there: pairs of via and end."""
        if type(steps) is not int or not 1 <= steps <= LONGEST_WALK:
            raise OptionError("steps", most=LONGEST_WALK, came=shown(steps))
        deck = self.deck
        ends = self.board.reach(deck.index(space), steps)
        return tuple((deck.spaces[deck.ports[port // 3][port % 3]], deck.spaces[port // 3]) for port in ends)

    def contested(self, contester: str, turns: int = TURNS_TO_WIN) -> "Position":
        """Return this position with a stalemate contested (LC5): so many turns for one side to win."""
        if not self.game.descriptor.claims or self.choosing:
            raise PositionError("no-contest", came=shown(str(self)))
        if contester not in tuple(self.game.colours):
            raise PositionError("contester", came=shown(contester))
        fields = self.fields._replace(extra=f"{contester}{turns}")
        return Position(self.game, muster(self.game, fields))

    @property
    def note(self) -> str:
        """What a drawing of the pieces does not show: the die, the count of a contest, passes."""
        return remark(self.fields)

    def sketch(self, *, ascii_only: bool = False) -> str:
        """Return a drawing in text for terminals."""
        from kidd.draw.text import sketch  # most programs that import the rules draw nothing

        fields, note = self.fields, self.note
        return sketch(self.deck, fields.pieces, turn=fields.turn, hands=fields.hands, note=note, ascii_only=ascii_only)

    def _repr_svg_(self) -> str:
        from kidd.draw.svg import svg

        fields = self.fields
        return svg(self.deck, fields.pieces, turn=fields.turn, hands=fields.hands, note=self.note)

    def __str__(self) -> str:
        return write_position(self.fields)

    def __repr__(self) -> str:
        return f"<Position {self}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return bool(self.game == other.game) and self.board.key() == other.board.key()

    def __hash__(self) -> int:
        return hash(self.board.key())

    def __reduce__(self) -> tuple[object, ...]:
        return _unpickled, (self.game, str(self))


def _piece(game: Game, port: int, pile: tuple[int, ...]) -> Piece:
    """Return a piece by where it stands and who it is, made once; most positions are made of a few hundred."""
    if len(game.pieces) >= PIECES:
        game.pieces.clear()
    deck, (space, behind) = game.deck, divmod(port, 3)
    back = deck.ports[space][behind]
    crew = "".join([COLOURS[colour] for colour in pile])
    found = Piece(crew, deck.spaces[space], SEA_NAME if back == SEA else deck.spaces[back])
    game.pieces[port, pile] = found
    return found


def write_position(fields: notation.Fields) -> str:
    """Return the notation of a position."""
    game, pieces, turn, hands, extra = fields
    men = ",".join([crew + space + back for crew, space, back in pieces]) or "-"
    return f"{game} {men} {turn} {''.join([f'{colour}{number}' for colour, number in hands.items()])} {extra}"


@lru_cache(KEPT_GAMES)
def _moves_on(deck: Deck) -> Moves:
    return Moves(deck)


def _bits(game: Game, colours: object) -> int:
    """Return a bit for each of some colours of a game."""
    bits = 0
    for colour in colours if isinstance(colours, str) else (colours,):
        if colour not in tuple(game.colours):
            raise OptionError("crews", known=", ".join(game.colours), came=shown(colours))
        bits |= 1 << COLOURS.index(colour)
    return bits


def _made(board: Board | None) -> Board:
    """Return a board that is handed on to where nobody asks whether there is one."""
    if board is None:
        raise TypeError(MADE)
    return board


def _unpickled(game: Game, text: str) -> Position:
    return Position(game, muster(game, notation.read_position(text)))


def start(code: str, /, *, deck: Deck | PathLike[str] | str = DEFAULT_DECK, **options: Value) -> Position:
    """Return the first position of a game: `LC`, `QM`, `MG2`, `MG3`, or `MG` with `players`."""
    rules = game(code, deck=deck, **options)
    hands = dict.fromkeys(rules.colours, rules.tokens)
    return Position(rules, muster(rules, notation.Fields(rules.code, (), "R", hands, "-")))


def parse(text: str, /, *, deck: Deck | PathLike[str] | str = DEFAULT_DECK, **options: Value) -> Position:
    """Return the position of a text in notation; options travel beside it."""
    fields = notation.read_position(text)
    rules = game(fields.game, deck=deck, **options)
    return Position(rules, muster(rules, fields))


def perft(pos: Position, depth: int) -> int:
    """Count the lines of exactly so many plies from a position, rolls included, every move made."""
    if not isinstance(pos, Position):
        raise OptionError("not-a-position", came=shown(pos))
    if type(depth) is not int or not 0 <= depth <= DEEPEST:
        raise OptionError("depth", most=DEEPEST, came=shown(depth))
    if depth > AT_ONCE:  # in parts, so that Ctrl-C is heard between them
        return sum(perft(pos.play(move), depth - 1) for move in pos.legal_moves())
    return count_lines(_made(pos.board), depth)
