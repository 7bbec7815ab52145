"""What error messages quote."""

import pickle

import pytest

from kidd import errors
from kidd.errors import IllegalMove, KiddError, shown


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
    error = IllegalMove("c4 is taken", move="c3-c4", reason="occupied", details={"space": "c4"})
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.move, again.reason, again.details) == (
        "c4 is taken",
        "c3-c4",
        "occupied",
        {"space": "c4"},
    )
