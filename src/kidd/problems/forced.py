"""Problems that are proven by trying everything: the only move that wins, gains, or does not lose by force.

Only the rule books are asked (`search.tree.proof`), so that nothing is taken on trust: no judgement, no table, no move
left out. Of three players the two others may act as one. What is proven, with N for the plies:

- `win`: one move forces a win within N plies, no move does in fewer, and no other move does within `horizon(N)`.
- `gain`: after one move the solver is ahead by more tokens than before N plies later, or has won, whatever the others
  do; no other move does as much, neither after N plies nor a turn of everybody later.
- `save`: after every other move the opponent forces a win within N plies; after the one move not within `horizon(N)`.
- `keep`: the same with tokens: after every other move the opponent gains, after the one move not, nor a turn later. Of
  three players: after every other move the two others can take some of the solver's lead, after the one move not.
"""

from __future__ import annotations

from typing import NamedTuple

from kidd.game import COLOURS
from kidd.move import Move
from kidd.position import Position
from kidd.search.constants import ONLY_WINS
from kidd.search.tree.proof import moves_won_by, tokens_ahead

LONGEST_WIN = 9  # plies of a win that is proven; one more turn costs about ten times as much
LONGEST_GAIN = {2: 6, 3: 6}  # plies after which a gain is looked at, by the number of players
FEWEST_MOVES = 3  # where there are fewer, there is nothing to find


class Answer(NamedTuple):
    """What was proven: the line, what else is right at each of the solver's moves, the plies, and the tokens gained."""

    line: tuple[Move, ...]
    also: tuple[tuple[Move, ...], ...]
    plies: int
    gain: int = 0


def horizon(plies: int) -> int:
    """How far other moves are looked at: two turns further than the win, of the long ones one."""
    return plies + (4 if plies <= 5 else 2)


def prove_win(pos: Position) -> Answer | None:
    """The only way to win by force, if there is exactly one."""
    if len(pos.legal_moves()) < FEWEST_MOVES:
        return None
    for plies in range(1, LONGEST_WIN + 1, 2 if len(pos.game.colours) == 2 else 1):
        found = forced_by(pos, pos.turn, plies)
        if found:
            break
    else:
        return None
    if len(found) > 1 or len(forced_by(pos, pos.turn, horizon(plies))) > 1:
        return None
    return _play_out(pos, found[0], plies)


def prove_gain(pos: Position) -> Answer | None:
    """The only move that gains most by force, if there is exactly one."""
    if len(pos.legal_moves()) < FEWEST_MOVES:
        return None
    players, now = len(pos.game.colours), _ahead(pos, pos.turn)
    for plies in range(players, LONGEST_GAIN[players] + 1, players):
        gain, found = 1, forced_by(pos, pos.turn, plies, now + 1)
        if not found:
            continue
        while more := forced_by(pos, pos.turn, plies, now + gain + 1):
            gain, found = gain + 1, more
        if len(found) > 1 or forced_by(pos, pos.turn, plies + players, now + gain) != found:
            return None
        return _play_out(pos, found[0], plies, now + gain)._replace(gain=gain)
    return None


def prove_save(pos: Position) -> Answer | None:
    """The only move after which the opponent has no forced win, if there is exactly one; for two players."""
    return _prove_only_safe(pos, LONGEST_WIN - 1, ONLY_WINS)


def prove_keep(pos: Position) -> Answer | None:
    """The only move after which the others gain no tokens by force, if there is exactly one."""
    if len(pos.game.colours) > 2:
        return _prove_only_holding(pos)
    gain = 1 - _ahead(pos, pos.turn)
    return _prove_only_safe(pos, LONGEST_GAIN[2] + 1, gain)


