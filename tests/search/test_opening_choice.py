"""LC6: the tokens entered before the choice, and the choice."""

from pathlib import Path
from threading import Event

import pytest

import kidd
from kidd.match import Match
from kidd.position import parse
from kidd.search.analyse import analyse
from kidd.search.answer import Limits
from kidd.search.mcts.montecarlo import MonteCarlo
from kidd.search.opening_choice import for_whom
from kidd.search.players import make_player

EMPTY = kidd.start("LC", opening="chooser")
RAFT = kidd.Deck.read(Path(__file__).parents[1] / "decks" / "raft-7.toml")
HALF = EMPTY.play("@c1")


@pytest.mark.parametrize("pos", [EMPTY, HALF], ids=["both", "the second"])
def test_entries_are_even(pos):
    """Whoever enters both tokens gets the worse colour, so the more even entry comes first."""
    found = analyse(pos, nodes=20000, lines=6, memory=1)
    assert sorted(str(line.moves[0]) for line in found.lines) == sorted(map(str, pos.legal_moves()))
    tilts = [abs(line.score.expected[0]) for line in found.lines]
    assert tilts == sorted(tilts)
    assert found.nodes <= 20000 + 15  # as each of the pairs that are searched may end one too late
    for line in found.lines:
        assert kidd.explain(pos, line)
        own = line.score.expected["RB".index(for_whom(pos, line))]
        assert own == -abs(own)


def test_the_second_entry_is_worth_what_the_choice_is():
    """Each entry is worth what a search of the choice behind it says, by the same nodes."""
    by_move = {str(line.moves[0]): line.score for line in analyse(HALF, depth=4, lines=6, memory=1).lines}
    for move in HALF.legal_moves():
        choice = analyse(HALF.play(move), depth=4, memory=1).lines[0].score
        assert by_move[str(move)].expected == choice.expected


def test_mirror_images_are_worth_the_same():
    """On the empty deck the two hatches at the ends are alike, and the four at the sides."""
    worth = {str(line.moves[0]): line.score for line in analyse(EMPTY, nodes=3000, lines=6, memory=1).lines}
    assert worth["@c1"] == worth["@c9"]
    assert worth["@a3"] == worth["@a7"] == worth["@e3"] == worth["@e7"]


def test_a_stop_sign_is_obeyed():
    """Somebody who cannot wait gets a legal entry."""
    stop = Event()
    stop.set()
    assert analyse(EMPTY, seconds=60, stop=stop).lines[0].moves[0] in EMPTY.legal_moves()


def test_whenever_it_is_stopped_all_entries_were_compared():
    """Without any limit too: the search goes deeper in rounds and tells of each."""
    stop, depths = Event(), []

    def hear(found):
        depths.append(found.depth)
        assert len(found.lines) == 6
        if found.depth == 4:
            stop.set()

    found = analyse(EMPTY, lines=6, memory=1, stop=stop, tell=hear)
    assert depths == [1, 2, 3, 4]
    assert (len(found.lines), found.depth) == (6, 4)


@pytest.mark.parametrize("number", [1, 4, 7])
def test_levels_enter_and_pick(number):
    """Two computers come through the opening, and from then on each has a colour."""
    match = Match(EMPTY)
    first, second = make_player(str(number), 1), make_player(str(number), 2)
    for player in (first, first, second):
        match.play(player.act(match))
    assert match.position.turn == "R"
    assert not match.position.choosing
    assert sorted(match.seat(colour) for colour in "RB") == [0, 1]


def test_monte_carlo_evens_too():
    """Random games are shared among the entries."""
    found = MonteCarlo(HALF.game, 1).analyse(HALF, Limits(nodes=3000), lines=5)
    assert len(found.lines) == 5
    assert all(str(line.moves[1]) in ("red", "blue") for line in found.lines)


def test_later_positions_are_nothing_special():
    """With two tokens on the deck and the colour picked, the one to move is whom a line is for."""
    pos = HALF.play("@a3").play("red")
    line = analyse(pos, depth=3, memory=1).lines[0]
    assert for_whom(pos, line) == "R"


def test_the_choice_of_a_colour_is_analysed():
    """LC6: the colour that may expect more comes first, and each is worth what its crew may expect."""
    for text, better, worse in (
        ("LC Ba3~,Rc9~ R R6B6 choose", "blue", "red"),
        ("LC Re3~,Bc9~ R R6B6 choose", "red", "blue"),
    ):
        pos = parse(text, opening="chooser")
        first, second = analyse(pos, depth=2, lines=2, memory=1).lines
        assert [str(first.moves[0]), str(second.moves[0])] == [better, worse]
        assert first.score.expected["RB".index(for_whom(pos, first))] > 0
        assert for_whom(pos, second) == worse[0].upper()
        assert len(MonteCarlo(pos.game, 1).analyse(pos, Limits(nodes=300), lines=2).lines) == 2


@pytest.mark.parametrize(("acts", "answer"), [(("B:draw?",), "draw!"), (("@a5", "@a3", "R:draw?"), "draw.")])
def test_offers_are_answered_for_the_colour_to_come(acts, answer):
    """On the raft red wins by force: whoever enters the tokens will lose, and whoever picks will win."""
    match = Match(kidd.start("LC", opening="chooser", deck=RAFT))
    for act in acts:
        match.play(act)
    assert make_player("7", 1).act(match) == answer
