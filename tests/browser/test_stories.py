"""Whole games between people at browsers of their own, from the first word to the last."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import kidd
from kidd.table.moments import WATCH
from kidd.table.storage.recompute import differences
from kidd.table.timekeeper import timekeeper
from tests.browser.conftest import PHONE, Visitors
from tests.browser.deckhand import Deckhand
from tests.browser.frozen import wire_to
from tests.browser.test_access import problems
from tests.patience import until
from tests.shell import run
from tests.table.notices.servers import Mailbox, mail_server
from tests.terminal.test_bridge import bridging
from tests.web.afloat import API, Server, afloat
from tests.web.bearers import make_bot

pytestmark = [pytest.mark.once, pytest.mark.slow]

TOUCH: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
PASSWORD = "two parrots and a half"


@pytest.fixture
def mailbox() -> Iterator[tuple[Mailbox, int]]:
    """A mail server."""
    with mail_server() as running:
        yield running


@pytest.fixture
def server(tmp_path: Path, mailbox: tuple[Mailbox, int], monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server in this process that writes letters, whose time can go on by itself, and that misses people at once."""
    usual = WATCH.read
    monkeypatch.setattr(timekeeper, "PATIENCE", timedelta(days=365))  # days that are lost at once are to count
    post = {"smtp_host": "127.0.0.1", "smtp_port": mailbox[1], "smtp_security": "none", "smtp_from": "club@example.org"}
    with afloat(tmp_path, **post) as running:
        running.app.state.timekeeper.presence._patience = 0.1
        yield running
        assert differences(running.app.state.store) == []
    WATCH.read = usual


@pytest.fixture
def visitors(browser: Browser, server: Server) -> Iterator[Visitors]:
    """Visitors of this server."""
    coming = Visitors(browser, server.url)
    yield coming
    coming.close()


def go_on(server: Server, **by: float) -> None:
    """Let it be later, and those who watch the time notice."""
    WATCH.go_on(timedelta(**by))
    server.app.state.timekeeper._wake(0)
    server.app.state.postman.wake()


def sign_up(page: Page, name: str) -> None:
    """Become a member."""
    page.goto("/signup")
    page.fill("#field-name", name)
    for field in ("password", "again"):
        page.fill(f"#field-{field}", PASSWORD)
    page.click("#sign-up .button-main")
    expect(page.locator("#my-account")).to_have_attribute("title", name)


def ready(page: Page) -> None:
    """Wait until a table is alive."""
    expect(page.locator("html")).to_have_attribute("data-ready", "true")


def move(page: Page, ply: int) -> None:
    """The first move of the list, once it is one's turn."""
    expect(page.locator("#table")).to_have_attribute("data-ply", str(ply))
    page.locator("[data-move]").first.evaluate("(one) => one.click()")
    expect(page.locator("#table")).to_have_attribute("data-ply", str(ply + 1))


def invited(host: Page, guest: Page, **wish: Any) -> str:
    """A game of the host's, in which a guest sits down by the link; both are at the table."""
    opened = host.request.post(f"{API}/invitations", data={"game": "LC", "colour": "red", **wish})
    assert opened.status == 201, opened.text()
    game = str(opened.json()["id"])
    guest.goto(f"/games/{game}")
    guest.locator("#sit").click()
    host.goto(f"/games/{game}")
    for page in (host, guest):
        ready(page)
    return game


def told_of(mailbox: Mailbox, word: str) -> list[tuple[str, str]]:
    """To whom letters about something went, and what they are called."""
    titles = ((str(one["to"]), str(one["subject"]).partition(" · ")[0]) for one in list(mailbox.letters))
    return [(who, title) for who, title in titles if word in title]


def link_in(mailbox: Mailbox, number: int) -> str:
    """Where the first address of a letter leads."""
    until(lambda: len(mailbox.letters) > number, "the letter")
    body = mailbox.letters[number].get_body(("plain",))
    assert body is not None
    found = re.search(r"https?://[^/]+(/\S+)", body.get_content())
    assert found, body.get_content()
    return found[1]


