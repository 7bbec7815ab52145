"""While all is calm a state is joined from parts that were kept: it must be what it would be if all were made anew."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from kidd.errors import KiddError
from kidd.table.play.actors import Actor, Role
from kidd.table.play.games import (
    Seat,
    Store,
    Table,
    adjourn,
    answer_adjourn,
    answer_take_back,
    computer_act,
    leave_seat,
    load,
    open_game,
    open_store,
    play,
    resume,
    take_back,
    take_seat,
)
from kidd.table.terms import Terms
from kidd.web.http.visitors.viewer import Viewer
from kidd.web.state import whole_state
from kidd.web.state.game_state import game_state
from kidd.web.state.models import GameState
from kidd.words.language import tongue

ANN, BEN, CAT = (Actor(letter * 32, "s", Role.GUEST) for letter in "abc")
EVE, OPERATOR, STRANGER = Actor("e" * 32, "s", Role.MEMBER), Actor("f" * 32, "s", Role.OPERATOR), Actor()
WORDS = ("draw?", "draw!", "draw.", "stalemate?", "stalemate!", "contest", "leave")
TALK = 0.06  # of all that is done

CONTESTED = "LC Rc1~,Ba7~,Re3~ R R4B5 R14"
TABLES: dict[str, tuple[str, str, dict[str, Any], str]] = {
    "two people by the clock": ("LC", "300+5", {}, "pp"),
    "two people with days": ("QM", "3d", {}, "pp"),
    "two who choose colours": ("LC", "", {"opening": "chooser"}, "pp"),
    "claims after a while": ("LC", "", {"claim_after": 3}, "pp"),
    "alone with both crews": ("MG2", "", {}, "aa"),
    "with a computer": ("QM", "", {}, "pc"),
    "three people": ("MG3", "300+5", {}, "ppp"),
    "three, one of them a computer": ("MG3", "", {}, "ppc"),
    "computers alone": ("MG2", "", {}, "cc"),
}


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """An empty database."""
    folder: Path = tmp_path_factory.mktemp("calm")
    opened = open_store(f"sqlite:///{folder}/kidd.db", own=True)
    yield opened
    opened.close()


def sit(kinds: str) -> list[Seat]:
    """Seats: `p` another person each, `a` Ann, `c` a computer."""
    people = iter((ANN, BEN, CAT))
    seats = []
    for number, kind in enumerate(kinds):
        if kind == "c":
            seats.append(Seat(number, "computer", level=1 + number))
        else:
            person = ANN if kind == "a" else next(people)
            seats.append(Seat(number, "person", person.person, None, "" if number else "Ann"))
    return seats


def something(store: Store, table: Table, random: Random) -> Table:
    """Let whoever is waited for move, or anybody say something now and then, whether they may or not."""
    actor = random.choice((ANN, BEN, CAT))
    ply = len(table.match)
    if random.random() < TALK:
        todo = random.randrange(5)
        with suppress(KiddError):
            if todo == 0:
                take_back(store, table.id, actor, ply)
            elif todo == 1:
                answer_take_back(store, table.id, actor, ply, agree=random.random() < 0.7)
            elif todo == 2:
                adjourn(store, table.id, actor)
            elif todo == 3:
                answer_adjourn(store, table.id, actor, agree=random.random() < 0.5)
            else:
                play(store, table.id, actor, ply, random.choice(WORDS))
        return load(store, table.id)
    if table.is_adjourned or table.recess.plea or table.wish:
        with suppress(KiddError):
            for one in (ANN, BEN, CAT):
                resume(store, table.id, one)
                answer_take_back(store, table.id, one, ply, agree=False)
    seat = table.waits_for
    if seat is None:
        return load(store, table.id)
    offer = table.match.offer
    moves = list(map(str, table.match.position.legal_moves()))
    act = random.choice(["draw!", "draw.", "stalemate!", "contest", *moves[:1]]) if offer else random.choice(moves)
    with suppress(KiddError):
        if seat.kind == "computer":
            computer_act(store, table.id, ply, act)
        else:
            play(store, table.id, Actor(seat.person or "", "s", Role.GUEST), ply, act)
    return load(store, table.id)


def anew(table: Table, viewer: Viewer, since: int | None) -> GameState:
    """The same game for the same viewer, from models and with nothing that was kept."""
    whole_state._parts.clear()
    return GameState.model_validate_json(whole_state.whole_json(replace(table), viewer, since=since))


def test_a_contest_that_a_game_was_opened_with(store: Store):
    """Nobody has said a word, but the turns that are left are counted and told with every move."""
    people = [Seat(0, "person", ANN.person), Seat(1, "person", BEN.person)]
    table = open_game(store, code="LC", options={}, seats=people, owner=ANN, position=CONTESTED)
    viewer, told = Viewer(ANN, tongue("en")), []
    for _ in range(8):
        actor = ANN if table.match.to_act == "R" else BEN
        table = play(store, table.id, actor, len(table.match), str(table.match.position.legal_moves()[0]))
        state = game_state(table, viewer)
        assert table.match.position.contest is not None
        assert state.contest is not None
        assert state.contest.turns_left == table.match.position.contest[1]
        told.append(state.sentences.contest)
    assert told[-1] == "Contested: 10 turns left for Red."


def test_whose_game_it_is(store: Store):
    """Whoever has opened a game and stood up may call it off, and others not, whoever asks first."""
    seats = [Seat(0, "person", ANN.person), Seat(1, "open"), Seat(2, "open")]
    table = open_game(store, code="MG3", options={}, seats=seats, owner=ANN)
    take_seat(store, table.id, BEN, 1)
    table = leave_seat(store, table.id, ANN, 0)
    for first in ((ANN, STRANGER, EVE), (STRANGER, EVE, ANN)):
        whole_state._parts.clear()
        found = {one.person: game_state(table, Viewer(one, tongue("en"))).rights.abandon for one in first}
        assert found == {ANN.person: True, STRANGER.person: False, EVE.person: False}


@pytest.mark.parametrize("kind", TABLES)
def test_kept_parts_are_as_good_as_new(store: Store, kind: str):
    """For players, others, operators and strangers, in any language, whatever is said, asked and taken back."""
    code, time, options, seats = TABLES[kind]
    random, calm = Random(kind), 0
    for _ in range(3):
        table = open_game(store, code=code, options=options, seats=sit(seats), owner=ANN, terms=Terms(time=time))
        for _ in range(50):
            table = something(store, table, random)
            calm += table.is_calm
            for actor in (ANN, BEN, CAT, EVE, OPERATOR, STRANGER):
                viewer = Viewer(actor, tongue(random.choice(("en", "de", "fr"))))
                whole_state._parts.clear()
                since = random.choice((None, table.version, table.version - 1, table.version - random.randrange(60)))
                kept = game_state(table, viewer, since=since).model_dump()
                made = anew(table, viewer, since).model_dump()
                assert {name for name in kept if kept[name] != made[name]} <= {"now"}
            if table.is_over:
                break
    assert calm > 20  # else nothing was shown
