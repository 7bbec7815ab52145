"""What error messages quote."""

import ast
import pickle
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import kidd
from kidd import errors
from kidd.arena.spec import ArenaError
from kidd.errors import IllegalMove, KiddError, shown
from kidd.table import errors as table_errors
from kidd.table.errors import NoSuchGame, Stale, TooFast, TooMany
from kidd.words.error_texts import TEXTS, books, computers, moving, table, terminal

OWN_REASON = (NoSuchGame, Stale, TooFast)  # which have one each, or a usual one


def test_short_values_are_quoted_whole() -> None:
    """A value of up to 60 characters stands in the message as it came."""
    assert shown("c4-c7") == "'c4-c7'"
    assert shown(["c4", 7]) == "['c4', 7]"
    assert shown("x" * 58) == repr("x" * 58)


@pytest.mark.parametrize("value", ["x" * 59, "x" * 10_000_000, "\0" * 60, "it's " * 40, list(range(1000))])
def test_long_values_are_cut_and_counted(value: object) -> None:
    """Somebody's novel is cut to 60 characters, with an ellipsis and its length."""
    text = shown(value)
    quoted, _, count = text.rpartition(" (")
    assert len(quoted) <= 60
    assert "…" in quoted
    assert count == f"{len(value if isinstance(value, str) else repr(value))} characters)"


def test_values_that_cannot_be_written_are_named_by_type() -> None:
    """An integer too long for Python to write out does not hide the error it belongs to."""
    assert shown(1 << 100_000) == "<int>"


def test_every_error_is_a_kidd_error() -> None:
    """Whoever catches KiddError catches all that a user can cause."""
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, Exception)]
    assert len(kinds) == 10
    assert all(issubclass(kind, KiddError) and issubclass(kind, ValueError) for kind in kinds)


def test_illegal_moves_travel_between_processes() -> None:
    """The reason of a refusal survives pickling."""
    error = IllegalMove("occupied", move="c3-c4", space="c4")
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.move, again.reason, again.details) == (
        "c3-c4: c4 is occupied",
        "c3-c4",
        "occupied",
        {"move": "c3-c4", "space": "c4"},
    )


LAIN = kidd.parse("LC Rc1~,Be7~ R R6B6 -")


def said() -> kidd.Match:
    """A match with a move and a word."""
    match = kidd.Match("LC")
    match.play("@c1")
    match.play("draw?")
    return match