def test_a_line_is_lost_in_a_live_game(server: Server, visitors: Visitors):
    """Bea's page says that it is alone, Ann sees that she is away; back again, nothing is missing, and it goes on."""
    visitors.expect("WebSocket is closed before")  # one that was tried in the frozen wire and given up
    ann = visitors(None)
    with wire_to(int(server.url.rpartition(":")[2])) as wire:
        bea = visitors(None, locale="fr-FR", base_url=wire.url, **TOUCH)
        invited(ann, bea, time="300+2")
        move(ann, 0)
        move(bea, 1)
        wire.frozen.set()
        expect(bea.locator("#connection")).to_be_visible()
        expect(ann.locator("#crew-B .clock-note")).to_have_text(re.compile(r"^Away, lost in (1:00|0:\d\d)$"))
        move(ann, 2)
        expect(bea.locator("#table")).to_have_attribute("data-ply", "2")
        wire.frozen.clear()
        expect(bea.locator("#table")).to_have_attribute("data-ply", "3")
        expect(bea.locator("#connection")).to_be_hidden()
        expect(ann.locator("#crew-B .clock-note")).to_have_text("")
        move(bea, 3)
        move(ann, 4)
        WATCH.go_on(timedelta(minutes=6))
        ann.locator('[data-act$="draw?"]').first.evaluate("(one) => one.click()")
        for page in (ann, bea):
            expect(page.locator("#table")).to_have_attribute("data-result", "1-0")
        bea.context.close()  # before the line is gone


def test_a_game_by_correspondence(server: Server, visitors: Visitors, mailbox: tuple[Mailbox, int]):
    """A challenge by name, a move that was planned, a vacation, a reminder by mail in her own language, and the end."""
    ann, bea = visitors(None, locale="de-DE"), visitors(None, **TOUCH)
    sign_up(ann, "Anne Bonny")
    sign_up(bea, "Mary Read")
    assert ann.request.put(f"{API}/account/mail", data={"mail": "anne@example.org", "password": PASSWORD}).ok
    server.app.state.postman.wake()
    ann.goto(link_in(mailbox[0], 0))
    ann.locator("main form button").click()
    game = invited(ann, bea, time="3d", friend="Mary Read")
    move(ann, 0)
    move(bea, 1)
    pos = kidd.start("LC")
    for entry in ann.request.get(f"{API}/games/{game}").json()["log"]:
        pos = pos.play(entry["act"])
    first = pos.legal_moves()[0]
    wish = {"ply": 2, "lines": [[str(first), str(pos.play(first).legal_moves()[0])]]}
    assert bea.request.put(f"{API}/games/{game}/plan", data=wish).ok
    move_planned(ann, str(first), 4)  # the answer comes with the move
    expect(bea.locator("#table")).to_have_attribute("data-ply", "4")

    ann.goto("/vacation")
    ann.fill("#days", "2")
    ann.locator("main form .button-main").click()
    expect(ann.locator("main .notice-good")).to_be_visible()
    ann.goto("about:blank")
    go_on(server, days=4)  # two of them do not count
    state = bea.request.get(f"{API}/games/{game}").json()
    assert "result" not in state
    go_on(server, hours=14)  # so that ten are left
    warnings = [("anne@example.org", "Deine Bedenkzeit läuft ab")]
    until(lambda: told_of(mailbox[0], "Bedenkzeit") == warnings, "the reminder")
    ann.goto(f"/games/{game}")
    ready(ann)
    move(ann, 4)
    bea.locator('[data-act="resign"]').first.evaluate("(one) => one.click()")
    bea.locator("#confirm-yes").click()
    for page in (ann, bea):
        expect(page.locator("#table")).to_have_attribute("data-result", "1-0")
    go_on(server, days=1)
    assert told_of(mailbox[0], "Bedenkzeit") == warnings  # once


def move_planned(page: Page, act: str, ply: int) -> None:
    """A move that is answered at once."""
    page.locator(f'[data-move="{act}"]').first.evaluate("(one) => one.click()")
    expect(page.locator("#table")).to_have_attribute("data-ply", str(ply))


def test_dice_that_both_have_made(server: Server, visitors: Visitors, tmp_path: Path):
    """Quedah Merchant to the end by two browsers; the command proves every roll by both seeds."""
    ann, bea = visitors(None), visitors(None, locale="de-DE", **TOUCH)
    game = invited(ann, bea, game="QM", time="600+5")
    sailors = {"R": Deckhand(ann), "B": Deckhand(bea)}
    for _ in range(60):
        state = ann.request.get(f"{API}/games/{game}").json()
        if "result" in state:
            break
        sailor = sailors[state["turn"]]
        expect(sailor.page.locator("#table")).to_have_attribute("data-may-move", "true")
        sailor.play(sailor.choose(sailor.match()))
    else:
        ann.request.post(f"{API}/games/{game}/acts", data={"act": "R:resign", "ply": state["ply"] + 1})
    book = tmp_path / "game.kidd"
    book.write_text(ann.request.get(f"{API}/games/{game}/log.kidd").text(), encoding="utf-8")
    done = run("dice", str(book))
    assert done.returncode == 0, done.stdout + done.stderr
    told = ann.request.get(f"{API}/games/{game}/dice").json()
    assert told["fair"]
    assert told["salted"] >= 5


