"""The lessons of the rules pages: each diagram is a real position and shows what the text beside it says."""

import pytest

from kidd.errors import IllegalMove
from kidd.position import Position
from kidd.web.pages.rules.diagrams import opened
from kidd.web.pages.rules.lessons import BOOKS, COMMON
from kidd.words.rule_book import RULES, SECTIONS
from tests.rules.oracle import chart_of, groups, read, surrounded

LESSONS = {f"deck-{lesson.key}": lesson for lesson in COMMON} | {
    f"{book.slug}-{lesson.key}": lesson for book in BOOKS.values() for lesson in book.lessons
}
KEYS = pytest.mark.parametrize("key", LESSONS)


def before(key: str) -> Position:
    """The position of a lesson's diagram."""
    diagram = LESSONS[key].diagram
    return opened(diagram.position, diagram.options).position


def after(key: str, *more: str) -> Position:
    """The position after the move that the lesson shows."""
    diagram = LESSONS[key].diagram
    pos = before(key).play(diagram.shows)
    for move in more:
        pos = pos.play(move)
    return pos


def men(pos: Position) -> set[str]:
    """What stands on the deck, in notation."""
    return {str(piece) for piece in pos.pieces}


@KEYS
def test_diagrams_are_legal_positions_and_show_legal_moves(key: str):
    """Every diagram parses to itself, has moves, and allows the move it shows, if it shows one."""
    diagram = LESSONS[key].diagram
    pos = before(key)
    assert str(pos) == diagram.position
    assert pos.result is None
    assert diagram.shows in ["", *(str(move) for move in pos.legal_moves())]


@pytest.mark.parametrize("key", [key for key, lesson in LESSONS.items() if lesson.diagram.refused])
def test_what_a_lesson_forbids_is_forbidden(key: str):
    """A move that the text says is not allowed is refused by the rules."""
    diagram = LESSONS[key].diagram
    with pytest.raises(IllegalMove):
        before(key).play(diagram.refused)


@KEYS
def test_rules_are_cited_by_number(key: str):
    """A lesson names the rules it tells, and there are such rules."""
    assert set(LESSONS[key].rules) <= set(RULES)


def test_keys_are_anchors_of_their_own():
    """No two lessons of a page share an anchor, and none is called like another part of it."""
    for lessons in (COMMON, *(book.lessons for book in BOOKS.values())):
        keys = [lesson.key for lesson in lessons]
        assert len({*keys, "advice", "options", "main", "table", "texts"}) == len(keys) + 5


def moves(key: str) -> set[str]:
    """The legal moves of a lesson's diagram."""
    return {str(move) for move in before(key).legal_moves()}


def test_deck_and_token():
    """Six hatches to enter on; b5 and d5 but not c3; on a3 only b2 is left."""
    assert len(moves("deck-deck")) == 6
    assert moves("deck-token") == {"c4-b5", "c4-d5"}
    assert [str(move) for move in after("deck-hatch", "c9-b8").legal_moves()] == ["a3-b2"]


@pytest.mark.parametrize(
    ("lesson", "taken"),
    [
        ("capture", {"Bc4d5"}),
        ("two", {"Bc1~"}),
        ("group", {"Bc4b5", "Bb5c4"}),
        ("between", {"Bb2a3"}),
        ("saved", set()),
    ],
)
def test_loyal_captain_captures(lesson: str, taken: set[str]):
    """What is said to be captured is, and nothing else; a back saves."""
    was, now = men(before(f"loyal-captain-{lesson}")), men(after(f"loyal-captain-{lesson}"))
    assert {man for man in was - now if man.startswith("B")} == taken


def test_loyal_captain_newcomer_is_lost_without_a_capture():
    """Entering between two threats without capturing loses the token at once."""
    pos = after("loyal-captain-lost")
    assert men(pos) == men(before("loyal-captain-lost"))
    assert pos.hands["R"] == 0


def test_loyal_captain_ends():
    """Blocking the last way wins, the last turn of a contest wins or loses, and the chooser chooses."""
    assert after("loyal-captain-end").result == ("R", "immobile")
    assert after("loyal-captain-stalemate").result == ("R", "immobile")
    assert before("loyal-captain-stalemate").play("e3-e5").result == ("B", "not-proven")
    assert after("loyal-captain-chooser", "@a7").choosing


