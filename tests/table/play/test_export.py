from __future__ import annotations

import re

import pytest

import kidd
from kidd import dice
from kidd.rules.numbers import RULINGS
from kidd.table.play import games
from kidd.table.play.games import Store
from tests.table.sittings import ANN, computer, person, say, sit, wander

pytestmark = pytest.mark.once


def test_a_book_has_the_whole_game(store: Store):
    """Reading it gives the match back, with players, options and what the table knows besides."""
    table = sit(store, "LC", person(name='Ann "Bo" \\ {x}'), computer(4), opening="chooser")
    table = wander(store, table, 15)
    (match,) = kidd.read_logbook(games.logbook(table))
    assert (match.acts, match.game) == (table.match.acts, table.match.game)
    assert {match.player(colour) for colour in "RB"} == {'Ann "Bo" \\ {x}', "level 4, Gunner"}
    assert match.player("R") == table.match.player("R")
    assert match.headers == {"Id": table.id, "Date": table.created.date().isoformat(), "Rules": str(RULINGS)}


def test_the_dice_of_a_finished_game_are_proven(store: Store):
    """The book of a game with takebacks and words in it verifies, and it says so only when the game is over."""
    table = wander(store, sit(store, "QM"), 14)
    for _ in range(3):
        table = games.take_back(store, table.id, ANN, len(table.match))
    table = wander(store, say(store, table, "draw?", "draw."), 20, seed=3)
    (running,) = kidd.read_logbook(games.logbook(table))
    assert dice.check(running).problem == "secret"
    table = table if table.is_over else say(store, table, "resign")
    (match,) = kidd.read_logbook(games.logbook(table))
    report = dice.check(match)
    assert report.fair
    assert len(report.rolls) >= 5


def test_a_forged_book_is_found_out(store: Store):
    """Whoever changes a roll in the book, and the game so that it is legal, cannot make the seed agree."""
    table = say(store, sit(store, "QM"), "@c1", "@a7")
    book = games.logbook(say(store, table, "resign"))
    (roll,) = re.findall(r"\*[123]", book)
    forged = book.replace(roll, f"*{int(roll[1]) % 3 + 1}", 1)
    (match,) = kidd.read_logbook(forged)
    assert dice.check(match).problem == "wrong-rolls"


def test_rolls_of_a_book_that_was_brought_along_are_not_the_servers(store: Store):
    """Only what was rolled here is proven here."""
    table = sit(store, "QM", acts=["@c1", "@a7", "*2", "c1-c3/b2@c1"])
    table = wander(store, table, 9)
    table = table if table.is_over else say(store, table, "resign")
    (match,) = kidd.read_logbook(games.logbook(table))
    report = dice.check(match)
    assert match.headers["DiceFrom"] == "4"
    assert (report.problem, report.elsewhere) == ("", 1)
    assert len(report.rolls) >= 2


def test_the_book_leaves_the_table_as_it_is(store: Store):
    """Headers are written into a copy."""
    table = sit(store, "LC")
    games.logbook(table)
    assert table.match.headers == {}
