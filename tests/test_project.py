"""The house style, checked by the tools that know it."""

import subprocess
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


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
