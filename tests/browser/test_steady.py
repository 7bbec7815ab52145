"""What does not shake a game: reloads, restarts, a lost connection, two tabs at once."""

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser import atlas
from tests.browser.conftest import Visitors
from tests.browser.deckhand import Deckhand, begin
from tests.browser.harbour import Harbour
from tests.patience import until

pytestmark = pytest.mark.once

SOCKETS = """window.sockets = [];
window.WebSocket = class extends WebSocket {
  constructor(...said) { super(...said); window.sockets.push(this); }
};"""

TRIES = 5  # of a request that nobody keeps: server.js
LONGEST_WAIT = 3000  # milliseconds between two of them
GONE = r"WebSocket|ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|ERR_INTERNET_DISCONNECTED|503"


def test_a_reload_in_mid_move_changes_nothing(visitors: Visitors):
    """A token that was only picked up stands where it stood, and can be moved."""
    sailor = begin(visitors(None), "LC")
    sailor.play("@c1")
    sailor.hand.point(sailor.page, "c1")
    assert sailor.marked("c1", "is-selected")
    before = sailor.match().acts
    sailor.page.reload()
    sailor.settle()
    assert not sailor.marked("c1", "is-selected")
    assert sailor.match().acts == before
    sailor.play(sailor.choose(sailor.match()))
    assert len(sailor.match()) == 4


def test_a_reload_right_after_the_click_loses_no_sense(visitors: Visitors):
    """Whether the move had reached the server or not, the page shows what the server has, and play goes on."""
    sailor = begin(visitors(None), "LC")
    for _ in range(5):
        sailor.start(sailor.choose(sailor.match()))
        sailor.page.reload()
        sailor.settle()
        until(lambda: sailor.data["ply"] == str(len(match := sailor.match())) and match.to_act != "B")
        if sailor.data["over"] == "true":
            break


def test_a_restart_in_mid_game_is_hardly_noticed(browser: Browser, own_harbour: Harbour):
    """The page finds the server again by itself, and the game goes on where it was."""
    visitors = Visitors(browser, own_harbour.url)
    visitors.expect(GONE)
    sailor = begin(visitors(None), "QM")
    for _ in range(2):
        sailor.play(sailor.choose(sailor.match()))
    before = sailor.match().acts
    own_harbour.restart()
    assert sailor.match().acts == before
    for _ in range(2):
        sailor.play(sailor.choose(sailor.match()))
    assert sailor.match().acts[: len(before)] == before
    visitors.close()


def test_a_computer_takes_up_the_game_after_a_kill(browser: Browser, own_harbour: Harbour):
    """The server is killed while the strongest computer thinks; after a start it thinks again and answers."""
    visitors = Visitors(browser, own_harbour.url)
    visitors.expect(GONE)
    sailor = begin(visitors(None), "LC", level="8")
    sailor.play("@c1", patient=False)
    assert sailor.data["thinking"] == "true"
    own_harbour.kill()
    own_harbour.start()
    sailor.settle(ply=2)
    assert len(sailor.match()) == 2
    visitors.close()


def test_a_lost_connection_is_told_and_found_again(visitors: Visitors):
    """The page says so, marks the move that is under way and offers no other, and sends it when the network is back."""
    visitors.expect(GONE)
    sailor = begin(visitors(None), "LC")
    page = sailor.page
    page.context.set_offline(True)
    expect(page.locator("#connection")).to_be_visible()
    sailor.start("@c1")
    expect(page.locator("#connection")).to_contain_text("as soon as it is back")
    expect(page.locator('#deck-live .is-choice[data-space="c1"]')).to_have_count(1)
    expect(page.locator("#deck-live .can-move")).to_have_count(0)
    sailor.hand.point(page, "a3")
    expect(page.locator('#deck-live [data-on="a3"]')).to_have_count(0)
    page.context.set_offline(False)
    sailor.settle(ply=2)
    assert sailor.match().acts[0] == "@c1"


