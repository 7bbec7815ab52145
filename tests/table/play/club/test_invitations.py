"""Games with an open seat: by link, by name, in the lobby; and once more with the same people."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from threading import Barrier

import pytest
from sqlalchemy import Connection

from kidd.errors import KiddError, OptionError
from kidd.table import limits
from kidd.table.errors import NotYours, TooMany
from kidd.table.moments import now
from kidd.table.play import games
from kidd.table.play.actors import Actor, Role, guest
from kidd.table.play.club.invitations import Invitation, find_rematch, invite, look_around
from kidd.table.play.games import Store, Table, open_store
from kidd.table.play.seats import any_seat, leave_or_decline
from kidd.table.storage.club import presences
from kidd.table.storage.notices import notice_rows
from kidd.table.storage.persons import accounts, blocks, people
from kidd.table.storage.recompute import differences
from kidd.table.terms import Terms
from tests.table.sittings import ANN, BEA, fresh, person, say, sit, turns

pytestmark = pytest.mark.once

CAT = guest("visitor-cat")
DAN = Actor("member-dan", "", Role.MEMBER, "Dan")
EVE = Actor("member-eve", "", Role.MEMBER, "Eve")


def ask(store: Store, actor: Actor = ANN, code: str = "LC", *, terms: Terms | None = None, **more: object) -> Table:
    """Somebody invites."""
    return invite(store, actor, Invitation(code, {}, terms or Terms(), **more))  # type: ignore[arg-type]


def enrol(store: Store, *members: Actor) -> None:
    """Let people be members."""
    for one in members:
        store.write(partial(_enrol, one))


def _enrol(one: Actor, connection: Connection) -> None:
    accounts.enrol(connection, one.person, one.name, now(), kind="member")


def refusal(store: Store, actor: Actor, friend: str) -> str:
    """Why somebody cannot challenge a member."""
    with pytest.raises(TooMany) as refused:
        ask(store, actor, friend=friend)
    return refused.value.reason


def see(store: Store, actor: Actor, ago: int = 0) -> None:
    """Let somebody have been here some seconds ago."""
    moment = now() - timedelta(seconds=ago)
    store.write(lambda connection: presences.see(connection, {actor.person: moment}))


class TestInviting:
    """`invite`."""

    @pytest.mark.parametrize(("colour", "seat"), [("red", 0), ("blue", 1), ("random", None)])
    def test_whoever_has_the_link_sits_down(self, any_store: Store, colour: str, seat: int | None):
        """In the other seat; the terms are kept, in the database as well."""
        table = ask(any_store, colour=colour, name=" Ann ", terms=Terms("300+5"))
        mine = table.seats_of(ANN.person)[0]
        assert seat in (None, mine)
        assert (table.seats[mine].name, table.time, table.owner) == ("Ann", "300+5", ANN.person)
        joined = games.take_seat(any_store, table.id, BEA, any_seat(table, BEA), "Bea")
        assert joined.seats[1 - mine].is_of(BEA.person)
        assert (fresh(any_store, table.id).time, joined.is_waiting_for_people) == ("300+5", False)
        assert differences(any_store) == []

    def test_nobody_is_buried_in_challenges(self, any_store: Store):
        """So many wait of one person to another, and of guests in all and from one place; what is answered is free."""
        enrol(any_store, DAN, EVE)
        asked = [ask(any_store, EVE, friend="Dan") for _ in range(limits.CHALLENGES)]
        assert refusal(any_store, EVE, "Dan") == "challenges"
        leave_or_decline(any_store, asked[0].id, DAN)
        games.take_seat(any_store, asked[1].id, DAN, any_seat(asked[1], DAN))
        for _ in range(2):
            ask(any_store, EVE, friend="Dan")
        names = [f"Sailor {letter}" for letter in "abcdefgh"]
        enrol(any_store, *(Actor(f"member-{name}", "", Role.MEMBER, name) for name in names))
        for number in range(limits.GUEST_CHALLENGES):
            ask(any_store, CAT, friend=names[number // limits.CHALLENGES])
        assert refusal(any_store, CAT, names[-1]) == "guest challenges"
        ask(any_store, CAT)  # by a link

    def test_guests_of_one_place(self, any_store: Store):
        """Anybody can be many guests: to one member they have as many challenges as one; others have theirs."""
        enrol(any_store, EVE)
        crowd = [guest(f"visitor-{number}", origin="@1") for number in range(limits.GUEST_CHALLENGES + 1)]
        for one in crowd[:-1]:
            any_store.write(partial(people.remember, person=one.person, moment=now(), origin=one.origin))
            ask(any_store, one, friend="Eve")
        assert refusal(any_store, crowd[-1], "Eve") == "guest challenges"
        ask(any_store, guest("visitor-zoe", origin="@2"), friend="Eve")

    def test_a_turn_is_told_before_invitations(self, any_store: Store):
        """However many there are: in the list, and in a letter; what is listed stays in the order of time."""
        enrol(any_store, DAN, EVE)
        table = ask(any_store, EVE, terms=Terms("3d"), colour="red", friend="Dan")
        games.take_seat(any_store, table.id, DAN, 1)
        games.play(any_store, table.id, EVE, 0, "@c1")
        for number in range(notice_rows.LISTED + 1):
            one = guest(f"visitor-{number}")
            ask(any_store, one, friend="Dan")
        with any_store.reading() as connection:
            listed = notice_rows.of_person(connection, DAN.person)
            mailed = notice_rows.for_digest(connection, DAN.person)
        assert [(one.kind, len(listed)) for one in listed if one.game == table.id] == [("turn", notice_rows.LISTED)]
        assert [one.at for one in listed] == sorted((one.at for one in listed), reverse=True)
        assert ("turn", table.id) in {(one.kind, one.game) for one in mailed}

    def test_three_with_a_computer(self, any_store: Store):
        """It waits for the second person; with two missing, the owner fills one seat with a computer."""
        table = ask(any_store, code="MG3", colour="red", computers=(3,))
        assert [seat.kind for seat in table.seats] == ["person", "open", "computer"]
        table = ask(any_store, code="MG3", colour="gold")
        assert [seat.kind for seat in table.seats] == ["open", "open", "person"]
        games.take_seat(any_store, table.id, BEA, 0)
        filled = games.give_seat_to_computer(any_store, table.id, ANN, 1, 2)
        assert (filled.is_waiting_for_people, filled.waits_for) == (False, filled.seats[0])
        after = say(any_store, filled, "@c1", actor=BEA)
        assert (after.waits_for_computer, turns(any_store)) == (True, [table.id])

    @pytest.mark.parametrize(
        ("more", "reason"),
        [
            ({"colour": "gold"}, "colour"),
            ({"colour": "green"}, "colour"),
            ({"terms": Terms("5+5")}, "time"),
            ({"terms": Terms("99d")}, "time"),
            ({"terms": Terms("300")}, "time"),
            ({"terms": Terms(lowest=1800, highest=1200)}, "rating-range"),
            ({"terms": Terms(salt="xyz")}, "salt"),
            ({"computers": (1,)}, "computers"),
            ({"friend": "Nobody"}, "no-member"),
            ({"friend": "Dan", "terms": Terms(listed=True)}, "friend-listed"),
            ({"terms": Terms(rated=True)}, "rated"),
            ({"name": "x" * 41}, "name"),
        ],
    )
    def test_what_makes_no_sense(self, store: Store, more: dict[str, object], reason: str):
        """Is refused with its reason, and nothing is opened."""
        enrol(store, DAN)
        with pytest.raises(KiddError) as refused:
            ask(store, **more)  # type: ignore[arg-type]
        assert refused.value.reason == reason
        assert games.games_of(store, ANN.person) == []

    def test_a_challenge_by_name(self, any_store: Store):
        """Stands in the list of whoever is asked, who alone sits down there, or declines."""
        enrol(any_store, DAN, EVE)
        table = ask(any_store, DAN, friend="eve", colour="red")
        assert table.seats[1].is_kept_for(EVE.person)
        assert [one.id for one in games.games_of(any_store, EVE.person)] == [table.id]
        with pytest.raises(NotYours) as refused:
            any_seat(table, ANN)
        assert refused.value.reason == "seat-kept"
        assert leave_or_decline(any_store, table.id, EVE).abandoned
        with pytest.raises(NotYours) as refused:
            ask(any_store, DAN, friend="Dan")
        assert refused.value.reason == "own-friend"

    def test_those_who_do_not_want_each_other(self, any_store: Store):
        """Neither challenge nor seat: whoever was blocked is refused, and who has blocked them, too."""
        enrol(any_store, DAN, EVE)
        any_store.write(lambda connection: blocks.block(connection, EVE.person, DAN.person, now()))
        open_one = ask(any_store, EVE)
        for attempt in (
            lambda: ask(any_store, DAN, friend="Eve"),
            lambda: games.take_seat(any_store, open_one.id, DAN, any_seat(open_one, DAN)),
        ):
            with pytest.raises(NotYours) as refused:
                attempt()
            assert refused.value.reason == "apart"
        assert not games.take_seat(any_store, open_one.id, CAT, any_seat(open_one, CAT)).is_waiting_for_people

    def test_rated_games_are_for_two_members(self, store: Store):
        """Guests are refused, and so is a second seat for the same one; computers have no rating."""
        enrol(store, DAN, EVE)
        table = ask(store, DAN, terms=Terms(rated=True), colour="red")
        for actor, reason in ((ANN, "rated"), (DAN, "rated-twice")):
            with pytest.raises(NotYours) as refused:
                games.take_seat(store, table.id, actor, 1)
            assert refused.value.reason == reason
        assert games.take_seat(store, table.id, EVE, 1).rated
        with pytest.raises(OptionError):
            ask(store, DAN, "MG3", terms=Terms(rated=True), computers=(1,))


class TestLobby:
    """`look_around`."""

    def test_what_is_looked_for_and_what_goes_on(self, any_store: Store):
        """Games that are listed: with a free seat they look for players, without one they can be watched."""
        private, listed = ask(any_store), ask(any_store, terms=Terms(listed=True, lowest=900))
        found = look_around(any_store)
        assert [(one.id, one.owner, one.lowest) for one in found.seeks] == [(listed.id, ANN.person, 900)]
        assert found.seeks[0].options["opening"] == "plain"
        for table in (private, listed):
            games.take_seat(any_store, table.id, BEA, any_seat(table, BEA))
        found = look_around(any_store)
        assert (found.seeks, [one.id for one in found.running]) == ((), [listed.id])
        games.abandon(any_store, listed.id, ANN)
        assert look_around(any_store).running == ()

    def test_whoever_has_gone_looks_for_nobody(self, any_store: Store):
        """A live game stands there only while its owner is here, or was half a minute ago; others can wait."""
        live = ask(any_store, terms=Terms("300+5", listed=True))
        slow = ask(any_store, terms=Terms("3d", listed=True))
        assert [one.id for one in look_around(any_store).seeks] == [slow.id]
        for ago, here in ((29, True), (0, True)):
            see(any_store, ANN, ago)
            found = look_around(any_store)
            assert ({one.id for one in found.seeks} == {live.id, slow.id}, found.here) == (here, 1)
        see(any_store, ANN, 500)  # by a process that knows less
        assert look_around(any_store).here == 1
        any_store.write(lambda connection: presences.forget(connection, now() + timedelta(hours=1)))
        assert [one.id for one in look_around(any_store).seeks] == [slow.id]
        see(any_store, ANN, 31)
        found = look_around(any_store)
        assert ([one.id for one in found.seeks], found.here) == ([slow.id], 0)

    def test_there_is_an_end_to_it(self, store: Store, monkeypatch: pytest.MonkeyPatch):
        """Nobody fills the lobby; what was called off makes room."""
        monkeypatch.setattr(limits, "SEEKS", 2)
        first = ask(store, terms=Terms(listed=True))
        ask(store, terms=Terms(listed=True))
        with pytest.raises(TooMany):
            ask(store, terms=Terms(listed=True))
        ask(store)
        games.abandon(store, first.id, ANN)
        ask(store, terms=Terms(listed=True))


@pytest.mark.parametrize("shared", [True, False], ids=["one store", "a store each"])
def test_three_who_race_for_one_seat(any_address: str, shared: bool):
    """One sits down, and the others are told that it is taken."""
    first = open_store(any_address)
    stores = [first] * 3 if shared else [first, open_store(any_address), open_store(any_address)]
    rivals = [guest(f"rival-{number}") for number in range(3)]
    with ThreadPoolExecutor(3) as pool:
        for _ in range(4):
            table, barrier = ask(first, terms=Terms("300+5", listed=True)), Barrier(3)

            def race(number: int, table: Table = table, barrier: Barrier = barrier) -> str:
                seat = any_seat(table, rivals[number])
                barrier.wait()
                try:
                    games.take_seat(stores[number], table.id, rivals[number], seat, f"{number}")
                except NotYours as refused:
                    return refused.reason
                return "won"

            told = list(pool.map(race, range(3)))
            assert sorted(told) == ["seat-taken"] * 2 + ["won"]
            assert fresh(first, table.id).people == {ANN.person, rivals[told.index("won")].person}
    assert differences(first) == []
    for store in {id(store): store for store in stores}.values():
        store.close()


class TestRematch:
    """The same people again."""

    def test_one_click_each(self, any_store: Store):
        """The first one waits for the other, seats turned; the second click begins, and there is one game."""
        over = say(any_store, ask_and_join(any_store), "resign")
        assert find_rematch(any_store, over.id) is None
        again = games.rematch(any_store, over.id, ANN)
        assert (again.is_waiting_for_people, again.seats[1].is_of(ANN.person)) == (True, True)
        assert again.seats[0].is_kept_for(BEA.person)
        found = find_rematch(any_store, over.id)
        assert found is not None
        assert games.rematch(any_store, over.id, ANN).version == again.version
        begun = games.rematch(any_store, over.id, BEA)
        assert (begun.id, begun.is_waiting_for_people, begun.time) == (found.id, False, "600+5")
        assert [seat.name for seat in begun.seats] == ["Bea", "Ann"]
        assert games.rematch(any_store, over.id, ANN).id == begun.id
        with pytest.raises(NotYours):
            games.rematch(any_store, over.id, CAT)
        assert differences(any_store) == []

    def test_not_with_whom_one_has_blocked(self, store: Store):
        """Neither asks the other for one more."""
        over = say(store, ask_and_join(store), "resign")
        store.write(lambda connection: blocks.block(connection, BEA.person, ANN.person, now()))
        for actor in (ANN, BEA):
            with pytest.raises(NotYours) as refused:
                games.rematch(store, over.id, actor)
            assert refused.value.reason == "apart"

    def test_both_at_once(self, any_address: str):
        """Two who click at the same moment, in two processes, play one game."""
        stores = [open_store(any_address), open_store(any_address)]
        over = say(stores[0], ask_and_join(stores[0]), "resign")
        barrier = Barrier(2)

        def click(number: int) -> Table:
            barrier.wait()
            return games.rematch(stores[number], over.id, (ANN, BEA)[number])

        with ThreadPoolExecutor(2) as pool:
            tables = list(pool.map(click, range(2)))
        assert tables[0].id == tables[1].id
        assert not fresh(stores[0], tables[0].id).is_waiting_for_people
        for store in stores:
            store.close()

    def test_no_is_no(self, store: Store):
        """Whoever declines ends it; another wish is another game. Against computers it begins at once."""
        over = say(store, ask_and_join(store), "resign")
        again = games.rematch(store, over.id, ANN)
        assert leave_or_decline(store, again.id, BEA).abandoned
        assert games.rematch(store, over.id, BEA).id != again.id
        alone = say(store, sit(store, "LC", person(), person()), "resign")
        assert not games.rematch(store, alone.id, ANN).is_waiting_for_people


def ask_and_join(store: Store) -> Table:
    """Ann, who is red, against Bea."""
    table = ask(store, colour="red", name="Ann", terms=Terms("600+5"))
    return games.take_seat(store, table.id, BEA, 1, "Bea")
