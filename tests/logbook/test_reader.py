from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import kidd
from kidd.deck import Deck
from kidd.errors import LogbookError
from kidd.logbook import iter_logbook, read_logbook, write_logbook
from kidd.match import Match
from kidd.position import Result
from tests.books import deck_text, same
from tests.matches import LAP, TWO_OF_THREE, matches, played

BOOK = """\
[Game "LC"]
[Options "opening=chooser claim_after=3"]
[Red "Bob"]
[Blue "Ann"]
[Date "2024-05-04"]
[Event "Table 3"]
[Result "0-1"]
[Reason "resigned"]

{A game of few words} 1. @c1 @a7 2. red draw? {too early} draw. c1-b2 B:draw? {and gone} R:resign 0-1
"""
TWO = '[Game "LC"]\n\n1. @c1 *\n\n[Game "QM"]\n\n1. @c1 @a7 2. *2 *\n'


def fault(text: str, **decks: Deck) -> str:
    """What a LogbookError says about a text."""
    with pytest.raises(LogbookError) as error:
        read_logbook(text, decks=decks)
    return str(error.value)


TWO_LEFT = f'[Game "MG3"]\n[Position "{TWO_OF_THREE}"]\n'


class TestReading:
    """Log books become matches."""

    @pytest.mark.parametrize(
        ("acts", "result"),
        [("G:draw? draw!", "1/2-0-1/2"), ("G:resign", "1-0-0"), ("pass", "*")],
    )
    def test_results_of_three(self, acts: str, result: str):
        """MG7: a draw of the two who are left is written as theirs."""
        (match,) = read_logbook(f"{TWO_LEFT}\n{acts} {result}")
        assert match.outcome == result
        assert f'[Result "{result}"]' in write_logbook(match)
        assert same(read_logbook(write_logbook(match))[0], match)

    @pytest.mark.parametrize("result", ["1/3-1/3-1/3", "1/2-1/2-0", "1/2-1/2", "1/2-0", "0-0-0", "1/2-1/3-1", "1-0"])
    def test_results_that_are_not_so(self, result: str):
        """MG7: what closes the book must be what the acts lead to."""
        said = f"Line 1: the book says {result!r}, but the moves lead to '1/2-0-1/2'."
        assert fault(f"{TWO_LEFT}\nG:draw? draw! {result}") == said

    def test_older_rulings(self):
        """A match by older rulings says so in its book, and is read by them."""
        match = Match(TWO_OF_THREE, rulings=1)
        match.play("G:draw?")
        match.play("draw!")
        book = write_logbook(match)
        assert '[Rules "1"]' in book
        assert "1/3-1/3-1/3" in book
        match.headers["Rules"] = "1"
        assert same(read_logbook(book)[0], match)
        contested = Match("LC Rb2c1,Bb8c9 R R0B0 B20", repetition=3, rulings=1)
        for act in LAP * 2:
            contested.play(act)
        assert '[Rules "1"]' in write_logbook(contested)
        assert read_logbook(write_logbook(contested))[0].result == Result(None, "repetition")
        assert "Rules" not in write_logbook([Match("MG3"), Match("MG3", rulings=1), played("LC", "resign", rulings=1)])
        assert "There are no rulings '7'." in fault(book.replace('"1"', '"7"'))

    @pytest.mark.parametrize(
        ("game", "acts", "result", "reason"),
        [
            ("LC", "1. @c1 B:time", "1-0", "time"),
            ("QM", "1. R:time", "0-1", "time"),
            ("MG3", "1. @c1 G:leave @a3 R:time", "*", ""),
            ("MG3", "1. G:leave draw? draw!", "1/2-1/2-0", "agreed"),
        ],
    )
    def test_time_and_leaving(self, game: str, acts: str, result: str, reason: str):
        """MG8: both come back as they were written, with their colour."""
        (match,) = read_logbook(f'[Game "{game}"]\n\n{acts} {result}')
        assert (match.outcome, match.result.reason if match.result else "") == (result, reason)
        assert f"{acts} {result}" in write_logbook(match)
        assert same(read_logbook(write_logbook(match))[0], match)

    def test_time_needs_a_colour(self):
        """A book that does not say whose time was up is refused."""
        assert "such as B:time" in fault('[Game "LC"]\n\n1. @c1 time 1-0')

    def test_clocks_are_comments(self):
        """Time spent stands in a comment after a move, as in chess, and comes back as it was."""
        text = '[Game "LC"]\n\n1. @c1 {[%clk 0:04:31]} @a7 {[%clk 0:04:58] a sound answer} 2. c1-b2 *'
        (match,) = read_logbook(text)
        assert match.comments == {1: "[%clk 0:04:31]", 2: "[%clk 0:04:58] a sound answer"}
        assert same(read_logbook(write_logbook(match))[0], match)
        assert "@c1 {[%clk 0:04:31]} @a7" in write_logbook(match)

    def test_a_whole_book(self):
        """Headers, acts, comments and the end all arrive."""
        (match,) = read_logbook(BOOK)
        assert match.acts == ("@c1", "@a7", "red", "draw?", "draw.", "c1-b2", "draw?", "resign")
        assert [match.act_by(number) for number in range(2, 8)] == ["B", "R", "B", "R", "B", "R"]
        assert match.result == Result("B", "resigned")
        assert (match.player("R"), match.player("B"), match.players) == ("Bob", "Ann", ("Ann", "Bob"))
        assert match.headers == {"Date": "2024-05-04", "Event": "Table 3"}
        assert match.comments == {0: "A game of few words", 4: "too early", 7: "and gone"}
        assert dict(match.game.changed) == {"opening": "chooser", "claim_after": 3}
        assert match.naming == {"opening", "claim_after"}

    def test_several_in_one_file(self):
        """Any number of games may follow each other."""
        assert [(match.game.code, len(match)) for match in read_logbook(TWO)] == [("LC", 1), ("QM", 3)]

    @pytest.mark.parametrize("text", ["", "\n \t\n", "\ufeff", "\r\n"])
    def test_an_empty_book(self, text: str):
        """Nothing is no game, and no fault."""
        assert read_logbook(text) == []

    def test_line_ends_and_byte_order_marks(self):
        """Books from other systems read alike."""
        (plain,) = read_logbook(BOOK)
        for text in (BOOK.replace("\n", "\r\n"), BOOK.replace("\n", "\r"), "\ufeff" + BOOK, "\n\n" + BOOK.rstrip()):
            (match,) = read_logbook(text)
            assert same(match, plain)

    def test_from_a_file(self, tmp_path: Path):
        """A path is opened; with a byte order mark or without."""
        path = tmp_path / "book.kidd"
        path.write_bytes(b"\xef\xbb\xbf" + TWO.encode())
        assert len(read_logbook(path)) == 2

    def test_numbers_are_optional_and_may_stick(self):
        """The acts alone make the game."""
        (match,) = read_logbook('[Game "LC"]\n@c1 @a7 2.c1-b2 2...a7-b8 *')
        assert match.acts == ("@c1", "@a7", "c1-b2", "a7-b8")

    def test_the_via_may_be_left_out(self):
        """A reader accepts a move with the via left out where only one fits."""
        (match,) = read_logbook('[Game "QM"]\n[Position "QM Bc1~,Re3~,Ra5a7,Be5e7 R R5B5 2"]\na5-b2 *')
        assert match.acts == ("a5-b2/a3",)

    def test_madagascar_may_say_its_players(self):
        """The option of the rules page names the same game as its code."""
        (match,) = read_logbook('[Game "MG"]\n[Options "players=3"]\n\n*')
        assert match.game is kidd.start("MG3").game

    def test_a_deck_is_given_and_never_opened(self, tmp_path: Path):
        """A stranger's book names its deck, and cannot make the reader open a file."""
        text = deck_text().replace('"kidd-18"', '"other"')
        path = tmp_path / "other.toml"
        path.write_text(text)
        other = Deck.from_toml(text)
        book = write_logbook(played("LC", "@c1", deck=other))
        assert '[Options "deck=other"]' in book
        (match,) = read_logbook(book, decks={"other": other})
        assert match.game.deck == other
        assert "played on the deck 'other': give it in decks=" in fault(book)
        for name in (path, path.with_suffix(""), "../decks/kidd-18"):
            assert "give it in decks=" in fault(f'[Game "LC"]\n[Options "deck={name}"]\n*')

    @pytest.mark.parametrize(
        ("text", "line", "said"),
        [
            ("hello\n", 1, "a match begins with a header like [Game \"LC\"], not with 'hello'"),
            ('[Red "Ann"]\n\n*', 3, 'a match begins with a header like [Game "LC"]'),
            ('[Game "LC"]\n[Red Ann]\n\n*', 2, "a header should look like [Name \"value\"], here it says '[Red Ann]'"),
            ('[Game "LC"] [Red "Ann"]\n*', 1, "a header should look like"),
            ('[Game "LC"]\n[9 "x"]\n*', 2, "a header should look like"),
            ('[Game "LC"]\n[Red "Ann', 2, "a header should look like"),
            ('[Game "LC"]\n[Red "Ann\\"]\n*', 2, "a header should look like"),
            ('[Game "LC"]\n[Red "Ann"]\n[Red "Bob"]\n*', 3, "the header 'Red' was there before"),
            ('\n[Game "XX"]\n*', 2, "'XX'"),
            ('[Game "LC"]\n[Gold "Cay"]\n*', 1, "The header Gold names a crew that does not play in this game."),
            ('[Game "LC"]\n[Options "entry=any"]\n*', 1, "'entry'"),
            ('[Game "LC"]\n[Options "repetition"]\n*', 1, "Options look like entry=fresh."),
            ('[Game "LC"]\n[Options "code=QM"]\n*', 1, "'code=QM' is not an option"),
            ('[Game "LC"]\n[Options "repetition=3 repetition=3"]\n*', 1, "The option repetition is there twice."),
            (
                '[Game "LC"]\n[Position "QM - R R7B7 -"]\n*',
                1,
                "The headers Position and Game name two games, QM and LC.",
            ),
            ('[Game "LC"]\n[Position "LC nonsense"]\n*', 1, "LC nonsense"),
            ('[Game "LC"]\n\n1. @c1\n@a7', 4, "the book breaks off. The match that begins in line 1 has no result."),
            ('[Game "LC"]', 1, "the book breaks off"),
            ('[Game "LC"]\n\n1. @c1\n\n[Game "LC"]\n\n*', 5, "a move, a comment or a result should stand here"),
            (
                '[Game "LC"]\n\n1. @c1 {never closed *',
                3,
                "a move, a comment or a result should stand here, not '{never",
            ),
            ('[Game "LC"]\n\n1. @c1 } *', 3, "a move, a comment or a result should stand here, not '} *'"),
            ('[Game "LC"]\n\n1. @c1 @c1 *', 3, "turn 1: @c1: c1 is occupied"),
            ('[Game "LC"]\n\n1. @c1\nxyzzy *', 4, "turn 1: 'xyzzy' is not a move."),
            ('[Game "LC"]\n\n1. @c1\ndraw! *', 4, "turn 1: Nobody has offered a draw."),
            ('[Game "LC"]\n\n1. @c1 3. @a7 *', 3, "here turn 1 should come, not '3.'. A move is missing or doubled."),
            ('[Game "LC"]\n\n1. resign 0-1 *', 3, "[Game \"LC\"], not with '*'"),
            ('[Game "LC"]\n\n1. resign @c1 0-1', 3, "The game is over."),
        ],
    )
    def test_faults_name_line_and_part(self, text: str, line: int, said: str):
        """A malformed book says where and what."""
        message = fault(text)
        assert message.startswith((f"Line {line}: ", f"Line {line}, turn "))
        assert said in message

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ('[Game "LC"]\n\n@c1 1-0', "the book says '1-0', but the moves lead to '*'"),
            ('[Game "LC"]\n\nresign *', "the book says '*', but the moves lead to '0-1'"),
            ('[Game "LC"]\n[Result "1-0"]\n\nresign 0-1', "the header Result says '1-0', but the moves lead to '0-1'"),
            (
                '[Game "LC"]\n[Reason "agreed"]\n\nresign 0-1',
                "the header Reason says 'agreed', but the moves lead to 'resigned'",
            ),
            ('[Game "LC"]\n[Reason "resigned"]\n\n*', "the header Reason says 'resigned', but the moves lead to ''"),
            ('[Game "MG3"]\n\ndraw? draw! draw! 1/2-1/2', "'1/2-1/2', but the moves lead to '1/3-1/3-1/3'"),
        ],
    )
    def test_results_are_checked_against_the_replay(self, text: str, said: str):
        """A book that claims another end than its moves have is refused, naming both."""
        assert said in fault(text)

    def test_files_that_cannot_be_read(self, tmp_path: Path):
        """Missing files, folders and other encodings are faults of the book."""
        latin = tmp_path / "latin.kidd"
        latin.write_bytes('[Game "LC"]\n[Red "Jürgen"]\n\n*\n'.encode("latin-1"))
        for path in (tmp_path / "none.kidd", tmp_path):
            with pytest.raises(LogbookError, match="cannot read the logbook"):
                read_logbook(path)
        with pytest.raises(LogbookError, match="Line 2: this is not a text in UTF-8"):
            read_logbook(latin)
        with pytest.raises(LogbookError, match=r"cannot read the logbook 'a\\x00b'"):
            read_logbook(Path("a\0b"))
        with pytest.raises(LogbookError, match="expected the text of a logbook, or its file as a Path, got 5"):
            read_logbook(5)  # type: ignore[arg-type]

    def test_a_name_is_no_book(self, tmp_path: Path):
        """Who gives a file's name for the text of a book learns how to give a file."""
        assert fault("x.kidd").startswith("A file is not given by its name, but as a Path. Line 1: ")
        (tmp_path / "x.kidd").write_text("x.kidd")
        for source in (tmp_path / "x.kidd", "x.kidd\n", '[Game "LC"]'):
            with pytest.raises(LogbookError) as error:
                read_logbook(source)
            assert "as a Path" not in str(error.value)


