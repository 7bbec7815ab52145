"""The course of a game as a picture."""

from xml.etree import ElementTree

from kidd.web.pages.study.chart import HEIGHT, WIDTH, Point, curve


def point(ply: int, *expected: float, mark: str = "fine", by: str = "R") -> Point:
    """A point whose label needs escaping."""
    return Point(ply, expected, mark, by, f'"{ply}" <by> {by}', f"/games/x/{ply}")


def drawn(points: list[Point], colours: str, last: int = 10) -> ElementTree.Element:
    """The picture, read again."""
    return ElementTree.fromstring(str(curve(points, colours, last, "Title & <more>")))


def test_two_crews_share_a_line():
    """With two one's gain is the other's loss; with three each has a line."""
    two = drawn([point(1, 0.5, -0.5), point(2, -1, 1)], "RB")
    assert [line.get("class") for line in two.iter("polyline")] == ["curve-line crew-R"]
    assert len(list(two.iter("polygon"))) == 1
    three = drawn([point(1, 0.5, -0.5, 0), point(2, -1, 1, 0)], "RBG")
    assert [line.get("class") for line in three.iter("polyline")] == [f"curve-line crew-{c}" for c in "RBG"]


def test_three_crews_are_seen_over_a_round():
    """A swing that the next two answers take back leaves no tooth in the line: it shows the mean of a round."""
    swings = [point(n, *((1, -0.5, -0.5), (-0.5, 1, -0.5), (-0.5, -0.5, 1))[n % 3]) for n in range(9)]
    for line in drawn(swings, "RBG").iter("polyline"):
        heights = [float(pair.split(",")[1]) for pair in (line.get("points") or "").split()]
        assert max(heights[2:]) - min(heights[2:]) < 0.2


def test_better_is_higher_and_stays_in_the_picture():
    """What is better lies higher, and scores beyond the ends are cut."""
    (line,) = drawn([point(0, -3, 3), point(5, 0, 0), point(10, 3, -3)], "RB").iter("polyline")
    places = [tuple(map(float, pair.split(","))) for pair in (line.get("points") or "").split()]
    assert [x for x, _ in places] == sorted(x for x, _ in places)
    assert places[0][1] > places[1][1] > places[2][1]
    assert all(0 <= x <= WIDTH and 0 <= y <= HEIGHT for x, y in places)


def test_weak_moves_are_marked_by_shape():
    """Each kind of weak move has its shape, links to its ply, and only weak ones are marked."""
    marks = ("best", "fine", "forced", "inaccuracy", "mistake", "blunder")
    picture = drawn([point(n, 0, 0, mark=mark, by="B") for n, mark in enumerate(marks)], "RB")
    links = list(picture.iter("a"))
    assert [link.get("href") for link in links] == ["/games/x/3", "/games/x/4", "/games/x/5"]
    assert [link[1].tag for link in links] == ["circle", "rect", "polygon"]
    assert links[0][0].text == '"3" <by> B'


def test_names_are_escaped():
    """A title with signs of markup does no harm."""
    assert drawn([point(1, 0, 0)], "RB", 0).get("aria-label") == "Title & <more>"


def test_long_games_have_few_figures():
    """At most eleven numbers stand under the curve, however long the game."""
    for last in (1, 7, 40, 999, 3000):
        every = drawn([point(1, 0, 0)], "RB", last).iter("text")
        figures = [text for text in every if text.get("text-anchor") == "middle"]
        assert 1 <= len(figures) <= 12
