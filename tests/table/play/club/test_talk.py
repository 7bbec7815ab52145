"""What is said beside a game: who hears it, who may say it, and how much of it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest

from kidd.errors import IllegalAct
from kidd.table import limits
from kidd.table.errors import NoSuchMessage, NotYours, TooFast, TooMany
from kidd.table.moments import now
from kidd.table.play.actors import STRANGER, Actor, guest
from kidd.table.play.club import talk
from kidd.table.play.games import Store, Table, open_store
from kidd.table.play.permissions import rooms_of
from kidd.table.storage.club import messages
from tests.table.sittings import ANN, BEA, computer, count, person, say, sit

pytestmark = pytest.mark.once
CAT, DAN = guest("visitor-cat"), guest("visitor-dan")


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody talks too fast."""
    monkeypatch.setattr(limits, "TALK_AT_ONCE", 10_000)


def two(store: Store) -> Table:
    """Ann and Bea."""
    return sit(store, "LC", person(), person(BEA, "Bea"))


def words(store: Store, table: Table, actor: Actor) -> list[str]:
    """What somebody hears."""
    return [one.text or one.phrase for one in talk.read(store, table, actor).said]


@pytest.mark.usefixtures("patient")
class TestRooms:
    """Two rooms beside each game."""

    def test_who_hears_whom(self, any_store: Store):
        """Players among themselves, watchers in their own room; players hear those when the game is over."""
        table = two(any_store)
        talk.say(any_store, table, ANN, phrase="ahoy")
        talk.say(any_store, table, BEA, text="  <b>Hello</b>\n there\u0000 ")
        talk.say(any_store, table, CAT, text="Red will lose")
        assert words(any_store, table, ANN) == words(any_store, table, BEA) == ["ahoy", "<b>Hello</b> there"]
        assert words(any_store, table, CAT) == words(any_store, table, STRANGER) == ["Red will lose"]
        with pytest.raises(NotYours, match="when the game is over"):
            talk.say(any_store, table, ANN, room="watchers", text="I hear you")
        with pytest.raises(NotYours, match="among themselves"):
            talk.say(any_store, table, CAT, room="players", text="Psst")
        with pytest.raises(NotYours, match="known"):
            talk.say(any_store, table, STRANGER, text="Psst")
        table = say(any_store, table, "R:resign")
        assert words(any_store, table, ANN) == ["ahoy", "<b>Hello</b> there", "Red will lose"]
        assert words(any_store, table, CAT) == ["Red will lose"]
        talk.say(any_store, table, ANN, room="watchers", text="You were right")
        assert words(any_store, table, CAT) == ["Red will lose", "You were right"]

    def test_alone(self, store: Store):
        """Against a computer there is nobody to talk to."""
        table = sit(store, "LC", person(), computer())
        assert rooms_of(ANN, table) == ()
        with pytest.raises(NotYours):
            talk.say(store, table, ANN, text="Hello?")

    def test_numbers(self, any_store: Store):
        """They go on through both rooms, on every server of the database."""
        table = two(any_store)
        other = open_store(any_store.engine.url.render_as_string(hide_password=False))
        numbers = [talk.say(one, table, who, text="x") for one in (any_store, other) for who in (ANN, CAT)]
        other.close()
        assert numbers == [1, 2, 3, 4]
        assert [one.number for one in talk.read(any_store, table, ANN, since=1).said] == [3]


class TestBounds:
    """How much is said."""

    def test_what_is_refused(self, store: Store):
        """Too long, nothing at all, a phrase that there is not: nothing is kept of it."""
        table = two(store)
        for much in (limits.MESSAGE + 1, 1_000_000):
            with pytest.raises(TooMany, match="at most"):
                talk.say(store, table, ANN, text="x" * much)
        for nothing in ("", " \n", "\u3164\u200b"):
            with pytest.raises(IllegalAct, match="nothing to be read"):
                talk.say(store, table, ANN, text=nothing)
        for phrase, text in (("arrr", ""), ("ahoy", "and more")):
            with pytest.raises(IllegalAct, match="no such phrase"):
                talk.say(store, table, ANN, phrase=phrase, text=text)
        assert count(store, "messages") == 0

    def test_too_fast(self, any_store: Store, monkeypatch: pytest.MonkeyPatch):
        """So many at a time, whatever the game; others may go on, and so may they after a while."""
        one, other = two(any_store), two(any_store)
        for _ in range(limits.TALK_AT_ONCE):
            talk.say(any_store, one, ANN, text="x")
        with pytest.raises(TooFast, match="too fast"):
            talk.say(any_store, other, ANN, text="x")
        talk.say(any_store, one, BEA, text="x")
        later = now() + timedelta(seconds=limits.TALK_SECONDS + 1)
        monkeypatch.setattr(talk, "now", lambda: later)
        talk.say(any_store, one, ANN, text="x")

    @pytest.mark.usefixtures("patient")
    def test_a_full_room(self, store: Store, monkeypatch: pytest.MonkeyPatch):
        """The other room has its own."""
        monkeypatch.setattr(limits, "MESSAGES", 3)
        table = two(store)
        for _ in range(3):
            talk.say(store, table, ANN, text="x")
        with pytest.raises(TooMany, match="no room"):
            talk.say(store, table, BEA, text="x")
        talk.say(store, table, CAT, text="x")


