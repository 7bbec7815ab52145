"""What error messages quote."""

import ast
import pickle
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

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
