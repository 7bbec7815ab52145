import json
import math
import signal
import threading
from pathlib import Path
from random import Random

import pytest

import kidd
from kidd.errors import SearchError
from kidd.match import Match
from kidd.players import make_player
from kidd.position import Position
from kidd.search.answer import Limits
from kidd.search.engine import Engine
from kidd.search.found import Found, compared
from kidd.search.mirrors import folded, inverse, mirrored, mirrored_text
from kidd.search.montecarlo import MonteCarlo
from kidd.search.proof import winning_moves
from kidd.search.scale import WIN
from kidd.search.table import Table

GAMES = ["LC", "QM", "MG2", "MG3"]
SUITES = Path(__file__).parents[2] / "bench" / "suites"


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
        image = mirrored(pos, mirror)
        if image == pos:
            continue
        there = kidd.analyse(image, nodes=2000, memory=1)
        back = inverse(pos.deck, mirror)
        assert [mirrored_text(str(move), pos.deck, back) for move in there.lines[0].moves] == [
            str(move) for move in here.lines[0].moves
        ]
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
    before = [Found(300, [1]), Found(200, [2]), Found(100, [3])]
    assert compared([], before) == before
    assert compared([Found(50, [1], whole=False)], before) == before
    assert compared([Found(500, [2, 9])], before) == [Found(300, [2, 9]), Found(300, [1]), Found(100, [3])]
    assert compared([Found(WIN - 5, [3])], before) == [Found(WIN - 5, [3]), Found(300, [1]), Found(200, [2])]
    lost = Found(5 - WIN, [1], whole=False)
    assert compared([lost], before) == [Found(200, [2]), Found(100, [3]), lost]


@pytest.mark.parametrize("seed", range(6))
def test_three_numbers_belong_together(seed):
    """One of three wins and two lose: what they may expect adds up to -1, unless all of it is a draw."""
    pos = midgame("MG3", seed, plies=30 + 20 * seed)
    for line in kidd.analyse(pos, nodes=3000, lines=5, memory=1).lines:
        worth, end = line.score.expected, pos
        for move in line.moves:
            end = end.play(move)
        assert worth == (0.0, 0.0, 0.0) or math.isclose(sum(worth), -1)
        if end.result and end.result.winner:
            assert [colour for colour, value in zip("RBG", worth, strict=True) if value == 1] == [end.result.winner]
        if line.score.winner:
            assert sorted(worth) == [-1, -1, 1]


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


def test_what_cannot_be_searched():
    """A game that is over, a die that is to be rolled and senseless limits are refused with a reason."""
    over = kidd.parse("LC Rc1b2,Rb2c3,Bd2c3,Ba3a5,Rc3c4,Be3e5,Rb5a5,Rc7c6 B R0B0 -")
    with pytest.raises(SearchError, match="the game is over"):
        kidd.analyse(over)
    with pytest.raises(SearchError, match="still to be rolled"):
        kidd.analyse(kidd.start("QM").play("@c1").play("@c9"))
    senseless = {"seconds": -1}, {"nodes": 0}, {"depth": -3}, {"lines": 0}, {"memory": 0}, {"seconds": float("nan")}
    for limits in senseless:
        with pytest.raises(SearchError):
            kidd.analyse(kidd.start("LC"), **limits)


@pytest.mark.parametrize("code", ["LC", "MG2"])
def test_finds_forced_wins(code):
    """Of the forced wins in bench/suites, those in 3 and 5 plies are seen, and said to be wins in that many plies."""
    rows = [json.loads(line) for line in (SUITES / f"{code}.jsonl").read_text("utf-8").splitlines()]
    for row in [row for row in rows if row["plies"] <= 5][::6]:
        found = kidd.analyse(kidd.parse(row["position"]), depth=6, memory=1).lines[0]
        assert (str(found.moves[0]), found.score.win_in) == (row["move"], row["plies"]), row


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
        return engine.root.judgement("RB".index(pos.turn)) / WIN
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
        assert 0.5 <= 16 * Table(megabytes).size / (megabytes * 1024 * 1024) <= 1


