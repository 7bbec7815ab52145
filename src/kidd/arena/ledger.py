"""The games of a run, kept so that a crash loses none that was counted and a second start counts none twice."""

from __future__ import annotations

import json
import os
import re
import zlib
from collections.abc import Iterator, Mapping
from fractions import Fraction
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import TracebackType
from typing import IO, Any, NamedTuple

from kidd.arena.checkout import own_commit
from kidd.arena.play import PlayedGame
from kidd.arena.spec import ArenaError, Spec
from kidd.errors import shown
from kidd.files import replace_contents

BOOK, MANIFEST = "games.kidd", "run.json"

# A game in the book is a log book with one more header before it: its number, and how many bytes follow with which sum.
_MARK = re.compile(rb'\[Arena "([0-9]{1,8}) ([0-9]{1,8}) ([0-9a-f]{8})"\]\n')
_HEADER = re.compile(r'\[([A-Za-z]+) "([^"\n]*)"\]')


class Entry(NamedTuple):
    """What the report needs to know of a finished game."""

    number: int
    points: tuple[float, ...]  # by seat
    plies: int
    reason: str
    seconds: tuple[tuple[float, int], ...]


class Ledger:
    """The book of a run in its folder, which is this process's while it is open; or, without one, in memory only."""

    def __init__(self, spec: Spec, folder: Path | None = None) -> None:
        self.entries: dict[int, Entry] = {}
        self._file: IO[bytes] | None = None
        self._manifest: Path | None = None  # until the commit stands in it
        if folder is not None:
            self._open(spec, folder)
            self._manifest = folder / MANIFEST

    def add(self, game: PlayedGame) -> Entry | None:
        """Write a game down for good; None if it was there before."""
        if game.number in self.entries:
            return None
        body = _write_body(game).encode()
        if self._file is not None:
            self._note_commit()
            mark = f'[Arena "{game.number + 1} {len(body)} {zlib.crc32(body):08x}"]\n'
            try:
                self._file.write(mark.encode() + body)
                self._file.flush()
                os.fsync(self._file.fileno())
            except OSError as error:
                raise ArenaError("game-unwritable", number=game.number + 1, why=error.strerror) from error
        entry = self.entries[game.number] = _read_entry(game.number, body.decode())
        return entry

    def _note_commit(self) -> None:
        """Write down by which code the games from here on are played; it may be another than in the beginning."""
        path, self._manifest = self._manifest, None
        if path is not None and (commit := own_commit()):
            try:
                kept = json.loads(path.read_text(encoding="utf-8"))
                commits = kept.setdefault("commits", [])
                if commit not in commits:
                    commits.append(commit)
                    replace_contents(path, (json.dumps(kept, indent=2) + "\n").encode())
            except OSError as error:
                raise ArenaError("folder", folder=shown(str(path.parent)), why=error.strerror) from error

    def _open(self, spec: Spec, folder: Path) -> None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._file = (folder / BOOK).open("a+b")
            _lock(self._file, folder)
            _check_manifest(spec, folder)
            self._read(self._file, folder)
        except OSError as error:
            self.close()
            raise ArenaError("folder", folder=shown(str(folder)), why=error.strerror) from error
        except ArenaError:
            self.close()
            raise

    def _read(self, file: IO[bytes], folder: Path) -> None:
        file.seek(0)
        data = file.read()
        whole = list(_read_records(data))
        self.entries = {entry.number: entry for entry, _ in whole}
        end = whole[-1][1] if whole else 0
        if end < len(data):
            _check_tail(data, end, folder)
            file.truncate(end)
            os.fsync(file.fileno())

    def close(self) -> None:
        """Give the folder free."""
        if self._file is not None:
            self._file.close()

    def __enter__(self) -> Ledger:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


def describe_run(spec: Spec) -> dict[str, Any]:
    """What must be the same for a run to go on: all that decides how its games are played, but not how many."""
    try:
        number = version("kidd")
    except PackageNotFoundError:  # run from a folder, not installed
        number = "unknown"
    deck = spec.game.deck
    return {
        "kidd": number,
        "game": spec.game.code,
        "options": dict(spec.game.options),
        "deck": f"{deck.name} {zlib.crc32(repr((deck.spaces, deck.ports, deck.hatches)).encode()):08x}",
        "players": list(spec.players),
        "seed": spec.seed,
        "random_moves": spec.random_moves,
        "cap": spec.cap,
    }


def _check_manifest(spec: Spec, folder: Path) -> None:
    path, wanted = folder / MANIFEST, describe_run(spec)
    if not path.exists():
        if (folder / BOOK).stat().st_size:
            raise ArenaError("no-manifest", folder=shown(str(folder)), file=MANIFEST)
        replace_contents(path, (json.dumps(wanted, indent=2) + "\n").encode())
        return
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        found = None
    if not isinstance(found, Mapping):
        raise ArenaError("manifest", file=shown(str(path)))
    for name, value in wanted.items():
        if found.get(name) != value:
            details = {"folder": shown(str(folder)), "there": shown(found.get(name)), "wanted": shown(value)}
            raise ArenaError("other-run", name=name, **details)


def _write_body(game: PlayedGame) -> str:
    seconds = " ".join(f"{seconds:.4f}/{acts}" for seconds, acts in game.seconds)
    return f'[Seconds "{seconds}"]\n{game.book}\n'


def _read_entry(number: int, body: str) -> Entry:
    headers = dict(_HEADER.findall(body.partition("\n\n")[0]))
    seconds = (pair.split("/") for pair in headers["Seconds"].split())
    return Entry(
        number,
        tuple(float(Fraction(points)) for points in headers["Points"].split()),
        int(headers["Plies"]),
        "cap" if "Adjudicated" in headers else headers["Reason"],
        tuple((float(spent), int(acts)) for spent, acts in seconds),
    )


def _read_records(data: bytes, start: int = 0) -> Iterator[tuple[Entry, int]]:
    """The whole games from there on, each with where it ends; ends at the first that is not whole."""
    while mark := _MARK.match(data, start):
        body = data[mark.end() : mark.end() + int(mark[2])]
        if len(body) < int(mark[2]) or zlib.crc32(body) != int(mark[3], 16):
            return
        start = mark.end() + len(body)
        yield _read_entry(int(mark[1]) - 1, body.decode()), start


def _check_tail(data: bytes, end: int, folder: Path) -> None:
    """Only what a crash left half-written may be cut off: whole games after it mean that somebody changed the book."""
    for mark in _MARK.finditer(data, end):
        if next(_read_records(data, mark.start()), None):
            line = data.count(b"\n", 0, end) + 1
            raise ArenaError("damaged", file=shown(str(folder / BOOK)), line=line)


def _lock(file: IO[bytes], folder: Path) -> None:
    """Let no second run write to the folder; the system frees it when this process ends, however it ends."""
    try:
        import fcntl
    except ImportError:  # Windows: the folder is not guarded
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise ArenaError("running", folder=shown(str(folder))) from None
