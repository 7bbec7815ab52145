import pickle
import random
import subprocess
import sys
from itertools import pairwise

import pytest

import kidd
from kidd.match import Match
from tests.matches import TWO_OF_THREE

np = pytest.importorskip("numpy")
pyspiel = pytest.importorskip("pyspiel")
openspiel = pytest.importorskip("kidd.adapters.openspiel")

pytestmark = pytest.mark.once

GAMES = [
    "kidd_lc",
    "kidd_lc(opening=chooser)",
    "kidd_lc(cap=20)",
    "kidd_qm",
    "kidd_qm(blocked=any,entry=fresh)",
    "kidd_mg2",
    "kidd_mg3",
]


APART = "LC Rb2c1,Bb8c9 R R0B0 -"
ROUND = ("b2-c3", "b8-c7", "c3-d2", "c7-d8", "d2-c1", "d8-c9", "c1-b2", "c9-b8")  # each goes in circles


def play(state, text):
    """Apply the action that is written so."""
    (action,) = (action for action in state.legal_actions() if state.action_to_string(action) == text)
    state.apply_action(action)


def to_the_end(state, seed):
    """The state after random play, and what was played."""
    rnd, moves = random.Random(seed), []
    while not state.is_terminal():
        action = rnd.choice(state.legal_actions())
        moves.append(state.action_to_string(state.current_player(), action))
        state.apply_action(action)
    return state, moves


@pytest.mark.parametrize("name", GAMES)
def test_openspiels_own_contract_test(name):
    """Clones, serialised states, masks, sorted actions, unique names and zero sums, as OpenSpiel wants them."""
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=5, serialize=True, verbose=False)


RETURNS = {
    "1-0": [1.0, -1.0],
    "0-1": [-1.0, 1.0],
    "1/2-1/2": [0.0, 0.0],
    "1-0-0": [1.0, -0.5, -0.5],
    "0-1-0": [-0.5, 1.0, -0.5],
    "0-0-1": [-0.5, -0.5, 1.0],
    "1/3-1/3-1/3": [0.0, 0.0, 0.0],
    "1/2-1/2-0": [0.25, 0.25, -0.5],
    "1/2-0-1/2": [0.25, -0.5, 0.25],
    "0-1/2-1/2": [-0.5, 0.25, 0.25],
}


@pytest.mark.parametrize("code", ["LC", "QM", "MG2", "MG3"])
def test_a_game_goes_as_in_a_match(code):
    """C6, LC7, MG7: the same moves end at the same move with the same points, repetitions included."""
    game = pyspiel.load_game(f"kidd_{code.lower()}(cap=100000)")
    for seed in range(15):
        state, moves = to_the_end(game.new_initial_state(), seed)
        match = Match("LC", repetition=3) if code == "LC" else Match(code)
        for move in moves:
            assert match.result is None
            match.play(move)
        assert match.result is not None
        assert state.returns() == RETURNS[match.outcome]


def test_the_chooser_opening_is_by_players():
    """LC6: the first player enters twice, the second picks; who picked red moves next and gets red's result."""
    game = pyspiel.load_game("kidd_lc(opening=chooser)")
    for seed in range(20):
        state, rnd = game.new_initial_state(), random.Random(seed)
        players, moves = [], []
        while not state.is_terminal():
            players.append(state.current_player())
            action = rnd.choice(state.legal_actions())
            moves.append(state.action_to_string(action))
            state.apply_action(action)
        assert players[:3] == [0, 0, 1]
        assert players[3] == (1 if moves[2] == "red" else 0)
        match = Match("LC", repetition=3, opening="chooser")
        for move in moves:
            match.play(move)
        if match.result and match.result.winner:
            assert state.returns()[match.seat(match.result.winner)] == 1.0


def test_the_die_is_chance():
    """QM2: before each turn chance rolls 1, 2 or 3, each one time in three."""
    state = pyspiel.load_game("kidd_qm").new_initial_state()
    for _ in range(2):
        assert not state.is_chance_node()
        state.apply_action(state.legal_actions()[0])
    assert state.is_chance_node()
    assert [round(3 * chance, 9) for _, chance in state.chance_outcomes()] == [1, 1, 1]
    assert [state.action_to_string(action) for action in state.legal_actions()] == ["*1", "*2", "*3"]
    state.apply_action(1)
    assert str(state).endswith(" 2")