def test_one_of_three_leaves(visitors: Visitors):
    """Madagascar for three at three browsers in three languages: who leaves is played on by a computer, and is last."""
    ann, bea, cat = visitors(None), visitors(None, locale="de-DE", **TOUCH), visitors(None, locale="fr-FR")
    opened = ann.request.post(f"{API}/invitations", data={"game": "MG3", "time": "600+5", "colour": "red"})
    game = opened.json()["id"]
    for page in (bea, cat):
        page.goto(f"/games/{game}")
        page.locator("#sit").click()
    ann.goto(f"/games/{game}")
    seats = {}
    for page in (ann, bea, cat):
        ready(page)
        seats[page.locator("#table").get_attribute("data-you")] = page
    for ply, colour in enumerate("RBG"):
        move(seats[colour], ply)
    leaver = seats["G"]
    leaver.goto("about:blank")
    expect(ann.locator("#crew-G .clock-note")).to_have_text(re.compile(r"^Away, lost in"))
    WATCH.go_on(timedelta(seconds=70))
    first = ann.locator("[data-move]").first.get_attribute("data-move")
    ann.request.post(f"{API}/games/{game}/acts", data={"act": first, "ply": current(ann, game)})  # played, or overtaken
    expect(ann.locator("#crew-G")).to_contain_text("has left")
    if ann.request.get(f"{API}/games/{game}").json()["turn"] == "B":
        expect(seats["B"].locator("#table")).to_have_attribute("data-may-move", "true")
        move(seats["B"], current(ann, game))
    expect(ann.locator("#table")).to_have_attribute("data-may-move", "true")  # the computer has moved for gold
    state = ann.request.get(f"{API}/games/{game}").json()
    assert [seat.get("left", False) for seat in state["seats"]] == [False, False, True]
    assert problems(ann, "three, one of whom has left") == []
    for colour in "RB":  # it ends by agreement: who has left is not asked, and has no part in it
        word = "draw?" if colour == "R" else "draw!"
        said = {"act": f"{colour}:{word}", "ply": current(seats[colour], game)}
        answer = seats[colour].request.post(f"{API}/games/{game}/acts", data=said)
        assert answer.ok, answer.text()
    for page in (ann, seats["B"]):
        expect(page.locator("#table")).to_have_attribute("data-result", "1/2-1/2-0")


def current(page: Page, game: str) -> int:
    """The ply of a game."""
    return int(page.request.get(f"{API}/games/{game}").json()["ply"])


def test_a_guest_by_link_who_signs_up(visitors: Visitors):
    """On a phone, by touch, in French: the game of the link stays theirs, and goes on at a second device."""
    ann, phone = visitors(None), visitors(None, locale="fr-FR", **TOUCH)
    game = invited(ann, phone)
    move(ann, 0)
    move(phone, 1)
    phone.goto("/signup")
    phone.fill("#field-name", "Jacquotte")
    for field in ("password", "again"):
        phone.fill(f"#field-{field}", PASSWORD)
    phone.locator("#sign-up .button-main").tap()
    expect(phone.locator("#my-account")).to_have_attribute("title", "Jacquotte")
    desk = visitors("/login?back=/games")
    desk.fill("#log-in [name=name]", "jacquotte")
    desk.fill("#log-in [name=password]", PASSWORD)
    desk.locator("#log-in button").last.click()
    desk.locator(f'a[href^="/games/{game}"]').first.click()
    ready(desk)
    expect(desk.locator("#table")).to_have_attribute("data-you", "B")
    move(ann, 2)
    move(desk, 3)
    expect(ann.locator("#crew-B .crew-name")).to_have_text("Jacquotte")


def test_a_bot_at_the_table(server: Server, visitors: Visitors):
    """`kidd bridge` takes a challenge from the page, is marked as a program, and answers each move."""
    bot = make_bot(server.app.state.store, "Polly Roger")
    ann = visitors(None, locale="de-DE")
    with bridging(server, bot, "--depth", "1", "--games", "1") as process:
        opened = ann.request.post(f"{API}/invitations", data={"game": "LC", "colour": "red", "friend": "Polly Roger"})
        ann.goto(f"/games/{opened.json()['id']}")
        ready(ann)
        expect(ann.locator("#crew-B")).to_contain_text("Polly Roger")
        for ply in (0, 2, 4):
            move_planned(ann, ann.locator("[data-move]").first.get_attribute("data-move") or "", ply + 2)
        ann.locator('[data-act="resign"]').first.evaluate("(one) => one.click()")
        ann.locator("#confirm-yes").click()
        expect(ann.locator("#table")).to_have_attribute("data-result", "0-1")
        process.communicate(timeout=60)
    assert process.returncode == 0
