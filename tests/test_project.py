"""The house style, checked by the tools that know it."""

import ast
import subprocess
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
KERNEL = ("src/kidd/rules", "src/kidd/search/tree")  # where a call costs more than the length of what calls
LONGEST = 60  # lines of a function: what is longer does several things


@pytest.mark.once
@pytest.mark.parametrize(
    "command",
    [
        ["ruff", "check", "--quiet", "--output-format=concise"],
        ["ruff", "format", "--check", "--quiet"],
        ["mypy"],
        ["lint-imports", "--no-cache"],
    ],
    ids=["ruff check", "ruff format", "mypy --strict", "import-linter"],
)
def test_the_house_style_holds(command):
    """Each tool is content with the whole project, as pyproject.toml sets it."""
    tool = Path(sysconfig.get_path("scripts"), command[0])
    done = subprocess.run([tool, *command[1:]], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.fail(f"{' '.join(command)}\n{done.stdout}{done.stderr}", pytrace=False)


@pytest.mark.once
def test_no_function_is_long():
    """Outside the kernel, a function has at most 60 lines."""
    kernel = [ROOT / room for room in KERNEL]
    sources = [path for room in ("src", "building", "bench") for path in sorted((ROOT / room).rglob("*.py"))]
    long = [
        f"{path.relative_to(ROOT)}: {one.name}"
        for path in sources
        if not any(room in path.parents for room in kernel)
        for one in ast.walk(ast.parse(path.read_bytes()))
        if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)
        if (one.end_lineno or one.lineno) - one.lineno >= LONGEST
    ]
    assert len(sources) > 500
    assert not long
