from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from sqlalchemy import select

import kidd
from kidd.table import limits
from kidd.table.computers.job_queue import ThinkerPool
from kidd.table.computers.jobs import HintQuestion, MatchRecord
from kidd.table.computers.lanes import SOON, URGENT, Lane
from kidd.table.storage.database.schema import persons
from tests.patience import until
from tests.web.afloat import JSON, Server, Visitor, afloat

pytestmark = [
    pytest.mark.once,
    pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a machine has one address of its own"),
]

LONG = HintQuestion(MatchRecord.of(kidd.Match("LC")), 1000.0)
ELSEWHERE, CROWDED = "127.0.0.2", "127.0.0.3"


@pytest.fixture(scope="module")
def harbour(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of our own: the computers of the one for all tests are not to be kept busy."""
    with afloat(tmp_path_factory.mktemp("fair")) as running:
        yield running


@pytest.fixture
def people(harbour: Server) -> Iterator[ExitStack]:
    """Visitors are let go in the end, and so is whatever they have asked."""
    with ExitStack() as stack:
        yield stack
        thinkers = harbour.app.state.computers.thinkers
        for urgency in (URGENT, SOON):
            thinkers.hush(urgency)
        for post in thinkers._posts:
            if post.ticket is not None:
                post.ticket.thought.cancel()


def newcomer(harbour: Server, people: ExitStack, address: str = "127.0.0.1") -> Visitor:
    """Somebody without a cookie, from an address."""
    return people.enter_context(harbour.visitor(transport=httpx.HTTPTransport(local_address=address)))


def place(harbour: Server, address: str) -> str:
    """What the guests of an address are counted by."""
    return str(harbour.app.state.sessions.origin_of(address))


def challenge(visitor: Visitor, level: int) -> str:
    """A game in which a computer moves first."""
    seats = [{"kind": "computer", "level": level}, {"kind": "person"}]
    answer = visitor.post("/api/v1/games", json={"game": "LC", "seats": seats})
    assert answer.status_code == 201, answer.text
    return f"/games/{answer.json()['id']}"


def busy(harbour: Server, urgency: int = URGENT) -> ThinkerPool:
    """The only worker thinks, and goes on as long as the test takes."""
    thinkers: ThinkerPool = harbour.app.state.computers.thinkers
    thinkers.ask(LONG, urgency, owner="somebody")
    until(lambda: thinkers.thinking)
    return thinkers


def test_fresh_identities_do_not_keep_a_low_level_waiting(harbour: Server, people: ExitStack):
    """New games against level 8, each without a cookie: who plays level 1 from the same address has their answer."""
    thinkers = busy(harbour)
    crowd = [(visitor, challenge(visitor, 8)) for visitor in (newcomer(harbour, people) for _ in range(26))]
    until(lambda: thinkers.sated(Lane.MOVES))
    honest = newcomer(harbour, people)
    for _ in range(2):
        page = challenge(honest, 1)
        until(lambda page=page: honest.sees(page)["ply"] == 1)  # type: ignore[misc]
    assert not any(visitor.sees(page)["ply"] for visitor, page in crowd[::10])
    assert thinkers.thinking == 1


def test_fresh_identities_of_one_address_have_one_share(harbour: Server, people: ExitStack):
    """Somebody from elsewhere comes after one of them, at level 8 as well, however many wait."""
    thinkers = busy(harbour)
    for _ in range(10):
        challenge(newcomer(harbour, people, CROWDED), 8)
    honest = newcomer(harbour, people, ELSEWHERE)
    page = challenge(honest, 8)

    def waiting(address: str) -> int:
        return thinkers._queue.crowd(Lane.MOVES)[place(harbour, address)]

    until(lambda: (waiting(CROWDED), waiting(ELSEWHERE)) == (10, 1))
    (post,) = [post for post in thinkers._posts if post.ticket is not None]
    assert post.ticket is not None
    post.ticket.thought.cancel()
    until(lambda: honest.sees(page)["ply"] == 1)
    assert waiting(CROWDED) >= 6  # nine, and where the machine is slow to tell a few less


def test_it_is_known_where_guests_came_from(harbour: Server, people: ExitStack):
    """As a number that many addresses have, from the first thing they do."""
    first, second = newcomer(harbour, people), newcomer(harbour, people, ELSEWHERE)
    challenge(first, 1)
    problem = second.get("/api/v1/problems", params={"game": "LC"})
    assert problem.status_code == 200
    second.opens()
    with harbour.app.state.store.reading() as connection:
        for visitor, address in ((first, "127.0.0.1"), (second, ELSEWHERE)):
            query = select(persons.c.origin).where(persons.c.id == harbour.actor(visitor).person)
            assert connection.execute(query).scalar_one() == harbour.actor(visitor).origin == place(harbour, address)


def test_many_visitors_of_one_address_do_not_deny_hints(harbour: Server, people: ExitStack):
    """Sixty of them ask for two hints each: an eighth of the places is theirs, and somebody else gets a hint."""
    thinkers = busy(harbour, SOON)

    def hint(visitor: Visitor, page: str) -> int:
        return visitor.post(f"/api/v1{page}/hint", json={"ply": 0}, headers=JSON).status_code

    crowd = [(visitor, visitor.opens()) for visitor in (newcomer(harbour, people) for _ in range(20))]
    honest = newcomer(harbour, people, ELSEWHERE)
    page = honest.opens()
    with ThreadPoolExecutor(48) as pool:
        asked: list[Future[int]] = [pool.submit(hint, *one) for one in crowd for _ in range(2)]
        until(lambda: sum(future.done() for future in asked) == 28)
        assert {future.result() for future in asked if future.done()} == {429}
        mine = pool.submit(hint, honest, page)
        until(lambda: thinkers.waiting == 13)
        for post in thinkers._posts:
            if post.ticket is not None:
                post.ticket.thought.cancel()
        assert mine.result() == 200
        thinkers.hush(SOON)


def test_a_crowd_of_guests_leaves_the_engine_to_others(harbour: Server, people: ExitStack):
    """It thinks along for sixty-four at a time: where they are of one address, one of them makes way."""
    lookers = harbour.app.state.lookers
    for number in range(64):
        lookers.enter(f"guest {number}", "@crowd", lambda: None)
    honest = newcomer(harbour, people)
    honest.opens()
    with honest.thinks_along() as socket:
        socket.send('{"look": {"position": "LC", "acts": []}, "seq": 7}')
        assert '"seq":7' in str(socket.recv(120))
    for looker in list(lookers._here):
        lookers.go(looker)


def test_a_class_is_told_which_comes_next(harbour: Server, people: ExitStack, monkeypatch: pytest.MonkeyPatch):
    """Guests of one address have their games analysed one after the other; what is too much for it is said."""
    monkeypatch.setattr(limits, "ANALYSES_SHARE", 1)
    monkeypatch.setattr(limits, "ANALYSES_ASKED_SHARE", 3)
    busy(harbour)
    crowd, pages = [newcomer(harbour, people) for _ in range(4)], []
    for one in crowd:
        pages.append(one.opens())
        assert one.plays(pages[-1], 0, one.sees(pages[-1])["moves"][0]["act"]).status_code == 200
        assert one.plays(pages[-1], 1, "resign").status_code == 200
    asked = [one.post(f"/api/v1{page}/analysis", json={}) for one, page in zip(crowd, pages, strict=True)]
    assert [answer.status_code for answer in asked] == [200, 200, 200, 429]
    assert (asked[3].json()["reason"], asked[3].headers["retry-after"]) == ("analyses here", "20")
    assert asked[3].json()["detail"].startswith("3 games of people who come from where you are wait")
    told = [f"/api/v1{page}/analysis" for page in pages[:3]]
    until(lambda: [one.get(page).json().get("place", 0) for one, page in zip(crowd, told, strict=False)] == [0, 1, 2])
    assert (
        "It waits for its turn, as number 2 of those from where you are." in crowd[2].get(f"{pages[2]}/analysis").text
    )
    bare = crowd[3].post(f"{pages[3]}/analysis", headers={"accept": "text/html"})
    assert (bare.status_code, bare.headers["retry-after"]) == (429, "20")
    assert "3 games of people" in bare.text
    for one, page in zip(crowd[:3], pages, strict=False):
        one.delete(f"/api/v1{page}/analysis")


def test_a_long_analysis_says_what_is_judged(
    harbour: Server, people: ExitStack, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    """On the page, before it is asked for and after; it can be stopped, and a third at a time is refused."""
    monkeypatch.setattr(limits, "ANALYSED", 3)
    thinkers = busy(harbour)
    player = newcomer(harbour, people)
    pages = []
    for _ in range(3):
        pages.append(player.opens())
        for ply in range(6):
            move = player.sees(pages[-1])["moves"][0]["act"]
            assert player.plays(pages[-1], ply, move).status_code == 200
        assert player.plays(pages[-1], 6, "resign").status_code == 200
    said = "This game is long: its last 3 moves are judged."
    assert said in player.get(f"{pages[0]}/analysis").text
    for page in pages[:2]:
        begun = player.post(f"/api/v1{page}/analysis", json={}).json()
        assert (begun["state"], begun["total"]) == ("running", 3)
    refused = player.post(f"/api/v1{pages[2]}/analysis", json={})
    assert (refused.status_code, refused.json()["reason"]) == (429, "analyses")
    assert player.delete(f"/api/v1{pages[0]}/analysis").json()["state"] == "cancelled"
    assert player.post(f"/api/v1{pages[2]}/analysis", json={}).status_code == 200
    for page in pages[1:]:
        player.delete(f"/api/v1{page}/analysis")
    assert thinkers.thinking
