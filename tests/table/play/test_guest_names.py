"""What guests are called: by no name that looks like a member's."""

from __future__ import annotations

import pytest

from kidd.table.errors import AccountError, NotYours
from kidd.table.play.actors import STRANGER, Actor, guest
from kidd.table.play.club.invitations import Invitation, invite
from kidd.table.play.games import Store, take_seat
from kidd.table.play.people.guest_names import called, rename
from kidd.table.play.people.profile import block, blocked, unblock
from kidd.table.storage.persons import accounts
from kidd.words.club.ship_names import ship_name
from kidd.words.language import tongue
from tests.table.members import member
from tests.table.sittings import ANN, BEA, person, sit

pytestmark = pytest.mark.once

EN = tongue("en")
TAKEN = (
    "Ann Bonny",
    "ann bonny",
    "Ann Bοnny",
    "Ann-Bonny!",
    "★Ann Bonny★",
    "Ann Borıny",
    "Ann\u3164Bonny",  # letters without ink
    "Ann\uffa0Bonny",
    "Ann\u115fBonny",
    "Ann\u2800Bonny",
    "Ⲁnn Bonny",  # Coptic
    "Ann ꓐonny",  # Lisu
    "ꓮꓠꓠ ꓐꓳꓠꓠꓬ",
    "Ann Boᴎny",
    "Ann Boոny",  # Armenian
    "The House",
    "the Operator",
    "Admin",
    "Kidd",
)


@pytest.mark.parametrize("name", TAKEN)
def test_a_name_that_looks_like_a_members(any_store: Store, name: str):
    """Nobody sits under it who is not that member: by invitation, in a seat, in a game, or renamed."""
    mary = member(any_store, "Ann Bonny")
    waiting = invite(any_store, BEA, Invitation("LC", {}, name="Bea"))
    free = next(seat.number for seat in waiting.seats if seat.kind == "open")
    for deed in (
        lambda: invite(any_store, ANN, Invitation("LC", {}, name=name)),
        lambda: take_seat(any_store, waiting.id, ANN, free, name),
        lambda: sit(any_store, "LC", person(ANN, name), person(ANN, "Tim")),
        lambda: rename(any_store, ANN, name),
        lambda: called(any_store, ANN, name, EN),
    ):
        with pytest.raises(AccountError, match="Somebody has that name"):
            deed()
    assert called(any_store, mary, "Somebody else", EN) == "Ann Bonny"


@pytest.mark.parametrize("name", ["ᏞᎬᎬ ᏢᎾᎬ", "ꓡꓰꓰ ꓑꓳꓰ", "ⲗee poe", "♥Lee Poe♥"])
def test_a_name_in_capitals_of_elsewhere(any_store: Store, name: str):
    """Cherokee and Lisu letters look like Latin capitals, a word of two scripts is nobody's."""
    member(any_store, "LEE POE")
    with pytest.raises(AccountError):
        rename(any_store, ANN, name)


@pytest.mark.parametrize("name", ["Tom ♥ Яна", "தமிழ்", "木村さん", "Ann O'Malley 2", "Kauaʻi", "ⵣ", "Zoë 🦜", "ᏣᎳᎩ"])
def test_names_of_guests_that_may_be(any_store: Store, name: str):
    """In whatever script, and with signs that members have not."""
    assert rename(any_store, ANN, name)


def test_members_at_one_device(any_store: Store):
    """Whoever has an account writes down the other's name, who sits beside them."""
    mary = member(any_store, "Mary Read")
    member(any_store, "Ann Bonny")
    table = sit(any_store, "LC", person(mary, "Mary Read"), person(mary, "Ann Bonny"), owner=mary)
    assert [seat.name for seat in table.seats] == ["Mary Read", "Ann Bonny"]


def test_a_name_is_kept(any_store: Store):
    """What a guest was called once they are called again, on every page, until they change it."""
    table = invite(any_store, ANN, Invitation("LC", {}, name="Salty Ann"))
    assert known(any_store, ANN) == "Salty Ann"
    take_seat(any_store, table.id, BEA, next(seat.number for seat in table.seats if seat.kind == "open"), "Bea")
    assert known(any_store, BEA) == "Bea"
    assert rename(any_store, ANN, " Calm   Ann ") == "Calm Ann"
    here = Actor(ANN.person, role=ANN.role, name=known(any_store, ANN))
    assert called(any_store, here, "", EN) == "Calm Ann"


def test_a_ships_name_that_a_member_has(any_store: Store):
    """Then another one is made, also for a guest who has had it for long."""
    first = ship_name(ANN.person, EN)
    assert called(any_store, ANN, "", EN) == first
    member(any_store, first)
    assert called(any_store, ANN, "", EN) == ship_name(ANN.person, EN, 1) != first
    assert called(any_store, Actor(ANN.person, role=ANN.role, name=first), "", EN) == ship_name(ANN.person, EN, 1)


def test_who_has_no_other_name(any_store: Store):
    """Strangers are nobody yet, members have theirs for good, and nothing is no name."""
    with pytest.raises(NotYours):
        rename(any_store, STRANGER, "Ann")
    with pytest.raises(AccountError, match="Members keep the name"):
        rename(any_store, member(any_store, "Mary Read"), "Mary")
    with pytest.raises(AccountError, match="what you want to be called"):
        rename(any_store, ANN, " \u3164 ")


def test_guests_block_and_unblock(any_store: Store):
    """A guest's list is theirs to read and to change, with members and guests on it."""
    member(any_store, "Mary Read")
    with any_store.reading() as connection:
        mary = accounts.named(connection, "Mary Read")
    assert mary is not None
    block(any_store, ANN, "mary read")
    assert [one.name for one in blocked(any_store, ANN, EN)] == ["Mary Read"]
    unblock(any_store, ANN, "Mary Read", EN)
    assert blocked(any_store, ANN, EN) == []
    for deed in (lambda: block(any_store, STRANGER, "Mary Read"), lambda: unblock(any_store, guest(""), "x", EN)):
        with pytest.raises(NotYours):
            deed()


def known(store: Store, actor: Actor) -> str:
    """What the database has for a name."""
    with store.reading() as connection:
        account = accounts.find(connection, actor.person)
    return (account.name if account else None) or ""
