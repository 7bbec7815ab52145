"""What holds in every game, with every option, on every deck: tried on random games.

The tests try it for some twenty thousand plies; `python -m tests.contract --plies 2000000` for as long as one likes.
"""

from __future__ import annotations

import argparse
import pickle
import re
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

import kidd
from kidd import speed
from kidd.deck import Deck
from kidd.move import Move
from kidd.position import Position
from tests.rules.oracle import Chart, Men, chart_of, judge, read, surrounded
from tests.rules.setups import any_deck, any_position

LONGEST = 250  # plies of one random game
NEXT = {"R": "B", "B": "R"}, {"R": "B", "B": "G", "G": "R"}


class Table(NamedTuple):
    """A game with its options and its deck."""

    code: str
    options: dict[str, str | int]
    deck: Deck

    def __str__(self) -> str:
        values = ",".join(f"{name}={value}" for name, value in self.options.items())
        return " ".join(filter(None, (self.code, values, self.deck.name)))

    def start(self) -> Position:
        """Return the first position."""
        return kidd.start(self.code, deck=self.deck, **self.options)

    def parse(self, text: str) -> Position:
        """Return the position of a text."""
        return kidd.parse(text, deck=self.deck, **self.options)


GAMES: list[tuple[str, dict[str, str | int]]] = [
    ("LC", {"opening": "plain", "repetition": 0}),
    ("LC", {"opening": "plain", "repetition": 3}),
    ("LC", {"opening": "chooser", "repetition": 0}),
    ("LC", {"opening": "chooser", "repetition": 3}),
    ("QM", {"entry": "any", "blocked": "roll"}),
    ("QM", {"entry": "any", "blocked": "any"}),
    ("QM", {"entry": "fresh", "blocked": "roll"}),
    ("QM", {"entry": "fresh", "blocked": "any"}),
    ("MG2", {}),
    ("MG3", {}),
]


@cache
def decks() -> tuple[Deck, ...]:
    """The shipped deck, and those that only the tests know."""
    return Deck.named("kidd-18"), *map(Deck.read, sorted((Path(__file__).parent / "decks").glob("*.toml")))


def tables() -> list[Table]:
    """Every game with every combination of options on every deck."""
    return [Table(code, options, deck) for deck in decks() for code, options in GAMES]


@cache
def chart(deck: Deck) -> Chart:
    """The deck as the slow rule book sees it."""
    return chart_of(deck)


def inspect(table: Table, pos: Position, random: Random) -> None:
    """Fail if a position breaks anything that can be seen without its history."""
    reads_back(table, pos)
    goes_on_or_is_over(pos)
    agrees_with_the_slow_rules(pos)
    moves = pos.legal_moves()
    some = random.sample(moves, min(len(moves), 3))
    behaves_like_its_mirror_image(table, pos, random.choice(pos.deck.symmetries), some)
    if table.options.get("opening") != "chooser":
        treats_the_crews_alike(table, pos, some)


def reads_back(table: Table, pos: Position) -> None:
    """Text and pickles give the same position back, down to its moves."""
    text = str(pos)
    twin = table.parse(text)
    assert twin == pos, text
    assert (str(twin), hash(twin), twin.repetition_key) == (text, hash(pos), pos.repetition_key), text
    assert twin.legal_moves() == pos.legal_moves(), text
    assert pickle.loads(pickle.dumps(pos)) == pos, text
    facts = (pos.turn, pos.pieces, pos.hands, pos.is_chance, pos.die, pos.contest, pos.choosing)
    assert facts == (twin.turn, twin.pieces, twin.hands, twin.is_chance, twin.die, twin.contest, twin.choosing), text


def goes_on_or_is_over(pos: Position) -> None:
    """There are moves if and only if there is no result, no two with the same text."""
    moves = pos.legal_moves()
    assert bool(moves) == (pos.result is None), pos
    assert len(set(map(str, moves))) == len(set(moves)) == len(moves), pos
    assert pos.is_chance == (len(moves) == 3 and all(move.roll for move in moves)), pos
    assert all(map(str.isascii, map(str, moves))), pos