def test_repetition_is_part_of_the_state():
    """LC7: the third time that a position stands the game is drawn, and a clone remembers the first two."""
    state = pyspiel.load_game("kidd_lc").new_initial_state(APART)
    for move in ROUND * 2:
        assert not state.is_terminal()
        state = state.clone()
        play(state, move)
    assert state.is_terminal()
    assert (str(state), state.returns()) == (APART, [0.0, 0.0])


def test_the_fallen_have_no_part_in_the_cap():
    """MG7: whoever is out has lost, however the game of the others ends."""
    state = pyspiel.load_game("kidd_mg3(cap=1)").new_initial_state(TWO_OF_THREE)
    play(state, "pass")
    assert (state.is_terminal(), state.returns()) == (True, [0.25, -0.5, 0.25])


def test_the_cap_ends_a_game():
    """A draw after so many moves; without repetition nothing else would end this one."""
    game = pyspiel.load_game("kidd_lc(repetition=0,cap=31)")
    state = game.new_initial_state(APART)
    for move in (ROUND * 4)[:31]:
        assert not state.is_terminal()
        play(state, move)
    assert (state.is_terminal(), state.returns()) == (True, [0.0, 0.0])


def test_a_state_of_a_match_remembers_its_repetitions():
    """MG7: words said in between repeat nothing; the third occurrence is drawn where the match draws it."""
    match = Match(APART, repetition=3)
    game = openspiel.KiddGame(match.game)
    for move in ROUND * 2:
        match.play("draw?")
        match.play("draw.")
        state = game.state_of(match)
        play(state, move)
        match.play(move)
        assert state.is_terminal() == (match.result is not None)
    assert match.result == (None, "repetition")


@pytest.mark.parametrize("code", ["LC", "QM", "MG2", "MG3"])
def test_actions_are_small_numbers_of_their_own(code):
    """Different moves of a position have different numbers, within the range that the game declares."""
    game = pyspiel.load_game(f"kidd_{code.lower()}")
    actions = openspiel.actions_of(kidd.start(code).game)
    assert game.num_distinct_actions() == {"LC": 56, "QM": 912115, "MG2": 1027, "MG3": 1027}[code] == actions.count
    numbers: dict[int, set[str]] = {}
    for seed in range(40):
        pos, rnd = kidd.start(code), random.Random(seed)
        for _ in range(200):
            legal = pos.legal_moves()
            if not legal:
                break
            if not pos.is_chance:
                here = [actions.number(move) for move in legal]
                assert len(set(here)) == len(here)
                assert all(0 <= number < actions.count for number in here)
                for number, move in zip(here, legal, strict=True):
                    numbers.setdefault(number, set()).add(str(move).partition("/")[0])
            pos = pos.play(rnd.choice(legal))
    if code != "LC":  # where a step is told by the port alone
        assert all(len({text.partition("@")[0] for text in texts}) == 1 for texts in numbers.values())


def test_the_longest_chain_of_freeings_has_a_number():
    """QM4: every way of a chain has another number, and all lie in the range."""
    pos = kidd.parse("QM Ra5a7,BRb5a5,BRc4b5,Bc6d5 R R3B4 1")
    chained = [move for move in pos.legal_moves() if len(move.escapes) == 2]
    actions = openspiel.actions_of(pos.game)
    assert chained
    assert len({actions.number(move) for move in chained}) == len(chained)
    assert all(actions.number(move) < actions.count for move in chained)


def test_states_and_games_are_pickled():
    """What OpenSpiel sends to other processes comes out the same."""
    game = pyspiel.load_game("kidd_qm(entry=fresh)")
    state = game.new_initial_state()
    for _ in range(7):
        state.apply_action(state.legal_actions()[0])
    again = pickle.loads(pickle.dumps(state))
    assert str(again) == str(state)
    assert again.legal_actions() == state.legal_actions()
    assert str(again.get_game()) == str(game)


def test_legal_actions_rise():
    """OpenSpiel asks for them in ascending order."""
    state, _ = to_the_end(pyspiel.load_game("kidd_mg3").new_initial_state(), 3)
    assert state.legal_actions() == []
    for seed in range(3):
        state = pyspiel.load_game("kidd_qm").new_initial_state()
        rnd = random.Random(seed)
        while not state.is_terminal():
            actions = state.legal_actions()
            assert all(one < next_one for one, next_one in pairwise(actions))
            state.apply_action(rnd.choice(actions))


def test_a_wrong_option_is_refused():
    """The games of this package check their options themselves."""
    with pytest.raises(kidd.OptionError, match=r"option entry cannot be .* any, fresh"):
        pyspiel.load_game("kidd_qm(entry=none)")


