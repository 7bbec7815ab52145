"""What is told is sent: to real servers on this machine, retried when they fail, and once each."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest
from sqlalchemy import Connection, update

from kidd.table.moments import now
from kidd.table.notices.hosts import Hosts, house_of
from kidd.table.notices.mail import PostOffice
from kidd.table.notices.postman import Postman
from kidd.table.notices.push import Pusher
from kidd.table.notices.sending import Sending
from kidd.table.notices.stopping import read_stop_token
from kidd.table.play import games
from kidd.table.play.games import Store, open_store
from kidd.table.seats import Seat
from kidd.table.snapshot import Table
from kidd.table.storage.database.schema import persons
from kidd.table.storage.notices import notice_rows, outbox, receivers
from kidd.table.storage.notices.receivers import Device, Wishes, device_id
from kidd.table.terms import Terms
from kidd.words.club.notices import moment
from kidd.words.language import tongue
from tests.patience import until
from tests.table.notices.servers import Browser, PushService, mail_server, push_service
from tests.table.sittings import ANN, BEA, person, say, sit

pytestmark = pytest.mark.once

SECRET = b"a secret of the tests"
SOON = notice_rows.GRACE + timedelta(seconds=1)


class Days:
    """A clock that is moved by hand."""

    def __init__(self) -> None:
        self.moment = now()

    def __call__(self) -> datetime:
        return self.moment

    def pass_by(self, some: timedelta) -> None:
        """Let time go by."""
        self.moment += some


@contextmanager
def at_work(store: Store, days: Days, office: PostOffice | None = None) -> Iterator[Postman]:
    """A postman whose rounds are called by hand."""
    pusher = Pusher(SECRET, "mailto:club@example.org", local=True)
    postman = Postman(store, Sending(pusher, office, "http://club.example", SECRET), days)
    yield postman
    postman.close()


def idle(store: Store) -> bool:
    """Whether nobody is sending anything at the moment."""
    with store.reading() as connection:
        held = connection.exec_driver_sql("SELECT count(*) FROM outbox WHERE holder IS NOT NULL").scalar_one()
    return not held


def rounds(postman: Postman, store: Store, *, times: int = 3) -> None:
    """A few rounds, each to its end."""
    for _ in range(times):
        postman.look()
        until(lambda: idle(store) and not any(postman._busy.values()), "the end of the round")


def left(store: Store) -> int:
    """How much is still to be sent."""
    with store.reading() as connection:
        return outbox.count(connection)


def has(store: Store, browser: Browser, who: str = BEA.person, language: str = "en") -> None:
    """Have a browser take somebody's notices."""
    device = browser.device(who, language)
    store.write(lambda connection: receivers.add_device(connection, device, now()))


def has_mail(store: Store, who: str = BEA.person, mail: str = "bea@example.org", **more: Any) -> None:
    """Give somebody a mail address that is known to be theirs."""
    values = {"mail": mail, "mail_verified": now(), "name": "Bea", **more}
    store.write(lambda connection: connection.execute(update(persons).where(persons.c.id == who).values(values)))


def two(store: Store) -> Table:
    """A game of two people, in which it is Bea's turn."""
    return say(store, sit(store, "LC", person(), person(BEA, "Bea")), "@c1")


def test_who_is_reached(any_store: Store, service: PushService):
    """Whoever has a browser that takes notices, or an address that is known to be theirs, and nobody else."""
    two(any_store)
    everybody = {ANN.person, BEA.person, "nobody"}

    def reached() -> set[str]:
        with any_store.reading() as connection:
            return set(receivers.reached(connection, everybody))

    assert reached() == set()
    has(any_store, Browser(service, "phone"), ANN.person)
    has_mail(any_store, mail_verified=None)
    assert reached() == {ANN.person}
    has_mail(any_store)
    assert reached() == {ANN.person, BEA.person}
    has_mail(any_store, closed=now())
    assert reached() == {ANN.person}


@pytest.fixture
def service() -> Iterator[PushService]:
    """A push service."""
    with push_service() as running:
        yield running


