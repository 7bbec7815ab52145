"""Keeping a match in a log book, so that nothing that was played is lost."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from tempfile import gettempdir

from kidd.deck import Deck
from kidd.errors import LogbookError, shown
from kidd.logbook import read_logbook, write_logbook
from kidd.match import Match


class Keeper:
    """Knows the file that a match goes to, and the matches that stood in it before."""

    def __init__(self, path: Path | None = None, decks: Mapping[str, Deck] | None = None) -> None:
        self._decks = dict(decks or {})
        self._path: Path | None = None
        self._before: list[Match] = []
        if path is not None:
            self._open(path)

    @classmethod
    def resume(cls, path: Path, decks: Mapping[str, Deck]) -> tuple[Keeper, Match]:
        """The last match of a log book, to be played on, and a keeper that puts it back there."""
        keeper = cls(path, decks)
        if not path.exists() or not keeper._before:
            raise LogbookError("nothing-to-play-on", file=shown(str(path)))
        match = keeper._before.pop()
        if match.result:
            raise LogbookError("last-is-over", file=shown(str(path)), outcome=match.outcome)
        return keeper, match

    def keep(self, match: Match, path: Path | None = None) -> Path:
        """Write the match, after whatever other matches the file holds, and tell where."""
        if path is not None and path != self._path:
            self._open(path)
        if self._path is None:
            self._open(_fresh(match))
        assert self._path is not None
        write_logbook([*self._before, match], self._path)
        return self._path

    def keep_somewhere(self, match: Match) -> Path | None:
        """Write the match where it belongs or, failing that, anywhere; None when the whole disk refuses."""
        for path in (None, _fresh(match), Path(gettempdir()) / _fresh(match)):
            try:
                return self.keep(match, path)
            except LogbookError:
                continue
        return None

    def _open(self, path: Path) -> None:
        if not path.absolute().parent.is_dir():
            raise LogbookError("no-folder", file=shown(str(path)))
        self._before = read_logbook(path, decks=self._decks) if path.exists() else []
        self._path = path


def _fresh(match: Match) -> Path:
    """A name in this folder that nothing has yet."""
    stem = f"kidd-{match.game.code}-{datetime.now():%Y%m%d-%H%M%S}"
    names = (Path(f"{stem}{tail}.kidd") for tail in ("", *(f"-{number}" for number in range(2, 1000))))
    return next(path for path in names if not path.exists())
