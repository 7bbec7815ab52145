"""Decks: what they know, what they refuse, and how alike their halves are."""

import pickle
import subprocess
import sys
import tomllib
from itertools import permutations
from pathlib import Path

import pytest

from kidd.deck import SEA, Deck, Piece
from kidd.errors import DeckError, NotationError

DECKS = Path(__file__).parent / "decks"
KIDD = Deck.named("kidd-18")
ALL = [KIDD, Deck.read(DECKS / "raft-7.toml"), Deck.read(DECKS / "galleon-30.toml")]

RAFT = (DECKS / "raft-7.toml").read_text(encoding="utf-8")


def refusal(text: str) -> str:
    """What is said about a deck file that cannot be played on."""
    with pytest.raises(DeckError) as caught:
        Deck.from_toml(text)
    return str(caught.value)


def changed(old: str, new: str) -> str:
    """The small deck with one thing different."""
    assert RAFT.count(old) == 1, old
    return RAFT.replace(old, new)


def test_d1_the_deck_has_18_spaces_24_paths_and_6_hatches() -> None:
    """D1: twelve spaces have three neighbours, six have two and the sea."""
    assert (len(KIDD.spaces), len(KIDD.paths), len(KIDD.hatches)) == (18, 24, 6)
    assert [KIDD.spaces[hatch] for hatch in KIDD.hatches] == ["c1", "a3", "e3", "a7", "e7", "c9"]


@pytest.mark.parametrize("deck", ALL, ids=lambda deck: deck.name)
def test_d2_every_space_has_three_ports(deck: Deck) -> None:
    """D2: three neighbours in the order of the deck, or two and the sea last; every path leads both ways."""
    for space, ports in enumerate(deck.ports):
        assert len(set(ports)) == 3
        assert (ports[2] == SEA) == (space in deck.hatches)
        neighbours = [port for port in ports if port != SEA]
        assert neighbours == sorted(neighbours)
        assert all(space in deck.ports[port] for port in neighbours)


def test_the_shipped_deck_keeps_the_order_of_its_file() -> None:
    """Spaces are numbered from bow to stern as the file lists them, and drawn where it says."""
    assert KIDD.spaces[:4] == ("c1", "b2", "d2", "a3")
    assert KIDD.places[0] == (0.0, -3.05)
    assert KIDD.seaward[0] == (0.0, -1.0)
    assert KIDD.ports[KIDD.index("c4")] == tuple(map(KIDD.index, ("c3", "b5", "d5")))


def test_a_deck_file_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    """As some editors write it, whether it comes as text or as a file."""
    file = tmp_path / "raft.toml"
    file.write_text(RAFT, encoding="utf-8-sig")
    assert Deck.from_toml("\ufeff" + RAFT) == Deck.read(file) == Deck.from_toml(RAFT)


def test_symmetries_of_the_shipped_deck() -> None:
    """The ship has two mirror axes: four ways to lay it on itself, the first of which changes nothing."""
    assert len(KIDD.symmetries) == 4
    assert KIDD.symmetries[0] == tuple(range(18))
    mirrored = {tuple(KIDD.spaces[image[KIDD.index(name)]] for name in ("c1", "a3")) for image in KIDD.symmetries}
    assert mirrored == {("c1", "a3"), ("c1", "e3"), ("c9", "a7"), ("c9", "e7")}


def test_symmetries_are_all_there_are() -> None:
    """On a small deck the search finds exactly what trying every renumbering finds."""
    raft = ALL[1]

    def keeps(image: tuple[int, ...]) -> bool:
        here = ({image[port] if port != SEA else SEA for port in ports} for ports in raft.ports)
        return all(moved == set(raft.ports[image[space]]) for space, moved in enumerate(here))

    assert set(raft.symmetries) == set(filter(keeps, permutations(range(7))))
    assert len(raft.symmetries) == 6


