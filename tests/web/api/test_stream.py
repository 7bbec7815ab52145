"""The stream: what happens in somebody's games is told as it happens, once, and again to whoever was away."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from kidd.table.moments import now
from kidd.table.play import games
from kidd.table.play.actors import Actor, guest
from kidd.table.seats import Seat
from kidd.table.snapshot import Table
from kidd.table.storage.database.store import Store
from kidd.table.storage.persons import people, tokens
from kidd.web.api.stream import streams
from tests.patience import until
from tests.web.afloat import API, Server
from tests.web.bearers import bearer, make_bot

Told = dict[str, Any]


class Ear:
    """Reads a stream event by event."""

    def __init__(self, lines: Iterator[str]) -> None:
        self._lines = lines
        self.last = ""

    def next(self) -> Told:
        """The next event with its kind; comments and pauses are passed over."""
        found: Told = {}
        for line in self._lines:
            name, _, value = line.partition(": ")
            assert not line.startswith(":"), "nothing was told for a long time"
            if name == "event":
                found["event"] = value
            elif name == "id":
                self.last = value
            elif name == "data":
                return {**found, **json.loads(value)}
        raise AssertionError("the stream has ended")

    def ends(self) -> bool:
        """Whether nothing more comes."""
        for line in self._lines:
            assert not line.startswith(":"), "it goes on"
            if line.startswith("data"):
                return False
        return True


@contextmanager
def listening(server: Server, headers: dict[str, str], last: str = "") -> Iterator[Ear]:
    """A stream of somebody's."""
    said = {**headers, **({"last-event-id": last} if last else {})}
    before = len(server.app.state.streams)
    with server.visitor() as visitor, visitor.stream("GET", f"{API}/stream", headers=said) as answer:
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/event-stream")
        assert "content-encoding" not in answer.headers
        lines = answer.iter_lines()
        assert next(lines).startswith("retry: ")
        yield Ear(lines)
    until(lambda: len(server.app.state.streams) <= before, "the stream to be let go")


def challenged(store: Store, owner: Actor, whom: Actor, code: str = "LC") -> Table:
    """A game with a seat that is kept for somebody."""
    seats = Seat(0, "person", owner.person, None, "Ann"), Seat(1, "open", whom.person, None, whom.name)
    return games.open_game(store, code=code, options={}, seats=seats, owner=owner)


def test_a_game_from_the_challenge_to_the_end(server: Server):
    """Everything is told in order and once; whoever comes again with the last id misses nothing."""
    store, ann = server.app.state.store, guest(people.new_id())
    bot = make_bot(store, "Parrot One")
    headers = bearer(store, bot, "read")
    with listening(server, headers) as ear:
        table = challenged(store, ann, bot)
        told = ear.next()
        assert (told["event"], told["game"], told["by"], told["code"]) == ("challenge", table.id, "Ann", "LC")
        games.take_seat(store, table.id, bot, 1, bot.name)
        told = ear.next()
        assert (told["event"], told["version"]) == ("begin", 2)
        assert told["seats"][1] == {"number": 1, "kind": "person", "name": "Parrot One", "bot": True, "you": True}
        assert "your_turn" not in told
        games.play(store, table.id, ann, 0, "@c1")
        told = ear.next()
        assert told == {
            "event": "act", "game": table.id, "version": 3, "ply": 1, "act": "@c1", "by": "R", "your_turn": True,
        }  # fmt: skip
        last = ear.last
    games.play(store, table.id, bot, 1, "@a7")
    games.take_back(store, table.id, bot, 2)  # asks
    with listening(server, headers, last) as ear:
        heard = [ear.next()]
        while heard[-1]["version"] < 5:
            heard.append(ear.next())
        missed = [one for one in heard if one["version"] > 3]
        assert [(one["event"], one.get("act") or one.get("kind")) for one in missed] == [
            ("act", "@a7"),
            ("change", "takeback-asked"),
        ]
        games.play(store, table.id, ann, 2, "resign")
        assert [ear.next()["event"], (end := ear.next())["event"]] == ["act", "end"]
        assert (end["outcome"], end["winner"], end["reason"]) == ("0-1", "B", "resigned")
    with listening(server, headers) as ear:  # nothing is open any more
        again = challenged(store, ann, bot)
        assert ear.next()["game"] == again.id
        games.abandon(store, again.id, ann)
        assert (told := ear.next())["event"] == "end"
        assert told["abandoned"]


def test_whoever_comes_is_told_what_is_open(server: Server):
    """Games that go on and challenges, the latest first; an id that is none is as good as none."""
    store, ann = server.app.state.store, guest(people.new_id())
    bot = make_bot(store, "Parrot Two")
    first = challenged(store, ann, bot)
    seated = games.take_seat(store, first.id, bot, 1, bot.name)
    until(lambda: now() > seated.updated, "the next millisecond: of one moment neither game is the later one")
    second = challenged(store, ann, bot, "QM")
    for last in ("", "nonsense", "99999999999999-x-1"):
        with listening(server, bearer(store, bot), last) as ear:
            assert [(one["event"], one["game"]) for one in (ear.next(), ear.next())] == [
                ("challenge", second.id),
                ("begin", first.id),
            ]


def test_others_hear_nothing_of_it(server: Server):
    """A stream tells of one's own games only."""
    store, ann = server.app.state.store, guest(people.new_id())
    bot, other = make_bot(store, "Parrot Three"), make_bot(store, "Parrot Four")
    with listening(server, bearer(store, other)) as ear:
        challenged(store, ann, bot)
        mine = challenged(store, ann, other)
        assert ear.next()["game"] == mine.id


def test_so_many_streams_and_no_more(server: Server, monkeypatch: pytest.MonkeyPatch):
    """One person has a few, all together have a number; more are told to come again later."""
    store, bot = server.app.state.store, make_bot(server.app.state.store, "Parrot Five")
    headers = bearer(store, bot)
    monkeypatch.setattr(streams, "OF_ONE", 1)
    with listening(server, headers), server.visitor() as visitor:
        until(lambda: len(server.app.state.streams) == 1, "the stream")
        answer = visitor.get(f"{API}/stream", headers=headers)
        assert (answer.status_code, answer.json()["reason"]) == (429, "streams")
        assert int(answer.headers["retry-after"]) > 0
        monkeypatch.setattr(streams, "IN_ALL", 1)
        answer = visitor.get(f"{API}/stream", headers=bearer(store, make_bot(store, "Parrot Six")))
        assert (answer.status_code, answer.json()["reason"]) == (429, "all-streams")


def test_a_stream_ends_with_its_token(server: Server):
    """A token that is good no more hears no more, at the latest with the next thing there is to tell."""
    store, ann = server.app.state.store, guest(people.new_id())
    bot = make_bot(store, "Parrot Seven")
    with listening(server, bearer(store, bot)) as ear:
        store.write(lambda connection: tokens.end_all(connection, bot.person))
        server.app.state.sessions.forget_all()
        challenged(store, ann, bot)
        assert ear.ends()


def test_whoever_takes_nothing_is_let_go(server: Server, monkeypatch: pytest.MonkeyPatch):
    """What waits for somebody is bounded; they come again with the last id."""
    store, ann = server.app.state.store, guest(people.new_id())
    bot = make_bot(store, "Parrot Eight")
    monkeypatch.setattr(streams, "WAITING", 0)
    with listening(server, bearer(store, bot)) as ear:
        table = challenged(store, ann, bot)
        assert ear.next()["game"] == table.id
        assert ear.ends()
