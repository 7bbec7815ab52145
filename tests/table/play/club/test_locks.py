"""The engine is nobody's second: what is locked while a rated game goes on."""

from __future__ import annotations

from datetime import timedelta

import pytest

from kidd.position import Position, parse, start
from kidd.search.tree.mirrors import mirror_position
from kidd.table.errors import NotYours
from kidd.table.moments import WATCH
from kidd.table.play.actors import STRANGER, Actor
from kidd.table.play.club.locks import check_analysis, check_board, check_help
from kidd.table.play.games import Store, abandon, give_seat_to_computer, open_game, rematch
from kidd.table.seats import Seat
from kidd.table.snapshot import Table
from kidd.table.terms import Terms
from tests.table.members import member, rated
from tests.table.sittings import computer, person, say, sit

pytestmark = pytest.mark.once

HELP = "rated game of Loyal Captain"


def under_way(store: Store) -> tuple[Table, Actor, Actor]:
    """A rated game with one token on the deck."""
    ann, bea = member(store, "Annelie"), member(store, "Beatrix")
    return say(store, rated(store, ann, bea), "@c1", actor=ann), ann, bea


def test_help_with_that_kind_of_game(any_store: Store):
    """For its players and nobody else, in no other kind of game, and no longer than the game."""
    table, ann, bea = under_way(any_store)
    game, merchant = table.match.game, start("QM").game
    for player in (ann, bea):
        with pytest.raises(NotYours, match=HELP):
            check_help(any_store, player, game)
        check_help(any_store, player, merchant)
    for other in (member(any_store, "Cat"), STRANGER):
        check_help(any_store, other, game)
    say(any_store, table, "R:resign", actor=ann)
    check_help(any_store, ann, game)


def test_madagascar_for_two_and_three_is_one_kind(any_store: Store):
    """Where a crew is out, three are two."""
    ann, bea = member(any_store, "Annelie"), member(any_store, "Beatrix")
    rated(any_store, ann, bea, code="MG2")
    with pytest.raises(NotYours, match="rated game of Madagascar"):
        check_help(any_store, ann, start("MG3").game)


def test_a_game_that_waits_for_people_locks_nothing(any_store: Store):
    """Whoever looks for a rated game may study until somebody sits down."""
    ann = member(any_store, "Annelie")
    seats = [Seat(0, "person", ann.person, None, "Ann"), Seat(1, "open")]
    open_game(any_store, code="LC", options={}, seats=seats, owner=ann, terms=Terms(rated=True))
    check_help(any_store, ann, start("LC").game)
    check_board(any_store, ann, [start("LC")])


def test_the_board_of_ones_own_rated_game(any_store: Store):
    """By whatever options it is asked for, mirrored, or one move on; others may look at it, and it ends."""
    table, ann, bea = under_way(any_store)
    here, cat = table.match.position, member(any_store, "Cat")
    asked: tuple[Position, ...] = (
        here,
        parse(str(here), claim_after=77),
        mirror_position(here, 1),
        here.play("@a7"),
        mirror_position(here.play("@a7"), 1),
    )
    for pos in asked:
        for player in (ann, bea):
            with pytest.raises(NotYours, match="rated game in this very position"):
                check_board(any_store, player, [table.match.start, pos])
        for watcher in (cat, STRANGER):
            check_board(any_store, watcher, [pos])
    check_board(any_store, ann, [table.match.start])
    check_board(any_store, ann, [sit(any_store, "QM").match.position])
    over = say(any_store, table, "R:resign", actor=ann)
    check_board(any_store, ann, [over.match.position])


def test_no_computer_plays_on_from_a_position(any_store: Store):
    """Nor after acts, nor once more, nor in a seat that is handed over; from the start they always play."""
    ann, bea = member(any_store, "Annelie"), member(any_store, "Beatrix")
    me = person(ann)
    before = sit(any_store, "LC", me, computer(8), owner=ann, acts=["@c1"])
    abandon(any_store, before.id, ann)
    table = say(any_store, rated(any_store, ann, bea), "@c1", actor=ann)
    here = str(table.match.position)
    with pytest.raises(NotYours, match=HELP):
        sit(any_store, "LC", me, computer(8), owner=ann, position=here)
    with pytest.raises(NotYours, match=HELP):
        sit(any_store, "LC", computer(8), computer(8), owner=ann, acts=["@c1"])
    with pytest.raises(NotYours, match=HELP):
        rematch(any_store, before.id, ann)
    device = say(any_store, sit(any_store, "LC", me, me, owner=ann), "@c1", actor=ann)
    with pytest.raises(NotYours, match=HELP):
        give_seat_to_computer(any_store, device.id, ann, 1, 8)
    waiting = open_game(any_store, code="LC", options={}, seats=[me, Seat(1, "open")], owner=ann, position=here)
    with pytest.raises(NotYours, match=HELP):
        give_seat_to_computer(any_store, waiting.id, ann, 1, 8)
    sit(any_store, "LC", me, computer(8), owner=ann)
    sit(any_store, "QM", me, computer(8), owner=ann, acts=["@c1"])


def test_analyses(any_store: Store, monkeypatch: pytest.MonkeyPatch):
    """Of games that were over before the rated one was opened, and of no others."""
    ann, bea = member(any_store, "Annelie"), member(any_store, "Beatrix")
    me = person(ann)
    before = say(any_store, sit(any_store, "LC", me, me, owner=ann), "@c1", "@a7", "R:resign", actor=ann)
    monkeypatch.setattr(WATCH, "read", lambda: before.updated + timedelta(minutes=1))
    rated(any_store, ann, bea)
    after = say(any_store, sit(any_store, "LC", me, me, owner=ann), "@c1", "@a7", "R:resign", actor=ann)
    with pytest.raises(NotYours, match=HELP):
        check_analysis(any_store, ann, after)
    check_analysis(any_store, ann, before)
    check_analysis(any_store, bea, sit(any_store, "QM"))
