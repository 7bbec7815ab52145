from __future__ import annotations

from random import Random
from threading import Event
from typing import Any

import pytest

import kidd
from kidd.advice.analyst import Analyst, Budget, positions_seen_twice
from kidd.match import Match
from kidd.move_lookup import find
from kidd.words.study.notes import inscribe, notes

# Red wins with one move and loses with every other.
LAST_CHANCE = "LC Rb2c3,Ba3~,Rc3b2,Be3d2,Bc4b5,Bd5c4,Be5e3,Rc6b5,Ba7~,Be7~,Rb8c9,Rc9b8 R R0B0 -"
TOWERS = "MG2 Bb2a3,RBBe3e5,BRRc4c3,RBa5b5,BRd8e7 R R0B0 -"
CIRCLES = "LC Rb2c1,Bb8c9 R R0B0 -"
ROUND = ("b2-c3", "b8-c7", "c3-d2", "c7-d8", "d2-c1", "d8-c9", "c1-b2", "c9-b8")


def played(start: str, *acts: str, **options: Any) -> kidd.Match:
    """A match with these acts."""
    match = kidd.Match(start, **options)
    for act in acts:
        match.play(act)
    return match


@pytest.mark.parametrize(
    ("start", "win", "loss", "said"),
    [
        (LAST_CHANCE, "c9-d8", "b2-c1", "Blue can neither move nor enter: red wins."),
        (TOWERS, "e3-c4/c3", "a5-b8/a7", "Red takes blue on c4 into a tower of 6."),
    ],
)
def test_a_win_thrown_away(start: str, win: str, loss: str, said: str):
    """The move that wins is best; one that loses by force instead is a blunder, and the words say what was better."""
    (note,) = kidd.annotate(played(start, win), nodes=4000)
    assert (note.mark, note.glyph, note.loss, note.words) == ("best", "", 0.0, "")
    (note,) = kidd.annotate(played(start, loss), nodes=4000)
    assert (note.number, note.by, str(note.move), note.mark, note.glyph) == (0, "R", loss, "blunder", "??")
    assert (note.played.score.winner, note.best.score.winner) == ("B", "R")
    assert note.words.startswith("Red had a certain win and lets it slip. Now blue wins by force.")
    assert f"Better was {win} (red: wins in " in note.words
    assert said in note.words


def test_forced_moves_are_no_choice():
    """Where there is one legal move it is marked as forced, whatever it leads to."""
    match = played("LC Bc1~,Bd2c1,Be3e5,Ba5a7,Bb5c4,Rc6d5,Bc7b8,Rd8c7,Bc9~ B R0B0 -", "c1-b2", "d8-e7")
    assert [note.mark for note in kidd.annotate(match, nodes=500)][1] == "forced"


def test_only_moves_are_judged():
    """Rolls of the die, offers and answers get no note, and numbers are those of the acts."""
    match = played("QM", "@c1", "B:draw?", "draw.", "@a7", "*2", "c1-c3/b2@c1", "*1")
    found = kidd.annotate(match, nodes=300)
    assert [(note.number, note.by, str(note.move)) for note in found] == [
        (0, "R", "@c1"),
        (3, "B", "@a7"),
        (5, "R", "c1-c3/b2@c1"),
    ]


def test_the_chooser_opening_is_not_judged():
    """LC6: nobody has a crew of their own before the colours are picked."""
    match = played("LC", "@c1", "@a7", "red", "@a3", opening="chooser")
    assert [note.number for note in kidd.annotate(match, nodes=300)] == [3]


def test_three_players():
    """Each player's own number counts, and everybody's moves are marked."""
    match = played("MG3", "@c1", "@a3", "@e3", "@a7")
    found = kidd.annotate(match, nodes=300)
    assert [note.by for note in found] == ["R", "B", "G", "R"]
    for note in found:
        own = "RBG".index(note.by)
        assert note.loss == max(0.0, note.best.score.expected[own] - note.played.score.expected[own])


def test_the_same_nodes_give_the_same_notes():
    """An annotation with a limit of nodes can be repeated."""
    match = played("LC", "@c1", "@a7", "c1-b2", "a7-a5", "b2-c3", "@c1")
    assert kidd.annotate(match, nodes=500) == kidd.annotate(match, nodes=500)


def test_the_language_of_the_words():
    """Marks stay keys; words come in the language asked for."""
    (note,) = kidd.annotate(played(TOWERS, "a5-b8/a7"), nodes=4000, language="de")
    assert note.mark == "blunder"
    assert note.words.startswith("Rot hatte den sicheren Sieg und gibt ihn aus der Hand. Nun gewinnt Blau sicher.")
    with pytest.raises(kidd.OptionError):
        kidd.annotate(played("LC", "@c1"), language="nl")


