"""Madagascar for two and for three, described: towers, passes in a row, and crews that fall."""

from kidd.deck import COLOURS
from kidd.errors import NotationError, shown
from kidd.rules.board import Board, Ports
from kidd.rules.descriptor import Descriptor, Extra, Given, Pace, Piles, Repetition, Rules, marked
from kidd.rules.madagascar import Madagascar


class Passes(Extra):
    """`p1`: how many players in a row have passed."""

    follows_board = True

    def read(self, rules: Rules, board: Board, given: Given) -> None:
        assert isinstance(board, Madagascar)
        passes = [f"p{number}" for number in range(1, len(rules.colours) + 1)]
        if given.extra not in passes:
            raise NotationError("passes", came=shown(given.extra), known=", ".join(passes))
        board.passed(int(given.extra[1:]))

    def write(self, board: Board) -> str:
        assert isinstance(board, Madagascar)
        return f"p{board.passes}" if board.passes else "-"

    def remark(self, extra: str) -> str:
        return f"Passes in a row: {extra[1:]}."


def _board(ports: Ports, rules: Rules) -> Board:
    return Madagascar(ports, len(rules.colours))


MADAGASCAR_FOR_TWO = Descriptor(
    code="MG2",
    name=marked("Madagascar for two"),
    family="MG",
    family_name=marked("Madagascar"),
    slug="madagascar",
    motto=marked("Build towers and lead them all. For two or three."),
    aim=marked("You win by leading every tower on the deck with no enemy token left in hand."),
    emblem="tower",
    board=_board,
    extra=Passes(),
    pace=Pace.HEIGHT,
    piles=Piles.TOWERS,
    repetition=Repetition.ALWAYS,
    passes=True,
    hatches_first=True,
    random_moves=8,
)
MADAGASCAR_FOR_THREE = MADAGASCAR_FOR_TWO._replace(
    code="MG3",
    name=marked("Madagascar for three"),
    colours=COLOURS,
    tokens=6,
    crews_fall=True,
    random_moves=9,
)