def agrees_with_the_slow_rules(pos: Position) -> None:
    """The rule book in tests/rules/oracle.py lists the same moves, with the same positions after them."""
    text = str(pos)
    verdict = judge(text, chart(pos.deck), pos.game.options)
    here = {str(move): str(pos.play(move)) for move in pos.legal_moves()}
    if here != verdict.moves:
        odd = {move for move in here.keys() | verdict.moves.keys() if here.get(move) != verdict.moves.get(move)}
        lines = [f"{move}: {here.get(move)} but slowly {verdict.moves.get(move)}" for move in sorted(odd)]
        raise AssertionError("\n".join([f"{text} ({pos.game})", *lines]))
    assert pos.result == (None if verdict.moves else (verdict.winner, verdict.reason)), (text, pos.result, verdict)


def behaves_like_its_mirror_image(table: Table, pos: Position, symmetry: tuple[int, ...], some: list[Move]) -> None:
    """A renumbering that keeps paths and hatches keeps moves, what they lead to, and results."""
    names = dict(zip(pos.deck.spaces, (pos.deck.spaces[space] for space in symmetry), strict=True))
    image = table.parse(mirrored(str(pos), names))
    assert image.result == pos.result, (pos, image)
    moves = {renamed(str(move), names) for move in pos.legal_moves()}
    assert moves == set(map(str, image.legal_moves())), (pos, image)
    for move in some:
        after = image.play(renamed(str(move), names))
        assert after == table.parse(mirrored(str(pos.play(move)), names)), (pos, image, move)


def mirrored(text: str, names: dict[str, str]) -> str:
    """The notation of a position with other names for the spaces, which stand in its second field only."""
    game, men, *rest = text.split(" ")
    return " ".join([game, renamed(men, names), *rest])


def renamed(text: str, names: dict[str, str]) -> str:
    """A text with other names for the spaces."""
    return re.sub(r"[a-z]\d+", lambda found: names[found[0]], text)


def treats_the_crews_alike(table: Table, pos: Position, some: list[Move]) -> None:
    """With every colour called by the next one's name, the same moves lead to the same positions."""
    turned = str.maketrans(NEXT[len(pos.game.colours) - 2])

    def recoloured(pos: Position) -> str:
        game, men, turn, _, extra = str(pos).split(" ")
        hands = {colour.translate(turned): number for colour, number in pos.hands.items()}
        numbers = "".join(f"{colour}{hands[colour]}" for colour in pos.game.colours)
        return " ".join([game, men.translate(turned), turn.translate(turned), numbers, extra.translate(turned)])

    image = table.parse(recoloured(pos))
    assert image.legal_moves() == pos.legal_moves(), (pos, image)
    for move in some:
        assert str(image.play(move)) == recoloured(pos.play(move)), (pos, image, move)


def step(pos: Position, move: Move) -> Position:
    """Make a move, and fail if that breaks anything between the two positions."""
    before = (str(pos), hash(pos), pos.legal_moves(), pos.pieces, pos.result)
    after = pos.play(move)
    again = pos.play(str(move))
    assert after == again, (pos, move)
    assert before == (str(pos), hash(pos), pos.legal_moves(), pos.pieces, pos.result), (pos, move)
    assert after != pos, (pos, move)
    whose = pos.turn if move.roll else "R" if pos.choosing else NEXT[len(pos.game.colours) - 2][pos.turn]
    assert after.turn == whose, (pos, move)
    tokens_are_conserved(pos, move, after)
    backs_tell_where_they_came_from(pos, move, after)
    return after


