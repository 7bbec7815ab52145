"""A deck and the pieces on it as one SVG picture, or as the two layers of a page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from heapq import heapify, heappop, heappush

from kidd.deck import SEA, SEA_NAME, Deck, Piece
from kidd.draw import ink
from kidd.draw.arrow import arrow
from kidd.draw.ink import Brush
from kidd.draw.marks import UNMARKED, Marks, shapes
from kidd.draw.palette import CREW_NAMES, PALETTES
from kidd.draw.ship.berth import berths
from kidd.draw.ship.chart import RADIUS, Chart, chart
from kidd.draw.ship.vessel import sea, vessel
from kidd.draw.ship.ways import ways
from kidd.draw.tokens.tally import tally
from kidd.draw.tokens.token import Man, drops, flag, men, pile, token
from kidd.draw.trail import struck, trail

HIT = 42.0  # radius of what is clicked
BREADTH = 460.0  # of the picture where nobody says otherwise


def scene(  # noqa: PLR0913  all but two are optional, and each is something to show or not
    deck: Deck,
    pieces: Iterable[Piece],
    *,
    ids: Mapping[str, tuple[str, ...]] | None = None,
    turn: str = "",
    marks: Marks = UNMARKED,
    coordinates: bool = True,
    rotation: int = 0,
    flip: bool = False,
    labels: Mapping[str, str] | None = None,
    title: str = "",
    spoken: str = "",
    palette: str = "light",
    layers: str = "all",
) -> str:
    """The picture: "all" stands alone, "backdrop" is the ship without crews, "live" the rest, for a stylesheet.

    `title`, `labels` of spaces and what is `spoken` of it all are in English where nobody brings them along.
    """
    plan, pieces = chart(deck, rotation, flip), tuple(pieces)
    if layers == "backdrop":
        return sheet(plan, [backdrop(plan, palette)], {"class": "deck backdrop" + " live" * (not palette)})
    brush = Brush("" if layers == "live" else palette)
    manned = {piece.space for piece in pieces}
    above = [names(plan, brush) if coordinates else "", trail(plan, marks.trail, brush)]
    above += [crews(plan, pieces, ids, brush), *spaces(plan, pieces, marks, labels, brush)]
    above += [struck(plan, marks.taken, manned, brush), heights(plan, pieces, ids, brush)]
    above.append(arrow(plan, marks.hint, manned, brush))
    if layers == "live":
        frame = {"class": "deck live crewed", "role": "group", "aria-label": title or f"The deck {deck.name}"}
        return sheet(plan, above, frame)
    about = [
        ink.tag("title", ink.words(title or f"The deck {deck.name}")),
        ink.tag("desc", ink.words(spoken or description(pieces, turn, {}))),
    ]
    return sheet(plan, [*about, backdrop(plan, palette), *above], {"class": "deck", "role": "img"})


def sheet(plan: Chart, layers: Sequence[str], about: Mapping[str, str], foot: float = 0.0) -> str:
    """The SVG element around layers, with as much room beneath the ship as they ask for."""
    corner, size = plan.frame
    box = " ".join(map(ink.number, (*corner, size[0], size[1] + foot)))
    known = {key.replace("-", "_") + "_" * (key == "class"): value for key, value in about.items()}
    return ink.tag(
        "svg",
        *layers,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=box,
        width=BREADTH,
        height=BREADTH * (size[1] + foot) / size[0],
        **known,
        font_family=ink.FONT,
    )


@lru_cache(maxsize=64)
def backdrop(plan: Chart, palette: str, foot: float = 0.0) -> str:
    """Sea, hull, ropes and hatches."""
    brush, ornament = Brush(palette), _ornate(palette)
    ship = vessel(plan, brush, ornament) + ways(plan, brush, ornament)
    return sea(plan, brush, foot, ornament) + ink.tag("g", ship, class_="ship", **plan.turning)


def _ornate(palette: str) -> bool:
    """Whether ornament is drawn; always where a stylesheet decides what is seen."""
    return not palette or PALETTES[palette].ornament


@lru_cache(maxsize=64)
def names(plan: Chart, brush: Brush) -> str:
    """The name of each space beside it."""
    written = (
        brush("text", "name", ink.words(name), x=berth.name[0], y=berth.name[1] + 6)
        for name, berth in zip(plan.deck.spaces, berths(plan), strict=True)
    )
    return _unheard("names", written, brush)


def crews(plan: Chart, pieces: Sequence[Piece], ids: Mapping[str, tuple[str, ...]] | None, brush: Brush) -> str:
    """Flags, then every token in an order that changes only where one comes to lie on another."""
    flags, everyone, below = [], {}, {}
    counts: dict[str, int] = {}
    for piece in pieces:
        space, back, ahead = plan.bearing(piece)
        at, names = plan.places[space], (ids or {}).get(piece.space, ())
        man = Man("", at, back, ahead, on=piece.space)
        flags += [flag(spot, brush) for spot in pile(at, len(piece.crew)).flags]
        under = ""
        for member in men(piece.crew, names if len(names) == len(piece.crew) else ("",) * len(piece.crew), man):
            key = member.name or f"{member.colour}~{counts.setdefault(member.colour, 0):03}"
            counts[member.colour] = counts.get(member.colour, 0) + 1
            everyone[key], below[key], under = member, under, key
    return _unheard("crews", [*flags, *(token(everyone[key], brush) for key in _order(below))], brush)


def heights(plan: Chart, pieces: Sequence[Piece], ids: Mapping[str, tuple[str, ...]] | None, brush: Brush) -> str:
    """The figures of all towers, over the rings that run around their spaces."""
    figures = []
    for piece in pieces:
        if len(piece.crew) > 1:
            space = plan.deck.index(piece.space)
            leader = next(iter((ids or {}).get(piece.space, ())), "")
            at, rim = plan.places[space], berths(plan)[space].rim
            known = {} if brush.palette else {"data_on": piece.space}
            if known and leader:
                known["id"] = f"height-{leader}-{piece.space}"  # a tower that moves or falls has a new figure appear
            figures.append(tally(at, len(piece.crew), rim, brush, known))
    return _unheard("heights", figures, brush)


def _unheard(name: str, inside: Iterable[str], brush: Brush) -> str:
    """A layer that neither screen readers nor pointers notice."""
    return ink.tag("g", *inside, class_=name, aria_hidden="true", **brush.deaf)


def _order(below: Mapping[str, str]) -> Iterator[str]:
    """Names in their own order, except that whoever lies on another comes after it."""
    above = {under: name for name, under in below.items() if under}
    ready = [name for name, under in below.items() if not under]
    heapify(ready)
    while ready:
        name = heappop(ready)
        yield name
        if name in above:
            heappush(ready, above[name])


def spaces(
    plan: Chart, pieces: Sequence[Piece], marks: Marks, labels: Mapping[str, str] | None, brush: Brush
) -> Iterator[str]:
    """Every space with its states and, on top of everything, the disc that is clicked."""
    standing = {piece.space: piece for piece in pieces}
    for space, name in enumerate(plan.deck.spaces):
        states = marks.of(name)
        classes = " ".join(("space", *["hatch"] * (space in plan.ends), *states))
        piece = standing.get(name)
        label = (labels or {}).get(name) or (spelt(piece) if piece else name)
        crew = {"data_crew": piece.crew} if piece else {}
        about: dict[str, str] = {"class_": classes, "data_space": name, **crew}
        at, alarm = plan.places[space], berths(plan)[space].alarm
        rise = drops(len(piece.crew) if piece else 1).discs[0]
        aside = float(round(alarm[0] - at[0])), float(round(alarm[1] - at[1] + rise))
        inside = [shapes(states, aside, piece is not None, brush)]
        if not brush.palette:
            inside.append(brush.disc("hit", HIT))
            ports = " ".join(plan.deck.spaces[port] for port in plan.deck.ports[space] if port != SEA)
            about |= {"tabindex": "-1", "role": "button", "aria_label": label, "data_ports": ports}
        elif piece:
            inside += [ink.tag("title", ink.words(label)), brush.disc("hit", RADIUS)]
        yield ink.tag("g", *inside, **about, transform=f"translate({ink.spot(at)})")


def spelt(piece: Piece) -> str:
    """A piece in words: red over blue on c4, back to c3."""
    crew = " over ".join(CREW_NAMES[colour] for colour in piece.crew)
    return f"{crew} on {piece.space}, back to {'the sea' if piece.back == SEA_NAME else piece.back}"


def description(pieces: Sequence[Piece], turn: str, hands: Mapping[str, int]) -> str:
    """A position in words, for those who cannot see it."""
    parts = [spelt(piece) for piece in pieces] or ["no token on the deck"]
    parts += [f"{CREW_NAMES[colour]} has {count} in hand" for colour, count in hands.items()]
    parts += [f"{CREW_NAMES[turn]} to act"] if turn else []
    return "; ".join(parts) + "."
