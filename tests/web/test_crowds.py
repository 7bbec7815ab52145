"""One client does not slow all: bounds on sockets, turns for what takes long, memory that has an end."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

import kidd
from bench.long_game import long_game
from kidd.logbook import write_logbook
from kidd.table.errors import TooFast
from kidd.table.play import imports
from kidd.table.play.imports import read_book
from kidd.table.storage.database.store import SnapshotCache, size_of
from kidd.table.storage.event_log import load
from kidd.web.api.study import lines
from kidd.web.http.defence import portholes
from kidd.web.http.defence.portholes import CROWDED, Portholes
from kidd.web.state import log_entries
from kidd.words.errors import sentence
from kidd.words.language import LANGUAGES, tongue
from tests.patience import PATIENCE, until
from tests.web.afloat import API, Server, Visitor, afloat

FAR = {"x-forwarded-for": "203.0.113.9"}
LONGEST_REASON = 123  # bytes that a socket is closed with at the most


@pytest.fixture(scope="module")
def harbour(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of our own, whose bounds are set."""
    with afloat(tmp_path_factory.mktemp("crowds"), watchers=3) as running:
        yield running


def closed(socket: ClientConnection) -> tuple[int, str]:
    """Why a socket is closed."""
    try:
        while True:
            socket.recv(PATIENCE)
    except ConnectionClosed:
        return socket.close_code or 0, socket.close_reason or ""


def test_windows_of_one_person(harbour: Server, monkeypatch: pytest.MonkeyPatch):
    """So many on one game; the next is closed with a sentence, and when one is closed there is room again."""
    monkeypatch.setattr(portholes, "OF_PERSON_HERE", 2)
    with harbour.visitor() as visitor, ExitStack() as stack:
        page = visitor.opens()
        first, second = (stack.enter_context(visitor.listens(page)) for _ in range(2))
        for socket in (first, second):
            socket.recv(PATIENCE)
        with visitor.listens(page, **{"accept-language": "de"}) as third:
            assert closed(third) == (CROWDED, "Du hast hier zu viele Fenster offen: Bitte schließ einige davon.")
        with visitor.listens(visitor.opens()) as elsewhere:
            elsewhere.recv(PATIENCE)
        first.close()
        until(lambda: _hears(visitor, page))


def _hears(visitor: Visitor, page: str) -> bool:
    with visitor.listens(page) as socket:
        try:
            return bool(socket.recv(PATIENCE))
        except ConnectionClosed:
            return False


def test_watchers_of_one_game(harbour: Server):
    """So many look on, whoever they are; who plays it finds room all the same."""
    with harbour.visitor() as player, ExitStack() as stack:
        page = player.opens()
        for _ in range(3):
            visitor = stack.enter_context(harbour.visitor())
            stack.enter_context(visitor.listens(page)).recv(PATIENCE)
        with harbour.visitor() as late, late.listens(page, **{"accept-language": "fr"}) as socket:
            code, why = closed(socket)
            assert (code, "revenez plus tard" in why) == (CROWDED, True)
        with player.listens(page) as socket:
            socket.recv(PATIENCE)


def test_strangers_of_one_network(harbour: Server, monkeypatch: pytest.MonkeyPatch):
    """They are counted together, in the lobby as well, and those of this machine are not."""
    monkeypatch.setattr(portholes, "OF_NETWORK", 2)
    with harbour.visitor() as visitor, ExitStack() as stack:
        for _ in range(2):
            stack.enter_context(visitor.looks_around(**FAR)).recv(PATIENCE)
        with visitor.looks_around(**FAR) as late:
            assert closed(late)[0] == CROWDED
        with visitor.looks_around(**{"x-forwarded-for": "198.51.100.7"}) as other:
            other.recv(PATIENCE)
        for _ in range(4):
            stack.enter_context(visitor.looks_around()).recv(PATIENCE)
    until(lambda: not harbour.app.state.portholes)