def test_a_turn_is_pushed_once(any_store: Store, service: PushService):
    """To each browser, in its language, signed, readable by nobody else, after a page could have shown it."""
    days, phone, desk = Days(), Browser(service, "phone"), Browser(service, "desk")
    table = two(any_store)
    has(any_store, phone)
    has(any_store, desk, language="de")
    with at_work(any_store, days) as postman:
        rounds(postman, any_store)
        assert phone.read() == []
        days.pass_by(SOON)
        rounds(postman, any_store)
        days.pass_by(timedelta(days=3))
        rounds(postman, any_store)
    (got,), (said,) = phone.read(), desk.read()
    assert got == {
        "title": "It is your turn",
        "body": "Loyal Captain with Ann",
        "url": f"/games/{table.id}",
        "tag": f"turn-{table.id}",
        "lang": "en",
    }
    assert said["title"] == "Du bist am Zug"
    assert all(
        one["Content-Encoding"] == "aes128gcm" and one["Authorization"].startswith("vapid t=") for one in service.asked
    )
    assert b"Ann" not in b"".join(body for _, body in service.taken)
    assert left(any_store) == 0


def test_what_was_seen_or_is_settled_is_not_sent(store: Store, service: PushService):
    """A page that somebody looks at says so; whoever has moved needs not be told."""
    days, phone = Days(), Browser(service)
    seen, moved, open_one = two(store), two(store), two(store)
    has(store, phone)
    with store.reading() as connection:
        (key,) = [one.key for one in notice_rows.of_person(connection, BEA.person) if one.game == seen.id]
    assert store.write(lambda connection: notice_rows.mark_seen(connection, ANN.person, [key], now())) == 0
    assert store.write(lambda connection: notice_rows.mark_seen(connection, BEA.person, [key], now())) == 1
    say(store, moved, "@a7", actor=BEA)
    days.pass_by(SOON)
    with at_work(store, days) as postman:
        rounds(postman, store)
    assert [one["url"] for one in phone.read()] == [f"/games/{open_one.id}"]


def test_a_service_that_fails_is_asked_again(any_store: Store, service: PushService, caplog: pytest.LogCaptureFixture):
    """After longer and longer pauses, and each browser by itself: who has it does not get it again."""
    days, phone, desk = Days(), Browser(service, "phone"), Browser(service, "desk")
    service.answers[:] = [503, 201, 429]
    two(any_store)
    has(any_store, phone)
    has(any_store, desk)
    days.pass_by(SOON)
    caplog.set_level(logging.CRITICAL)
    with at_work(any_store, days) as postman:
        rounds(postman, any_store)
        assert len(phone.read()) + len(desk.read()) == 1
        rounds(postman, any_store)
        assert len(service.asked) == 2  # not before its time
        days.pass_by(outbox.FIRST_PAUSE)
        rounds(postman, any_store)
        assert len(service.asked) == 3
        days.pass_by(outbox.FIRST_PAUSE * 2)
        rounds(postman, any_store)
        assert len(service.asked) == 3  # the second pause is longer
        days.pass_by(outbox.FIRST_PAUSE * 4)
        rounds(postman, any_store)
    assert (len(phone.read()), len(desk.read()), left(any_store)) == (1, 1, 0)


def waits(store: Store, who: str, endpoint: str, moment: datetime, attempts: int = 0) -> None:
    """Have something in the outbox for somebody's browser."""
    device = Device(device_id(endpoint), who, endpoint, "", "", "en")

    def put(connection: Connection) -> None:
        receivers.add_device(connection, device, moment)
        outbox.put(connection, who, outbox.PUSH, outbox.NOTICE, who, moment, device=device.id, attempts=attempts)

    store.write(put)


@pytest.fixture
def outgoing(any_store: Store) -> Iterator[Store]:
    """A store whose outbox is empty in the end, as nobody sends what tests put there by hand."""
    yield any_store
    any_store.write(lambda connection: connection.exec_driver_sql("DELETE FROM outbox"))


def test_what_was_never_tried_comes_first(outgoing: Store):
    """Of what is due retries come behind, however long they wait."""
    for number in range(3):
        moment = now() - timedelta(hours=3 - number)
        waits(outgoing, f"n{number}", f"https://n{number}.example/x", moment, attempts=int(not number))
    lease = partial(outbox.lease, channel=outbox.PUSH, holder="me", moment=now(), seconds=60, limit=2)
    assert [one.person for one in outgoing.write(lease)] == ["n1", "n2"]
    assert [one.person for one in outgoing.write(lease)] == ["n0"]


