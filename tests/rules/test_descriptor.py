"""Descriptors: what they say of each game is true of its play, and nobody asks a code instead."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import kidd
from kidd.errors import OptionError
from kidd.game import descriptor, descriptors, game, register
from kidd.match import Match
from kidd.match.standing import crews_left
from kidd.match.token_ids import walk
from kidd.move import Move
from kidd.position import Position
from kidd.rules import codes
from kidd.rules.descriptor import Descriptor, Pace, Piles, Repetition
from kidd.rules.games import BOX

SOURCES = Path(kidd.__file__).parent
CODE = r"""["'](?:LC|QM|MG\d?)["']"""
# A question that is put to a game's code: `code == "QM"`, `code.startswith("MG")`, `isinstance(board, Madagascar)`.
ASKED = re.compile(
    r"""\b(?:code|game|key)\b\s*(?:==|!=|(?:not\s+)?in)\s*\(?["'](?:LC|QM|MG)"""
    r"""|data-code=["']?(?:LC|QM|MG)|\.startswith\(["'](?:LC|QM|MG)|isinstance\(.*(?:LoyalCaptain|QuedahMerchant|Madagascar)"""
)
# A lookup by a game's code: `{"LC": 1}`, `table["LC"]`, `table.get("LC")`, `MADE = ("LC", "QM")`, `value="LC"`.
LOOKED_UP = re.compile(
    rf"""{CODE}\s*:|(?<!examples=)\[\s*{CODE}\s*[],]|\.get\(\s*{CODE}|(?:=|\bin)\s*[({{]\s*{CODE}|\bvalue={CODE}"""
)
# What was measured for each game, with something else for games that nobody has measured.
TABLES = {
    "search/levels.py": "how far each level looks, and what it overlooks",
    "problems/games.py": "how problems are found and graded",
}
EVERY = pytest.mark.parametrize("known", BOX, ids=lambda known: known.code)


def line(known: Descriptor, seed: int, length: int = 150) -> list[tuple[Position, Move, Position]]:
    """A random game: each position, the move that was made, and the position after it."""
    rnd, pos = random.Random(seed), kidd.start(known.code)
    found: list[tuple[Position, Move, Position]] = []
    while len(found) < length and (moves := pos.legal_moves()):
        move = rnd.choice(moves)
        found.append((pos, move, pos.play(move)))
        pos = found[-1][2]
    return found


@pytest.mark.once
def test_no_code_is_asked():
    """Outside of the descriptors nobody tells games apart by their codes or their boards."""
    files = [file for kind in ("py", "html", "css", "js") for file in SOURCES.rglob(f"*.{kind}")]
    asking = [
        f"{file.relative_to(SOURCES)}: {said.strip()}"
        for file in files
        if SOURCES / "rules" / "games" not in file.parents
        for said in file.read_text("utf-8").splitlines()
        if ASKED.search(said) or (LOOKED_UP.search(said) and file.relative_to(SOURCES).as_posix() not in TABLES)
    ]
    assert asking == []


@pytest.mark.once
def test_tables_by_code_are_known():
    """Those that are kept by code have rows of games, and a place in the document that says how a game is added."""
    told = (SOURCES.parents[1] / "docs" / "architecture.md").read_text("utf-8")
    for table in TABLES:
        assert LOOKED_UP.search((SOURCES / table).read_text("utf-8")), table
        assert table in told.partition("## How to add a game")[2]


@pytest.mark.once
def test_the_question_is_known_when_it_is_seen():
    """What the test above looks for."""
    for said in ('if game.code == "QM":', 'code not in ("MG2", "LC")', 'x.code.startswith("MG")', 'card.key == "LC"'):
        assert ASKED.search(said), said
    for said in ('{"LC": 1}', 'LEVELS["QM"]', 'x.get("MG2", 0)', 'MADE = ("LC", "QM")', '<input value="LC">'):
        assert LOOKED_UP.search(said), said
    for said in ('examples=["LC"]', '{"game": "LC"}', 'start("LC")', '"MG2",'):
        assert not LOOKED_UP.search(said), said


@pytest.mark.once
def test_the_compiled_rule_books_have_the_same_codes():
    """codes.h says for the compiler what codes.py says."""
    header = (SOURCES / "rules" / "codes.h").read_text("utf-8")
    said = dict(re.findall(r"KIDD_(\w+) = ([^,\n]+)", header))
    numbers = {name: eval(text.replace("KIDD_", ""), dict(vars(codes))) for name, text in said.items()}
    assert numbers == {name: value for name, value in vars(codes).items() if name.isupper()}


@EVERY
def test_seats_and_tokens(known: Descriptor):
    """Everybody begins with the tokens in hand, in the order of the seats."""
    pos = kidd.start(known.code)
    assert pos.hands == dict.fromkeys(known.colours, known.tokens)
    assert (pos.turn, known.seats) == ("R", len(known.colours))


@EVERY
@pytest.mark.parametrize("seed", range(6))
def test_a_random_game_is_as_described(known: Descriptor, seed: int):
    """The die, piles, distances, entries, passes, tokens that leave: none but where the descriptor says so."""
    for before, move, after in line(known, seed):
        assert (move.roll or 0) <= known.faces
        heights = [len(piece.crew) for piece in after.pieces]
        assert max(heights, default=1) <= (known.highest or 99)
        tokens = sum(heights) + sum(after.hands.values())
        assert tokens == known.seats * known.tokens or known.captured_leave
        if move.is_pass:
            assert known.passes
        if move.origin and move.entry:
            assert known.reinforces
        if move.origin:
            piece = next(piece for piece in before.pieces if piece.space == move.origin)
            assert len(walk(before, move)) == before.steps(piece) + 1
            entered = sum(len(piece.crew) for piece in before.pieces)
            assert not known.hatches_first or entered >= len(before.deck.hatches) or not before.hands[before.turn]
        if not after.result and crews_left(after) != crews_left(before):
            assert known.crews_fall or sum(before.hands.values()) == known.seats * known.tokens


@pytest.mark.parametrize(
    ("code", "options", "counts"),
    [
        ("LC", {}, False),
        ("LC", {"repetition": 3}, True),
        ("QM", {}, False),
        ("MG2", {}, True),
        ("MG3", {}, True),
    ],
)
def test_repetition(code: str, options: dict[str, int], counts: bool):
    """LC7, MG7: never, by option, always."""
    rules = game(code, **options)  # type: ignore[arg-type]  # numbers
    assert rules.descriptor.counts_repetition(rules.options) is counts


def test_what_differs_between_the_games():
    """As the rules page tells them apart."""
    captain, merchant, two, three = BOX
    assert (captain.claims, captain.captured_leave, captain.repetition) == (True, True, Repetition.BY_OPTION)
    assert (merchant.faces, merchant.pace, merchant.piles) == (3, Pace.DIE, Piles.CAPTIVE)
    assert (two.group, two.seats, two.crews_fall) == ("MG", 2, False)
    assert (three.group, three.seats, three.crews_fall) == ("MG", 3, True)
    assert (captain.online, captain.between_programs) == ({"claim_after": 10}, {"repetition": 3})
    assert not any("stalemate?" in Match(known.code).legal_acts() for known in (merchant, two, three))


@EVERY
def test_options_are_described_whole(known: Descriptor):
    """Each value has its words, each option a label and a sentence for when it is not as usual."""
    for option in known.options:
        assert option.label
        assert len(option.said) == (2 if option.is_number else 1)
        assert len(option.words) == len(option.values or ())
        assert known.option(option.name) is option
        for value in (option.online, option.programs):
            assert value is None or value != option.default
    assert known.option("sails") is None


def test_a_die_that_no_code_has_room_for():
    """Rolls are numbered 1 to 3 in the kernel: a game with another die is refused before anybody plays it."""
    with pytest.raises(OptionError, match="expected a die of 3 faces, or none, got 6"):
        register(Descriptor(code="XX", name="Six", board=descriptor("QM").board, faces=6))
    assert "XX" not in [known.code for known in descriptors()]