def complaint(text: str) -> str | None:
    """What a LogbookError says about a text that may also be in order."""
    try:
        read_logbook(text)
    except LogbookError as error:
        return str(error)
    return None


PARTS = (
    '[Game "LC"]\n',
    "[",
    "]",
    '"',
    "\\",
    "{",
    "}",
    "1.",
    "@c1",
    "draw?",
    "*",
    "1-0",
    "\n",
    " ",
    "\r",
    "\0",
    "R:",
    "é",
)


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=80) | st.lists(st.sampled_from(PARTS), max_size=30).map("".join))
@example('[Game "LC"]\n[Options "claim_after=' + "9" * 5000 + '"]\n*')
@example('[Game "MG"]\n[Options "players=9"]\n*')
@example('[Game "LC"]\n[Options "deck=\0"]\n*')
@example('[Game "LC"]\n' + "9" * 5000 + ". *")
@example('[Game "LC"]\n[Position "LC - R R' + "9" * 5000 + 'B7 -"]\n*')
def test_rubbish_is_a_logbook_error(text: str):
    """Whatever the text, it is read or refused in few words, never anything else."""
    assert len(complaint(text) or "") < 1000


@settings(max_examples=150, deadline=None)
@given(matches(), st.data())
def test_damaged_books_are_refused_or_read(match: Match, data: st.DataObject):
    """A book with a piece cut out or doubled is a LogbookError, or still a book."""
    text = write_logbook(match)
    start, end = sorted(data.draw(st.integers(0, len(text))) for _ in range(2))
    for damaged in (text[:start], text[end:], text[:start] + text[end:], text[:end] + text[start:]):
        assert (complaint(damaged) or "Line ").startswith("Line ")