MISTAKES: list[tuple[Callable[[], object], str]] = [
    (lambda: said().vary(99, "@c1"), "these variations have no node 99"),
    (lambda: said().at_node(99), "these variations have no node 99"),
    (lambda: said().at_node("1"), "these variations have no node '1'"),  # type: ignore[arg-type]
    (lambda: said().variations.delete(0), "node 0 stands before the first act"),
    (lambda: said().variations.delete(7), "no node 7"),
    (lambda: said().variations.promote(7), "no node 7"),
    (lambda: said().variations.comment(7, ""), "no node 7"),
    (lambda: said().variations.name([], ""), "no node \\[\\]"),  # type: ignore[arg-type]
    (lambda: said().variations.comment(1, 5), "expected text, got 5"),  # type: ignore[arg-type]
    (lambda: said().variations.add(-1, "@c1"), "no node -1"),
    (lambda: said().variations.main_line(8), "no node 8"),
    (lambda: said().variations.find(8, "@c1"), "no node 8"),
    (lambda: said().undo("2"), "got '2'"),  # type: ignore[arg-type]
    (lambda: said().undo(1.0), "got 1.0"),  # type: ignore[arg-type]
    (lambda: said().move(1), r"act 1 is a word, draw\?: it has no move"),
    (lambda: kidd.write_logbook(5), "expected a match, .*, got 5"),  # type: ignore[arg-type]
    (lambda: kidd.write_logbook("LC"), "expected a match, .*, got 'LC'"),  # type: ignore[arg-type]
    (lambda: kidd.write_logbook([5]), "expected a match, .*, got 5"),  # type: ignore[list-item]
    (lambda: kidd.write_logbook(said(), 5), "expected the file .*, got 5"),  # type: ignore[arg-type]
    (lambda: kidd.perft("LC - R R7B7 -", 1), "expected a position, got 'LC"),  # type: ignore[arg-type]
    (lambda: LAIN.moves_ahead("X", 1), "expected some of R, B, got 'X'"),
    (lambda: LAIN.moves_ahead("RG", 1), "expected some of R, B, got 'RG'"),
    (lambda: LAIN.moves_ahead(5, 1), "expected some of R, B, got 5"),  # type: ignore[arg-type]
    (lambda: LAIN.moves_ahead("R", 10**20), "most: expected a number from 0 to 1000000, got 1000"),
    (lambda: LAIN.threatened("X", "R"), "expected some of R, B, got 'X'"),
    (lambda: LAIN.threatened("", "R"), "expected some of R, B, got ''"),
    (lambda: LAIN.threatened("R", "G"), "expected some of R, B, got 'G'"),
    (lambda: LAIN.threatened(None, "R"), "expected some of R, B, got None"),  # type: ignore[arg-type]
    (lambda: LAIN.reach("c1", 10**20), "steps: expected a number from 1 to 100, got 1000"),
    (lambda: LAIN.reach("c1", 0), "steps: expected a number from 1 to 100, got 0"),
    (lambda: LAIN.reach("c1", "2"), "steps: expected a number from 1 to 100, got '2'"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("mistake", "text"), MISTAKES, ids=[text for _, text in MISTAKES])
def test_what_a_user_does_wrong_is_a_kidd_error(mistake: Callable[[], object], text: str) -> None:
    """It says what was expected, at either speed."""
    with pytest.raises(KiddError, match=text):
        mistake()


def test_a_colour_named_twice_counts_once() -> None:
    """It is the same colour."""
    assert LAIN.moves_ahead("RR", 10) == LAIN.moves_ahead("R", 10) != ()


SOURCES = Path(errors.__file__).parent
KINDS = {
    kind.__name__: kind
    for kind in (*vars(errors).values(), *vars(table_errors).values(), ArenaError)
    if hasattr(kind, "about")
}


def raised() -> Iterator[tuple[str, type[KiddError], ast.Call]]:
    """Every place where an error is made, with its kind."""
    for file in sorted(SOURCES.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in KINDS:
                yield f"{file.relative_to(SOURCES)}:{node.lineno}", KINDS[node.func.id], node


def reasons(node: ast.expr) -> list[str] | None:
    """The reasons that an expression can stand for, if it is plain which."""
    if isinstance(node, ast.Constant):
        return [str(node.value)]
    if isinstance(node, ast.IfExp):
        both = [reasons(node.body), reasons(node.orelse)]
        return None if None in both else [one for some in both for one in some or ()]
    return None


def test_every_error_has_its_text() -> None:
    """No error is made with a sentence of its own: its reason has a text, and the details are those of the text."""
    wrong = []
    for where, kind, call in raised():
        if kind in OWN_REASON:
            continue
        given = {word.arg for word in call.keywords}
        known = reasons(call.args[0]) if call.args else None
        for reason in known or ():
            text = TEXTS[kind.about].get(reason)
            needed = set(re.findall(r"%\((\w+)\)s", text or "")) - {"crew"}
            if text is None or not (needed <= given or None in given or kind is TooMany):
                wrong.append(f"{where}: {kind.__name__} {reason!r}")
        if known is None and not isinstance(call.args[0] if call.args else None, ast.Name):
            wrong.append(f"{where}: {kind.__name__} without a plain reason")
    assert wrong == []


def test_every_text_has_its_error() -> None:
    """None of the texts is there for nothing."""
    source = "".join(file.read_text() for file in SOURCES.rglob("*.py") if "error_texts" not in file.parts)
    assert [reason for texts in TEXTS.values() for reason in texts if f'"{reason}"' not in source] == []


def test_no_text_hides_another() -> None:
    """Where the texts about one thing come from several modules, each reason has one of them."""
    parts = [books.OPTIONS, computers.OPTIONS, table.OPTIONS, terminal.OPTIONS, moving.OPTIONS]
    assert len(TEXTS["option"]) == sum(map(len, parts))
