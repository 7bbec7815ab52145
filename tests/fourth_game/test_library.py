"""A game that is made of the public seams, in the library: positions, matches, log books, search, adapters."""

from __future__ import annotations

import os
import pickle
import random
import subprocess
import sys

import pytest

import kidd
from kidd import game
from kidd.adapters.openspiel_actions import actions_of
from kidd.arena import Spec
from kidd.arena.play import play_game
from kidd.errors import IllegalAct, IllegalMove, NotationError, PositionError
from kidd.match import Match
from kidd.match.token_ids import follow, walk
from kidd.rules.board import Board, playouts
from kidd.search.players import make_player
from kidd.words.errors import sentence
from kidd.words.language import tongue
from kidd.words.names import option_words
from kidd.words.play.results import ending
from kidd.words.study.advice import explain
from kidd.words.study.notes import annotate

CROSSING = ("@c1", "@c9", "c1-b2", "c9-b8", "b2-a3")


def crossed() -> Match:
    """Red walks from hatch to hatch."""
    match = Match("DR")
    for act in CROSSING:
        match.play(act)
    return match


def test_crews_that_leave_are_out_of_the_game():
    """Also in a game in which nobody takes anything; by plain Python, as compiled boards hide their crews."""
    command = [sys.executable, "-m", "tests.fourth_game.race"]
    said = subprocess.run(command, env={**os.environ, "KIDD_PURE": "1"}, capture_output=True, text=True, check=True)
    assert said.stdout.split() == ["True", "0"]


def test_a_last_field_of_ones_own():
    """Who changes what the last field says of a game of the box is asked for it each time."""

    class Counted(type(game.descriptor("MG2").extra)):  # type: ignore[misc]
        """How many tokens all have in hand."""

        def write(self, board: Board) -> str:
            return str(sum(board.in_hand()))

    game.register(game.descriptor("MG2")._replace(code="MC", extra=Counted()))
    try:
        match, said = Match("MC"), []
        for _ in range(4):
            match.play(str(match.position.legal_moves()[0]))
            said.append(match.position.fields.extra)
        assert said == ["13", "12", "11", "10"]
    finally:
        game._known.pop("MC", None)
        game._game.cache_clear()


def test_it_is_found_by_its_code():
    """An entry point is enough; the other games are listed before it."""
    assert [known.code for known in game.descriptors()] == ["LC", "QM", "MG2", "MG3", "DR"]
    assert str(kidd.start("DR")) == "DR - R R2B2 -"
    assert game.game("DR", landings="2").changed == {"landings": 2}


def test_a_match_to_its_end():
    """DR1, DR2: five moves, a result, a log book that reads back, tokens that keep their names."""
    match = crossed()
    assert (match.result, match.outcome) == (("R", "landed"), "1-0")
    (again,) = kidd.read_logbook(kidd.write_logbook(match))
    assert again.acts == CROSSING
    assert follow(match)[-1] == {"a3": ("R1",), "b8": ("B1",)}
    assert walk(match.position_at(4), match.move(4)) == ("b2", "a3")
    assert pickle.loads(pickle.dumps(match.position)) == match.position


def test_what_is_refused():
    """Why a move is none, what no position can be, and what nobody claims here."""
    pos = kidd.parse("DR Rc1~,Bb2a3 R R1B1 -")
    with pytest.raises(IllegalMove, match="b2 is occupied"):
        pos.play("c1-b2")
    with pytest.raises(IllegalMove, match="its back is turned to a3"):
        kidd.parse("DR Rb2a3 R R1B2 -").play("b2-a3")
    with pytest.raises(PositionError, match="in Drift nobody stands on another"):
        kidd.parse("DR RBc1~ R R1B1 -")
    with pytest.raises(NotationError) as caught:
        kidd.parse("DR - R R2B2 p1")
    assert sentence(caught.value, tongue("en")) == (
        "The last part of this position says nothing but a dash. Here it says “p1”."
    )
    with pytest.raises(IllegalAct):
        Match("DR").play("stalemate?")


def test_playouts_and_perft_go_through_the_kernel():
    """The kernel makes the moves of a board in plain Python, and counts as the plain loop does."""
    pos = kidd.start("DR")
    plain = sum(len(pos.play(move).legal_moves()) for move in pos.legal_moves())
    assert kidd.perft(pos, 2) == plain == 6 * 5
    made, wins = playouts(pos.board, 20, 200, 1)
    assert made > 20 * 4
    assert sum(wins) == 20


def test_computers_play_it():
    """Levels see a win at hand, chance plays on, and a line is told in words."""
    pos = kidd.parse("DR Rb2c1,Bc9~ R R1B1 -")
    found = kidd.analyse(pos, depth=3)
    assert str(found.lines[0].moves[0]) == "b2-a3"
    assert found.lines[0].score.winner == "R"
    match = Match(str(pos))
    assert make_player("5", 1).act(match) == "b2-a3"
    assert make_player("random", 1).act(match) in match.legal_acts()
    assert explain(pos, ["b2-a3"]) == "Red moves from b2 to a3. Red wins at once."
    (played,) = kidd.read_logbook(play_game(Spec.of("DR", "1", "random", games=2), 0).book)
    assert played.result


def test_a_match_is_annotated():
    """Marks and remarks need nothing of a game but its moves."""
    assert [note.number for note in annotate(crossed(), nodes=200)] == [0, 1, 2, 3, 4]


def test_words():
    """Its end and its options are told, also where no sentence was written for them."""
    _ = tongue("de")
    match = crossed()
    assert match.result is not None
    assert "Rot" in ending(match.result, "RB", (), _)
    assert option_words(game.game("DR", landings=2), tongue("en")) == ("Both tokens must cross",)


def test_actions_have_numbers():
    """Every move of random games has a number of its own within the count."""
    rnd = random.Random(3)
    pos = kidd.start("DR", landings=2)
    actions = actions_of(pos.game)
    for _ in range(60):
        moves = pos.legal_moves()
        if not moves:
            break
        numbers = {actions.number(move) for move in moves}
        assert len(numbers) == len(moves)
        assert max(numbers) < actions.count
        pos = pos.play(rnd.choice(moves))