RUBBISH = [
    "[",
    "{",
    "{}",
    "}",
    '[a "',
    '"',
    "\\",
    "{\\",
    "[a ",
    "1.",
    "*",
    "a",
    "draw? draw. ",
    '[Game "LC"]*\n',
    "a=1 ",
    " ",
]
BEFORE = "", '[Game "LC"]\n', '[Game "LC"]\n[Red "', '[Game "LC"]\n\n{', '[Game "LC"]\n[Options "'


@pytest.mark.parametrize("part", RUBBISH)
@pytest.mark.parametrize("before", BEFORE)
def test_a_megabyte_of_rubbish_is_read_in_linear_time(before: str, part: str):
    """No text makes the reader go over it again and again: that would take until the tests are given up."""
    assert complaint(before + part * (1_000_000 // len(part)) + "?")


def test_a_long_match_is_read_in_linear_time():
    """Tens of thousands of moves are replayed without looking back at each."""
    lap = " ".join(LAP)
    (match,) = read_logbook(f'[Game "LC"]\n[Position "LC Rb2c1,Bb8c9 R R0B0 -"]\n{" ".join([lap] * 2500)} *')
    assert len(match) == 20_000
    assert len(write_logbook(match)) > 100_000


def test_matches_come_one_by_one():
    """What stands before a match that is wrong is there, and nothing is replayed before it is asked for."""
    book = write_logbook([Match("LC"), Match("QM")]) + '\n[Game "LC"]\n\n1. @z9 *\n'
    found = iter_logbook(book)
    assert [next(found).game.code, next(found).game.code] == ["LC", "QM"]
    with pytest.raises(LogbookError, match="Line"):
        next(found)
    with pytest.raises(LogbookError):
        read_logbook(book)
