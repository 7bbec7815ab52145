"""Reading a deck file and checking that it can be played on and drawn."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations
from math import hypot
from typing import Any, NamedTuple

from kidd.errors import DeckError, shown

LONGEST_FILE = 65_536
MOST_SPACES = 30
FARTHEST = 1000
CLOSEST = 0.02  # of the longer side of the drawing: nearer than that, two tokens could not be told apart
CLOSEST_OF_ALL = 0.01

NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
# A letter and a number from 1 to 99. Lowercase keeps spaces apart from the colours before them, the letter first keeps
# two spaces in a row apart (`RBc4c3`, `Rc12a3`), and no leading zero means that a space has one name only.
SPACE = re.compile(r"[a-z][1-9][0-9]?")

Point = tuple[float, float]
Path = tuple[int, int]


class Plan(NamedTuple):
    """What a deck file says, with spaces as numbers in the order of its [spaces] table."""

    name: str
    spaces: tuple[str, ...]
    places: tuple[Point, ...]
    paths: tuple[Path, ...]
    hatches: tuple[int, ...]
    seaward: tuple[Point, ...]


def read(text: str) -> Plan:
    """The plan in a deck file, or a DeckError that names the part at fault."""
    table = _table(text)
    name = table["name"]
    if not isinstance(name, str) or not NAME.fullmatch(name):
        raise DeckError("name", came=shown(name))
    places = _points(table, "spaces")
    _check_spaces(places)
    seaward = _points(table, "hatches")
    _check_hatches(places, seaward)
    spaces = tuple(places)
    plan = Plan(
        name=name,
        spaces=spaces,
        places=tuple(places.values()),
        paths=_paths(table["paths"], spaces),
        hatches=tuple(number for number, space in enumerate(spaces) if space in seaward),
        seaward=tuple(seaward[space] for space in spaces if space in seaward),
    )
    _check_ports(plan)
    _check_connected(plan)
    _check_drawing(plan)
    return plan


def _table(text: str) -> dict[str, Any]:
    if len(text) > LONGEST_FILE:
        raise DeckError("too-long", most=LONGEST_FILE, came=len(text))
    import tomllib

    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise DeckError("not-toml" if str(error) else "nested", why=str(error)) from error
    expected = ("name", "paths", "spaces", "hatches")
    for key in expected:
        if key not in table:
            raise DeckError("missing", key=shown(key), known=", ".join(expected))
    for key in table:
        if key not in expected:
            raise DeckError("key", came=shown(key), known=", ".join(expected))
    return table


def _points(table: dict[str, Any], key: str) -> dict[str, Point]:
    entries = table[key]
    if not isinstance(entries, dict) or not entries:
        raise DeckError("table", key=key, came=shown(entries))
    return {name: _point(f"{key}, {shown(name)}", value) for name, value in entries.items()}


def _point(where: str, value: object) -> Point:
    if not isinstance(value, list) or len(value) != 2:
        raise DeckError("point", where=where, came=shown(value))
    for number in value:
        # Written so that nan fails, too.
        if type(number) not in (int, float) or not -FARTHEST <= number <= FARTHEST:
            raise DeckError("far", where=where, most=FARTHEST, came=shown(number))
    return float(value[0]), float(value[1])


def _check_spaces(places: dict[str, Point]) -> None:
    if len(places) > MOST_SPACES:
        raise DeckError("spaces", most=MOST_SPACES, came=len(places))
    for name in places:
        if not SPACE.fullmatch(name):
            raise DeckError("space-name", came=shown(name))
    xs, ys = zip(*places.values(), strict=True)
    closest = max(CLOSEST_OF_ALL, CLOSEST * (max(xs) - min(xs)), CLOSEST * (max(ys) - min(ys)))
    for (one, (x, y)), (other, (u, v)) in combinations(places.items(), 2):
        if hypot(x - u, y - v) <= closest:
            raise DeckError("same-place", one=shown(one), other=shown(other))


def _check_hatches(places: dict[str, Point], seaward: dict[str, Point]) -> None:
    for name, vector in seaward.items():
        if name not in places:
            raise DeckError("hatch", came=shown(name), known=", ".join(places))
        if hypot(*vector) < 1e-6:
            raise DeckError("seaward", name=shown(name))


def _paths(entries: object, spaces: tuple[str, ...]) -> tuple[Path, ...]:
    if not isinstance(entries, list):
        raise DeckError("paths", came=shown(entries))
    paths: dict[Path, str] = {}
    for entry in entries:
        ends = entry.split("-") if isinstance(entry, str) else []
        if len(ends) != 2:
            raise DeckError("path-ends", came=shown(entry))
        for end in ends:
            if end not in spaces:
                raise DeckError("path-space", path=shown(entry), came=shown(end), known=", ".join(spaces))
        first, second = sorted(spaces.index(end) for end in ends)
        if first == second:
            raise DeckError("path-loop", path=shown(entry))
        if (first, second) in paths:
            raise DeckError("path-twice", path=shown(entry), first=shown(paths[first, second]))
        paths[first, second] = entry
    return tuple(paths)


def _check_ports(plan: Plan) -> None:
    count = Counter(end for path in plan.paths for end in path)
    for number, space in enumerate(plan.spaces):
        sea = number in plan.hatches
        if count[number] + sea != 3:
            raise DeckError("ports-sea" if sea else "ports", space=shown(space), paths=count[number])


def _check_connected(plan: Plan) -> None:
    reached, grown = {0}, True
    while grown:
        more = {end for path in plan.paths if reached.intersection(path) for end in path} - reached
        reached |= more
        grown = bool(more)
    for number, space in enumerate(plan.spaces):
        if number not in reached:
            raise DeckError("apart", one=shown(plan.spaces[0]), other=shown(space))


def _check_drawing(plan: Plan) -> None:
    """Paths must not meet but at their ends, where they would look like a junction, and hatches lie on the rim."""
    for one, other in combinations(plan.paths, 2):
        if not set(one) & set(other):
            if _meet(*_ends(plan, one), *_ends(plan, other)):
                raise DeckError("cross", one=_text(plan, one), other=_text(plan, other))
        elif _overlap(plan, one, other):
            raise DeckError("overlap", one=_text(plan, one), other=_text(plan, other))
    for hatch, (dx, dy) in zip(plan.hatches, plan.seaward, strict=True):
        (x, y), length = plan.places[hatch], hypot(dx, dy)
        reach = 4 * FARTHEST / length  # beyond every place that a space can have
        far = x + dx * reach, y + dy * reach
        # Starting a little outside the hatch, so that its own paths only count if the way lies on them.
        near = x + dx / length * 1e-6, y + dy / length * 1e-6
        for path in plan.paths:
            if _meet(near, far, *_ends(plan, path)):
                raise DeckError("rim", hatch=shown(plan.spaces[hatch]), path=_text(plan, path))


def _ends(plan: Plan, path: Path) -> tuple[Point, Point]:
    return plan.places[path[0]], plan.places[path[1]]


def _text(plan: Plan, path: Path) -> str:
    return repr(f"{plan.spaces[path[0]]}-{plan.spaces[path[1]]}")


def _side(a: Point, b: Point, c: Point) -> float:
    """Above zero when c lies on one side of the line from a to b, below on the other, zero on it."""
    area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    reach = hypot(b[0] - a[0], b[1] - a[1]) * hypot(c[0] - a[0], c[1] - a[1])
    return 0.0 if abs(area) <= 1e-9 * reach else area


def _meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether the stretch from a to b has a point in common with the stretch from c to d."""
    sides = _side(a, b, c), _side(a, b, d), _side(c, d, a), _side(c, d, b)
    if sides[0] * sides[1] < 0 and sides[2] * sides[3] < 0:
        return True
    stretches = (a, b, c), (a, b, d), (c, d, a), (c, d, b)
    return any(side == 0 and _within(*three) for side, three in zip(sides, stretches, strict=True))


def _within(a: Point, b: Point, c: Point) -> bool:
    """Whether c, which lies on the line through a and b, lies between them."""
    return all(min(a[i], b[i]) - 1e-9 <= c[i] <= max(a[i], b[i]) + 1e-9 for i in (0, 1))


def _overlap(plan: Plan, one: Path, other: Path) -> bool:
    """Whether two paths that share a space leave it in the same direction."""
    (hub,) = set(one) & set(other)
    (first,), (second,) = set(one) - {hub}, set(other) - {hub}
    (x, y), (u, v), (s, t) = plan.places[hub], plan.places[first], plan.places[second]
    same_line = _side((x, y), (u, v), (s, t)) == 0
    return same_line and (u - x) * (s - x) + (v - y) * (t - y) > 0
