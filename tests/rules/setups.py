"""Decks and positions that nobody would reach by playing, but that anybody may set up."""

from __future__ import annotations

from random import Random

from kidd.deck import SEA, Deck, Ports

COLOURS = {"LC": "RB", "QM": "RB", "MG2": "RB", "MG3": "RBG"}


def any_deck(random: Random) -> Deck:
    """Return a deck of 3 to 30 spaces: a ring with paths across it, a hatch wherever none ends.

    It need not be flat, so it could not be drawn; the rules do not mind. Triangles and decks of hatches only come up.
    """
    size = random.choice((3, 4, 5, 6, 7, 9, 12, 18, 24, 30))
    across: dict[int, int] = {}
    for one in random.sample(range(size), random.randint(0, size - 1)):
        far = [n for n in range(size) if n not in across and (n - one) % size not in (0, 1, size - 1)]
        if one not in across and far:
            across[one] = random.choice(far)
            across[across[one]] = one
    if len(across) == size:  # a deck has at least one hatch
        one = random.choice(sorted(across))
        del across[across[one]], across[one]
    names = random.sample([f"{letter}{number}" for letter in "abcdez" for number in (1, 2, 9, 10, 11, 99)], size)
    hatches = tuple(space for space in range(size) if space not in across)
    ports = tuple(_ports(space, size, across) for space in range(size))
    places = tuple((float(space), 0.0) for space in range(size))
    return Deck(f"any-{size}", tuple(names), places, ports, hatches, ((0.0, 1.0),) * len(hatches))


def _ports(space: int, size: int, across: dict[int, int]) -> Ports:
    ring = {(space - 1) % size, (space + 1) % size}
    third = across.get(space, SEA)
    first, second, *rest = sorted(ring | {third} - {SEA})
    return first, second, rest[0] if rest else SEA


def any_position(random: Random, code: str, deck: Deck) -> str:
    """Return the notation of a position with anybody anywhere, as far as the numbers of tokens allow."""
    colours = COLOURS[code]
    left = dict.fromkeys(colours, 6 if code == "MG3" else 7)
    crowd = random.randint(0, min(len(deck.spaces), 14))
    piled, in_line = random.random(), random.random() < 0.3
    men = []
    taken = sorted(random.sample(range(len(deck.spaces)), crowd))
    for space in taken:
        crew = _any_crew(random, code, left, piled)
        if not crew:
            break
        # Backs turned to somebody make it possible to take and to free several in a row.
        others = [port for port in deck.ports[space] if port in taken] if in_line else []
        back = random.choice(others or deck.ports[space])
        men.append(f"{crew}{deck.spaces[space]}{_name(deck, back)}")
    fair = random.random() < 0.5
    hands = {colour: number if fair else random.randint(0, number) for colour, number in left.items()}
    turn = random.choice(colours)
    on_deck = "".join(men)
    extra = "-"
    if code == "LC":
        extra = random.choice(["-", "-", f"{random.choice(colours)}{random.choice((0, 1, 2, 19, 20))}"])
    elif code == "QM" and (turn in on_deck or not hands[turn]):
        extra = random.choice("123123-")
    elif code.startswith("MG"):
        extra = random.choice(["-", "-", *(f"p{number}" for number in range(1, len(colours) + 1))])
    numbers = "".join(f"{colour}{number}" for colour, number in hands.items())
    return f"{code} {','.join(men) or '-'} {turn} {numbers} {extra}"


def any_rescue(random: Random, deck: Deck) -> str:
    """Return a position of Quedah Merchant in which captors stand in line behind each other, each with a captive."""
    friend, foe = random.choice(("RB", "BR"))
    steps = random.choice((1, 1, 2, 3))
    path = [random.randrange(len(deck.spaces))]
    while len(path) <= steps + random.randint(0, 5):
        ahead = [port for port in deck.ports[path[-1]] if port != SEA and port not in path]
        if not ahead:
            break
        path.append(random.choice(ahead))
    line = path[steps:]
    behind = [port for port in deck.ports[path[0]] if port != path[1]]
    there = {path[0]: (friend, random.choice(behind))}
    there |= {space: (foe + friend, path[steps + number - 1]) for number, space in enumerate(line)}
    left = {friend: 6 - len(line), foe: 7 - len(line)}
    for space in random.sample(range(len(deck.spaces)), random.randint(0, len(deck.spaces) // 3)):
        if space not in path and (crew := _any_crew(random, "QM", left, 0.2)):
            there[space] = crew, random.choice(deck.ports[space])
    men = [f"{there[space][0]}{deck.spaces[space]}{_name(deck, there[space][1])}" for space in sorted(there)]
    return f"QM {','.join(men)} {friend} R{left['R']}B{left['B']} {steps}"


def _name(deck: Deck, port: int) -> str:
    return "~" if port == SEA else deck.spaces[port]


def _any_crew(random: Random, code: str, left: dict[str, int], piled: float) -> str:
    """Take tokens for a piece from those that are left."""
    height = 1
    if code != "LC" and random.random() < piled:
        height = 2 if code == "QM" else random.choice((2, 2, 3, 4, 5, 7, 11, 18))
    crew = ""
    for _ in range(height):
        there = [colour for colour, number in left.items() if number and not (code == "QM" and colour in crew)]
        if not there:
            break
        crew += random.choice(there)
        left[crew[-1]] -= 1
    return crew