def test_quedah_merchant_walks_and_captures():
    """Two ways to c6; only from behind; nobody on the hatch; one captive at a time."""
    assert moves("quedah-merchant-walk") == {"c4-a5/b5", "c4-e5/d5", "c4-c6/b5", "c4-c6/d5"}
    assert "RBc6b5" in men(after("quedah-merchant-capture"))
    assert moves("quedah-merchant-safe") == {"b8-c7"}
    assert {move[:5] for move in moves("quedah-merchant-carry")} == {"c4-c6", "c4-e5"}


def test_quedah_merchant_rescues():
    """The freed token goes to c4 or c6, takes on its way, and cannot go nowhere."""
    assert moves("quedah-merchant-free") == {"a5-a3", "a5-b5>c4", "a5-b5>c6"}
    assert {"RBb5a5", "RBc6b5"} < men(after("quedah-merchant-strike"))
    assert moves("quedah-merchant-no-way-out") == {"a5-b5"}


def test_quedah_merchant_enters_and_ends():
    """A new token enters on any vacant hatch, the one just left included; seven captives; stuck with any roll."""
    assert {f"c1-b2@{hatch}" for hatch in ("c1", "a3", "e3", "a7", "e7")} < moves("quedah-merchant-enter")
    assert before("quedah-merchant-seven").captured == 6
    assert after("quedah-merchant-seven").result == ("R", "seven-captured")
    assert {after("quedah-merchant-stuck", f"*{die}").result for die in (1, 2, 3)} == {("R", "blocked")}


def test_madagascar():
    """The pursuer, towers, the round trip, flags, the end and the pass."""
    assert "@c1" in [str(move) for move in after("madagascar-turn").legal_moves()]
    assert after("madagascar-turn", "@c1", "e3-d2", "c1-b2").captured == 1
    assert "RBb2c1" in men(after("madagascar-capture"))
    assert "RBBBRc7c6" in men(after("madagascar-height"))
    assert men(after("madagascar-round")) == {"RBRBc4d5", "Bc9~"}
    assert max(len(piece.crew) for piece in before("madagascar-flags").pieces) == 6
    assert after("madagascar-end").result == ("R", "all-captured")
    passing = after("madagascar-pass", "pass", "a3-b2", "pass", "b2-c1")
    assert passing.result == ("R", "all-captured")


def test_every_rule_of_a_game_is_told():
    """No numbered rule of a game is left out by its lessons, except the one that stands among the options only."""
    for section in SECTIONS:
        if section.slug:
            told = {number for lesson in BOOKS[section.slug].lessons for number in lesson.rules}
            assert {rule.number for rule in section.rules} - told <= {"LC7"}


def test_the_worked_example_explains_everybody():
    """LC2: those that are marked are surrounded by the slow rule book, too, and each group has its sentence."""
    lesson = LESSONS["loyal-captain-example"]
    men, chart = read(lesson.diagram.position).men, chart_of(before("loyal-captain-example").deck)
    assert set(lesson.diagram.captured) == surrounded(men, chart, "R") | surrounded(men, chart, "B")
    for colour, crew in (("R", "Red"), ("B", "Blue")):
        for group in groups(men, chart, colour):
            about = [
                point
                for point in lesson.points
                if point.startswith(crew) and all(space in point.partition(" is ")[0] + point[:40] for space in group)
            ]
            assert about, group
            captured = group <= set(lesson.diagram.captured)
            assert any(("captured" in point) == captured for point in about), group


def test_the_rescuer_leaves_a_vacant_space():
    """QM4: the freed token may step to where its rescuer came from."""
    assert {"c4-b5/c6>c4", "c4-b5/c6>a5"} < moves("quedah-merchant-left")


def test_a_crew_of_three_can_be_out():
    """MG7: Gold has lost its last token and can but pass."""
    pos = after("madagascar-three", "d8-c7")
    assert [str(move) for move in pos.legal_moves()] == ["pass"]
