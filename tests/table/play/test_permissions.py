"""Who may do what: every use case with every kind of visitor, at every kind of table."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kidd.errors import IllegalAct
from kidd.table.play import games
from kidd.table.play.games import NotYours, Store, Table
from tests.table.sittings import ANN, BEA, computer, person, say, sit

pytestmark = pytest.mark.once

CAT = "visitor-cat"
UseCase = Callable[[Store, Table, str], object]


def move(store: Store, table: Table, visitor: str) -> object:
    """Enter a token."""
    return games.play(store, table.id, visitor, len(table.match), "@e7")


def retry(store: Store, table: Table, visitor: str) -> object:
    """Send again what the first player has played."""
    return games.play(store, table.id, visitor, 0, "@c1")


def word(act: str) -> UseCase:
    """Say something."""
    return lambda store, table, visitor: games.play(store, table.id, visitor, len(table.match), act)


def take_back(store: Store, table: Table, visitor: str) -> object:
    """Take back."""
    return games.take_back(store, table.id, visitor, len(table.match))


def abandon(store: Store, table: Table, visitor: str) -> object:
    """Close the game without a result."""
    return games.abandon(store, table.id, visitor).abandoned


def hint(store: Store, table: Table, visitor: str) -> object:
    """Ask for a hint."""
    games.check_hint(table, visitor, len(table.match))
    return True


def rematch(store: Store, table: Table, visitor: str) -> object:
    """Ask for another game when this one is over."""
    loser = table.colours_of(ANN)[0]
    over = games.play(store, table.id, ANN, len(table.match), "resign", by=loser)
    return games.rematch(store, over.id, visitor)


USE_CASES: dict[str, UseCase] = {
    "move": move,
    "retry": retry,
    "draw?": word("draw?"),
    "R:draw?": word("R:draw?"),
    "B:draw?": word("B:draw?"),
    "resign": word("resign"),
    "R:resign": word("R:resign"),
    "B:resign": word("B:resign"),
    "take back": take_back,
    "abandon": abandon,
    "hint": hint,
    "rematch": rematch,
}

# Tables after two acts, red to move; Ann is red at all of them. For each, who may do what; all else is refused.
TABLES = {
    "one device": (person(), person()),
    "computer": (person(), computer()),
    "two people": (person(), person(BEA, "Bea")),
}
MAY: dict[tuple[str, str], set[str]] = {
    ("one device", ANN): set(USE_CASES),
    ("computer", ANN): set(USE_CASES) - {"B:draw?", "B:resign"},
    ("two people", ANN): set(USE_CASES) - {"B:draw?", "B:resign", "take back", "abandon", "hint"},
    ("two people", BEA): {"draw?", "B:draw?", "resign", "B:resign", "rematch"},
}


@pytest.mark.parametrize("visitor", [ANN, BEA, CAT, ""])
@pytest.mark.parametrize("use_case", USE_CASES)
@pytest.mark.parametrize("seats", TABLES)
def test_who_may_do_what(store: Store, seats: str, use_case: str, visitor: str):
    """A visitor acts for their own seats only; who has none only looks on; nothing changes by trying."""
    table = sit(store, "LC", *TABLES[seats])
    table = say(store, table, "@c1")
    second = table.seats[1]
    if second.kind == "computer":
        table = games.computer_act(store, table.id, 1, "@a7")
    else:
        table = say(store, table, "@a7", visitor=second.visitor or "")
    if use_case in MAY.get((seats, visitor), set()):
        assert USE_CASES[use_case](store, table, visitor)
        return
    refusals = (NotYours, games.Stale) if use_case == "retry" else NotYours
    with pytest.raises(refusals):
        USE_CASES[use_case](store, table, visitor)
    if use_case != "rematch":
        assert games.load(store, table.id).version == 2


@pytest.mark.parametrize("visitor", [ANN, BEA, ""])
def test_a_computer_is_nobodys_to_play(store: Store, visitor: str):
    """While a computer is to move, no visitor moves for it, by name or not."""
    table = say(store, sit(store, "LC", person(), computer()), "@c1")
    for act, by in (("@a7", None), ("B:@a7", None), ("@a7", "B"), ("B:resign", None), ("draw?", "B")):
        with pytest.raises(NotYours):
            games.play(store, table.id, visitor, 1, act, by)
    assert games.load(store, table.id).version == 1


def test_a_computer_plays_for_nobody_else(store: Store):
    """`computer_act` is refused at a person's turn, at another ply and at the end."""
    table = sit(store, "LC", person(), computer())
    for ply in (0, 1):
        with pytest.raises(games.Stale):
            games.computer_act(store, table.id, ply, "@c1")
    table = say(store, table, "@c1")
    with pytest.raises(games.Stale):
        games.computer_act(store, table.id, 0, "@a7")
    over = say(store, table, "resign")
    with pytest.raises(games.Stale):
        games.computer_act(store, table.id, len(over.match), "@a7")


def test_a_hint_is_for_ones_own_turn(store: Store):
    """Not while the computer thinks, not for a ply that is past, not at the end."""
    table = say(store, sit(store, "LC", person(), computer()), "@c1")
    with pytest.raises(NotYours, match="not your turn"):
        games.check_hint(table, ANN, 1)
    with pytest.raises(games.Stale):
        games.check_hint(table, ANN, 0)
    with pytest.raises(IllegalAct, match="over"):
        games.check_hint(say(store, table, "resign"), ANN, 2)
