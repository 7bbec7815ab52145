import math
import threading
from pathlib import Path
from random import Random

import pytest

import kidd
from kidd.position import Position
from kidd.search.answer import Limits, Score
from kidd.search.constants import WIN
from kidd.search.engine import Engine
from kidd.search.tree.mirrors import find_inverse, folded_symmetries, mirror_move, mirror_position
from kidd.search.tree.raw_line import RawLine, rank_unfinished
from kidd.search.tree.transposition_table import TranspositionTable

GAMES = ["LC", "QM", "MG2", "MG3"]


def midgame(code: str, seed: int, plies: int = 14) -> Position:
    """A position of a random game in which somebody has a choice."""
    random = Random(f"{code} {seed}")
    while True:
        pos = kidd.start(code)
        for _ in range(plies):
            pos = pos.play(random.choice(pos.legal_moves())) if pos.legal_moves() else pos
        if pos.is_chance:
            pos = pos.play("*2")
        if len(pos.legal_moves()) > 1:
            return pos


@pytest.mark.parametrize("code", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_same_question_same_answer(code, seed):
    """The same position, seed and limit of nodes always give the same lines, in a new engine and in a used one."""
    pos, engine = midgame(code, seed), Engine(kidd.start(code).game, 1)
    limits = Limits(nodes=3000)
    first = engine.analyse(pos, limits, lines=2, patient=True).lines
    engine.analyse(midgame(code, seed + 50), limits)
    assert engine.analyse(pos, limits, lines=2, patient=True).lines == first
    assert kidd.analyse(pos, nodes=3000, lines=2, memory=1).lines == first


@pytest.mark.parametrize("code", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_mirror_images_get_mirrored_answers(code, seed):
    """What is best in a position is best, mirrored, in each of its mirror images."""
    pos = midgame(code, seed)
    here = kidd.analyse(pos, nodes=2000, memory=1)
    for mirror in range(len(pos.deck.symmetries)):
        image = mirror_position(pos, mirror)
        if image == pos:
            continue
        there = kidd.analyse(image, nodes=2000, memory=1)
        back = find_inverse(pos.deck, mirror)
        assert tuple(mirror_move(move, pos.deck, back) for move in there.lines[0].moves) == here.lines[0].moves
        assert there.lines[0].score == here.lines[0].score


@pytest.mark.parametrize("code", GAMES)
def test_every_line_is_playable(code):
    """Lines are legal from their first move to their last, and no two begin alike."""
    for seed in range(4):
        pos = midgame(code, seed)
        lines = kidd.analyse(pos, nodes=4000, lines=3, memory=1).lines
        assert len({line.moves[0] for line in lines}) == len(lines) == min(3, len(pos.legal_moves()))
        for line in lines:
            after = pos
            for move in line.moves:
                after = after.play(move)
            assert all(-1 <= number <= 1 for number in line.score.expected)
            assert len(line.score.expected) == len(pos.game.colours)


@pytest.mark.parametrize("nodes", [700, 2500, 9000, 30000])
def test_mirror_images_of_a_move_are_worth_the_same(nodes):
    """In a position that looks the same from another side, so do moves that do; wherever the search breaks off."""
    pos = kidd.start("LC")
    lines = kidd.analyse(pos, nodes=nodes, lines=40, memory=1).lines
    worth = {str(line.moves[0]): line.score for line in lines}
    assert len(worth) == 6
    assert worth["@c1"] == worth["@c9"]
    assert worth["@a3"] == worth["@e3"] == worth["@a7"] == worth["@e7"]
    for line in lines:
        end = pos
        for move in line.moves:
            end = end.play(move)


def test_an_unfinished_depth_only_chooses():
    """Several lines are compared by the last depth that was finished; what was found since tells which comes first."""
    before = [RawLine(300, [1]), RawLine(200, [2]), RawLine(100, [3])]
    assert rank_unfinished([], before) == before
    assert rank_unfinished([RawLine(50, [1], whole=False)], before) == before
    assert rank_unfinished([RawLine(500, [2, 9])], before) == [
        RawLine(300, [2, 9]),
        RawLine(300, [1]),
        RawLine(100, [3]),
    ]
    assert rank_unfinished([RawLine(WIN - 5, [3])], before) == [
        RawLine(WIN - 5, [3]),
        RawLine(300, [1]),
        RawLine(200, [2]),
    ]
    lost = RawLine(5 - WIN, [1], whole=False)
    assert rank_unfinished([lost], before) == [RawLine(200, [2]), RawLine(100, [3]), lost]


@pytest.mark.parametrize("seed", range(6))
def test_three_numbers_belong_together(seed):
    """One of three wins and two lose, or some share the point: what they may expect adds up to -1."""
    pos = midgame("MG3", seed, plies=30 + 20 * seed)
    for line in kidd.analyse(pos, nodes=3000, lines=5, memory=1).lines:
        worth, end = line.score.expected, pos
        for move in line.moves:
            end = end.play(move)
        assert math.isclose(sum(worth), -1)
        if end.result and end.result.winner:
            assert [colour for colour, value in zip("RBG", worth, strict=True) if value == 1] == [end.result.winner]
        if line.score.winner:
            assert sorted(worth) == [-1, -1, 1]


def test_three_share_a_draw_by_repetition():
    """A line that comes round to a position of its own is a draw to all three, not to the mover alone."""
    pos = kidd.parse("MG3 GBRBe3d2,RGGBc4b5,BRGe5d5,GRBc6b5,BRGRe7d8 R R0B0G0 -")
    lines = kidd.analyse(pos, depth=7, lines=4, memory=1).lines
    assert lines[1].score.expected == pytest.approx((-1 / 3, -1 / 3, -1 / 3))
    assert all(sum(line.score.expected) == pytest.approx(-1) for line in lines)


def test_two_of_three_share_a_draw():
    """MG7: a third occurrence is worth nothing to the two who are left, and the third has lost."""
    pos = kidd.parse("MG3 Rb2c1,GRBc6b5,GBe7d8 R R0B0G0 -")
    move = pos.legal_moves()[0]
    lines = kidd.analyse(pos, depth=4, lines=9, memory=1, history=[pos.play(move)]).lines
    (line,) = [line for line in lines if line.moves[0] == move]
    assert (line.moves, line.score) == ((move,), Score((0.0, -1.0, 0.0)))
    assert all(math.isclose(sum(line.score.expected), -1) for line in lines)


def test_a_draw_that_is_forced_is_shared_by_who_is_left():
    """MG7: the third pass in a row ends the game, for two of three or for all."""
    pos = kidd.parse("MG3 Ga3b2,RBRGGRBc6b5,GBRBRBGGRBc7d8 B R0B0G0 p2")
    assert kidd.analyse(pos, depth=2).lines[0].score == Score((0.0, -1.0, 0.0))


@pytest.mark.parametrize("code", ["MG2", "MG3"])
@pytest.mark.parametrize("seed", range(3))
def test_a_position_that_must_not_come_again_ends_a_line(code, seed):
    """The match has seen it twice: the move that leads there draws, for everybody, and nothing follows it."""
    pos = midgame(code, seed, plies=60)
    move = pos.legal_moves()[-1]
    lines = kidd.analyse(pos, depth=4, lines=60, memory=1, history=[pos.play(move)]).lines
    (line,) = [line for line in lines if line.moves[0] == move]
    assert set(line.score.expected) == {2 / len(pos.game.colours) - 1}
    assert line.moves == (move,)


@pytest.mark.parametrize("code", ["LC", "MG2", "MG3"])
def test_lines_go_on(code):
    """Not only the first line tells what comes next: each has a few moves, unless the game is over before."""
    pos = midgame(code, 2)
    for line in kidd.analyse(pos, nodes=4000, lines=8, memory=1).lines:
        end = pos
        for move in line.moves:
            end = end.play(move)
        assert len(line.moves) >= 4 or end.result


@pytest.mark.parametrize("nodes", [1, 2, 3, 5, 17, 100])
@pytest.mark.parametrize("code", GAMES)
def test_stopped_at_any_moment(code, nodes):
    """However early a search is stopped, it answers with a legal move."""
    pos = midgame(code, 7)
    assert kidd.analyse(pos, nodes=nodes, memory=1).lines[0].moves[0] in pos.legal_moves()


@pytest.mark.parametrize("code", GAMES)
def test_stop_sign_is_obeyed(code):
    """An analysis without limits ends soon after somebody says stop."""
    stop = threading.Event()
    threading.Timer(0.1, stop.set).start()
    assert kidd.analyse(midgame(code, 3), stop=stop, memory=1).lines  # how quick it is stands in bench/search.py


def test_only_one_move_needs_no_thought():
    """Where a player has no choice the answer comes at once, whatever time is allowed."""
    pos = kidd.parse("LC Bc1d2,Bb2c1,Bd2e3,Ra3a5,Bc3d2,Bc4c3,Ra5a7,Bb5a5,Re5d5,Rc6d5,Re7d8,Rc9b8 B R0B0 -")
    (only,) = pos.legal_moves()
    found = Engine(pos.game, 1).analyse(pos, Limits(seconds=1000))
    assert found.lines[0].moves[0] == only
    assert found.nodes < 1000


@pytest.mark.parametrize(
    ("text", "score"),
    [
        (
            "LC Bb2a3,Bd2c1,Be3~,Rc4c3,Ra5a7,Rb5a5,Rd5c4,Be5e7,Bc6c7,Be7d8,Bb8c9 R R0B0 -",
            ((-1.0, 1.0), 2, "B"),
        ),
        ("MG3 BRRGBGGBRGBGRGBRBe3d2,Rc7c6 G R0B0G0 -", ((-1.0, 1.0, -1.0), 3, "B")),
    ],
)
def test_an_analysis_looks_behind_a_forced_move(text, score):
    """What the only move is worth shows where somebody has a choice again, or where the game ends."""
    pos = kidd.parse(text)
    line = kidd.analyse(pos, nodes=3000, memory=1).lines[0]
    assert line.score == score
    for move in line.moves:
        pos = pos.play(move)


def test_expectimax_leaves_nothing_out():
    """Cutting branches changes nothing: two turns deep the score is that of trying every move and every roll."""
    for seed in range(6):
        pos = midgame("QM", seed, 10)
        engine = Engine(pos.game, 1)
        worth = max(-before_the_roll(engine, pos.play(move), 1) for move in pos.legal_moves())
        found = engine.analyse(pos, Limits(depth=2)).lines[0].score.expected["RB".index(pos.turn)]
        assert found == pytest.approx(worth, abs=0.001), pos


def before_the_roll(engine: Engine, pos: Position, turns: int) -> float:
    """What a position is worth to the one who rolls next."""
    if pos.result:
        return 1.0 if pos.result.winner == pos.turn else -1.0
    if turns == 0:
        engine.root.begin(pos.board)
        return engine.root.judge_for("RB".index(pos.turn)) / WIN
    total = 0.0
    for roll in pos.legal_moves():
        rolled = pos.play(roll)
        if rolled.result:
            total += 1.0 if rolled.result.winner == pos.turn else -1.0
        else:
            total += max(-before_the_roll(engine, rolled.play(move), turns - 1) for move in rolled.legal_moves())
    return total / 3


def test_table_keeps_to_its_memory():
    """A table takes no more than it is allowed, and half of that at the least."""
    for megabytes in (0.01, 1, 3, 64):
        assert 0.5 <= 16 * TranspositionTable(megabytes).size / (megabytes * 1024 * 1024) <= 1


def resident_pages() -> int:
    """How many pages of memory this process really has."""
    return int(Path("/proc/self/statm").read_text().split()[1])


@pytest.mark.compiled_only
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="only Linux tells")
def test_a_brief_search_touches_little_of_its_table():
    """What is never looked at is never wiped: a table of 512 megabytes costs a hundred nodes next to nothing."""
    pos, before = kidd.start("LC"), resident_pages()
    engine = Engine(pos.game, 512, brief=True)
    engine.analyse(pos, Limits(nodes=100), patient=True)
    assert 16 * engine.table.size == 512 << 20
    assert resident_pages() - before < 10_000  # of the 131,072 that the table has


@pytest.mark.parametrize("code", GAMES)
def test_a_brief_search_finds_what_any_finds(code):
    """How the table lies in memory changes nothing."""
    pos = midgame(code, 3)
    first, second = (Engine(pos.game, 1, brief=brief).analyse(pos, Limits(nodes=2000)) for brief in (True, False))
    assert first._replace(seconds=0) == second._replace(seconds=0)


def test_as_many_lines_as_there_are_moves():
    """Each of 76 moves may have its line."""
    galleon = kidd.Deck.read(Path(__file__).parents[1] / "decks" / "galleon-30.toml")
    pos = kidd.parse("QM Ra7~,Ra11~,Rc1c2,Bc2c1,Rc3c2 R R3B6 3", deck=galleon)
    lines = kidd.analyse(pos, depth=2, lines=100, memory=1).lines
    assert sorted(str(line.moves[0]) for line in lines) == sorted(map(str, pos.legal_moves()))
    assert len(lines) == 76


@pytest.fixture
def ring(tmp_path: Path) -> kidd.Deck:
    """Thirty hatches in a circle, which looks the same from sixty sides."""
    names = [f"a{number}" for number in range(1, 31)]
    paths = ", ".join(f'"{name}-{names[(number + 1) % 30]}"' for number, name in enumerate(names))
    places = [
        (name, math.sin(math.pi * number / 15), math.cos(math.pi * number / 15)) for number, name in enumerate(names)
    ]
    text = f'name = "ring"\npaths = [{paths}]\n[spaces]\n'
    text += "".join(f"{name} = [{3 * x:.3f}, {3 * y:.3f}]\n" for name, x, y in places)
    text += "[hatches]\n" + "".join(f"{name} = [{x:.3f}, {y:.3f}]\n" for name, x, y in places)
    (tmp_path / "ring.toml").write_text(text)
    return kidd.Deck.read(tmp_path / "ring.toml")


@pytest.mark.parametrize("code", GAMES)
def test_a_deck_with_many_mirror_images(code, ring):
    """More of them than are folded do no harm: lines are legal, and images that are folded get mirrored answers."""
    assert len(ring.symmetries) == 60
    assert 1 < len(folded_symmetries(ring)) <= 12
    random, pos = Random(code), kidd.start(code, deck=ring)
    for _ in range(16):
        pos = pos.play(random.choice(pos.legal_moves()))
    pos = pos.play("*2") if pos.is_chance else pos
    here = kidd.analyse(pos, nodes=3000, memory=1).lines[0]
    for mirror in folded_symmetries(ring)[1:4]:
        there = kidd.analyse(mirror_position(pos, mirror), nodes=3000, memory=1).lines[0]
        assert there.score == here.score
        assert mirror_move(there.moves[0], ring, find_inverse(ring, mirror)) == here.moves[0]
