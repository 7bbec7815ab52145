from __future__ import annotations

import stat
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kidd.deck import Deck
from kidd.errors import LogbookError
from kidd.logbook import read_logbook, write_logbook
from kidd.match import Match
from tests.books import deck_text, same
from tests.matches import LAP, matches, played


class TestWriting:
    """Matches become log books."""

    def test_looks_like_this(self):
        """Headers in a fixed order, a blank line, the acts with turn numbers, the result."""
        match = Match("QM", ["Ann", "Bob"], blocked="any")
        match.headers["Date"] = "2024-05-04"
        for act in ("@c1", "@a7", "*1", "c1-b2@e3", "B:draw?"):
            match.play(act)
        match.comments[4] = "a quiet start"
        assert write_logbook(match) == (
            '[Game "QM"]\n[Options "blocked=any"]\n[Red "Ann"]\n[Blue "Bob"]\n[Date "2024-05-04"]\n[Result "*"]\n\n'
            "1. @c1 @a7 2. *1 c1-b2@e3 {a quiet start} draw? *\n"
        )

    def test_a_book_that_begins_with_blue(self):
        """The number of a half round has three dots."""
        match = played("LC Rb2c1,Bb8c9 B R0B0 -", "b8-c7", "b2-c3")
        assert write_logbook(match).endswith("\n\n1... b8-c7 2. b2-c3 *\n")
        assert '[Position "LC Rb2c1,Bb8c9 B R0B0 -"]' in write_logbook(match)

    def test_lines_stay_short(self):
        """Long games are wrapped between words."""
        match = played("LC Rb2c1,Bb8c9 R R0B0 -", *LAP * 9)
        text = write_logbook(match)
        assert max(map(len, text.splitlines())) <= 100
        (read,) = read_logbook(text)
        assert same(read, match)

    def test_headers_of_the_match_itself_are_not_set_by_hand(self):
        """What the match says is written from the match; a second source is refused."""
        for name, source in (("Red", "match.players"), ("Result", "the match itself"), ("Game", "the match itself")):
            match = Match("LC")
            match.headers[name] = "x"
            with pytest.raises(LogbookError, match=f"header '{name}' is written from {source}"):
                write_logbook(match)

    def test_what_cannot_be_written(self):
        """Bad names, lone surrogates, comments on nothing and another deck under the standard one's name."""
        for name in ("", "No Blanks", 'x"]\n[y', "1st", "é"):
            match = Match("LC")
            match.headers[name] = "x"
            with pytest.raises(LogbookError, match="expected a header's name"):
                write_logbook(match)
        with pytest.raises(LogbookError, match="cannot be written as UTF-8"):
            write_logbook(Match("LC", ["\udcff", ""]))
        match = Match("LC")
        match.comments[1] = "on what?"
        with pytest.raises(LogbookError, match="comment 1 belongs to no act: the last one that can be is 0"):
            write_logbook(match)
        impostor = Deck.from_toml(deck_text().replace("[ 0.00, -3.05]", "[ 0.00, -3.15]"))
        with pytest.raises(LogbookError, match="cannot go by its name, 'kidd-18'"):
            write_logbook(Match("LC", deck=impostor))

    def test_to_a_file_at_once_or_not_at_all(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
        """The old book stays whole when the new one cannot be finished, and nothing is left beside it."""
        path = tmp_path / "book.kidd"
        assert write_logbook(Match("LC"), path) == path.read_text()
        path.chmod(0o640)
        write_logbook([Match("LC"), Match("QM")], path)
        assert len(read_logbook(path)) == 2
        assert stat.S_IMODE(path.stat().st_mode) == 0o640

        def full(_: int) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr("os.fsync", full)
        with pytest.raises(LogbookError, match="No space left on device"):
            write_logbook([], path)
        assert len(read_logbook(path)) == 2
        assert list(tmp_path.iterdir()) == [path]

    def test_through_a_link(self, tmp_path: Path):
        """The file behind a link is written, and the link stays."""
        (tmp_path / "link").symlink_to(tmp_path / "book.kidd")
        write_logbook(Match("LC"), tmp_path / "link")
        assert (tmp_path / "link").is_symlink()
        assert len(read_logbook(tmp_path / "book.kidd")) == 1

    @pytest.mark.parametrize(
        ("part", "value", "said"),
        [
            ("headers", {"a": 5}, "header 'a': expected text, got 5"),
            ("headers", {5: "a"}, "header's name of letters, digits, hyphens and underscores, got 5"),
            ("comments", {0: 5}, "comment 0: expected text, got 5"),
            ("comments", {"0": "x"}, "comment '0' belongs to no act: the last one that can be is 1"),
        ],
    )
    def test_what_is_no_text(self, part: str, value: object, said: str):
        """Anything can be put into a match; what no book can hold is named."""
        match = played("LC", "@c1")
        setattr(match, part, value)
        with pytest.raises(LogbookError) as error:
            write_logbook(match)
        assert said in str(error.value)

    @pytest.mark.parametrize("name", ["none/book.kidd", ".", "a\0b"])
    def test_nowhere(self, tmp_path: Path, name: str):
        """A folder that is missing, or in the way, is told."""
        with pytest.raises(LogbookError, match="cannot write the logbook"):
            write_logbook(Match("LC"), tmp_path / name)


@settings(max_examples=150, deadline=None)
@given(st.lists(matches(), max_size=3), st.booleans())
def test_reading_what_was_written_gives_the_same_game_back(written: list[Match], crlf: bool):
    """The round trip loses nothing, and what is read is written the same again."""
    text = write_logbook(written)
    read = read_logbook(text.replace("\n", "\r\n") if crlf else text)
    assert len(read) == len(written)
    assert all(same(one, other) for one, other in zip(read, written, strict=True))
    assert write_logbook(read) == text
