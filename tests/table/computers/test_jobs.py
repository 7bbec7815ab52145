from __future__ import annotations

import pickle
import subprocess
import sys
from threading import Event
from typing import Any

import pytest

import kidd
from kidd.advice.annotate import Note
from kidd.advice.look import Look
from kidd.search.hint import Hint
from kidd.table.computers.jobs import (
    ROOM,
    HintQuestion,
    LookQuestion,
    MatchRecord,
    MoveQuestion,
    NoteQuestion,
    Thinker,
)
from tests.contract import GAMES

pytestmark = pytest.mark.once


def record(code: str, *acts: str, **options: Any) -> MatchRecord:
    """A match as a worker sees it."""
    match = kidd.Match(code, **options)
    for act in acts:
        match.play(act)
    return MatchRecord.of(match)


@pytest.mark.parametrize(("code", "options"), GAMES)
def test_a_match_travels_with_its_options(code, options):
    """What comes out at the other end is the same match."""
    seen = record(code, "@c1", "B:draw?", **options)
    match = pickle.loads(pickle.dumps(seen)).match()
    assert match.acts == seen.acts
    assert len(match) == 2
    assert options.items() <= dict(match.game.options).items()


@pytest.mark.parametrize("level", range(1, 8))
@pytest.mark.parametrize("code", ["LC", "QM", "MG2", "MG3"])
def test_every_level_decides(code, level):
    """Levels 1 to 7 of every game make a legal first move."""
    thinker, seen = Thinker(Event()), record(code)
    assert thinker.think(MoveQuestion(seen, level, 1)) in seen.match().legal_acts()


def test_the_same_game_gets_the_same_answer():
    """A kept engine with another game's thoughts in it answers like a new one."""
    thinker, seen = Thinker(Event()), record("LC", "@c1", "@a7")
    first = [thinker.think(MoveQuestion(seen, 3, seed)) for seed in range(6)]
    assert [thinker.think(MoveQuestion(seen, 3, seed)) for seed in range(6)] == first
    assert len(set(first)) > 1


def test_computers_answer_offers_and_choose_colours():
    """An offer of a draw gets an answer, and so does the choice of the chooser opening (LC6)."""
    thinker = Thinker(Event())
    assert thinker.think(MoveQuestion(record("LC", "@c1", "R:draw?"), 2, 1)) in ("draw!", "draw.")
    assert thinker.think(MoveQuestion(record("LC", "@c1", "@a7", opening="chooser"), 2, 1)) in ("red", "blue")
    assert thinker.think(MoveQuestion(record("LC", "@c1", "@a7", "stalemate?"), 2, 1)) in ("stalemate!", "contest")


def test_few_engines_are_kept():
    """The strongest hold most memory: all that a worker keeps stays below its room, the latest stays."""
    stop = Event()
    stop.set()  # nobody waits for the answers
    thinker = Thinker(stop)
    for code in ("LC", "QM", "MG2"):
        for level in (8, 1, 7):
            thinker.think(MoveQuestion(record(code), level, 1))
            assert sum(size for size, _ in thinker._minds.values()) <= ROOM
            assert list(thinker._minds)[-1][1] == level
    assert [level for _, level in thinker._minds].count(8) == 1


def test_hints():
    """A hint is a move with the line it opens; where something is to be said, only that."""
    thinker = Thinker(Event())
    hint = thinker.think(HintQuestion(record("LC", "@c1", "@a7"), 0.05))
    assert isinstance(hint, Hint)
    assert hint.line is not None
    assert hint.act == str(hint.line.moves[0])
    spoken = thinker.think(HintQuestion(record("LC", "@c1", "R:draw?"), 0.05))
    assert isinstance(spoken, Hint)
    assert (spoken.act in ("draw!", "draw."), spoken.line) == (True, None)


def test_a_note_on_one_act():
    """An analysis is asked for act by act; told to stop, there is none."""
    stop = Event()
    thinker, seen = Thinker(stop), record("LC", "@c1", "@a7", "c1-b2")
    note = thinker.think(NoteQuestion(seen, 2, 0.05))
    assert isinstance(note, Note)
    assert (note.number, str(note.move), note.by) == (2, "c1-b2", "R")
    stop.set()
    assert thinker.think(NoteQuestion(seen, 2, 0.05)) is None


@pytest.mark.parametrize(("code", "options"), GAMES)
def test_a_slice_of_a_look(code, options):
    """Travels as text, with what must not come again."""
    match = kidd.Match(code, **options)
    match.play("@c1")
    question = pickle.loads(pickle.dumps(LookQuestion.of(match, 2, 0.05)))
    found = Thinker(Event()).think(question)
    assert isinstance(found, Look)
    assert str(found.lines[0].moves[0]) in match.legal_acts()


def test_who_thinks_elsewhere_needs_nothing_of_the_server():
    """Neither a database nor a web: what is installed with the rules is enough."""
    known = (
        "import sys, kidd.table.computers.remote_thinking; print([one for one in sys.argv[1:] if one in sys.modules])"
    )
    unneeded = ["sqlalchemy", "fastapi", "pydantic", "cachetools", "distributed"]
    told = subprocess.run([sys.executable, "-c", known, *unneeded], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]"