def _prove_only_safe(pos: Position, longest: int, ahead: int) -> Answer | None:
    moves = pos.legal_moves()
    if len(moves) < FEWEST_MOVES or len(pos.game.colours) != 2:
        return None
    (other,) = (colour for colour in pos.game.colours if colour != pos.turn)
    wins = ahead >= ONLY_WINS
    for plies in range(2 if wins else 3, longest + 1, 2):  # a gain must outlast the solver's answer
        lost = forced_by(pos, other, plies, ahead)
        if len(lost) >= len(moves) - 1:
            break
    else:
        return None
    safe = [move for move in moves if move not in lost]
    further = horizon(plies) if wins else plies + 2
    if len(safe) != 1 or safe[0] in forced_by(pos, other, further, ahead):
        return None
    return Answer((safe[0],), ((),), plies)


def _prove_only_holding(pos: Position) -> Answer | None:
    """The only move after which the solver stays as far ahead as before, even if the others act as one."""
    if len(pos.legal_moves()) < FEWEST_MOVES:
        return None
    players, now = len(pos.game.colours), _ahead(pos, pos.turn)
    for plies in range(players + 1, LONGEST_GAIN[players] + 2, players):  # a loss must outlast the solver's answer
        found = forced_by(pos, pos.turn, plies, now)
        if len(found) <= 1:
            break
    if len(found) != 1 or forced_by(pos, pos.turn, plies + players, now) != found:
        return None
    return Answer((found[0],), ((),), plies)


def forced_by(pos: Position, colour: str, plies: int, ahead: int = ONLY_WINS) -> list[Move]:
    """The moves after which a colour forces a win within so many plies, or to be so far ahead after them."""
    codes = set(moves_won_by(pos.board, COLOURS.index(colour), plies, ahead))
    return [move for move in pos.legal_moves() if move.code in codes]


def _ahead(pos: Position, colour: str) -> int:
    return tokens_ahead(pos.board, COLOURS.index(colour))


def _play_out(pos: Position, move: Move, plies: int, ahead: int = ONLY_WINS) -> Answer:
    """The line of what is forced: the others defend for as long as they can, the solver has the last word."""
    solver, left = pos.turn, plies - 1
    line, also = [move], list[tuple[Move, ...]]([()])
    pos = pos.play(move)
    while not pos.result and left:
        if pos.turn == solver:
            reply, others = _go_on(pos, left, ahead)
            also.append(others)
        else:
            reply = _defend(pos, solver, left, ahead)
        line.append(reply)
        pos, left = pos.play(reply), left - 1
    return Answer(tuple(line[: _last_word(len(line), len(pos.game.colours))]), tuple(also), plies)


def _last_word(size: int, players: int) -> int:
    """How many moves of a line there are up to the solver's last."""
    return size - (size - 1) % players


def _go_on(pos: Position, left: int, ahead: int) -> tuple[Move, tuple[Move, ...]]:
    """The fastest way to what is forced, and every other move that gets there as surely."""
    if ahead < ONLY_WINS:
        right = forced_by(pos, pos.turn, left, ahead)
        later = forced_by(pos, pos.turn, left + len(pos.game.colours), ahead)
        return right[0], (*right[1:], *(move for move in later if move not in right))
    fastest = next(found for plies in range(1, left + 1) if (found := forced_by(pos, pos.turn, plies)))
    move = fastest[0]
    return move, tuple(other for other in forced_by(pos, pos.turn, horizon(left)) if other != move)


def _defend(pos: Position, solver: str, left: int, ahead: int) -> Move:
    """The reply that holds out longest; of those the one that leaves the solver the fewest ways."""

    def resistance(move: Move) -> tuple[int, int]:
        after = pos.play(move)
        if after.result:
            return 0, 0
        for plies in range(1, left) if ahead >= ONLY_WINS else (left - 1,):
            ways = forced_by(after, solver, plies, ahead) if plies else []
            if ways and (after.turn == solver or len(ways) == len(after.legal_moves())):
                return plies, -len(ways)
        return left, 0

    return max(pos.legal_moves(), key=resistance)
