"""The deck as a picture and as the layers of a page."""

import gzip
import re
from math import degrees
from pathlib import Path
from xml.etree import ElementTree

import pytest

from kidd.deck import Deck, Piece
from kidd.draw.marks import STATES, Marks
from kidd.draw.palette import PALETTES, paint
from kidd.draw.scene import scene
from kidd.draw.ship.berth import berths
from kidd.draw.ship.chart import chart
from kidd.draw.tokens.token import GHOST
from kidd.draw.trail import ENDS, STRIKE, Trail

KIDD = Deck.named("kidd-18")
DECKS = Path(__file__).parent.parent / "decks"
ALL = [KIDD, *(Deck.read(file) for file in sorted(DECKS.glob("*.toml")))]
FULL = "R c1 ~,B b2 a3,B d2 e3,R a3 ~,B c3 d2,R c4 c3,B a5 a3,R b5 a5,B d5 e5,B c6 d5,R a7 ~,R c7 d8,B b8 a7,R c9 ~"
MEN = [Piece(*man.split()) for man in FULL.split(",")]


def named(men: list[Piece]) -> dict[str, tuple[str, ...]]:
    """A name for every token, as a roster gives them."""
    counts: dict[str, int] = {}
    ids = {}
    for piece in men:
        crew = []
        for colour in piece.crew:
            counts[colour] = counts.get(colour, 0) + 1
            crew.append(f"{colour}{counts[colour]}")
        ids[piece.space] = tuple(crew)
    return ids


def tree(*men: Piece, deck: Deck = KIDD, **more: object) -> ElementTree.Element:
    """The picture as a tree, which it can only be if it is well-formed."""
    return ElementTree.fromstring(scene(deck, men, **more))  # type: ignore[arg-type]


