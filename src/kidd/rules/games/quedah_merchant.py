"""Quedah Merchant, described: the die, captives that can be freed, and new tokens at the end of a move."""

from kidd.errors import NotationError, PositionError, shown
from kidd.rules.board import Board, Ports
from kidd.rules.descriptor import Descriptor, Extra, Given, Option, Pace, Piles, Rules, marked
from kidd.rules.quedah_merchant import QuedahMerchant

FACES = 3


class Die(Extra):
    """`2`: what the die shows, before the move that it is for."""

    follows_board = True

    def read(self, rules: Rules, board: Board, given: Given) -> None:
        assert isinstance(board, QuedahMerchant)
        if given.extra not in [str(face) for face in range(1, FACES + 1)]:
            raise NotationError("die", came=shown(given.extra))
        if board.is_first_entry():
            raise PositionError("first-token", colour=given.turn)
        board.roll(int(given.extra))

    def write(self, board: Board) -> str:
        return str(board.die_shown() or "-")

    def remark(self, extra: str) -> str:
        return f"The die shows {extra}."


def _board(ports: Ports, rules: Rules) -> Board:
    return QuedahMerchant(ports, rules.options["entry"] == "fresh", rules.options["blocked"] == "any")


QUEDAH_MERCHANT = Descriptor(
    code="QM",
    name=marked("Quedah Merchant"),
    slug="quedah-merchant",
    motto=marked("Roll the die, strike from behind, and free your captives."),
    aim=marked(
        "You win when the other crew cannot use its roll, or by holding more captives once seven tokens are taken."
    ),
    emblem="captor",
    board=_board,
    extra=Die(),
    faces=FACES,
    pace=Pace.DIE,
    piles=Piles.CAPTIVE,
    reinforces=True,
    random_moves=4,
    options=(
        Option(
            "entry",
            ("any", "fresh"),
            marked("A new token enters"),
            (
                marked("After any move off a hatch (English sheet, online edition)"),
                marked("Only after a token's first move, off the hatch it entered on (German original)"),
            ),
            (marked("Only a token's first move, off the hatch it entered on, brings in a new one"),),
        ),
        Option(
            "blocked",
            ("roll", "any"),
            marked("How long?"),
            (marked("Short game"), marked("Long game")),
            (marked("The long game: who cannot use a roll passes"),),
            notes=(
                marked(
                    "Who cannot use the roll loses. Between computers: 18 moves a game, rescues in 39 of 100 games, "
                    "and none that ended by seven captives."
                ),
                marked(
                    "Who cannot use the roll passes, and loses only if no roll could be used. Between computers: 41 "
                    "moves a game, rescues in 69 of 100 games, and 10 that ended by seven captives."
                ),
            ),
            openly=True,
        ),
    ),
)
