"""Loyal Captain, described: a contest of stalemate and the chooser's opening are its own."""

from kidd.deck import COLOURS, CREWS, SEA_NAME
from kidd.errors import NotationError, PositionError, shown
from kidd.rules.board import Board, Ports
from kidd.rules.descriptor import Descriptor, Extra, Given, Option, Repetition, Rules, marked, marked_plural
from kidd.rules.loyal_captain import LoyalCaptain
from kidd.rules.numbers import CLAIM_AFTER, REPETITIONS, TURNS_TO_WIN

CHOOSE = "choose"


class Contest(Extra):
    """`R12`: red contests a stalemate with 12 turns left; `choose`: a colour is to be picked."""

    follows_board = True

    def read(self, rules: Rules, board: Board, given: Given) -> None:
        assert isinstance(board, LoyalCaptain)
        if given.extra == CHOOSE:
            _check_choice(rules, given)
            board.choose()
            return
        contester, turns = given.extra[:1], given.extra[1:]
        if contester not in tuple(rules.colours) or turns not in [str(number) for number in range(TURNS_TO_WIN + 1)]:
            raise NotationError("extra", turns=TURNS_TO_WIN, came=shown(given.extra))
        board.contest(COLOURS.index(contester), int(turns))

    def write(self, board: Board) -> str:
        if board.is_choosing():
            return CHOOSE
        contest = board.contested()
        return f"{COLOURS[contest[0]]}{contest[1]}" if contest else "-"

    def remark(self, extra: str) -> str:
        if extra == CHOOSE:
            return "A colour has to be picked."
        return f"Contested by {CREWS[extra[0]]}, turns left: {extra[1:]}."


def _check_choice(rules: Rules, given: Given) -> None:
    if rules.options["opening"] != "chooser":
        raise PositionError("no-chooser")
    entered = sorted(piece.crew for piece in given.pieces if piece.back == SEA_NAME)
    hands = set(given.hands.values())
    if given.turn != "R" or len(given.pieces) != 2 or entered != ["B", "R"] or hands != {rules.tokens - 1}:
        raise PositionError("choose")


def _board(ports: Ports, rules: Rules) -> Board:
    return LoyalCaptain(ports, rules.tokens, rules.options["opening"] == "chooser")


LOYAL_CAPTAIN = Descriptor(
    code="LC",
    name=marked("Loyal Captain"),
    slug="loyal-captain",
    motto=marked("Surround the other crew. No dice, no luck: every step counts."),
    aim=marked("You win by leaving the other crew without a move, mostly by first making it smaller."),
    emblem="threat",
    board=_board,
    extra=Contest(),
    captured_leave=True,
    repetition=Repetition.BY_OPTION,
    claims=True,
    options=(
        Option(
            "opening",
            ("plain", "chooser"),
            marked("Opening"),
            (
                marked("Plain: red begins"),
                marked("Chooser: one enters a red and a blue token, the other picks a colour"),
            ),
            (marked("Opening: one player enters, the other chooses a colour"),),
            at_start=True,
        ),
        Option(
            "claim_after",
            None,
            marked("Turns of each side without a capture before stalemate may be claimed"),
            said=marked_plural(
                "Stalemate may be claimed after %(number)s turn of each side without a capture",
                "Stalemate may be claimed after %(number)s turns of each side without a capture",
            ),
            online=CLAIM_AFTER,
        ),
        Option(
            "repetition",
            (0, REPETITIONS),
            marked("Repetition"),
            (
                marked("Positions may come again as often as they like"),
                marked("The third occurrence of a position is a draw"),
            ),
            (marked("The third occurrence of a position is a draw"),),
            programs=REPETITIONS,
        ),
    ),
)
