import pytest

import kidd
from kidd.position import Position
from kidd.problems.forced import horizon, prove_gain, prove_keep, prove_save, prove_win

WIN = "LC Rd2c1,Bc3c4,Rc4d5,Ra5a3,Re5e3,Bc6b5,Ba7~,Bc7b8,Re7~,Bd8e7 B R0B0 -"
GAIN = "LC Ba3~,Rc4b5,Bd5e5,Ra7~,Rc7b8,Be7~,Bd8e7,Rc9~ R R3B3 -"
KEEP_OF_THREE = "MG3 Ra3b2,Re3~,Ga5a3,Ba7~,Bc7d8,Gc9~ G R4B4G4 -"
KEEP = "LC Rc1b2,Rc3c4,Re3~,Ba5a7,Bb5c4,Rc6b5,Ba7~,Bd8e7,Rc9d8 R R1B2 -"


def wins(pos: Position, colour: str, plies: int) -> bool:
    """Whether a colour wins within so many plies, tried out with positions alone."""
    if pos.result:
        return pos.result.winner == colour
    if not plies:
        return False
    some = any if pos.turn == colour else all
    return some(wins(pos.play(move), colour, plies - 1) for move in pos.legal_moves())


def alive(pos: Position, colour: str) -> int:
    """How many tokens of Loyal Captain a colour has more than the other."""
    mine = sum(piece.crew == colour for piece in pos.pieces) + pos.hands[colour]
    other = "B" if colour == "R" else "R"
    return mine - sum(piece.crew == other for piece in pos.pieces) - pos.hands[other]


def gains(pos: Position, colour: str, plies: int, ahead: int) -> bool:
    """Whether a colour is so far ahead after so many plies, tried out with positions alone."""
    if pos.result:
        return pos.result.winner == colour
    if not plies:
        return alive(pos, colour) >= ahead
    some = any if pos.turn == colour else all
    return some(gains(pos.play(move), colour, plies - 1, ahead) for move in pos.legal_moves())


def test_one_move_wins():
    """A win is proven for one move, and by another way of trying everything no other move wins as fast."""
    pos = kidd.parse(WIN)
    found = prove_win(pos)
    assert found
    assert found.plies == 5
    winning = [move for move in pos.legal_moves() if wins(pos.play(move), pos.turn, 4)]
    assert winning == [found.line[0]]
    end = pos
    for move in found.line:
        end = end.play(move)
    assert end.result
    assert end.result.winner == "B"
    assert horizon(found.plies) == 9


def test_one_move_gains():
    """A gain is proven for one move; no other gains as much, neither then nor a turn later."""
    pos = kidd.parse(GAIN)
    found = prove_gain(pos)
    assert found
    assert (found.plies, found.gain) == (4, 1)
    ahead = alive(pos, "R") + found.gain
    for plies in (found.plies, found.plies + 2):
        gaining = [move for move in pos.legal_moves() if gains(pos.play(move), "R", plies - 1, ahead)]
        assert gaining == [found.line[0]]


def test_one_move_keeps():
    """Where every other move loses a token by force, the one that does not is found."""
    pos = kidd.parse(KEEP)
    found = prove_keep(pos)
    assert found
    assert found.plies == 3
    ahead = alive(pos, "B") + 1
    kept = [move for move in pos.legal_moves() if not gains(pos.play(move), "B", found.plies - 1, ahead)]
    assert kept == [found.line[0]]


def stays(pos: Position, colour: str, plies: int, ahead: int) -> bool:
    """Whether a colour of three keeps its lead in tokens for so many plies, the two others acting as one."""
    if pos.result:
        return pos.result.winner == colour
    if not plies:
        return lead(pos, colour) >= ahead
    some = any if pos.turn == colour else all
    return some(stays(pos.play(move), colour, plies - 1, ahead) for move in pos.legal_moves())


def lead(pos: Position, colour: str) -> int:
    """How many tokens of Madagascar a colour leads or has in hand, less those of all others."""
    owned = {one: pos.hands[one] for one in pos.game.colours}
    for piece in pos.pieces:
        owned[piece.crew[0]] += len(piece.crew)
    return 2 * owned[colour] - sum(owned.values())


def test_one_move_keeps_against_two():
    """Of three players: every other move lets the two others together take from the solver's lead."""
    pos = kidd.parse(KEEP_OF_THREE)
    found = prove_keep(pos)
    assert found
    assert found.plies == 4
    kept = [move for move in pos.legal_moves() if stays(pos.play(move), pos.turn, 3, lead(pos, pos.turn))]
    assert kept == [found.line[0]]


@pytest.mark.parametrize("prove", [prove_win, prove_gain, prove_save, prove_keep])
def test_nothing_is_proven_of_a_start(prove):
    """Before anybody has entered, nothing is forced."""
    assert prove(kidd.start("LC")) is None