@pytest.mark.parametrize("code", ["LC", "MG2"])
def test_the_suites_are_what_they_say(code):
    """Each position of a suite has one move that forces a win within its plies, and none within fewer."""
    rows = [json.loads(line) for line in (SUITES / f"{code}.jsonl").read_text("utf-8").splitlines()]
    assert len(rows) >= 200
    for row in [row for row in rows if row["plies"] <= 5][::12]:
        pos = kidd.parse(row["position"])
        codes = {move.code: str(move) for move in pos.legal_moves()}
        assert [codes[code] for code in winning_moves(pos.board, row["plies"])] == [row["move"]]
        assert not winning_moves(pos.board, row["plies"] - 2)


def surely_wins(pos: Position, colour: str, plies: int) -> bool:
    """Whether a colour wins within so many moves and rolls, whatever the die and the others do."""
    if pos.result:
        return pos.result.winner == colour
    if plies == 0:
        return False
    some = any if pos.turn == colour and not pos.is_chance else all
    return some(surely_wins(pos.play(move), colour, plies - 1) for move in pos.legal_moves())


def test_qm_win_counts_the_slowest_roll():
    """A win over the die comes within the number of plies that is told, with the slowest roll too."""
    pos = kidd.parse("QM Bc3b2,BRc4c3,RBa5a7,BRb5a5,BRd5e5,BRe5e3,Bc6c7,Re7d8,Rc9d8 R R0B0 2")
    assert kidd.analyse(pos, depth=9, memory=1).lines[0].score.win_in == 10


def test_qm_what_is_told_as_won_is_won():
    """Every proven result of Quedah Merchant is one by brute force, within the plies that are told."""
    engine, random, proofs = Engine(kidd.start("QM").game, 1), Random(5), 0
    for _ in range(12):
        pos = kidd.start("QM")
        while not pos.result:
            if not pos.is_chance:
                for line in engine.analyse(pos, Limits(nodes=random.choice((200, 700))), lines=2).lines:
                    if line.score.winner and line.score.win_in:
                        assert line.score.win_in < 60
                        if line.score.win_in <= 7:
                            proofs += 1
                            after = pos.play(line.moves[0])
                            assert surely_wins(after, line.score.winner, line.score.win_in - 1), str(pos)
            pos = pos.play(random.choice(pos.legal_moves()))
    assert proofs > 10


def test_qm_no_loss_by_an_average():
    """Where one roll of three saves a crew, the search does not call the game lost."""
    pos = kidd.parse("QM RBc1d2,Re3~,Ba5a3,BRb5c4,RBc6d5,Ra7b8,Be7e5,Rb8c9,Bd8e7,Bc9~ B R1B0 1")
    assert kidd.analyse(pos, nodes=3000).lines[0].score.win_in is None


def test_as_many_lines_as_there_are_moves():
    """Each of 76 moves may have its line."""
    galleon = kidd.Deck.read(Path(__file__).parents[1] / "decks" / "galleon-30.toml")
    pos = kidd.parse("QM Ra7~,Ra11~,Rc1c2,Bc2c1,Rc3c2 R R3B6 3", deck=galleon)
    lines = kidd.analyse(pos, depth=2, lines=100, memory=1).lines
    assert sorted(str(line.moves[0]) for line in lines) == sorted(map(str, pos.legal_moves()))
    assert len(lines) == 76


def test_unfinished_depth_proves_nothing_about_other_moves():
    """A loss that was found when the nodes ran out is told of its own move only."""
    pos = kidd.parse("LC Bc1~,Bb2c1,Rd2c3,Ra5b5,Rb5c6,Bd5e5,Re5e7,Ra7a5,Bc7b8,Rd8c7,Rc9~ B R0B0 -")
    found = {str(line.moves[0]): line.score.win_in for line in kidd.analyse(pos, nodes=1500, lines=2, memory=64).lines}
    assert found["b2-c3"] is None