def test_slow_services_hold_up_nobody_else(outgoing: Store):
    """What is for one house is passed over while something is under way there, however much of it comes first."""
    slow, honest, moment = "https://n{}.slow.example/x", "https://honest.example/x", now()
    for number in range(40):
        waits(outgoing, f"n{number}", slow.format(number), moment - timedelta(hours=1))
    waits(outgoing, "bea", honest, moment - timedelta(minutes=1))
    lease = partial(outbox.lease, channel=outbox.PUSH, holder="me", moment=moment, seconds=60, limit=4, apart=house_of)
    hosts, (one,) = Hosts(), outgoing.write(lease)
    assert one.endpoint.endswith(".slow.example/x")
    hosts.enter(one.endpoint)
    (other,) = outgoing.write(partial(lease, shut=hosts.shut(moment)))
    assert other.endpoint == honest


def test_a_browser_that_is_gone(store: Store, service: PushService):
    """Is not written to any more."""
    days, phone = Days(), Browser(service)
    service.answers[:] = [410]
    two(store)
    has(store, phone)
    days.pass_by(SOON)
    with at_work(store, days) as postman:
        rounds(postman, store)
    with store.reading() as connection:
        assert receivers.devices_of(connection, BEA.person) == []
    assert (len(service.asked), left(store)) == (1, 0)


def test_what_is_never_taken_is_given_up(store: Store, service: PushService, caplog: pytest.LogCaptureFixture):
    """After a bounded number of attempts."""
    caplog.set_level(logging.CRITICAL)
    days, phone = Days(), Browser(service)
    service.answers[:] = [500] * 50
    two(store)
    has(store, phone)
    days.pass_by(SOON)
    with at_work(store, days) as postman:
        for _ in range(outbox.MOST_ATTEMPTS + 3):
            rounds(postman, store, times=1)
            days.pass_by(outbox.LONGEST_PAUSE)
    assert (len(service.asked), left(store)) == (outbox.MOST_ATTEMPTS, 0)


def test_two_servers_on_one_database(postgres: str, service: PushService):
    """Send each notice once, however they race for it."""
    store, other = open_store(postgres), open_store(postgres)
    days, browsers = Days(), [Browser(service, str(number)) for number in range(6)]
    try:
        for number, browser in enumerate(browsers):
            who = games.Seat(0, "person", f"racer-{number}", None, "Racer")
            say(store, sit(store, "LC", person(), who), "@c1")
            has(store, browser, f"racer-{number}")
        days.pass_by(SOON)
        with at_work(store, days) as first, at_work(other, days) as second:
            first.start()
            second.start()
            until(lambda: len(service.taken) >= 6 and left(store) == 0, "all notices")
        assert [len(browser.read()) for browser in browsers] == [1] * 6
    finally:
        other.close()
        store.close()


def test_invitations_and_ends(store: Store, service: PushService):
    """Whoever is asked to sit down is told, whoever waits for them as well, and both how it ended."""
    days, ann, bea = Days(), Browser(service, "ann"), Browser(service, "bea")
    two(store)  # so that both are known
    has(store, ann, ANN.person)
    has(store, bea)
    with at_work(store, days) as postman:
        table = sit(store, "LC", person(), Seat(0, "open", BEA.person))
        days.pass_by(SOON)
        rounds(postman, store)
        assert "You are invited to a game" in [one["title"] for one in bea.read()]
        games.take_seat(store, table.id, BEA, 1, "Bea")
        days.pass_by(SOON)
        rounds(postman, store)
        assert [one["title"] for one in ann.read()] == ["It is your turn"]
        games.play(store, table.id, ANN, 0, "@c1")
        games.play(store, table.id, BEA, 1, "B:resign")
        days.pass_by(SOON)
        rounds(postman, store)
    last = ann.read()[-1]
    assert (last["title"], last["body"]) == ("Your game is over", "Loyal Captain with Bea: You have won.")
    assert [one["title"] for one in bea.read()].count("It is your turn") == 1  # that of the first game


