import json
import subprocess
from pathlib import Path

import pytest

from kidd.arena import Here, Spec, ledger, run
from kidd.arena.checkout import commit_of

pytestmark = pytest.mark.once

FIRST, SECOND = "1" * 40, "2" * 40


def git(where: Path, *words: str) -> str:
    """What git says."""
    who = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    return subprocess.run(["git", *who, *words], cwd=where, capture_output=True, check=True, text=True).stdout.strip()


def test_a_commit_is_found_without_git(tmp_path):
    """On a branch, packed, detached and in a second work tree."""
    git(tmp_path, "init", "-q")
    git(tmp_path, "commit", "-q", "--allow-empty", "-m", "first")
    wanted = git(tmp_path, "rev-parse", "HEAD")
    assert commit_of(tmp_path) == wanted
    git(tmp_path, "worktree", "add", "-q", "-b", "other", "beside")
    assert commit_of(tmp_path / "beside") == wanted
    git(tmp_path, "pack-refs", "--all")
    assert commit_of(tmp_path) == commit_of(tmp_path / "beside") == wanted
    git(tmp_path, "checkout", "-q", "--detach")
    assert commit_of(tmp_path) == wanted


def test_no_checkout_has_no_commit(tmp_path):
    """Nor has one that has none yet, or whose files say nothing."""
    assert not commit_of(tmp_path)
    git(tmp_path, "init", "-q")
    assert not commit_of(tmp_path)
    (tmp_path / ".git" / "HEAD").write_text("nonsense")
    assert not commit_of(tmp_path)


def test_a_run_says_by_which_code_it_was_played(tmp_path, monkeypatch):
    """Each commit that played games of it is listed once; another one does not stop it."""
    for games, commit in ((2, FIRST), (4, FIRST), (4, SECOND), (6, SECOND)):
        monkeypatch.setattr(ledger, "own_commit", lambda commit=commit: commit)
        run(Spec.of("LC", "random", "random", games=games), folder=tmp_path, executor=Here())
        listed = [FIRST] if games < 6 else [FIRST, SECOND]
        assert json.loads((tmp_path / "run.json").read_text())["commits"] == listed


def test_without_a_commit_nothing_is_said(tmp_path, monkeypatch):
    """As where the package is installed."""
    monkeypatch.setattr(ledger, "own_commit", str)
    run(Spec.of("LC", "random", "random", games=2), folder=tmp_path, executor=Here())
    assert "commits" not in json.loads((tmp_path / "run.json").read_text())