def test_symmetries_of_the_largest_deck() -> None:
    """Thirty spaces in rings turn and mirror twelve ways."""
    assert len(ALL[2].symmetries) == len(set(ALL[2].symmetries)) == 12


def test_index_names_the_spaces_it_knows() -> None:
    """A space that is not there is a slip of notation, answered with those that are."""
    assert [KIDD.index(name) for name in KIDD.spaces] == list(range(18))
    with pytest.raises(NotationError, match=r"no space 'z9' on this deck. It has c1, b2, "):
        KIDD.index("z9")


@pytest.mark.parametrize("deck", ALL, ids=lambda deck: deck.name)
def test_decks_are_values(deck: Deck) -> None:
    """Decks of equal content are equal, hash alike and survive pickling with caches warm."""
    assert len(deck.symmetries) > 1
    again = pickle.loads(pickle.dumps(deck))
    assert again == deck
    assert hash(again) == hash(deck)
    assert again.symmetries == deck.symmetries
    assert deck != ALL[ALL.index(deck) - 1]


def test_hashes_are_not_pickled() -> None:
    """Another process salts its hashes otherwise and must make its own."""
    hash(KIDD)
    code = "import pickle, sys; deck = pickle.load(sys.stdin.buffer); print(deck in {type(deck).named('kidd-18')})"
    done = subprocess.run([sys.executable, "-c", code], input=pickle.dumps(KIDD), capture_output=True, check=True)
    assert done.stdout.strip() == b"True"


def test_named_decks_are_read_once() -> None:
    """A name is one deck, and unknown names are answered with the known ones."""
    assert Deck.named("kidd-18") is KIDD
    for name in ("kidd-19", "../decks/kidd-18", "", "x" * 500):
        with pytest.raises(DeckError, match=r"unknown deck .*there is kidd-18"):
            Deck.named(name)


def test_importing_decks_reads_no_file() -> None:
    """A program that only imports the module pays for no TOML."""
    code = "import sys, kidd.deck; print('tomllib' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_pieces_are_written_in_notation() -> None:
    """A piece is its crew from the top down, its space, and what its back is turned to."""
    assert str(Piece("RB", "c4", "c3")) == "RBc4c3"
    assert str(Piece("G", "a3", "~")) == "Ga3~"


def test_reading_names_the_file(tmp_path: Path) -> None:
    """Whatever is wrong with a file, the message says which file."""
    with pytest.raises(DeckError, match=r"cannot read the deck file '.*nowhere.toml': No such file"):
        Deck.read(tmp_path / "nowhere.toml")
    with pytest.raises(DeckError, match=r"cannot read the deck file 'a.x00b': embedded null"):
        Deck.read("a\0b")
    (tmp_path / "latin.toml").write_bytes(b'name = "\xe9"')
    with pytest.raises(DeckError, match=r"latin.toml': byte 8 is not UTF-8"):
        Deck.read(tmp_path / "latin.toml")
    (tmp_path / "empty.toml").write_text("")
    with pytest.raises(DeckError, match=r"empty.toml': missing key 'name'"):
        Deck.read(str(tmp_path / "empty.toml"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("name = ", "not TOML: Invalid value (at end of document)"),
        (RAFT + "a1 = [0, 1]\n", "not TOML: Cannot overwrite a value"),
        ("x = " + "[" * 20_000, "not TOML: "),
        ("x = " + "9" * 5000, "not TOML: "),
        ("#" * 70_000, "expected a deck file of at most 65536 characters, got 70000"),
        (changed('name = "raft-7"', ""), "missing key 'name' (a deck has name, paths"),
        (RAFT.split("[hatches]")[0], "missing key 'hatches' (a deck has"),
        ("mast = 1\n" + RAFT, "unknown key 'mast' (a deck has name, paths, spaces, hatches)"),
        (changed('"raft-7"', '"../raft"'), "name: expected up to 40 of a-z, 0-9 and hyphens, got '../raft'"),
        (changed('"raft-7"', "7"), "name: expected up to 40 of a-z, 0-9 and hyphens, got 7"),
        (RAFT.split("[spaces]")[0] + "spaces = 1\n[hatches]", "spaces: expected a table with at least one entry"),
        (RAFT.split("[hatches]")[0] + "[hatches]", "hatches: expected a table with at least one entry, got {}"),
        (changed("paths = [", "paths = 7\nx = ["), "unknown key 'x'"),
    ],
)  # fmt: skip
def test_files_that_are_no_decks(text: str, said: str) -> None:
    """Syntax, missing and unknown parts are told apart and named."""
    assert refusal(text).startswith(said)