def tokens_are_conserved(pos: Position, move: Move, after: Position) -> None:
    """No token appears from nowhere, and only captured ones of Loyal Captain disappear."""
    state, then = read(str(pos)), read(str(after))
    crews, crews_then = (crew_of(men) for men in (state.men, then.men))
    for colour in pos.game.colours:
        entered = move.entry is not None and colour == pos.turn
        assert state.hands[colour] - then.hands[colour] == entered, (pos, move)
        lost = crews.count(colour) + entered - crews_then.count(colour)
        assert lost >= 0 if pos.game.code == "LC" else lost == 0, (pos, move)
    if pos.game.code == "LC":
        assert not any(surrounded(then.men, chart(pos.deck), colour) for colour in "RB"), (pos, move)
    elif pos.game.code == "QM":
        assert all(len(man.crew) <= 2 for man in then.men.values()), (pos, move)


def crew_of(men: Men) -> str:
    """The colours of all tokens on the deck."""
    return "".join(man.crew for man in men.values())


def backs_tell_where_they_came_from(pos: Position, move: Move, after: Position) -> None:
    """C2, C4: who has arrived has the sea behind, or the space of the last step, and nobody else turns."""
    backs = {piece.space: piece.back for piece in after.pieces}
    arrived = {}
    if move.origin and move.target:
        arrived[move.target] = move.via or move.origin
        arrived |= dict(zip(move.escapes, (move.target, *move.escapes), strict=False))
    if move.entry:
        arrived[move.entry] = "~"
    lost = pos.game.code == "LC"
    for space, back in arrived.items():
        assert backs.get(space, back if lost else "") == back, (pos, move, after)
    for piece in pos.pieces:
        if piece.space not in arrived and piece.space != move.origin:
            assert backs.get(piece.space, piece.back if lost else "") == piece.back, (pos, move, after)


def tour(table: Table, random: Random, plies: int) -> Iterator[Position]:
    """Play random games from the start, inspecting every position, for at least so many plies."""
    made = 0
    while made < plies:
        pos = table.start()
        inspect(table, pos, random)
        for _ in range(LONGEST):
            if not pos.legal_moves():
                break
            pos = step(pos, random.choice(pos.legal_moves()))
            if table.code == "LC" and not pos.choosing and len(pos.pieces) > 2 and random.random() < 0.01:
                pos = pos.contested(random.choice("RB"), random.choice((1, 2, 5, 20)))
            inspect(table, pos, random)
            made += 1
            yield pos


def set_up(random: Random) -> Iterator[Position]:
    """Inspect a position set up by hand and a few that follow, half of the time on a deck of its own."""
    deck = any_deck(random) if random.random() < 0.5 else random.choice(decks())
    code, options = random.choice(GAMES)
    table = Table(code, options, deck)
    pos = table.parse(any_position(random, code, deck))
    for _ in range(4):
        goes_on_or_is_over(pos)
        reads_back(table, pos)
        agrees_with_the_slow_rules(pos)
        yield pos
        if not pos.legal_moves():
            break
        pos = step(pos, random.choice(pos.legal_moves()))


def main() -> None:
    """Try the contract for long, and say how far it got."""
    parser = argparse.ArgumentParser(description="Random games of every kind, every position inspected.")
    parser.add_argument("--plies", type=int, default=2_000_000, help="how many in all (%(default)s)")
    parser.add_argument("--seed", type=int, default=None, help="start from this number to see the same games again")
    arguments = parser.parse_args()
    seed = Random().randrange(1 << 32) if arguments.seed is None else arguments.seed
    print(f"{'compiled' if speed.compiled() else 'interpreted'}, seed {seed}", flush=True)
    random, began, made, ended = Random(seed), time.monotonic(), 0, 0
    every = tables()
    while made < arguments.plies:
        part = min(20_000, arguments.plies - made)
        for table in every:
            for pos in tour(table, random, part // len(every) // 2 + 1):
                made, ended = made + 1, ended + (pos.result is not None)
        target = made + part // 2
        while made < target:
            for pos in set_up(random):
                made, ended = made + 1, ended + (pos.result is not None)
        spent = time.monotonic() - began
        print(f"{made:>10} plies, {ended} of them the last of a game, {made / spent:.0f} a second", flush=True)
    print(f"{made} plies in {len(every)} games, options and decks, and on decks of all kinds: nothing broken")


if __name__ == "__main__":
    main()
