"""The chooser opening (LC6): one player enters a token of each colour, the other picks one."""

from collections.abc import Callable, Iterable, Iterator
from threading import Event
from time import monotonic

from kidd.match.standing import is_opening
from kidd.move import Move
from kidd.position import Position
from kidd.search.answer import MOST_COUNTED, Analysis, Limits, Line, delay
from kidd.search.tree.mirrors import mirror_move, own_symmetries

COLOUR = {"red": "R", "blue": "B"}
SHORTEST_SEARCH = 0.001  # seconds, where hardly any are left
Way = tuple[Move, ...]  # the entries that are still to come


def for_whom(pos: Position, line: Line) -> str:
    """The colour whose line it is: the one to move, or the one that is picked, or left to whoever entered both."""
    if pos.choosing:
        return COLOUR[line.moves[0].text]
    picked = next((COLOUR[move.text] for move in line.moves[:3] if move.text in COLOUR), None)
    return pos.turn if picked is None else "B" if picked == "R" else "R"


def pick_colour(pos: Position, found: Analysis, lines: int) -> Analysis:
    """The choice of a colour, after which the same position has been searched: the better one first."""
    line = found.lines[0]
    score = delay(line.score, 1)
    red, blue = (Line((move, *line.moves), score) for move in pos.legal_moves())
    both = (red, blue) if score.expected[0] >= score.expected[1] else (blue, red)
    return found._replace(lines=both[:lines])


def list_ways(pos: Position) -> list[Way]:
    """The ways to enter what is still missing before a colour is picked; none where nobody will pick."""
    return [] if pos.choosing or not is_opening(pos) else list(_list_entries(pos))


def _list_entries(pos: Position) -> Iterator[Way]:
    for move in pos.legal_moves():
        after = pos.play(move)
        if after.choosing:
            yield (move,)
        elif is_opening(after):  # always, but on a deck where an entry takes somebody
            yield from ((move, *way) for way in _list_entries(after))


def search_ways(
    pos: Position,
    ways: list[Way],
    limits: Limits,
    lines: int,
    search: Callable[[Position, Limits], Analysis],
    rounds: Iterable[Limits],
    stop: Event | None = None,
    tell: Callable[[Analysis], None] | None = None,
) -> Analysis:
    """The entries before the choice, the most even first, as the other player will take whichever colour is better.

    All are searched as far as a round says, then all again in the next. What was begun when a limit is reached or
    somebody says stop does not count, as it cannot be compared.
    """
    began, used = monotonic(), 0
    best = Analysis((), 0, 0, 0.0)
    images = _group_images(pos, ways)

    def is_spent() -> bool:
        if stop is not None and stop.is_set():
            return True
        return used >= (limits.nodes or MOST_COUNTED) or monotonic() - began >= (limits.seconds or MOST_COUNTED)

    for share in rounds:
        found: list[Analysis] = []
        for way in images:
            if found and is_spent():
                break
            seconds = limits.seconds and max(began + limits.seconds - monotonic(), SHORTEST_SEARCH)
            nodes = limits.nodes and max(limits.nodes - used, 1)
            if share.nodes is not None:
                nodes = min(nodes or MOST_COUNTED, share.nodes)
            found.append(search(_play_all(pos, way), Limits(seconds, nodes, share.depth)))
            used += found[-1].nodes
        if best.lines and is_spent():
            break
        ranked = _rank_entries(pos, zip(images.values(), found, strict=False))
        best = Analysis(ranked[:lines], min(one.depth for one in found), used, monotonic() - began)
        if tell:
            tell(best)
        if is_spent() or all(one.lines[0].score.win_in is not None for one in found):
            break
    return best._replace(nodes=used, seconds=monotonic() - began)


def _group_images(pos: Position, ways: list[Way]) -> dict[Way, dict[Way, int]]:
    """Each way that has to be searched, with its mirror images and the symmetry that leads to them."""
    mirrors = (0, *own_symmetries(pos))
    groups: dict[Way, dict[Way, int]] = {}
    seen: set[Way] = set()
    for way in ways:
        if way not in seen:
            images: dict[Way, int] = {}
            for mirror in mirrors:
                images.setdefault(tuple(mirror_move(move, pos.deck, mirror) for move in way), mirror)
            groups[way] = images
            seen.update(images)
    return groups


def _rank_entries(pos: Position, found: Iterable[tuple[dict[Way, int], Analysis]]) -> tuple[Line, ...]:
    """The best line for each first entry, the most even first."""
    best: dict[Move, Line] = {}
    for images, analysis in found:
        for image, mirror in images.items():
            line = _mirror_line(pos, image, analysis.lines[0], mirror)
            if image[0] not in best or _tilt(line) < _tilt(best[image[0]]):
                best[image[0]] = line
    return tuple(sorted(best.values(), key=_tilt))


def _tilt(line: Line) -> tuple[float, int]:
    """How much better one colour stands than the other; of proven wins the slowest is the least."""
    return abs(line.score.expected[0]), -(line.score.win_in or 0)


def _play_all(pos: Position, way: Way) -> Position:
    for move in way:
        pos = pos.play(move)
    return pos


def _mirror_line(pos: Position, image: Way, found: Line, mirror: int) -> Line:
    """A line that goes on from entries as it does from those they mirror."""
    moves = []
    for mirrored in (*image, *(mirror_move(move, pos.deck, mirror) for move in found.moves)):
        moves.append(next(move for move in pos.legal_moves() if move == mirrored))
        pos = pos.play(moves[-1])
    return Line(tuple(moves), delay(found.score, len(image)))