@pytest.mark.parametrize(
    ("text", "nodes"),
    [
        ("LC Rd2c1,Bc4c3,Rb5c6,Be5e3,Bc6c7,Be7e5,Rb8c7 B R0B0 -", 3000),
        pytest.param("MG2 Rc4d5,Bd5e5,BRBRBRBRBRa7a5,RBb8c9 R R0B0 -", 20000, marks=pytest.mark.compiled_only),
    ],
)
def test_no_loss_is_played_before_other_moves_were_tried(text, nodes):
    """When the nodes run out just after the best move turned out to lose, another one is played."""
    pos = kidd.parse(text)
    best = kidd.analyse(pos, nodes=nodes).lines[0]
    assert best.score.winner in (None, pos.turn)
    after = pos.play(best.moves[0])
    assert kidd.analyse(after, nodes=10 * nodes).lines[0].score.winner in (None, pos.turn)


@pytest.mark.parametrize("seed", [-1, 2**64, -(10**30)])
def test_any_whole_number_is_a_seed(seed):
    """Negative and huge ones too."""
    for code in GAMES:
        pos = midgame(code, 1)
        assert kidd.analyse(pos, nodes=100, seed=seed, memory=1).lines
        assert MonteCarlo(pos.game, 1).analyse(pos, Limits(nodes=100), seed=seed).lines
        assert make_player("1", seed).act(Match(pos))


@pytest.mark.parametrize(
    "asked",
    [
        {"memory": float("inf")},
        {"memory": float("nan")},
        {"memory": 1e12},
        {"memory": "64"},
        {"lines": 2.5},
        {"depth": 2.5},
        {"nodes": 10**40},
        {"nodes": "9"},
        {"seconds": float("inf")},
        {"seconds": float("nan")},
        {"seed": 1.5},
        {"threads": 10**9},
        {"depth": True},
    ],
)
def test_odd_values_are_refused(asked):
    """What no search can keep is refused by name, in one line."""
    with pytest.raises(SearchError, match=next(iter(asked))) as caught:
        kidd.analyse(kidd.start("LC"), **{"nodes": 100, **asked})
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"history": [1]}, "history: expected positions, got 1"),
        ({"history": 3}, "history: expected a list of positions, got 3"),
        ({"history": [kidd.start("MG2")]}, "history: expected positions of the same game"),
        ({"stop": 3}, "stop: expected a threading.Event, got 3"),
    ],
)
def test_odd_company_is_refused(asked, said):
    """What was expected is said, and what came."""
    with pytest.raises(SearchError, match=said):
        kidd.analyse(kidd.start("LC"), nodes=10, **asked)


def test_no_limit_at_all_is_refused():
    """A search that nobody could stop does not begin."""
    with pytest.raises(SearchError, match="never end"):
        Engine(kidd.start("LC").game, 1).analyse(kidd.start("LC"), Limits())
    with pytest.raises(SearchError, match="never end"):
        kidd.annotate(kidd.Match("LC"), seconds=None)


@pytest.mark.parametrize("what", ["LC", None, 5])
def test_only_positions_are_analysed_and_explained(what):
    """Anything else is refused, and so is no line at all."""
    with pytest.raises(kidd.KiddError):
        kidd.analyse(what, nodes=10)
    with pytest.raises(kidd.KiddError):
        kidd.explain(what, ["@c1"])
    with pytest.raises(kidd.KiddError):
        kidd.explain(kidd.start("LC"), what)


@pytest.mark.compiled_only
def test_ctrl_c_is_heard():
    """KeyboardInterrupt reaches a search that was to take long, and ends it."""

    def interrupted() -> None:
        threading.Timer(0.3, signal.raise_signal, [signal.SIGINT]).start()
        kidd.analyse(kidd.start("LC"), seconds=1000, memory=1)

    with pytest.raises(KeyboardInterrupt):
        interrupted()


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
    assert 1 < len(folded(ring)) <= 12
    random, pos = Random(code), kidd.start(code, deck=ring)
    for _ in range(16):
        pos = pos.play(random.choice(pos.legal_moves()))
    pos = pos.play("*2") if pos.is_chance else pos
    here = kidd.analyse(pos, nodes=3000, memory=1).lines[0]
    for mirror in folded(ring)[1:4]:
        there = kidd.analyse(mirrored(pos, mirror), nodes=3000, memory=1).lines[0]
        assert there.score == here.score
        assert mirrored_text(str(there.moves[0]), ring, inverse(ring, mirror)) == str(here.moves[0])
