"""Finding the legal move that a text means, and saying why there is none.

Legality is the rule books' alone: this only looks for the sentence that helps. Each reason is a key with details,
so that a screen can say it in another language.
"""

from collections.abc import Iterable
from typing import Protocol

from kidd.deck import CREWS, SEA, Deck, Piece
from kidd.errors import IllegalMove
from kidd.game import Game
from kidd.move import Move
from kidd.notation import Wish, read_move
from kidd.words.language import marked

REASONS = {
    "over": marked("%(move)s: the game is over"),
    "choose-first": marked("%(move)s: a colour is to be picked first, red or blue"),
    "nothing-to-choose": marked("%(move)s: there is no colour to pick"),
    "roll-first": marked("%(move)s: the die is still to be rolled"),
    "no-roll": marked("%(move)s: the die is not to be rolled now"),
    "no-passing": marked("%(move)s: who can move may not pass"),
    "enter-first": marked("%(move)s: the first token is to be entered"),
    "hatches-first": marked("%(move)s: players only enter until every hatch has been taken"),
    "not-a-hatch": marked("%(move)s: %(space)s is not a hatch"),
    "empty-hand": marked("%(move)s: %(colour)s has no token in hand"),
    "enter-after-move": marked("%(move)s: a token enters only after a move off a hatch"),
    "nobody": marked("%(move)s: nobody stands on %(space)s"),
    "not-yours": marked("%(move)s: %(space)s is led by %(owner)s, and it is the turn of %(colour)s"),
    "captive": marked("%(move)s: the token of %(colour)s on %(space)s is a captive"),
    "back": marked("%(move)s: its back is turned to %(space)s"),
    "no-path": marked("%(move)s: no path leads from %(space)s to %(other)s"),
    "occupied": marked("%(move)s: %(space)s is occupied"),
    "own": marked("%(move)s: %(space)s is occupied by your own crew"),
    "from-behind": marked("%(move)s: %(space)s is occupied and can be taken only from behind"),
    "holds-captive": marked("%(move)s: who holds a captive may not capture"),
    "pips": marked("%(move)s: no pips may be wasted, and the die shows %(die)s"),
    "too-far": marked("%(move)s: that is too far, the die shows %(die)s"),
    "one-step": marked("%(move)s: a token moves one step"),
    "height": marked("%(move)s: a tower of %(height)s moves exactly %(height)s steps"),
    "no-walk": marked("%(move)s: no walk of length %(steps)s leads there over vacant spaces"),
    "which-way": marked("%(move)s: several walks fit, say which: %(choices)s"),
    "no-escape": marked("%(move)s: the captive on %(space)s could not escape"),
    "escape-where": marked("%(move)s: the freed captive must step on, say where: %(choices)s"),
    "no-such-escape": marked("%(move)s: the freed captive cannot go that way, only: %(choices)s"),
    "nobody-freed": marked("%(move)s: nobody is freed by it"),
    "enter-where": marked("%(move)s: a new token must enter after it, say where: %(choices)s"),
    "no-entry": marked("%(move)s: no token enters after it"),
    "cannot-enter": marked("%(move)s: a token cannot enter on %(space)s after it, only: %(choices)s"),
}
SHOWN = 6  # choices named in one sentence
LONG = 60  # characters of a move


class View(Protocol):
    """What is read of a position to explain a refusal."""

    @property
    def game(self) -> Game: ...
    @property
    def deck(self) -> Deck: ...
    @property
    def turn(self) -> str: ...
    @property
    def pieces(self) -> tuple[Piece, ...]: ...
    @property
    def hands(self) -> dict[str, int]: ...
    @property
    def is_chance(self) -> bool: ...
    @property
    def die(self) -> int | None: ...
    @property
    def choosing(self) -> bool: ...
    def legal_moves(self) -> tuple[Move, ...]: ...
    def reach(self, space: str, steps: int) -> tuple[tuple[str, str], ...]: ...


def find(pos: View, text: str) -> Move:
    """Return the legal move that a text means, or raise the reason why there is none."""
    wish = read_move(text, pos.deck)
    moves = pos.legal_moves()
    for move in moves:
        if move.text == text:
            return move
    same = [move for move in moves if _fits(move, wish) and wish.origin]
    if len(same) == 1:
        return same[0]
    if same:
        raise _refusal("which-way", wish, choices=_some(move.text for move in same))
    raise _explain(pos, wish)


def _fits(move: Move, wish: Wish) -> bool:
    """Tell whether a move is what was wished for, where the wish may leave out the via."""
    asked = (wish.origin, wish.target, wish.escapes, wish.entry)
    if (move.origin, move.target, move.escapes, move.entry) != asked:
        return False
    return wish.via in (None, move.via or move.origin)


def _refusal(reason: str, wish: Wish, **details: str) -> IllegalMove:
    details["move"] = wish.text if len(wish.text) <= LONG else wish.text[:LONG] + "…"
    return IllegalMove(REASONS[reason] % details, move=wish.text, reason=reason, details=details)


