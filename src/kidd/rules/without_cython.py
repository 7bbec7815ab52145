"""What the rule books need of Cython's name when they run interpreted and Cython is not installed."""

from contextlib import nullcontext
from typing import TypeVar

Value = TypeVar("Value")

compiled = False
nogil = nullcontext()
gil = nullcontext()


def cast(_kind: object, value: Value) -> Value:
    """Return the value: only a compiler needs to be told its type."""
    return value
