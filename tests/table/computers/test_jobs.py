from __future__ import annotations

import pickle
from threading import Event
from typing import Any

import pytest

import kidd
from kidd.advice.annotate import Note
from kidd.table.computers.jobs import ROOM, Counsel, Decision, Head, Hint, Judging, Sight
from tests.contract import GAMES

pytestmark = pytest.mark.once


def sight(code: str, *acts: str, **options: Any) -> Sight:
    """A match as a worker sees it."""
    match = kidd.Match(code, **options)
    for act in acts:
        match.play(act)
    return Sight.of(match)


@pytest.mark.parametrize(("code", "options"), GAMES)
def test_a_match_travels_with_its_options(code, options):
    """What comes out at the other end is the same match."""
    seen = sight(code, "@c1", "B:draw?", **options)
    match = pickle.loads(pickle.dumps(seen)).match()
    assert match.acts == seen.acts
    assert len(match) == 2
    assert options.items() <= dict(match.game.options).items()


@pytest.mark.parametrize("level", range(1, 8))
@pytest.mark.parametrize("code", ["LC", "QM", "MG2", "MG3"])
def test_every_level_decides(code, level):
    """Levels 1 to 7 of every game make a legal first move."""
    head, seen = Head(Event()), sight(code)
    assert head.think(Decision(seen, level, 1)) in seen.match().legal_acts()


def test_the_same_game_gets_the_same_answer():
    """A kept engine with another game's thoughts in it answers like a new one."""
    head, seen = Head(Event()), sight("LC", "@c1", "@a7")
    first = [head.think(Decision(seen, 3, seed)) for seed in range(6)]
    assert [head.think(Decision(seen, 3, seed)) for seed in range(6)] == first
    assert len(set(first)) > 1


def test_computers_answer_offers_and_choose_colours():
    """An offer of a draw gets an answer, and so does the choice of the chooser opening (LC6)."""
    head = Head(Event())
    assert head.think(Decision(sight("LC", "@c1", "R:draw?"), 2, 1)) in ("draw!", "draw.")
    assert head.think(Decision(sight("LC", "@c1", "@a7", opening="chooser"), 2, 1)) in ("red", "blue")
    assert head.think(Decision(sight("LC", "@c1", "@a7", "stalemate?"), 2, 1)) in ("stalemate!", "contest")


def test_few_engines_are_kept():
    """The strongest hold most memory: all that a worker keeps stays below its room, the latest stays."""
    stop = Event()
    stop.set()  # nobody waits for the answers
    head = Head(stop)
    for code in ("LC", "QM", "MG2"):
        for level in (8, 1, 7):
            head.think(Decision(sight(code), level, 1))
            assert sum(size for size, _ in head._minds.values()) <= ROOM
            assert list(head._minds)[-1][1] == level
    assert [level for _, level in head._minds].count(8) == 1


def test_hints():
    """A hint is a move with the line it opens; where something is to be said, only that."""
    head = Head(Event())
    hint = head.think(Counsel(sight("LC", "@c1", "@a7"), 0.05))
    assert isinstance(hint, Hint)
    assert hint.line is not None
    assert hint.act == str(hint.line.moves[0])
    spoken = head.think(Counsel(sight("LC", "@c1", "R:draw?"), 0.05))
    assert isinstance(spoken, Hint)
    assert (spoken.act in ("draw!", "draw."), spoken.line) == (True, None)


def test_a_note_on_one_act():
    """An analysis is asked for act by act; told to stop, there is none."""
    stop = Event()
    head, seen = Head(stop), sight("LC", "@c1", "@a7", "c1-b2")
    note = head.think(Judging(seen, 2, 0.05))
    assert isinstance(note, Note)
    assert (note.number, str(note.move), note.by) == (2, "c1-b2", "R")
    stop.set()
    assert head.think(Judging(seen, 2, 0.05)) is None