@pytest.mark.parametrize("name", ["A1", "a", "1a", "aa1", "a01", "a0", "a100", "ä1", "~", "B"])
def test_names_of_spaces_keep_notation_readable(name: str) -> None:
    """A lowercase letter and a number from 1 to 99, so that `RBc4c3` reads one way only."""
    renamed = RAFT.replace('-b1"', f'-{name}"').replace("b1 =", f'"{name}" =')
    assert refusal(renamed) == f"spaces: expected names of a letter a-z and a number 1-99, got {name!r}"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("b1 = [0.00, 0.00]", "b1 = [0.00]", "spaces, 'b1': expected two numbers [x, y], got [0.0]"),
        ("b1 = [0.00, 0.00]", "b1 = 'x'", "spaces, 'b1': expected two numbers [x, y], got 'x'"),
        ("b1 = [0.00, 0.00]", "b1 = [true, 0]", "spaces, 'b1': expected numbers from -1000 to 1000, got True"),
        ("b1 = [0.00, 0.00]", "b1 = [nan, 0]", "spaces, 'b1': expected numbers from -1000 to 1000, got nan"),
        ("b1 = [0.00, 0.00]", "b1 = [0, -inf]", "spaces, 'b1': expected numbers from -1000 to 1000, got -inf"),
        ("b1 = [0.00, 0.00]", f"b1 = [0, 0x{'f' * 9000}]", "spaces, 'b1': expected numbers from -1000 to 1000"),
        ("b1 = [0.00, 0.00]", "b1 = [0.00, 1.50]", "spaces: 'a4' and 'b1' lie on the same place"),
        ("b1 = [0.00, 0.00]", "b1 = [0.00, 1.45]", "spaces: 'a4' and 'b1' lie on the same place, or too close"),
        ("a1 = [0.00, -1.00]", "a1 = [0, inf]", "hatches, 'a1': expected numbers from -1000 to 1000, got inf"),
        ("a1 = [0.00, -1.00]", "a1 = [0, 0]", "hatches, 'a1': expected the way to the sea"),
        ("a1 = [0.00, -1.00]", "z1 = [0, -1]", "hatches: 'z1' is not among the spaces (a1, a2,"),
    ],
)  # fmt: skip
def test_places_and_vectors(old: str, new: str, said: str) -> None:
    """Coordinates are finite and apart from each other, vectors lead somewhere."""
    assert refusal(changed(old, new)).startswith(said)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"a2-b1"', '"a2b1"', "paths: expected two spaces joined by '-', got 'a2b1'"),
        ('"a2-b1"', '"a2-b1-a4"', "paths: expected two spaces joined by '-', got 'a2-b1-a4'"),
        ('"a2-b1"', "3", "paths: expected two spaces joined by '-', got 3"),
        ('"a2-b1"', '"a2-c1"', "paths, 'a2-c1': unknown space 'c1' (spaces: a1, "),
        ('"a2-b1"', '"a2-~"', "paths, 'a2-~': unknown space '~'"),
        ('"a2-b1"', '"a2-a2"', "paths, 'a2-a2': a path cannot lead from a space to itself"),
        ('"a2-b1"', '"a1-a2"', "paths: 'a1-a2' was there before as 'a1-a2'"),
        ('"a2-b1"', '"a2-a1"', "paths: 'a2-a1' was there before as 'a1-a2'"),
        ('"a2-b1", ', "", "space 'a2': expected three ports (three paths, or two and the sea), got paths: 2"),
        ('"a2-b1"', '"a2-a5"', "space 'a5': expected three ports (three paths, or two and the sea), got the sea"),
    ],
)  # fmt: skip
def test_paths(old: str, new: str, said: str) -> None:
    """Each path joins two spaces that are there, once, and every space ends up with three ports."""
    assert refusal(changed(old, new)).startswith(said)


