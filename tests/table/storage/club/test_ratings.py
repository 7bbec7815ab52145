"""Rated games: settled once, in the transaction that ends them, and recomputed from the events."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
from sqlalchemy import select, text

from kidd.errors import IllegalAct, KiddError, OptionError
from kidd.table.errors import NotYours, TooFast
from kidd.table.moments import now
from kidd.table.play import games
from kidd.table.play.actors import Actor, Role, guest
from kidd.table.play.club import rated as module
from kidd.table.play.club.invitations import Invitation, invite
from kidd.table.play.club.rated import PAIRED
from kidd.table.play.games import Store, Table, open_store
from kidd.table.play.people.programs import make_bot
from kidd.table.play.seats import give_to_stand_in
from kidd.table.rating import ENOUGH, Pool
from kidd.table.seats import Seat
from kidd.table.storage.club import ratings
from kidd.table.storage.database import schema
from kidd.table.storage.event_log import Change, commit
from kidd.table.storage.recompute import differences
from kidd.table.storage.reducer import Draft
from kidd.table.terms import Terms
from tests.table.members import advance, game_between, give_up, member, rated
from tests.table.sittings import fresh

pytestmark = pytest.mark.once


def points(store: Store, actor: Actor, pool: Pool) -> int:
    """What somebody has in a pool."""
    with store.reading() as connection:
        return ratings.of_people(connection, pool, [actor.person])[actor.person].points


def changes(store: Store, game: str) -> list[tuple[str, int]]:
    """Who came in where in a game, by what is kept of it."""
    found = schema.rating_changes.c
    with store.reading() as connection:
        query = select(found.person, found.place).where(found.game == game).order_by(found.seat)
        return [(row.person.removeprefix("member-"), row.place) for row in connection.execute(query)]


def test_a_rematch_after_somebody_has_left(store: Store):
    """A computer plays on for them, so that the next game does not count; without one it does."""
    ann, ben, cat = (member(store, name) for name in ("Ann", "Ben", "Cat"))
    table = advance(store, rated(store, ann, ben, cat, code="MG3"), Random(1))
    for actor, word in ((ann, "leave"), (ben, "draw?"), (cat, "draw!")):
        table = games.play(store, table.id, actor, len(table.match), word, table.colours_of(actor.person))
    assert ratings.counts(table)
    again = games.rematch(store, table.id, ben)
    assert (again.rated, sorted(seat.kind for seat in again.seats)) == (False, ["computer", "open", "person"])
    two = game_between(store, ann, ben).id
    again = games.rematch(store, two, ben)
    assert (again.rated, len(again.ratings), len(games.rematch(store, two, ann).ratings)) == (True, 0, 2)


def test_a_game_moves_both(any_store: Store):
    """The winner's rating goes up and the loser's down, in one pool alone, and everybody sees it at the table."""
    ann, ben = member(any_store, "Ann"), member(any_store, "Ben")
    table = rated(any_store, ann, ben, time="300+0")
    assert [(one.points, one.is_provisional, one.change) for one in table.ratings] == [(1500, True, None)] * 2
    table = give_up(any_store, advance(any_store, table, Random(1)), ben)
    up, down = (one.change or 0 for one in table.ratings)
    assert up == -down > 0
    assert points(any_store, ann, Pool("LC", "blitz")) == 1500 + up
    assert points(any_store, ben, Pool("LC", "blitz")) == 1500 + down
    with any_store.reading() as connection:
        assert [one.pool for one in ratings.of_person(connection, ann.person)] == [Pool("LC", "blitz")]
        assert [(one.won, one.drawn, one.lost) for one in ratings.of_person(connection, ben.person)] == [(0, 0, 1)]
    assert fresh(any_store, table.id).ratings == table.ratings
    again = rated(any_store, ann, ben, time="300+0")
    assert [one.points for one in again.ratings] == [1500 + up, 1500 + down]
    assert differences(any_store) == []


def test_a_draw_and_a_game_called_off(any_store: Store):
    """A draw counts for both alike; what is called off at its beginning does not count."""
    ann, ben = member(any_store, "Ann"), member(any_store, "Ben")
    table = advance(any_store, rated(any_store, ann, ben, code="QM"), Random(2))
    while table.match.to_act is None or table.colours_of(ann.person) != table.match.to_act:
        table = advance(any_store, table, Random(3), 1)
    table = games.play(any_store, table.id, ann, len(table.match), "draw?")
    table = games.play(any_store, table.id, ben, len(table.match), "draw!")
    assert changes(any_store, table.id) == [("ann", 1), ("ben", 1)]
    off = games.abandon(any_store, rated(any_store, ann, ben, code="QM").id, ben)
    assert changes(any_store, off.id) == []
    assert [one.change for one in off.ratings] == [None, None]
    with any_store.reading() as connection:
        (record,) = ratings.of_person(connection, ann.person)
    assert (record.won, record.drawn, record.lost, record.rating.games) == (0, 1, 0, 1)
    assert differences(any_store) == []


@pytest.mark.parametrize("acts", ["R:resign", "B:resign", "@c1 B:resign", "R:draw? B:draw!"])
def test_a_game_that_nobody_played(any_store: Store, acts: str):
    """Before everybody has moved nothing is won: who gives up there, or agrees on a draw, changes no rating."""
    ann, ben = member(any_store, "Ann"), member(any_store, "Ben")
    table = rated(any_store, ann, ben)
    for ply, act in enumerate(acts.split()):
        colour, _, word = act.rpartition(":")
        actor = ben if colour == "B" else ann
        table = games.play(any_store, table.id, actor, ply, word, colour or None)
    assert table.is_over
    assert changes(any_store, table.id) == []
    assert differences(any_store) == []


def test_a_game_that_nobody_played_and_that_counted_before(store: Store, monkeypatch: pytest.MonkeyPatch):
    """What earlier versions have settled stays as it is, and so do all ratings that rest on it."""
    ann, ben = member(store, "Ann"), member(store, "Ben")
    with monkeypatch.context() as before:
        before.setattr(ratings, "counts", ratings.may_have_counted)
        early = give_up(store, rated(store, ann, ben), ben)
    late = give_up(store, rated(store, ann, ben), ben)
    game_between(store, ann, ben)
    assert (len(changes(store, early.id)), len(changes(store, late.id))) == (2, 0)
    assert differences(store) == []
    store.write(lambda connection: connection.execute(text("UPDATE rating_changes SET place = 3 - place")))
    assert differences(store)


def test_one_hand_does_not_play_both(any_store: Store):
    """Nobody plays a rated game with their own bot, nor do two bots of one maker, by invitation or by link."""
    ann, ben = member(any_store, "Ann"), member(any_store, "Ben")
    bots = [Actor(make_bot(any_store, ann, name), role=Role.BOT, name=name) for name in ("Polly", "Molly")]
    rated(any_store, ben, bots[0])
    for one, other in ((ann, bots[0]), (bots[0], ann), (bots[0], bots[1])):
        wish = Invitation("LC", {}, Terms(rated=True), friend=other.name)
        for attempt in (lambda: rated(any_store, one, other), lambda: invite(any_store, one, wish)):  # noqa: B023
            with pytest.raises(NotYours) as refused:
                attempt()
            assert refused.value.reason == "rated-bots"
    assert invite(any_store, ann, Invitation("LC", {}, friend="Polly")).is_waiting_for_people


def test_two_who_only_play_each_other(any_store: Store, monkeypatch: pytest.MonkeyPatch):
    """The same two begin so many rated games in a day, whoever opens them, also by asking for another; others may."""
    monkeypatch.setattr(module, "PAIRED", PAIRED._replace(times=3))
    ann, ben, cat = (member(any_store, name) for name in ("Ann", "Ben", "Cat"))
    last = [game_between(any_store, *two) for two in ((ann, ben), (ben, ann), (ann, ben))][-1]
    assert games.rematch(any_store, last.id, ann).is_waiting_for_people
    for attempt in (lambda: rated(any_store, ben, ann), lambda: games.rematch(any_store, last.id, ben)):
        with pytest.raises(TooFast) as refused:
            attempt()
        assert refused.value.reason == "rated-pair"
    game_between(any_store, ann, cat)


def leave(store: Store, table: Table, actor: Actor) -> Table:
    """Somebody of three leaves."""
    colour = table.colours_of(actor.person)
    return games.play(store, table.id, actor, len(table.match), "leave", colour)


def test_who_leaves_is_last(any_store: Store):
    """The first who leaves comes in last, whatever a computer makes of the crew, and also if the rest is called off."""
    ann, ben, cat = (member(any_store, name) for name in ("Ann", "Ben", "Cat"))
    table = advance(any_store, rated(any_store, ann, ben, cat, code="MG3"), Random(4))
    table = leave(any_store, table, ben)
    assert [seat.kind for seat in table.seats] == ["person", "computer", "person"]
    table = leave(any_store, advance(any_store, table, Random(5), 3), cat)
    table = games.abandon(any_store, table.id, ann)
    assert changes(any_store, table.id) == [("ann", 1), ("ben", 3), ("cat", 2)]
    assert differences(any_store) == []


def test_three_to_the_end(store: Store):
    """Of those who stayed the winner is first; the other one is before who has left."""
    ann, ben, cat = (member(store, name) for name in ("Ann", "Ben", "Cat"))
    table = leave(store, advance(store, rated(store, ann, ben, cat, code="MG3"), Random(6)), cat)
    table = advance(store, table, Random(7), 2000)
    assert table.is_over
    found = dict(changes(store, table.id))
    assert found["cat"] == 3
    assert sorted([found["ann"], found["ben"]]) in ([1, 2], [1, 1])
    assert differences(store) == []


def test_who_may(store: Store):
    """Members alone, each in a seat of their own, from the start; nobody plays on for another, and no computer does."""
    ann, ben, visitor = member(store, "Ann"), member(store, "Ben"), guest("visitor")
    open_seat = Seat(1, "open")
    terms = Terms(rated=True)

    def opened(actor: Actor, *seats: Seat, **more: object) -> Table:
        return games.open_game(
            store,
            code="LC",
            options={},
            seats=seats,
            owner=actor,
            terms=terms,
            **more,  # type: ignore[arg-type]
        )

    def mine(actor: Actor) -> Seat:
        return Seat(0, "person", actor.person)

    refused: list[tuple[type[KiddError], str, object]] = [
        (NotYours, "rated", lambda: opened(visitor, mine(visitor), open_seat)),
        (OptionError, "rated-seats", lambda: opened(ann, mine(ann), Seat(1, "computer", None, 3))),
        (OptionError, "rated-seats", lambda: opened(ann, mine(ann), mine(ann))),
        (OptionError, "rated-seats", lambda: opened(ann, mine(ann), mine(ben))),
        (OptionError, "rated-start", lambda: opened(ann, mine(ann), open_seat, acts=("@c1",))),
        (OptionError, "rated-start", lambda: opened(ann, mine(ann), open_seat, position="LC Rc1~ B R6B7 -")),
    ]
    table = opened(ann, mine(ann), open_seat)
    refused += [
        (NotYours, "rated", lambda: games.take_seat(store, table.id, visitor, 1)),
        (NotYours, "rated-twice", lambda: games.take_seat(store, table.id, ann, 1)),
        (OptionError, "rated-seats", lambda: games.give_seat_to_computer(store, table.id, ann, 1, 2)),
    ]
    for kind, reason, attempt in refused:
        with pytest.raises(kind) as error:
            attempt()  # type: ignore[operator]
        assert error.value.reason == reason
    assert games.load(store, table.id).version == 1
    games.take_seat(store, table.id, ben, 1)
    with pytest.raises(IllegalAct, match="rated"):
        games.leave_seat(store, table.id, ben, 1)


def test_the_strength_that_is_wished_for(store: Store):
    """Whoever has another one is refused the seat."""
    ann, ben, cat = (member(store, name) for name in ("Ann", "Ben", "Cat"))
    game_between(store, ann, ben)
    seats = Seat(0, "person", cat.person), Seat(1, "open")
    terms = Terms(rated=True, lowest=1510, highest=1900)
    table = games.open_game(store, code="LC", options={}, seats=seats, owner=cat, terms=terms)
    with pytest.raises(NotYours) as error:
        games.take_seat(store, table.id, ben, 1)
    assert error.value.reason == "level"
    assert games.take_seat(store, table.id, ann, 1).seats[1].person == ann.person


def test_leaders(any_store: Store):
    """Those with enough games, the best first; curves have the last games in their order."""
    ann, ben, cat = (member(any_store, name) for name in ("Ann", "Ben", "Cat"))
    for _ in range(ENOUGH - 1):
        game_between(any_store, ann, ben)
    game_between(any_store, cat, ben)
    pool = Pool("LC", "calm")
    with any_store.reading() as connection:
        assert [one.name for one in ratings.leaders(connection, pool, 10)] == ["Ben"]
    game_between(any_store, ann, ben)
    with any_store.reading() as connection:
        assert [one.name for one in ratings.leaders(connection, pool, 10)] == ["Ann", "Ben"]
        assert [one.name for one in ratings.leaders(connection, pool, 1, 1)] == ["Ben"]
        assert ratings.leaders(connection, Pool("LC", "days"), 10) == []
        places = [ratings.place_of(connection, one.person, pool) for one in (ann, ben, cat)]
        course = ratings.course(connection, ann.person, pool, 4)
    assert places == [1, 2, None]
    assert [one.rating.games for one in course] == [7, 8, 9, 10]
    assert [one.before for one in course[1:]] == [one.rating for one in course[:-1]]


def test_random_rated_games(any_store: Store):
    """Many at a time, several of the same people: every rating is what its games make of it, and each counts once."""
    crew = [member(any_store, name) for name in ("Ann", "Ben", "Cat", "Dan")]
    other = open_store(any_store.engine.url.render_as_string(hide_password=False))

    def voyage(seed: int) -> Table:
        random = Random(seed)
        store = any_store if seed % 2 else other
        code = random.choice(["LC", "QM", "MG2", "MG3"])
        players = random.sample(crew, 3 if code == "MG3" else 2)
        table = rated(store, *players, code=code, time=random.choice(["", "300+0", "600+5", "3d"]))
        if random.random() < 0.2:
            return games.abandon(store, table.id, players[1])
        table = advance(store, table, random, random.randrange(4, 30))
        if table.is_over:
            return table
        if code != "MG3":
            return give_up(store, table, random.choice(players))
        first, second, last = random.sample(players, 3)
        table = advance(store, leave(store, table, first), random, 3)
        table = table if table.is_over else leave(store, table, second)
        return table if table.is_over else games.abandon(store, table.id, last)

    with ThreadPoolExecutor(4) as pool:
        tables = list(pool.map(voyage, range(40)))
    other.close()
    assert differences(any_store) == []
    with any_store.reading() as connection:
        settled = set(connection.execute(select(schema.rating_changes.c.game)).scalars())
    assert settled == {table.id for table in tables if not table.abandoned or table.match.left}
    assert 25 < len(settled) < 40


TAMPERED = {
    "rating of": "UPDATE ratings SET mu = mu + 1",
    "rating of ": "UPDATE ratings SET won = won + 1",
    "game ": "UPDATE rating_changes SET place = 3 - place",
    "game": "UPDATE rating_changes SET mu = mu + 0.001",
    "pools should": "UPDATE rating_pools SET games = games + 1",
    "g": "DELETE FROM rating_changes",
    "r": "DELETE FROM ratings",
}


@pytest.mark.parametrize("said", TAMPERED)
def test_a_rating_that_says_otherwise(store: Store, said: str):
    """It is found."""
    game_between(store, member(store, "Ann"), member(store, "Ben"))
    assert differences(store) == []
    store.write(lambda connection: connection.execute(text(TAMPERED[said])))
    found = differences(store)
    assert found
    assert found[0].startswith(said)


def test_time_that_is_up_is_not_taken_back(store: Store):
    """Of three, whose time is up has gone for good, and comes in last."""
    ann, ben, cat = (member(store, name) for name in ("Ann", "Ben", "Cat"))
    table = advance(store, rated(store, ann, ben, cat, code="MG3"), Random(8), 7)
    draft = Draft(table.id, table)
    draft.act("time", "B", None, now())
    give_to_stand_in(draft, table, 1, now(), None)
    table = commit(store, Change.of(draft)).result()
    assert table.last_move_of(ann.person) is None
    table = leave(store, table, cat)
    table = games.abandon(store, table.id, ann)
    assert changes(store, table.id) == [("ann", 1), ("ben", 3), ("cat", 2)]
    assert differences(store) == []