def of_class(found: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    """All elements of a class."""
    return [element for element in found.iter() if name in element.get("class", "").split()]


def order(*men: Piece, ids: dict[str, tuple[str, ...]]) -> list[str]:
    """The names of the tokens as they are drawn, the uppermost last."""
    return [token.get("id", "") for token in of_class(tree(*men, ids=ids, layers="live"), "token")]


@pytest.mark.parametrize("deck", ALL, ids=lambda deck: deck.name)
@pytest.mark.parametrize("flip", [False, True])
@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_every_way_of_looking_shows_the_whole_deck(deck: Deck, rotation: int, flip: bool) -> None:
    """All spaces, all black paths and all names lie inside the picture, which turns with them."""
    plan = chart(deck, rotation, flip)
    (left, top), (width, height) = plan.frame
    for x, y in [*plan.places, *plan.ends.values(), *(berth.name for berth in berths(plan))]:
        assert left < x < left + width
        assert top < y < top + height
    upright = chart(deck).frame[1]
    assert (width, height) == pytest.approx(upright if rotation in (0, 180) else upright[::-1])
    assert [plan.aboard(place) for place in plan.places] == plan.moorings


def test_quarters_turn_clockwise_and_flipping_mirrors() -> None:
    """The bow is up, then to the right, then down, then to the left; flipped, port and starboard change sides."""
    bow, port = KIDD.index("c1"), KIDD.index("a5")
    ahead = [chart(KIDD, rotation).places[bow] for rotation in (0, 90, 180, 270)]
    assert [(round(x), round(y)) for x, y in ahead] == [(0, -312), (312, 0), (0, 312), (-312, 0)]
    assert chart(KIDD).places[port][0] < 0 < chart(KIDD, 0, True).places[port][0]


def test_the_layers_of_a_page_lie_on_each_other() -> None:
    """Backdrop and live layer share their frame; only the backdrop has the ship, only the live one has crews."""
    back, live = tree(*MEN, layers="backdrop", rotation=90), tree(*MEN, layers="live", rotation=90)
    assert back.get("viewBox") == live.get("viewBox")
    assert of_class(back, "ship")
    assert not of_class(back, "token")
    assert not of_class(back, "space")
    assert len(of_class(live, "token")) == 14
    assert len(of_class(live, "space")) == 18
    assert not of_class(live, "ship")


def test_the_live_layer_is_small() -> None:
    """A full position fits what a page may cost, and the backdrop is kept by the browser anyway."""
    live = scene(KIDD, MEN, ids=named(MEN), layers="live").encode()
    back = scene(KIDD, [], layers="backdrop").encode()
    assert len(live) < 25_000
    assert len(gzip.compress(live)) < 3_500
    assert len(back) < 40_000


@pytest.mark.parametrize("palette", PALETTES)
def test_a_picture_stands_alone(palette: str) -> None:
    """In every palette it has its own colours, and nothing that is loaded, run or found by an id."""
    men, marks = [Piece("RBRBRBRB", "c4", "c3")], Marks(("c3",), ("c4",), ("c4",))
    text = scene(KIDD, men, ids=named(men), marks=marks, palette=palette)
    assert text.count("http") == 1  # the name of the format
    words = ("href", "url(", "<script", "<style", " id=", "@import", "data:", "var(", "style=")
    assert not [word for word in words if word in text]
    assert PALETTES[palette].colours["sea"] in text


def test_ornament_is_left_out_where_it_disturbs() -> None:
    """High contrast and print have no grain, no rose and no masts."""
    for palette, ornament in (("light", True), ("dark", True), ("contrast", False), ("print", False)):
        found = tree(palette=palette)
        assert [bool(of_class(found, role)) for role in ("grain", "rose", "ornament", "twist")] == [ornament] * 4


def test_spaces_are_hooks_for_the_page() -> None:
    """Each live space has its name, a label, a role and a disc to click that lies over all tokens."""
    found = tree(*MEN, layers="live", labels={"c1": 'Red "captain"'})
    groups = of_class(found, "space")
    assert [group.get("data-space") for group in groups] == list(KIDD.spaces)
    assert {group.get("role") for group in groups} == {"button"}
    assert groups[0].get("aria-label") == 'Red "captain"'
    assert groups[1].get("aria-label") == "blue on b2, back to a3"
    assert {group[-1].get("class") for group in groups} == {"hit"}
    assert [child.get("class", "").split()[0] for child in found][:4] == ["names", "trail", "crews", "space"]
    hatches = {group.get("data-space") for group in of_class(found, "hatch")}
    assert hatches == {KIDD.spaces[hatch] for hatch in KIDD.hatches}


def test_tokens_keep_their_names_and_their_order() -> None:
    """A move changes a token's place, never where it stands in the document."""
    before, after = [Piece("R", "c1", "~"), Piece("B", "a3", "~")], [Piece("B", "a3", "~"), Piece("R", "b2", "c1")]
    assert order(*before, ids={"c1": ("R1",), "a3": ("B1",)}) == ["token-B1", "token-R1"]
    assert order(*after, ids={"b2": ("R1",), "a3": ("B1",)}) == ["token-B1", "token-R1"]


def test_whoever_lies_on_another_is_drawn_after_it() -> None:
    """Only those in a tower that would be hidden leave the order of names."""
    men = [Piece("BR", "c4", "c3"), Piece("B", "c6", "b5"), Piece("R", "a5", "a3")]
    ids = {"c4": ("B1", "R2"), "c6": ("B2",), "a5": ("R1",)}
    assert order(*men, ids=ids) == ["token-B2", "token-R1", "token-R2", "token-B1"]
    ids["c4"], men[0] = ("R2", "B1"), Piece("RB", "c4", "c3")
    assert order(*men, ids=ids) == ["token-B1", "token-B2", "token-R1", "token-R2"]


def test_a_tower_is_led_by_its_top() -> None:
    """The leader lies highest; those under flags are there but not seen."""
    crew = "RBGBRBG"
    found = tree(Piece(crew, "c4", "c3"), layers="live")
    ranks = [token.get("class", "").split()[2:] for token in of_class(found, "token")]
    assert sorted(rank for (rank,) in ranks) == ["furled"] * 5 + ["held", "leads"]
    heights = {
        rank: float(re.findall(r"-?[\d.]+px", token.get("style", ""))[1][:-2])
        for rank in ("leads", "held")
        for token in of_class(found, rank)
    }
    assert heights["leads"] < heights["held"]
    assert len(of_class(found, "flag")) == 1


@pytest.mark.parametrize(("height", "flags"), [(1, 0), (5, 0), (6, 1), (10, 1), (11, 2), (16, 3), (18, 3)])
def test_a_tall_tower_flies_black_flags(height: int, flags: int) -> None:
    """MG5: one at its foot for each five, and its figure stands beside a skull, on a wider ground for two digits."""
    found = tree(Piece(("RBG" * 6)[:height], "c4", "c3"), layers="live")
    assert len(of_class(found, "flag")) == flags
    assert len(of_class(found, "bones")) == bool(flags)
    assert len(of_class(found, "figure")) == (height > 1 and not flags)
    widths = [float(ground.get("width", "")) for ground in of_class(found, "furl")]
    assert widths == [41 + 9 * (height > 9)] * bool(flags)


def test_heights_go_where_their_towers_go() -> None:
    """They lie over all rings, tell of which space they speak, and are known by it and their leader."""
    ids = {"c4": ("R1", "B1"), "c6": ("B2",), "a5": ("B3", "R2", "B4")}
    found = tree(Piece("RB", "c4", "c3"), Piece("B", "c6", "d5"), Piece("BRB", "a5", "a3"), ids=ids, layers="live")
    heights = of_class(found, "height")
    assert [(one.get("id"), one.get("data-on")) for one in heights] == [("height-R1-c4", "c4"), ("height-B3-a5", "a5")]
    assert [text.text for one in heights for text in one.iter("{http://www.w3.org/2000/svg}text")] == ["2", "3"]
    layers = [child.get("class", "").split()[0] for child in found]
    assert layers.index("heights") > max(place for place, name in enumerate(layers) if name == "space")


def test_an_alarm_rises_with_the_leader() -> None:
    """On a tower the warning stands at the face it is about."""
    ys = []
    for crew in ("R", "RBRB"):
        found = tree(Piece(crew, "c4", "c3"), marks=Marks(threatened=("c4",)))
        ys.append(float(re.findall(r"M-?[\d.]+ (-?[\d.]+)", of_class(found, "alarm")[0].get("d", ""))[0]))
    assert ys[1] < ys[0] - 10


def test_whoever_is_aimed_at_keeps_the_face() -> None:
    """A free space is aimed at by a shape on its middle, a manned one by shapes beyond the pirate."""
    found = tree(Piece("R", "c4", "c3"), marks=Marks(targets=("c4", "c6")))
    marked = {group.get("data-space"): group for group in of_class(found, "is-target")}
    reach = {}
    for space, group in marked.items():
        spots = re.findall(r"M(-?\d+)[ -](\d+)", of_class(group, "pip")[0].get("d", ""))
        reach[space] = min(max(abs(int(x)), abs(int(y))) for x, y in spots)
    assert reach["c6"] < 22 < reach["c4"]


def test_a_hint_is_an_arrow_along_the_ropes() -> None:
    """It leads from the first space to the last, past nobody where it may choose, and marks both."""
    plan, men = chart(KIDD), [Piece("R", "c4", "c3"), Piece("B", "b5", "a5")]
    for hint in (("c4", "c7"), ("c4", "d5", "c7")):
        found = tree(*men, layers="live", marks=Marks(hint=hint))
        assert [group.get("data-space") for group in of_class(found, "is-hint")] == ["c4", "c7"]
        bends = of_class(found, "hint-arrow")[0].get("d", "").split("M")[1].split("L")
        assert [tuple(map(float, bend.split())) for bend in bends[1:3]] == [
            pytest.approx(plan.places[KIDD.index(space)], abs=0.1) for space in ("d5", "c6")
        ]
    entry = of_class(tree(marks=Marks(hint=("c1",))), "hint-arrow")[0].get("d", "")
    assert float(entry.split("L")[0].split()[1]) < plan.places[KIDD.index("c1")][1]


def test_without_a_hint_there_is_no_arrow() -> None:
    """A page has an empty one to fill, a picture none."""
    assert [path.get("d") for path in of_class(tree(layers="live"), "hint-arrow")] == [None]
    assert of_class(tree(), "hint-arrow") == []


@pytest.mark.parametrize(("rotation", "flip"), [(0, False), (90, False), (180, True)])
def test_the_back_of_a_token_points_to_what_it_is_turned_to(rotation: int, flip: bool) -> None:
    """The face is turned so that its lower side lies towards the port in its back, however the deck is seen."""
    plan = chart(KIDD, rotation, flip)
    for back in ("c3", "b5", "d5"):
        found = tree(Piece("R", "c4", back), rotation=rotation, flip=flip)
        (turned,) = re.findall(r"rotate\((.*)\)", of_class(found, "turn")[0].get("transform", "rotate(0)"))
        aim = degrees(plan.angle(KIDD.index("c4"), KIDD.index(back))) - 90
        assert (float(turned) - aim + 180) % 360 - 180 == pytest.approx(0, abs=0.1)


def test_states_have_shapes() -> None:
    """In a page every shape is there and a class shows it; a picture has only those that are meant."""
    marks = Marks(("c1",), ("c3",), ("c4",), ("a5",), "b5", ("d5",), ("e5",), ("c6",), "a7", ("e7",), ("b2",))
    live, still = tree(layers="live", marks=marks), tree(marks=marks)
    for found in (live, still):
        classes = {group.get("data-space"): group.get("class", "").split() for group in of_class(found, "space")}
        worn = [
            name
            for space in ("c1", "c3", "c4", "a5", "b5", "d5", "e5", "c6", "a7", "e7", "b2")
            for name in classes[space][1:]
        ]
        assert [name for name in worn if name != "hatch"] == list(STATES)
    assert len(of_class(live, "ring")) == len(of_class(live, "alarm")) == 18
    assert len(of_class(still, "ring")) == 6  # can move, selected, target, capture, choice, hint
    assert len(of_class(still, "pip")) == 2
    assert len(of_class(still, "alarm")) == len(of_class(still, "cross")) == 1


def test_names_and_labels_cannot_break_out() -> None:
    """Whatever a label says stays a label."""
    text = scene(KIDD, [], layers="live", labels={"c1": '"><script>'}, title="<b>")
    assert "<script>" not in text
    assert "<b>" not in text


@pytest.mark.parametrize("palette", PALETTES)
def test_what_a_move_left_is_drawn(palette: str) -> None:
    """A ghost for whoever is gone, a straight way for the walk, a bow for the rescue, a line through whom it took."""
    trail = Trail((("c3", "c4"),), (("c4", "d5"),), (Piece("R", "c3", "b2"),))
    marks = Marks(last_from=("c3",), last_to=("c4", "d5"), taken=("c4", "c6"), trail=trail)
    men = [Piece("RB", "c4", "c3"), Piece("R", "d5", "c4")]
    found = tree(*men, marks=marks, palette=palette)
    (ghost,) = of_class(found, "ghost")
    assert ghost.get("opacity") == GHOST
    assert [line.get("d") for line in of_class(found, "struck")] == [ENDS, STRIKE]
    (walked,), (freed,), (edge,) = (of_class(found, f"way-{name}") for name in ("walked", "freed", "edge"))
    assert "Q" not in walked.get("d", "")
    assert "Q" in freed.get("d", "")
    assert edge.get("d") == walked.get("d", "") + freed.get("d", "")
    assert not of_class(tree(*men, palette=palette), "ghost")


def test_blues_back_is_told_from_its_front_in_every_theme() -> None:
    """Where black lies on navy or on black, a broad white seam runs between them."""
    for name in ("contrast", "print"):
        look = paint("back", name, "B")
        assert (look["stroke"], float(look["stroke-width"]) >= 3) == ("#ffffff", True)


def test_what_is_said_of_a_picture_can_be_brought_along() -> None:
    """Title, labels and description in the language of whoever asks."""
    text = scene(KIDD, [Piece("R", "c4", "c3")], title="Das Deck", labels={"c4": "c4: Rot"}, spoken="Rot auf c4.")
    assert "<title>Das Deck</title><desc>Rot auf c4.</desc>" in text
    assert "<title>c4: Rot</title>" in text
    assert "red" not in re.sub(r"<[^>]*>", " ", text)
