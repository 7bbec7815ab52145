"""The chooser opening (LC6): one player enters a token of each colour, the other picks one."""

from collections.abc import Callable, Iterator
from threading import Event

from kidd.position import Position
from kidd.search.answer import Analysis, Limits, Line, later
from kidd.search.mirrors import mirrored_text, own_mirrors
from kidd.standing import is_opening

COLOUR = {"red": "R", "blue": "B"}
Way = tuple[str, ...]  # the entries that are still to come, in notation


def for_whom(pos: Position, line: Line) -> str:
    """The colour whose line it is: the one to move, or the one that is picked, or left to whoever entered both."""
    if pos.choosing:
        return COLOUR[line.moves[0].text]
    picked = next((COLOUR[move.text] for move in line.moves[:3] if move.text in COLOUR), None)
    return pos.turn if picked is None else "B" if picked == "R" else "R"


def picks(pos: Position, found: Analysis, lines: int) -> Analysis:
    """The choice of a colour, after which the same position has been searched: the better one first."""
    line = found.lines[0]
    score = later(line.score, 1)
    red, blue = (Line((move, *line.moves), score) for move in pos.legal_moves())
    both = (red, blue) if score.expected[0] >= score.expected[1] else (blue, red)
    return found._replace(lines=both[:lines])


def ways(pos: Position) -> list[Way]:
    """The ways to enter what is still missing before a colour is picked; none where nobody will pick."""
    return [] if pos.choosing or not is_opening(pos) else list(_entries(pos))


def _entries(pos: Position) -> Iterator[Way]:
    for move in pos.legal_moves():
        after = pos.play(move)
        if after.choosing:
            yield (move.text,)
        elif is_opening(after):
            yield from ((move.text, *way) for way in _entries(after))


def evened(
    pos: Position,
    limits: Limits,
    lines: int,
    search: Callable[[Position, Limits], Analysis],
    stop: Event | None = None,
    tell: Callable[[Analysis], None] | None = None,
) -> Analysis:
    """The entries before the choice, the most even first, as the other player will take whichever colour is better."""
    mirrors = (0, *own_mirrors(pos))
    alike: dict[Way, list[tuple[int, Way]]] = {}  # each way that has to be searched, and its mirror images
    seen: set[Way] = set()
    for way in ways(pos):
        if way not in seen:
            images = [(mirror, _turned(pos, way, mirror)) for mirror in mirrors]
            alike[way] = list({image: (mirror, image) for mirror, image in reversed(images)}.values())
            seen.update(image for _, image in images)
    best: dict[str, Line] = {}
    share = _shared(limits, len(alike))
    told = Analysis((), 0, 0, 0.0)
    for way, images in alike.items():
        if best and stop is not None and stop.is_set():
            break
        found = search(_played(pos, way), share)
        for mirror, image in images:
            line = _line(pos, image, found.lines[0], mirror)
            if image[0] not in best or _tilt(line) < _tilt(best[image[0]]):
                best[image[0]] = line
        told = Analysis(
            tuple(sorted(best.values(), key=_tilt)[:lines]),
            min(found.depth, told.depth or found.depth),
            told.nodes + found.nodes,
            told.seconds + found.seconds,
        )
        if tell:
            tell(told)
    return told


def _tilt(line: Line) -> float:
    """How much better one colour stands than the other."""
    return abs(line.score.expected[0])


def _shared(limits: Limits, among: int) -> Limits:
    seconds = limits.seconds and limits.seconds / among
    return limits._replace(seconds=seconds, nodes=limits.nodes and max(1, limits.nodes // among))


def _turned(pos: Position, way: Way, mirror: int) -> Way:
    return tuple(mirrored_text(text, pos.deck, mirror) for text in way)


def _played(pos: Position, way: Way) -> Position:
    for text in way:
        pos = pos.play(text)
    return pos


def _line(pos: Position, image: Way, found: Line, mirror: int) -> Line:
    """A line that goes on from entries as it does from those they mirror."""
    moves = []
    for text in (*image, *(mirrored_text(move.text, pos.deck, mirror) for move in found.moves)):
        moves.append(next(move for move in pos.legal_moves() if move.text == text))
        pos = pos.play(moves[-1])
    return Line(tuple(moves), later(found.score, len(image)))
