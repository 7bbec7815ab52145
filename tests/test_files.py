import stat
import sys
from pathlib import Path

import pytest

from kidd.files import create_private, private_draft, replace_contents

pytestmark = pytest.mark.once


def test_contents_are_replaced_and_the_mode_stays(tmp_path: Path):
    """The new contents stand in the file, nothing stands beside it, and who may read it has not changed."""
    path = tmp_path / "book"
    path.write_bytes(b"old")
    path.chmod(0o640)
    replace_contents(path, b"new")
    assert path.read_bytes() == b"new"
    assert path.stat().st_mode & 0o777 == 0o640
    assert list(tmp_path.iterdir()) == [path]


def test_what_a_link_leads_to_is_replaced(tmp_path: Path):
    """A link stays a link."""
    path, link = tmp_path / "book", tmp_path / "link"
    path.write_bytes(b"old")
    link.symlink_to(path)
    replace_contents(link, b"new")
    assert link.is_symlink()
    assert path.read_bytes() == b"new"


@pytest.mark.parametrize("fails", ["fsync", "replace"])
def test_a_failure_leaves_all_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: str):
    """A full disk, or a folder that takes no name: the old contents stay, and nothing half-written stays with them."""

    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    path = tmp_path / "book"
    path.write_bytes(b"old")
    monkeypatch.setattr(f"os.{fails}", refuse)
    with pytest.raises(OSError, match="No space left"):
        replace_contents(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_private_file_is_made_once(tmp_path: Path):
    """The first one stays, for its owner's eyes only, and a second one says that it came too late."""
    path = tmp_path / "secret"
    assert create_private(path, b"first")
    assert not create_private(path, b"second")
    assert path.read_bytes() == b"first"
    assert path.stat().st_mode & 0o777 == 0o600
    assert list(tmp_path.iterdir()) == [path]


def test_a_draft_takes_the_place_of_a_file_when_it_is_whole(tmp_path: Path):
    """For its owner only, under the name that a link leads to; if its making fails, the file stays and nothing else."""
    path, link = tmp_path / "book", tmp_path / "link"
    path.write_text("before")
    link.symlink_to(path)

    def make(fails: bool) -> None:
        with private_draft(link) as draft:
            assert draft.read_bytes() == b""
            draft.write_text("after")
            if fails:
                raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        make(fails=True)
    assert (path.read_text(), len(list(tmp_path.iterdir()))) == ("before", 2)
    make(fails=False)
    assert (path.read_text(), link.is_symlink(), len(list(tmp_path.iterdir()))) == ("after", True, 2)
    if sys.platform != "win32":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