class TestMail:
    """Letters."""

    def test_a_digest_a_day(self, any_store: Store, caplog: pytest.LogCaptureFixture):
        """In the morning of the receiver's time zone, in their language, tried again, and never the same twice."""
        caplog.set_level(logging.CRITICAL)
        days = Days()
        days.moment = datetime(2031, 5, 6, 12, 0, tzinfo=UTC)
        with mail_server("451 later") as (box, port):
            office = PostOffice("127.0.0.1", port, "Kidd <club@example.org>", security="none")
            first, second = two(any_store), two(any_store)
            has_mail(any_store, language="fr", zone="Europe/Berlin")
            with at_work(any_store, days, office) as postman:
                rounds(postman, any_store)
                days.moment = datetime(2031, 5, 7, 4, 59, tzinfo=UTC)
                rounds(postman, any_store)
                assert box.tries == 0
                days.moment = datetime(2031, 5, 7, 5, 0, tzinfo=UTC)  # seven in Berlin
                rounds(postman, any_store)
                assert (box.tries, box.letters) == (1, [])
                days.pass_by(outbox.FIRST_PAUSE)
                rounds(postman, any_store)
                days.pass_by(timedelta(days=2))
                rounds(postman, any_store)
        (letter,) = box.letters
        assert (letter["to"], letter["content-language"]) == ("bea@example.org", "fr")
        text, page = letter.get_body(("plain",)), letter.get_body(("html",))
        assert text is not None
        assert page is not None
        for table in (first, second):
            assert f"http://club.example/games/{table.id}" in text.get_content()
            assert f"http://club.example/games/{table.id}" in page.get_content()
        assert "C’est à vous de jouer" in text.get_content()
        stop = str(letter["list-unsubscribe"]).strip("<>")
        assert letter["list-unsubscribe-post"] == "List-Unsubscribe=One-Click"
        assert read_stop_token(SECRET, stop.partition("token=")[2]) == (BEA.person, "digest")

    def test_a_deadline_is_mailed_at_once(self, store: Store):
        """Unless that is not wanted; the hour is that of the receiver's clock."""
        days = Days()
        with mail_server() as (box, port):
            office = PostOffice("127.0.0.1", port, "club@example.org", security="none")
            terms = Terms(time="3d")
            seats = person(), person(BEA, "Bea")
            table = games.open_game(store, code="LC", options={}, seats=seats, owner=ANN, terms=terms)
            table = say(store, say(store, say(store, table, "@c1"), "@a7", actor=BEA), "@e3")
            assert table.clock is not None
            assert table.clock.falls is not None
            has_mail(store, language="de", zone="America/New_York")
            warn = partial(notice_rows.remind, table=table, seat=1)
            store.write(warn)
            days.pass_by(SOON)
            with at_work(store, days, office) as postman:
                rounds(postman, store)
                wanted = Wishes(warnings=False, digest=False)
                store.write(lambda connection: receivers.wish(connection, BEA.person, wanted, now()))
                other = games.open_game(store, code="LC", options={}, seats=seats[::-1], owner=ANN, terms=terms)
                store.write(partial(notice_rows.remind, table=other, seat=0))
                store.write(warn)  # which is no news any more
                days.pass_by(SOON)
                rounds(postman, store)
        (letter,) = box.letters
        text = letter.get_body(("plain",))
        assert text is not None
        assert moment(table.clock.falls, tongue("de"), "America/New_York") in text.get_content()
        assert "UTC" not in text.get_content()

    def test_letters_about_accounts(self, store: Store):
        """Go to the address that they were asked for, and with the link that only its owner is to know."""
        two(store)
        days = Days()
        put = partial(outbox.put_letter, kind="verify", person=BEA.person, address="new@example.org", moment=days())
        assert store.write(partial(put, language="en", mark="abc", data={"name": "Bea", "path": "/verify?code=abc"}))
        with mail_server() as (box, port):
            office = PostOffice("127.0.0.1", port, "club@example.org", security="none")
            with at_work(store, days, office) as postman:
                rounds(postman, store)
        (letter,) = box.letters
        text = letter.get_body(("plain",))
        assert text is not None
        assert "http://club.example/verify?code=abc" in text.get_content()
        assert (letter["to"], letter["list-unsubscribe"]) == ("new@example.org", None)
