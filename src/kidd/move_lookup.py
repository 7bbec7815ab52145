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
from kidd.rules.descriptor import Pace, Piles

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
    def steps(self, piece: Piece) -> int: ...


def find(pos: View, text: str) -> Move:
    """Return the legal move that a text means, or raise the reason why there is none."""
    moves = pos.legal_moves()
    for move in moves:
        if move.text == text:
            return move
    wish = read_move(text, pos.deck)
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
    short = wish.text if len(wish.text) <= LONG else wish.text[:LONG] + "…"
    error = IllegalMove(reason, move=short, **details)
    error.move = wish.text
    return error


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
    if pos.game.descriptor.reinforces and pos.die is not None:
        return _refusal("enter-after-move", wish)
    if SEA not in pos.deck.ports[pos.deck.index(space)]:
        return _refusal("not-a-hatch", wish, space=space)
    if not pos.hands[pos.turn]:
        return _refusal("empty-hand", wish, colour=CREWS[pos.turn])
    return _refusal("occupied", wish, space=space)


def _explain_walking(pos: View, wish: Wish) -> IllegalMove:
    origin, target = wish.origin or "", wish.target or ""
    described = pos.game.descriptor
    entered = sum(len(piece.crew) for piece in pos.pieces)
    if described.hatches_first and pos.hands[pos.turn] and entered < len(pos.deck.hatches):
        return _refusal("hatches-first", wish)
    if described.faces and pos.die is None:
        return _refusal("enter-first", wish)
    there = {piece.space: piece for piece in pos.pieces}
    piece = there.get(origin)
    if piece is None:
        return _refusal("nobody", wish, space=origin)
    if piece.crew[0] != pos.turn:
        if described.piles is Piles.CAPTIVE and pos.turn in piece.crew:
            return _refusal("captive", wish, space=origin, colour=CREWS[pos.turn])
        return _refusal("not-yours", wish, space=origin, owner=CREWS[piece.crew[0]], colour=CREWS[pos.turn])
    tail = [move for move in pos.legal_moves() if (move.origin, move.target) == (origin, target)]
    tail = [move for move in tail if wish.via in (None, move.via or move.origin)]
    if tail:
        return _explain_ending(wish, tail)
    steps = pos.steps(piece)
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
        lengths = [other for other in range(1, pos.game.descriptor.faces + 1) if _arrivals(pos, wish, other)]
        if lengths:
            return _refusal("pips" if lengths[0] < pos.die else "too-far", wish, die=str(pos.die))
    if wish.target == piece.back and wish.via is None:
        return _refusal("back", wish, space=piece.back)
    if pos.game.descriptor.pace is Pace.ONE_STEP and wish.via not in (None, piece.space):
        return _refusal("one-step", wish)
    if (steps == 1 or wish.via) and pos.deck.index(wish.target or "") not in pos.deck.ports[last]:
        return _refusal("no-path", wish, space=pos.deck.spaces[last], other=wish.target or "")
    if not pos.die and any(_arrivals(pos, wish, other) for other in range(1, steps)):
        return _refusal("height", wish, height=str(steps))
    return _refusal("no-walk", wish, steps=str(steps))


def _explain_landing(pos: View, wish: Wish, piece: Piece, host: Piece | None, arrivals: set[str]) -> IllegalMove:
    target = wish.target or ""
    if host is None or pos.game.descriptor.piles is Piles.NONE:
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