def test_a_move_is_kept_while_the_server_is_away(browser: Browser, own_harbour: Harbour):
    """However long it takes to start again: the page says so, marks the move, and sends it once."""
    visitors = Visitors(browser, own_harbour.url)
    visitors.expect(GONE)
    sailor = begin(visitors(None), "LC")
    page = sailor.page
    lost: list[str] = []
    page.on("requestfailed", lambda request: lost.append(request.url))
    page.clock.install()
    own_harbour.stop()
    sailor.start("@c1")
    expect(page.locator("#connection")).to_contain_text("as soon as it is back")

    def asked_again() -> bool:
        page.clock.run_for(LONGEST_WAIT)
        return sum(url.endswith("/acts") for url in lost) > TRIES

    until(asked_again, "another try")
    expect(page.locator("#connection")).to_contain_text("as soon as it is back")
    expect(page.locator('#deck-live .is-choice[data-space="c1"]')).to_have_count(1)
    expect(page.locator("#say.is-shown")).to_have_count(0)
    own_harbour.start()
    sailor.settle(ply=2)
    assert sailor.match().acts[0] == "@c1"
    expect(page.locator("#connection")).to_be_hidden()
    visitors.close()


def another_tab(sailor: Deckhand, *, deaf: bool = False) -> Deckhand:
    """The same game once more, for the same visitor; a deaf tab hears nothing over its socket."""
    page = sailor.page.context.new_page()
    if deaf:
        page.route_web_socket("**/socket*", lambda _: None)
    page.goto(f"/games/{sailor.data['game']}")
    tab = Deckhand(page)
    tab.settle()
    return tab


def test_two_tabs_with_different_moves_at_the_same_ply(visitors: Visitors):
    """One wins; the other gets 409, a sentence and the fresh view, and can play on from there."""
    visitors.expect("409")
    first = begin(visitors(None), "LC", party="2-2")
    second = another_tab(first, deaf=True)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    second.page.route("**/acts", hold, times=1)
    second.start("@a3")
    while not held:
        second.page.wait_for_timeout(10)
    first.play("@c1")
    with second.page.expect_response("**/acts") as answer:
        held[0].continue_()
    assert answer.value.status == 409
    second.settle(ply=1)
    expect(second.page.locator("#say")).not_to_be_empty()
    assert second.match().acts == ("@c1",)
    second.play("@a3")
    assert second.match().acts == ("@c1", "@a3")
    expect(first.page.locator("#table")).to_have_attribute("data-ply", "2")


def test_the_same_move_twice_counts_once(visitors: Visitors):
    """A double click, two tabs, and a request sent again."""
    first = begin(visitors(None), "LC", party="2-2")
    second, version = another_tab(first, deaf=True), int(first.data["version"])
    first.page.locator('[data-space="c1"] .hit').dblclick()
    first.settle(ply=1)
    second.start("@c1")
    second.settle(ply=1)
    for _ in range(2):
        answer = _post(first.page, f"{first.data['api']}/acts", ply=0, act="@c1")
        assert (answer["version"], answer["ply"]) == (version + 1, 1)
    assert first.match().acts == ("@c1",)


def _post(page: Page, path: str, **said: object) -> dict[str, object]:
    answer = page.request.post(path, data=said, headers={"Accept": "application/json"})
    assert answer.status == 200
    return dict(answer.json())


def test_a_page_without_scripts_can_be_played(visitors: Visitors):
    """The list of moves is a form: every move works without JavaScript."""
    page = visitors("/", java_script_enabled=False)
    page.locator("#card-LC summary").first.click()
    page.locator("#card-LC [name=party]").select_option("2-2")
    page.locator("#card-LC button").last.click()
    for move in ("@c1", "@a3"):
        page.locator(f'[data-move="{move}"]').click()
    assert page.locator("#table").get_attribute("data-ply") == "2"


def test_what_is_too_large_is_said_to_be(visitors: Visitors):
    """At a table, which goes on, and by the engine, which is not asked the same again."""
    page = visitors(None, locale="fr")
    page.add_init_script(SOCKETS)
    sailor = begin(page, "LC")
    page.evaluate("sockets.find(({ url }) => url.includes('/games/')).send('x'.repeat(2e6))")
    expect(page.locator("#say")).to_have_text("C’est trop volumineux.")
    page.wait_for_function("() => sockets.some(({ url, readyState }) => url.includes('/games/') && readyState === 1)")
    sailor.play("@c1")
    atlas.visit(page, "/study?position=LC")
    page.wait_for_function("() => sockets.some(({ url, readyState }) => url.includes('/engine') && readyState === 1)")
    page.evaluate("sockets.find(({ url }) => url.includes('/engine')).send('x'.repeat(2e6))")
    expect(page.locator("#engine-state")).to_have_text("C’est trop volumineux.")
    assert page.evaluate("sockets.filter(({ url }) => url.includes('/engine')).length") == 1