def _explain(pos: View, wish: Wish) -> IllegalMove:
    moves = pos.legal_moves()
    if not moves:
        return _refusal("over", wish)
    if pos.choosing:
        return _refusal("choose-first", wish)
    if wish.text in ("red", "blue"):
        return _refusal("nothing-to-choose", wish)
    if wish.text.startswith("*"):
        return _refusal("no-roll", wish)
    if wish.text == "pass":
        return _refusal("no-passing", wish)
    if pos.is_chance:
        return _refusal("roll-first", wish)
    if wish.origin is None:
        return _explain_entering(pos, wish)
    return _explain_walking(pos, wish)


def _explain_entering(pos: View, wish: Wish) -> IllegalMove:
    space = wish.entry or ""
    if pos.game.code == "QM" and pos.die is not None:
        return _refusal("enter-after-move", wish)
    if SEA not in pos.deck.ports[pos.deck.index(space)]:
        return _refusal("not-a-hatch", wish, space=space)
    if not pos.hands[pos.turn]:
        return _refusal("empty-hand", wish, colour=CREWS[pos.turn])
    return _refusal("occupied", wish, space=space)


def _explain_walking(pos: View, wish: Wish) -> IllegalMove:
    origin, target = wish.origin or "", wish.target or ""
    madagascar = pos.game.code.startswith("MG")
    entered = sum(len(piece.crew) for piece in pos.pieces)
    if madagascar and pos.hands[pos.turn] and entered < len(pos.deck.hatches):
        return _refusal("hatches-first", wish)
    if pos.game.code == "QM" and pos.die is None:
        return _refusal("enter-first", wish)
    there = {piece.space: piece for piece in pos.pieces}
    piece = there.get(origin)
    if piece is None:
        return _refusal("nobody", wish, space=origin)
    if piece.crew[0] != pos.turn:
        if pos.game.code == "QM" and pos.turn in piece.crew:
            return _refusal("captive", wish, space=origin, colour=CREWS[pos.turn])
        return _refusal("not-yours", wish, space=origin, owner=CREWS[piece.crew[0]], colour=CREWS[pos.turn])
    tail = [move for move in pos.legal_moves() if (move.origin, move.target) == (origin, target)]
    tail = [move for move in tail if wish.via in (None, move.via or move.origin)]
    if tail:
        return _explain_ending(wish, tail)
    steps = pos.die or (len(piece.crew) if madagascar else 1)
    arrivals = _arrivals(pos, wish, steps)
    if not arrivals:
        return _explain_distance(pos, wish, piece, steps)
    return _explain_landing(pos, wish, piece, there.get(target), arrivals)


def _arrivals(pos: View, wish: Wish, steps: int) -> set[str]:
    """Return from where the wished walk could arrive, whoever stands at its end."""
    ends = pos.reach(wish.origin or "", steps)
    return {via for via, target in ends if target == wish.target and wish.via in (None, via)}


def _explain_distance(pos: View, wish: Wish, piece: Piece, steps: int) -> IllegalMove:
    last = pos.deck.index(wish.via or piece.space)
    if steps == 1 and wish.target == piece.back:
        return _refusal("back", wish, space=piece.back)
    if pos.die:
        lengths = [other for other in (1, 2, 3) if _arrivals(pos, wish, other)]
        if lengths:
            return _refusal("pips" if lengths[0] < pos.die else "too-far", wish, die=str(pos.die))
    if wish.target == piece.back and wish.via is None:
        return _refusal("back", wish, space=piece.back)
    if pos.game.code == "LC" and wish.via not in (None, piece.space):
        return _refusal("one-step", wish)
    if (steps == 1 or wish.via) and pos.deck.index(wish.target or "") not in pos.deck.ports[last]:
        return _refusal("no-path", wish, space=pos.deck.spaces[last], other=wish.target or "")
    if not pos.die and any(_arrivals(pos, wish, other) for other in range(1, steps)):
        return _refusal("height", wish, height=str(steps))
    return _refusal("no-walk", wish, steps=str(steps))


def _explain_landing(pos: View, wish: Wish, piece: Piece, host: Piece | None, arrivals: set[str]) -> IllegalMove:
    target = wish.target or ""
    if host is None or pos.game.code == "LC":
        return _refusal("occupied", wish, space=target)
    if host.crew[0] == pos.turn:
        return _refusal("own", wish, space=target)
    if host.back not in arrivals:
        return _refusal("from-behind", wish, space=target)
    if len(piece.crew) > 1:
        return _refusal("holds-captive", wish)
    return _refusal("no-escape", wish, space=target)


def _explain_ending(wish: Wish, tail: list[Move]) -> IllegalMove:
    """Explain a wish whose walk is legal, but not what follows it."""
    escapes = sorted({move.escapes for move in tail if move.escapes})
    if wish.escapes and not escapes:
        return _refusal("nobody-freed", wish)
    if wish.escapes not in [move.escapes for move in tail]:
        choices = _some("".join(f">{space}" for space in way) for way in escapes)
        return _refusal("no-such-escape" if wish.escapes else "escape-where", wish, choices=choices)
    entries = sorted({move.entry for move in tail if move.entry and move.escapes == wish.escapes})
    if not entries:
        return _refusal("no-entry", wish)
    choices = _some(f"@{space}" for space in entries)
    if wish.entry is None:
        return _refusal("enter-where", wish, choices=choices)
    return _refusal("cannot-enter", wish, space=wish.entry, choices=choices)


def _some(choices: Iterable[str]) -> str:
    listed = list(choices)
    return ", ".join(listed[:SHOWN]) + (", …" if len(listed) > SHOWN else "")
