"""A deck and the pieces on it as text for a terminal, at most 70 columns wide."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from math import hypot
from textwrap import wrap
from types import MappingProxyType
from typing import NamedTuple

from kidd.deck import CREWS, SEA, SEA_NAME, Deck, Piece
from kidd.draw.canvas import CROSS, DOT, PLAIN, STEP, Canvas
from kidd.draw.marks import UNMARKED, Marks

WIDTH = 70
SLANT = 0.26  # rows to columns: flatter than the deck, so that it fits on a screen
TALLEST = 64
STUB = (7.0, 2.0)  # columns and rows from a hatch to the sea

Spot = tuple[float, float]


_ENGLISH_CREWS: Mapping[str, str] = MappingProxyType({letter: name.title() for letter, name in CREWS.items()})


class Captions(NamedTuple):
    """The words under a deck, in English unless somebody brings others."""

    crews: Mapping[str, str] = _ENGLISH_CREWS
    in_hand: str = "%s in hand"
    back: str = "back"
    sea: str = "sea"
    hatch: str = "hatch"
    taken: str = "captured"
    way: str = "way of the last move"


ENGLISH = Captions()


def sketch(  # noqa: PLR0913  four of them are optional, and each is a line of the caption or the kind of terminal
    deck: Deck,
    pieces: Iterable[Piece],
    *,
    turn: str = "",
    hands: Mapping[str, int] | None = None,
    note: str = "",
    marks: Marks = UNMARKED,
    ascii_only: bool = False,
    captions: Captions = ENGLISH,
) -> str:
    """The deck with a cell for each space, thick lines where backs are turned to, and every crew listed beneath."""
    pieces = tuple(pieces)
    cells = _cells(deck, pieces, marks)
    canvas = Canvas(WIDTH)
    spots = [canvas.write(spot, cell) for spot, cell in zip(_spots(deck, cells), cells, strict=True)]
    backs = {(deck.index(piece.space), _port(deck, piece.back)) for piece in pieces}
    for space, ports in enumerate(deck.ports):
        for port in ports:
            end = _seaward(deck, space, spots) if port == SEA else spots[port]
            if port == SEA:
                canvas.write(end, SEA_NAME)
            if port == SEA or space < port:
                canvas.line(spots[space], end)
            if (space, port) in backs:
                canvas.bar(spots[space], end)
    for way in (*marks.trail.ways, *marks.trail.rescues):
        for here, there in pairwise(map(deck.index, way)):
            canvas.steps(spots[here], spots[there])
    return "\n".join(
        [
            *canvas.rows(ascii_only),
            "",
            *_captions(pieces, turn, hands or {}, captions),
            *_legend(note, marks, ascii_only, captions),
            "",
        ]
    )


def _port(deck: Deck, name: str) -> int:
    return SEA if name == SEA_NAME else deck.index(name)


def _cells(deck: Deck, pieces: tuple[Piece, ...], marks: Marks) -> list[str]:
    """What is written on each space: its name, and before it the leader and the height of what stands there.

    A cross stands where somebody was captured, and a dot where nobody stands any more.
    """
    standing = {piece.space: piece.crew for piece in pieces}
    cells = []
    for number, name in enumerate(deck.spaces):
        crew = standing.get(name, "")
        height = str(len(crew)) if len(crew) > 1 else ""
        if crew:
            inside = f"{crew[0]}{height}{CROSS if name in marks.taken else ' '}{name}"
        elif name in marks.taken or name in marks.last_from:
            inside = f"{CROSS if name in marks.taken else DOT} {name}"
        else:
            inside = f" {name} "
        cells.append(f"[{inside}]" if number in deck.hatches else f"({inside})")
    return cells


def _spots(deck: Deck, cells: list[str]) -> list[Spot]:
    """The middle of each cell in columns and rows, stretched downwards until no two cells touch."""
    xs, ys = zip(*deck.places, strict=True)
    broad = max(map(len, cells))
    edge = max(broad / 2, STUB[0]) + 1
    scale = (WIDTH - 2 * edge) / max(max(xs) - min(xs), (max(ys) - min(ys)) / 2)
    margin = (WIDTH - (max(xs) - min(xs)) * scale) / 2
    down = scale * SLANT
    while True:
        spots = [(round(margin + (x - min(xs)) * scale), round((y - min(ys)) * down)) for x, y in deck.places]
        if (max(ys) - min(ys)) * down > TALLEST or not _touching(spots, broad):
            return [(float(x), float(y)) for x, y in spots]
        down *= 1.05


def _touching(spots: list[tuple[int, int]], broad: int) -> bool:
    return any(
        abs(y - v) <= 1 and abs(x - u) <= broad + 1
        for number, (x, y) in enumerate(spots)
        for u, v in spots[:number]
    )  # fmt: skip


def _seaward(deck: Deck, hatch: int, spots: list[Spot]) -> Spot:
    """Where the sea is written: two rows off the deck, or as many columns as look as far."""
    dx, dy = deck.seaward[deck.hatches.index(hatch)]
    length = hypot(dx, dy)
    x, y = spots[hatch]
    return x + dx / length * STUB[0], y + dy / length * STUB[1]


def _captions(pieces: tuple[Piece, ...], turn: str, hands: Mapping[str, int], captions: Captions) -> Iterator[str]:
    longest = max(5, *(len(captions.crews[colour]) for colour in hands), 0)
    broad = max((len(captions.in_hand % number) for number in hands.values()), default=0)
    for colour, name in captions.crews.items():
        led = [piece for piece in pieces if piece.crew[0] == colour]
        if led or colour in hands or colour == turn:
            hand = captions.in_hand % hands[colour] if colour in hands else ""
            start = f"{'>' if colour == turn else ' '} {name:<{longest}} {hand:<{max(broad, 10 * bool(hands))}} "
            # A lone token needs no colour here, a tower lists its crew from the top down.
            men = " ".join(str(piece)[len(piece.crew) == 1 :] for piece in led)
            yield from wrap(men, WIDTH, initial_indent=start, subsequent_indent=" " * len(start)) or [start.rstrip()]


def _legend(note: str, marks: Marks, ascii_only: bool, captions: Captions) -> Iterator[str]:
    if note:
        yield from wrap(note, WIDTH, initial_indent="  ", subsequent_indent="  ")
    bar = "##" if ascii_only else "██"
    yield f"  {bar} {captions.back}   {SEA_NAME} {captions.sea}   [ ] {captions.hatch}"
    signs = [(CROSS, captions.taken)] * bool(marks.taken) + [(STEP, captions.way)] * bool(marks.trail.ways)
    if signs:
        line = "  " + "   ".join(f"{sign} {word}" for sign, word in signs)
        yield line.translate(PLAIN) if ascii_only else line