def test_a_match_goes_into_the_log_book_with_its_notes():
    """Weak moves get a comment behind them, after what was said there before; the book reads back."""
    match = played(LAST_CHANCE, "b2-c1")
    match.comments[1] = "Oh no."
    inscribe(match, kidd.annotate(match, nodes=4000))
    (again,) = kidd.read_logbook(kidd.write_logbook(match))
    assert again.acts == match.acts
    assert again.comments[1].startswith("Oh no.\n?? Red had a certain win")


def test_notes_are_written_anew():
    """A book that is annotated twice, in whatever languages, has each note once, and what people wrote stays."""
    match = played(LAST_CHANCE, "b2-c1")
    match.comments[1] = "Oh no.\n? is what I thought."
    inscribe(match, kidd.annotate(match, nodes=4000, language="de"))
    (again,) = kidd.read_logbook(kidd.write_logbook(match))
    inscribe(again, kidd.annotate(again, nodes=4000))
    assert again.comments[1].startswith("Oh no.\n? is what I thought.\n?? Red had a certain win")
    assert again.comments[1].count("??") == 1
    inscribe(again, [note._replace(mark="best", words="") for note in kidd.annotate(again, nodes=4000)])
    assert again.comments[1] == "Oh no.\n? is what I thought."


def test_only_matches_are_annotated():
    """Anything else is refused by name."""
    with pytest.raises(kidd.OptionError, match=r"expected a match, .* got 'x'"):
        kidd.annotate("x")  # type: ignore[arg-type]


def test_nothing_comes_after_stop():
    """Whoever waits for notes can end it."""
    stop = Event()
    match = played("LC", "@c1", "@a7", "c1-b2", "a7-a5")
    found = notes(match, Budget(None, 300, stop=stop))
    assert next(found).number == 0
    stop.set()
    assert list(found) == []


class TestThinking:
    """What the search is asked."""

    def test_what_stood_twice_is_drawn_the_third_time(self):
        """MG7, LC7: such positions count as draws ahead where the game says so, and others do not."""
        match = played(CIRCLES, *ROUND, "b2-c3", repetition=3)
        states = (match.start, *match.positions)
        assert positions_seen_twice(states[:8]) == []
        assert positions_seen_twice(states) == [match.start, match.position]
        free = played(CIRCLES, *ROUND)
        assert positions_seen_twice((free.start, *free.positions)) == []

    def test_a_move_that_repeats_is_worth_a_draw(self):
        """LC7: the move that ended the game by repetition is judged by that."""
        match = played(CIRCLES, *ROUND, *ROUND, repetition=3)
        assert match.result == (None, "repetition")
        last = kidd.annotate(match, nodes=200)[-1]
        assert (last.mark, last.played.score) == ("forced", ((0.0, 0.0), None, None))
        match = played(str(match.start.play("b2-c3")), *ROUND[1:], *ROUND, ROUND[0], repetition=3)
        last = kidd.annotate(match, nodes=200)[-1]
        assert last.mark != "forced"
        assert last.played.score == ((0.0, 0.0), None, None)

    @pytest.mark.parametrize(
        ("text", "move"),
        [
            (LAST_CHANCE, "b2-c1"),
            (LAST_CHANCE, "c9-d8"),
            ("QM Ba3~,Rb2c1,Ra7~ R R5B6 1", "a7-a5@c9"),
            ("QM Ra5a7,Bb5a5,Bc6d5 R R5B5 1", "a5-b5"),
        ],
    )
    def test_a_move_beyond_the_known_lines(self, text: str, move: str):
        """It is searched on its own, over all rolls where the die comes next, with the same outcome."""
        pos = kidd.parse(text)
        analyst = Analyst(pos.game, Budget(None, 3000))
        known = analyst.lines(pos, ())
        among = analyst.line_of(pos, find(pos, move), (), known)
        alone = analyst.line_of(pos, find(pos, move), (), known[:1] if str(known[0].moves[0]) != move else ())
        assert (str(among.moves[0]), str(alone.moves[0])) == (move, move)
        assert among.score.winner == alone.score.winner
        assert among.score.expected == pytest.approx(alone.score.expected, abs=0.3)


@pytest.mark.parametrize("code", ["LC", "MG2"])
def test_a_weak_move_has_a_reason(code: str):
    """Before what was better comes what was wrong: a danger, the answer and what it does, or the chances left."""
    random, match = Random(f"reasons {code}"), Match(code)
    while match.result is None and len(match) < 24:
        match.play(str(random.choice(match.position.legal_moves())))
    weak = [note for note in kidd.annotate(match, nodes=400) if note.glyph]
    assert weak
    assert not [note.words for note in weak if note.words.startswith("Better was")]
    crews = {"R": "red", "B": "blue"}
    for note in weak:  # every chance is the mover's, and says so
        assert "stands" not in note.words
        assert f"({crews[note.by]}: " in note.words
        assert "The chances of" not in note.words or f"The chances of {crews[note.by]} are now" in note.words
