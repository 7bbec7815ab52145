from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

PLAY = Path(__file__).parents[1] / "scripts" / "play"
VENV = PLAY.with_name("venv")


@pytest.mark.once
@pytest.mark.parametrize(
    ("words", "passed"), [((), "serve --open"), (("QM", "--save", "mine.kidd"), "play QM --save mine.kidd")]
)
def test_play_stays_where_the_caller_is(words: tuple[str, ...], passed: str, tmp_path: Path):
    """Without words the browser opens; else log books and decks are looked up in the folder of whoever plays."""
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("no bash")
    home, kidd = tmp_path / "sources", tmp_path / "sources" / ".venv" / "bin" / "kidd"
    for script, text in ((home / "scripts" / "venv", ""), (kidd, '#!/bin/sh\npwd -P\necho "$@"\n')):
        script.parent.mkdir(parents=True)
        script.write_text(text)
        script.chmod(0o755)
    shutil.copy(PLAY, home / "scripts" / "play")
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    done = subprocess.run(
        [bash, "../sources/scripts/play", *words],
        cwd=folder,
        env={**os.environ, "CDPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == f"{folder.resolve()}\n{passed}\n"


@pytest.mark.once
def test_no_environment_for_an_extra_that_is_not_there(tmp_path: Path):
    """It is named, with those that are, and nothing is made."""
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("no bash")
    (tmp_path / "scripts").mkdir()
    shutil.copy(VENV, tmp_path / "scripts" / "venv")
    shutil.copy(VENV.parents[1] / "pyproject.toml", tmp_path)
    done = subprocess.run([bash, tmp_path / "scripts" / "venv", "play"], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("kidd: there is no extra 'play' (there are: cli web ")
    assert " test" in done.stderr
    assert not (tmp_path / ".venv").exists()