def test_guests_of_one_network(harbour: Server, monkeypatch: pytest.MonkeyPatch):
    """They are counted together on one game, as anybody can be many; who plays it, or is a member, has room."""
    monkeypatch.setattr(portholes, "OF_NETWORK_HERE", 3)
    monkeypatch.setattr(harbour.app.state.portholes, "_of_game", 0)
    with harbour.visitor(headers=FAR) as player, ExitStack() as stack:
        page = player.opens()
        for number in range(4):
            guest = stack.enter_context(harbour.visitor(headers=FAR))
            guest.opens()
            socket = stack.enter_context(guest.listens(page, **FAR))
            if number < 3:
                socket.recv(PATIENCE)
            else:
                assert closed(socket)[0] == CROWDED
        stack.enter_context(player.listens(page, **FAR)).recv(PATIENCE)
        member = stack.enter_context(harbour.visitor())
        made = member.post(f"{API}/signup", json={"name": "Mary Read", "password": "two parrots"})
        assert made.status_code == 201
        assert not harbour.actor(member).origin
        stack.enter_context(member.listens(page, **FAR)).recv(PATIENCE)
    until(lambda: not harbour.app.state.portholes)


def test_notices_of_one_network(harbour: Server, monkeypatch: pytest.MonkeyPatch):
    """Pages of guests that listen for notices are counted together, too, and those of one person in any case."""
    monkeypatch.setattr(portholes, "OF_NETWORK", 2)
    monkeypatch.setattr(portholes, "NOTICES_OF_PERSON", 2)
    with ExitStack() as stack:
        guests = [stack.enter_context(harbour.visitor(headers=FAR)) for _ in range(3)]
        for guest in guests:
            guest.opens()
        for guest in guests[:2]:
            stack.enter_context(guest.hears_notices(**FAR)).recv(PATIENCE)
        assert closed(stack.enter_context(guests[2].hears_notices(**FAR)))[0] == CROWDED
        for _ in range(2):
            stack.enter_context(guests[2].hears_notices()).recv(PATIENCE)
        assert closed(stack.enter_context(guests[2].hears_notices()))[0] == CROWDED
    until(lambda: not harbour.app.state.portholes)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reason", ["sockets", "watchers"])
def test_a_socket_can_say_why(language: str, reason: str):
    """The sentence fits into what closes a socket."""
    assert len(sentence(TooFast(1, reason), tongue(language)).encode()) <= LONGEST_REASON


def test_what_takes_long_is_answered_in_turn(harbour: Server, monkeypatch: pytest.MonkeyPatch):
    """Where nobody is let in, long pages, books and pictures are refused with when to come again; moves are not."""

    def shut(_: str) -> None:
        raise TooFast(3, "busy")

    with harbour.visitor(headers={"accept-language": "de", "accept": "text/html"}) as visitor:
        page = visitor.opens()
        monkeypatch.setattr(harbour.app.state.turnstile, "turn", shut)
        book = {"text": write_logbook(kidd.Match("LC"))}
        for answer in (
            visitor.get(page),
            visitor.get(f"{page}/0"),
            visitor.get(f"{page}/0.svg"),
            visitor.get(f"{page}/log.kidd"),
            visitor.get("/rules"),
            visitor.get("/rules/madagascar"),
            visitor.get("/study", params={"position": "LC"}),
            visitor.post("/load", data=book),
            visitor.post("/dice", data=book),
            visitor.post(f"{API}/dice", json={"book": book["text"]}),
            visitor.get(f"{API}{page}/0.svg"),
            visitor.get(f"{API}/docs"),
            visitor.post(f"{API}/account/export"),
            visitor.post(f"{page}/rematch"),
            visitor.post(f"{API}{page}/rematch"),
            visitor.post(f"{API}/vacation", json={"days": 1}),
            visitor.post("/vacation", data={"days": "1"}),
        ):
            assert (answer.status_code, answer.headers["retry-after"]) == (503, "3"), answer.url
            assert "Bitte versuch es gleich noch einmal" in answer.text
        assert visitor.plays(page, 0, "@c1").status_code == 200
        assert visitor.get(f"{API}{page}").status_code == 200
        assert visitor.get("/").status_code == 200
        assert visitor.get(f"{page}/0/small.svg").status_code == 200
        harbour.app.state.store.snapshots.drop(page.removeprefix("/games/"))
        assert visitor.get(f"{page}/0/small.svg").status_code == 503