@pytest.mark.usefixtures("patient")
class TestPeace:
    """Blocks, reports and notes."""

    def test_blocked(self, any_store: Store):
        """They are heard no more, in any game and in any room, by whoever wants it so, and by nobody else less."""
        table, other = two(any_store), two(any_store)
        rude = talk.say(any_store, table, BEA, text="Landlubber")
        talk.say(any_store, other, BEA, text="Again")
        talk.block(any_store, table, ANN, rude)
        talk.block(any_store, table, ANN, rude)
        assert words(any_store, table, ANN) == words(any_store, other, ANN) == []
        assert words(any_store, table, BEA) == ["Landlubber"]
        talk.block(any_store, table, ANN, rude, on=False)
        assert words(any_store, table, ANN) == ["Landlubber"]
        with pytest.raises(NotYours, match="yourself"):
            talk.block(any_store, table, BEA, rude)

    def test_only_what_one_hears(self, store: Store):
        """Nobody learns by trying what is said in the other room."""
        table = two(store)
        said = talk.say(store, table, BEA, text="A secret")
        for deed in (talk.report, talk.block):
            with pytest.raises(NoSuchMessage):
                deed(store, table, CAT, said)
            with pytest.raises(NoSuchMessage):
                deed(store, table, ANN, said + 1)
            with pytest.raises(NotYours):
                deed(store, table, STRANGER, said)

    def test_reported(self, any_store: Store, monkeypatch: pytest.MonkeyPatch):
        """Once by each, as it was said; whoever runs the server lays it aside."""
        table = two(any_store)
        said = talk.say(any_store, table, BEA, text="Landlubber")
        for _ in range(2):
            talk.report(any_store, table, ANN, said)
        with any_store.reading() as connection:
            (report,) = messages.open_reports(connection)
        assert (report.text, report.person, report.reporter, report.number) == (
            "Landlubber",
            BEA.person,
            ANN.person,
            said,
        )
        assert any_store.write(lambda connection: messages.settle(connection, report.id, now()))
        assert not any_store.write(lambda connection: messages.settle(connection, report.id, now()))
        monkeypatch.setattr(limits, "REPORTS", 1)
        first, second = (talk.say(any_store, table, BEA, text=text) for text in "xy")
        talk.report(any_store, table, ANN, first)
        with pytest.raises(TooMany, match="reported"):
            talk.report(any_store, table, ANN, second)

    def test_notes(self, any_store: Store, monkeypatch: pytest.MonkeyPatch):
        """Everybody's are their own, and what is empty is no row."""
        table, other = two(any_store), two(any_store)
        assert talk.put_note(any_store, table, ANN, "Watch c4\r\n\u0007always ") == "Watch c4\nalways"
        talk.put_note(any_store, table, ANN, "Watch c5")
        assert [talk.read(any_store, table, one).note for one in (ANN, BEA, STRANGER)] == ["Watch c5", "", ""]
        monkeypatch.setattr(limits, "NOTES", 1)
        with pytest.raises(TooMany, match="notes beside"):
            talk.put_note(any_store, other, ANN, "too")
        talk.put_note(any_store, table, ANN, "")
        assert count(any_store, "notes") == 0
        with pytest.raises(TooMany, match="too long"):
            talk.put_note(any_store, table, ANN, "x" * (limits.NOTE + 1))
        with pytest.raises(NotYours):
            talk.put_note(any_store, table, STRANGER, "x")

    def test_from_several_devices_at_once(self, any_address: str):
        """Notes and reports of one person count once, also where two servers are asked at one moment."""
        stores = [open_store(any_address) for _ in range(2)]
        with ThreadPoolExecutor(4) as pool:
            for _ in range(4):
                table, barrier = two(stores[0]), Barrier(4)
                number = talk.say(stores[0], table, ANN, text="ahoy")

                def use(one: int, table: Table = table, number: int = number, barrier: Barrier = barrier) -> None:
                    barrier.wait()
                    talk.put_note(stores[one % 2], table, BEA, f"note {one}")
                    barrier.wait()
                    talk.report(stores[one % 2], table, BEA, number)

                list(pool.map(use, range(4)))
        assert (count(stores[0], "notes"), count(stores[0], "reports")) == (4, 4)
        for store in stores:
            store.close()