def test_paths_must_be_a_list() -> None:
    """A table or text in place of the list is named as what it is."""
    head, _, tail = RAFT.partition("paths = [")
    assert refusal(f"{head}paths = 'a1-a2'{tail[tail.index(']') + 1 :]}").startswith("paths: expected a list of paths")


def test_more_than_30_spaces_are_refused() -> None:
    """Positions are packed into words with room for thirty spaces."""
    more = "".join(f"d{number} = [{number}, 50]\n" for number in range(1, 25))
    assert refusal(changed("\n[hatches]", f"{more}\n[hatches]")) == "spaces: expected at most 30, got 31"


def test_a_deck_in_two_parts_is_refused() -> None:
    """Two rafts side by side are two decks."""
    twin = tomllib.loads(RAFT)
    both = ["name = 'twins'", "paths = ["]
    both += [f'"{a}-{b}", "{a}5-{b}5",' for a, b in (path.split("-") for path in twin["paths"])]
    for table, shift in (("spaces", 9), ("hatches", 0)):
        both.append(f"]\n[{table}]" if table == "spaces" else f"[{table}]")
        for name, (x, y) in twin[table].items():
            both += [f"{name} = [{x}, {y}]", f"{name}5 = [{x}, {y + shift}]"]
    assert refusal("\n".join(both)) == "paths: no way leads from 'a1' to 'a15'"


def test_paths_that_cross_are_refused() -> None:
    """Where two paths cross in the drawing, nobody can tell a crossing from a space."""
    swapped = changed("b1 = [0.00, 0.00]", "b1 = [0.00, 3.00]")
    assert refusal(swapped).startswith("the drawing: paths 'a2-b1' and 'a3-a4' cross")


def test_paths_that_lie_on_each_other_are_refused() -> None:
    """Two paths out of one space must part at once."""
    moved = changed("a2 = [1.30, -0.75]", "a2 = [0.00, -1.00]").replace("a6 = [-1.30, -0.75]", "a6 = [0.00, -0.50]")
    assert refusal(moved).startswith("the drawing: paths 'a1-a2' and 'a1-a6' lie on each other")


@pytest.mark.parametrize(
    ("vector", "path"),
    [("[0.00, 1.00]", "'a2-b1'"), ("[1.30, 1.25]", "'a1-a2'"), ("[1.0, 1.1]", "'a2-b1'")],
    ids=["through the deck", "along its own path", "between its paths"],
)  # fmt: skip
def test_hatches_lie_on_the_rim(vector: str, path: str) -> None:
    """The way from a hatch to the sea crosses nothing."""
    said = refusal(changed("a1 = [0.00, -1.00]", f"a1 = {vector}"))
    assert said.startswith(f"the drawing: hatch 'a1': its way to the sea meets the path {path}")


def test_threads_that_ask_at_once_get_the_same_deck() -> None:
    """Whoever asks first has it read; nobody else reads another one, which would be compared value by value."""
    program = """
import sys
from threading import Barrier, Thread
from kidd.deck import Deck
sys.setswitchinterval(1e-6)
start, found = Barrier(8), []
def ask():
    start.wait()
    found.append(Deck.named("kidd-18"))
threads = [Thread(target=ask) for _ in range(8)]
for thread in threads: thread.start()
for thread in threads: thread.join()
print(len({id(deck) for deck in found}))
"""
    asked = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert asked.stdout.strip() == "1"