def test_a_long_game_is_told_in_turn(harbour: Server, monkeypatch: pytest.MonkeyPatch):
    """The whole log of a long game is, to whoever asks for it and at its socket; what is new since then is not."""
    shares: list[str] = []
    turn = harbour.app.state.turnstile.turn

    def counted(share: str) -> object:
        shares.append(share)
        return turn(share)

    monkeypatch.setattr(harbour.app.state.turnstile, "turn", counted)
    with harbour.visitor(headers={"accept-language": "fr"}) as visitor:
        acts = list(long_game(150))
        said = {"game": "LC", "seats": [{"kind": "person"}, {"kind": "person"}], "acts": acts}
        opened = visitor.post(f"{API}/games", json=said)
        assert (opened.status_code, len(shares)) == (201, 1)
        page, version = f"/games/{opened.json()['id']}", opened.json()["version"]
        assert len(visitor.sees(page)["log"]) == len(acts)
        assert len(shares) == 2
        log_entries._told.clear()
        with visitor.listens(page, version) as socket:
            act = opened.json()["moves"][0]["act"]
            assert visitor.plays(page, len(acts), act, version=version).status_code == 200
            socket.recv(PATIENCE)
        assert len(shares) == 2
        with visitor.listens(page) as socket:
            socket.recv(PATIENCE)
        assert len(shares) == 3


def test_books_have_an_end_in_memory():
    """However long they are, together they take no more than was set aside."""
    match = kidd.Match("LC")
    for act in long_game(200):
        match.play(act)
    book = write_logbook(match)
    for number in range(12):
        text = "\n".join([book] * 30) + "\n" * number
        assert len(read_book(text)) == 30
        assert imports._known.currsize <= imports.ROOM
    assert read_book(text) is read_book(text)
    assert len(imports._known) < 12


def test_games_have_an_end_in_memory(harbour: Server):
    """By the bytes they take, and those that were asked for last stay."""
    store = harbour.app.state.store
    with harbour.visitor() as visitor:
        tables = [load(store, visitor.opens().removeprefix("/games/")) for _ in range(5)]
    cache = SnapshotCache(3 * size_of(tables[0]))
    for table in tables:
        cache.put(table)
        cache.put(table)
    assert [cache.latest(table.id) is table for table in tables] == [False, False, True, True, True]
    assert cache.taken == 3 * size_of(tables[0])
    for table in tables:
        cache.drop(table.id)
    assert cache.taken == 0
    assert lines._known.maxsize == lines.ROOM


def test_a_row_of_the_log_is_filled_in_once(harbour: Server):
    """At every ply the same rows are shown, but for the one that is looked at."""
    with harbour.visitor() as visitor:
        page = visitor.opens()
        for ply, act in enumerate(("@c1", "@c9", "@a3", "@a7")):
            visitor.plays(page, ply, act)
        shown = [visitor.get(f"{page}/{ply}").text for ply in (1, 4)]
    assert [text.count('aria-current="step"') for text in shown] == [1, 1]
    assert all(text.count('class="log-cell') == 4 for text in shown)


def test_nobody_is_left_behind():
    """What was counted is forgotten with the last socket."""
    assert len(Portholes(1)) == 0


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "This page tries again by itself in 5 seconds."),
        ("de", "Diese Seite versucht es in 5 Sekunden von selbst noch einmal."),
        ("fr", "Cette page réessaiera d’elle-même dans 5 secondes."),
    ],
)
def test_a_page_that_is_refused_for_a_moment_comes_by_itself(
    harbour: Server, language: str, said: str, monkeypatch: pytest.MonkeyPatch
):
    """By a script, and by a link for those without; what was sent by a form is not asked for again."""

    def shut(_: str) -> None:
        raise TooFast(3, "busy-yours")

    with harbour.visitor(headers={"accept-language": language, "accept": "text/html"}) as visitor:
        page = visitor.opens()
        monkeypatch.setattr(harbour.app.state.turnstile, "turn", shut)
        refused = visitor.get(f"{page}/0?palette=dark")
        assert (refused.status_code, refused.headers["retry-after"]) == (429, "3")
        assert "js/pages/again.js" in refused.text
        assert f'<p id="by-itself" data-seconds="5" hidden>{said}</p>' in refused.text
        assert f'<a href="{page}/0?palette=dark" id="again">' in refused.text
        for other in (visitor.post("/load", data={"text": "?"}), visitor.get("/nowhere")):
            assert "again.js" not in other.text