def test_openspiels_python_search_plays_them():
    """The bot in Python, too, which is slower."""
    from open_spiel.python.algorithms import mcts

    game = pyspiel.load_game("kidd_mg3")
    state = game.new_initial_state()
    bot = mcts.MCTSBot(game, 2.0, 20, mcts.RandomRolloutEvaluator())
    assert bot.step(state) in state.legal_actions()


def test_python_ends_in_peace():
    """The registered games outlive Python without a crash at the end."""
    program = "import kidd.adapters.openspiel, pyspiel; pyspiel.load_game('kidd_lc').new_initial_state()"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("name", GAMES)
def test_a_state_can_be_seen_as_numbers(name):
    """Planes of a number for each space, all from 0 to 1, for every player, up to the end."""
    game = pyspiel.load_game(name)
    rules = game.rules
    shape = game.observation_tensor_shape()
    assert shape == [game.planes.total, len(rules.deck.spaces)]
    state, rnd, seen = game.new_initial_state(), random.Random(5), set()
    while not state.is_terminal():
        for player in range(game.num_players()):
            numbers = np.reshape(state.observation_tensor(player), shape)
            assert 0 <= numbers.min() <= numbers.max() <= 1
            tokens = numbers[: game.planes.back].sum()
            assert tokens == sum(len(piece.crew) for piece in state.line.pos.pieces)
            assert numbers[game.planes.back : game.planes.hands].sum() == len(state.line.pos.pieces)
            seen.add(numbers.tobytes())
        outcomes = state.chance_outcomes() if state.is_chance_node() else None
        state.apply_action(rnd.choice([action for action, _ in outcomes] if outcomes else state.legal_actions()))
    assert len(seen) > 30


def test_the_page_tells_how_many_planes_there_are():
    """docs/arena.md says so for each game on the usual deck."""
    shapes = [
        pyspiel.load_game(name).observation_tensor_shape() for name in ("kidd_lc", "kidd_qm", "kidd_mg2", "kidd_mg3")
    ]
    assert shapes == [[15, 18], [18, 18], [39, 18], [67, 18]]


def test_all_seats_look_alike():
    """Each player's own crew comes first, then the others in the order of turns; the turn is told from their seat."""
    game = pyspiel.load_game("kidd_mg3")
    state = game.new_initial_state("MG3 BRGc4c3,RBa5a7,Gc6b5,RBGBRBd8c9 B R2B1G3 -")
    planes, at = game.planes, game.rules.deck.spaces.index("c4")
    for player, (tower, hands, turn) in enumerate(
        (
            ((1, 0, 2), (2, 1, 3), 1),
            ((0, 2, 1), (1, 3, 2), 0),
            ((2, 1, 0), (3, 2, 1), 2),
        )
    ):
        numbers = np.reshape(state.observation_tensor(player), game.observation_tensor_shape())
        assert [int(np.argmax(numbers[3 * height : 3 * height + 3, at])) for height in range(3)] == list(tower)
        assert numbers[planes.hands : planes.turn, 0] * 6 == pytest.approx(hands)
        assert list(numbers[planes.turn : planes.die, 0]) == [float(seat == turn) for seat in range(3)]


def test_what_no_space_shows_is_seen():
    """What the die shows, passes in a row, a contest's turns, and how often a position has been there."""
    for name, text, plane, value in (
        ("kidd_mg2", "MG2 BRc4c3,RBa5a7 R R5B5 p1", "passes", 1 / 2),
        ("kidd_lc", "LC Rb2c1,Bb8c9 R R0B0 R15", "contest", 15 / 20),
    ):
        game = pyspiel.load_game(name)
        numbers = np.reshape(game.new_initial_state(text).observation_tensor(0), game.observation_tensor_shape())
        assert numbers[getattr(game.planes, plane), 0] == pytest.approx(value)
    game = pyspiel.load_game("kidd_qm")
    state = game.new_initial_state("QM Ra5a7,BRb5a5,Bc6d5 R R5B5 2")
    numbers = np.reshape(state.observation_tensor(0), game.observation_tensor_shape())
    assert list(numbers[game.planes.die : game.planes.contest, 3]) == [0, 1, 0]
    game = pyspiel.load_game("kidd_lc")
    state = game.new_initial_state(APART)
    for text in ROUND:
        play(state, text)
    numbers = np.reshape(state.observation_tensor(0), game.observation_tensor_shape())
    assert numbers[game.planes.repetitions, 0] == pytest.approx(2 / 3)
    assert numbers[game.planes.left, 0] == pytest.approx(392 / 400)
