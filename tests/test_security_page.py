"""docs/security.md: every test that it names is there, and every line of the standard's first level, once."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.once
ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
NAMED = re.findall(r"`([\w/]+)::(test_\w+)`", PAGE)
LINES = re.findall(r"(?m)^\| (\d+\.\d+\.\d+) \| [^|]+ \| ([^|]+) \|$", PAGE)


def functions(path: Path) -> set[str]:
    """The tests of a module, in classes or not."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}


@pytest.mark.parametrize(("module", "name"), sorted(set(NAMED)), ids=lambda one: one)
def test_what_it_names_is_there(module: str, name: str):
    """A test that was renamed has to be renamed on the page, too."""
    assert name in functions(ROOT / "tests" / f"{module}.py")


def test_every_line_of_the_first_level():
    """128 lines in chapters 2 to 14, each with a test or a reason."""
    numbers = [number for number, _ in LINES]
    assert len(numbers) == len(set(numbers)) == 128
    assert {int(number.split(".")[0]) for number in numbers} == set(range(2, 15))
    assert all(len(how.strip()) > 5 for _, how in LINES)
    assert len(set(NAMED)) > 60


def test_settings_and_security_are_told():
    """Every setting of the server stands on the page for those who run it."""
    from kidd.web.http.settings import PREFIX, Settings

    serving = (ROOT / "docs" / "serving.md").read_text(encoding="utf-8")
    missing = [name for name in Settings.model_fields if f"`{PREFIX}{name.upper()}`" not in serving]
    assert missing == []
