"""A slow rule book of all three games, to hold against the fast one.

It was written from docs/rules.md alone and shares nothing with the kernel: positions are dictionaries, every rule is
looked up in the order of that page, and speed does not matter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from kidd.deck import SEA, Deck

COLOURS = "RBG"


class Chart(NamedTuple):
    """A deck as these rules see it."""

    order: tuple[str, ...]
    next_to: dict[str, frozenset[str]]
    hatches: tuple[str, ...]


class Man(NamedTuple):
    """Who stands on a space, from the top down, and what the back is turned to."""

    crew: str
    back: str


Men = dict[str, Man]


class State(NamedTuple):
    """The five fields of a position."""

    game: str
    men: Men
    turn: str
    hands: dict[str, int]
    extra: str


class Verdict(NamedTuple):
    """Every legal move with the position after it; where there is none, who has won and why."""

    moves: dict[str, str]
    winner: str | None = None
    reason: str | None = None


def chart_of(deck: Deck) -> Chart:
    """Return who is next to whom."""
    next_to = {
        space: frozenset(deck.spaces[port] for port in ports if port != SEA)
        for space, ports in zip(deck.spaces, deck.ports, strict=True)
    }
    return Chart(deck.spaces, next_to, tuple(space for space in deck.spaces if len(next_to[space]) == 2))


def read(text: str) -> State:
    """Read the notation of a position."""
    game, men, turn, hands, extra = text.split(" ")
    pieces = [] if men == "-" else [re.findall(r"[A-Z]+|[a-z]\d+|~", piece) for piece in men.split(",")]
    numbers = {colour: int(number) for colour, number in re.findall(r"([RBG])(\d+)", hands)}
    return State(game, {space: Man(crew, back) for crew, space, back in pieces}, turn, numbers, extra)


def write(state: State, chart: Chart) -> str:
    """Write the notation of a position."""
    men = [f"{state.men[space].crew}{space}{state.men[space].back}" for space in chart.order if space in state.men]
    hands = "".join(f"{colour}{number}" for colour, number in state.hands.items())
    return f"{state.game} {','.join(men) or '-'} {state.turn} {hands} {state.extra}"


def judge(text: str, chart: Chart, options: Mapping[str, object]) -> Verdict:
    """Tell what the rules say of a position."""
    state = read(text)
    if state.game == "LC":
        return loyal_captain(state, chart, options)
    if state.game == "QM":
        return quedah_merchant(state, chart, options)
    return madagascar(state, chart)


def next_colour(state: State) -> str:
    """C1: turns go round in the order red, blue, gold."""
    colours = list(state.hands)
    return colours[(colours.index(state.turn) + 1) % len(colours)]


def one_less(hands: dict[str, int], colour: str) -> dict[str, int]:
    """Return the hands after somebody has entered a token."""
    return {**hands, colour: hands[colour] - 1}


def vacant_hatches(men: Men, chart: Chart) -> list[str]:
    """C2: where a token may enter."""
    return [hatch for hatch in chart.hatches if hatch not in men]


def without(men: Men, gone: set[str]) -> Men:
    """Return the men but for those on some spaces."""
    return {space: man for space, man in men.items() if space not in gone}


def walks(men: Men, chart: Chart, start: str, steps: int) -> set[tuple[str, str]]:
    """C3, C4, QM2, MG4: (last space but one, last space) of every walk forward over spaces where nobody else stands."""
    others = without(men, {start})
    ways = {(men[start].back, start)}
    for _ in range(steps):
        ways = {
            (space, ahead)
            for behind, space in ways
            if space not in others
            for ahead in chart.next_to[space]
            if ahead != behind
        }
    return ways


# Loyal Captain


def loyal_captain(state: State, chart: Chart, options: Mapping[str, object]) -> Verdict:
    """LC1-LC7."""
    if state.extra == "choose":
        chosen = write(state._replace(extra="-"), chart)
        return Verdict({"red": chosen, "blue": chosen})
    after: dict[str, State] = {}
    if state.hands[state.turn]:
        for hatch in vacant_hatches(state.men, chart):
            entered = state._replace(
                men={**state.men, hatch: Man(state.turn, "~")}, hands=one_less(state.hands, state.turn)
            )
            after[f"@{hatch}"] = entered
    for space, man in state.men.items():
        if man.crew == state.turn:
            for ahead in chart.next_to[space] - {man.back} - set(state.men):
                men = {**without(state.men, {space}), ahead: Man(man.crew, space)}
                after[f"{space}-{ahead}"] = state._replace(men=men)
    opponent = next_colour(state)
    if not after:
        return Verdict({}, opponent, "immobile")
    if state.extra in ("R0", "B0"):
        return Verdict({}, "B" if state.extra == "R0" else "R", "not-proven")
    return Verdict({move: write(_end_turn(turned, chart, options), chart) for move, turned in after.items()})


def _end_turn(state: State, chart: Chart, options: Mapping[str, object]) -> State:
    """LC3: the opponent's captured groups leave, then one's own; LC5: the count; LC6: the choice."""
    mover, opponent = state.turn, next_colour(state)
    men = without(state.men, surrounded(state.men, chart, opponent))
    men = without(men, surrounded(men, chart, mover))
    extra = state.extra
    if extra != "-":
        left = int(extra[1:]) - (extra[0] == mover)
        extra = f"{extra[0]}{20 if len(men) < len(state.men) else left}"
    elif options.get("opening") == "chooser" and mover == "B" and set(state.hands.values()) == {6}:
        # Anything but the two tokens of the opening was set up by hand and has its colours already.
        just_two = sorted(man.crew + man.back for man in state.men.values()) == ["B~", "R~"]
        extra = "choose" if just_two else "-"
    return state._replace(men=men, turn=opponent, extra=extra)


def groups(men: Men, chart: Chart, colour: str) -> list[set[str]]:
    """LC2: the maximal sets of one colour's tokens that are joined by paths."""
    left = {space for space, man in men.items() if man.crew == colour}
    found = []
    while left:
        group = {left.pop()}
        while more := {space for space in left if chart.next_to[space] & group}:
            group |= more
            left -= more
        found.append(group)
    return found


def surrounded(men: Men, chart: Chart, colour: str) -> set[str]:
    """LC2: the spaces of all captured groups of a colour."""
    captured: set[str] = set()
    for group in groups(men, chart, colour):
        around = set().union(*(chart.next_to[space] for space in group)) - group
        if all(space in men and men[space].back not in group for space in around):
            captured |= group
    return captured


# Quedah Merchant


def quedah_merchant(state: State, chart: Chart, options: Mapping[str, object]) -> Verdict:
    """QM1-QM6."""
    holders = [man.crew[0] for man in state.men.values() if len(man.crew) == 2]
    if len(holders) >= 7:
        return Verdict({}, max("RB", key=holders.count), "seven-captured")
    opponent = next_colour(state)
    if state.extra != "-":
        moves = _moves_with(int(state.extra), state, chart, options)
        another = any(_moves_with(die, state, chart, options) for die in (1, 2, 3))
        if options.get("blocked") == "any" and another and not moves:
            moves = {"pass": state._replace(turn=opponent, extra="-")}
    elif state.hands[state.turn] and not any(state.turn in man.crew for man in state.men.values()):
        moves = {
            f"@{hatch}": state._replace(
                men={**state.men, hatch: Man(state.turn, "~")}, turn=opponent, hands=one_less(state.hands, state.turn)
            )
            for hatch in vacant_hatches(state.men, chart)
        }
    else:
        moves = {f"*{die}": state._replace(extra=str(die)) for die in (1, 2, 3)}
    if not moves:
        return Verdict({}, opponent, "blocked")
    return Verdict({move: write(after, chart) for move, after in moves.items()})


def _moves_with(die: int, state: State, chart: Chart, options: Mapping[str, object]) -> dict[str, State]:
    """QM2-QM5: all moves with a roll."""
    moves = {}
    for start, man in state.men.items():
        if man.crew[0] != state.turn:
            continue
        enters = start in chart.hatches and (man.back == "~" or options.get("entry") != "fresh")
        for via, end in walks(state.men, chart, start, die):
            walk = f"{start}-{end}" + (f"/{via}" if die > 1 else "")
            for escapes, men in _landings(without(state.men, {start}), chart, man.crew, via, end):
                after = state._replace(men=men, turn=next_colour(state), extra="-")
                text = walk + "".join(f">{space}" for space in escapes)
                for tail, entered in _entering(after, chart, state.turn, enters):
                    moves[text + tail] = entered
    return moves


def _landings(men: Men, chart: Chart, crew: str, via: str, end: str) -> Iterator[tuple[list[str], Men]]:
    """QM3, QM4: every way to land: where the freed go one after the other, and the men afterwards."""
    colour = crew[0]
    if end not in men:
        yield [], {**men, end: Man(crew, via)}
        return
    host = men[end]
    if host.crew[0] == colour or host.back != via or len(crew) == 2:
        return
    captured = {**men, end: Man(colour + host.crew[0], via)}
    if len(host.crew) == 1:
        yield [], captured
        return
    for ahead in chart.next_to[end] - {via}:
        for escapes, after in _landings(captured, chart, colour, end, ahead):
            yield [ahead, *escapes], after


def _entering(state: State, chart: Chart, mover: str, enters: bool) -> Iterator[tuple[str, State]]:
    """QM5: the position after each way to enter a token, or as it is where none enters."""
    hatches = vacant_hatches(state.men, chart) if enters and state.hands[mover] else []
    for hatch in hatches:
        hands = one_less(state.hands, mover)
        yield f"@{hatch}", state._replace(men={**state.men, hatch: Man(mover, "~")}, hands=hands)
    if not hatches:
        yield "", state


# Madagascar


def madagascar(state: State, chart: Chart) -> Verdict:
    """MG1-MG7."""
    alive = {man.crew[0] for man in state.men.values()} | {colour for colour, hand in state.hands.items() if hand}
    if len(alive) == 1:
        return Verdict({}, alive.pop(), "all-captured")
    passes = 0 if state.extra == "-" else int(state.extra[1:])
    if passes == len(state.hands):
        return Verdict({}, None, "no-one-can-move")
    hatches = vacant_hatches(state.men, chart) if state.hands[state.turn] else []
    moves = {f"@{hatch}": _climbed(state.men, state.turn, "~", hatch) for hatch in hatches}
    all_taken = sum(len(man.crew) for man in state.men.values()) >= len(chart.hatches)
    if all_taken or not hatches:
        for start, man in state.men.items():
            if man.crew[0] == state.turn:
                moves |= _tower_moves(state, chart, start)
    following = state._replace(turn=next_colour(state), extra="-")
    after = {
        move: following._replace(men=men, hands=one_less(state.hands, state.turn) if move[0] == "@" else state.hands)
        for move, men in moves.items()
    }
    if not after:
        after = {"pass": following._replace(extra=f"p{passes + 1}")}
    return Verdict({move: write(turned, chart) for move, turned in after.items()})


def _tower_moves(state: State, chart: Chart, start: str) -> dict[str, Men]:
    """MG3, MG4: where a tower may go."""
    crew = state.men[start].crew
    others = without(state.men, {start})
    moves = {}
    for via, end in walks(state.men, chart, start, len(crew)):
        if end not in others or (others[end].crew[0] != state.turn and others[end].back == via):
            text = f"{start}-{end}" + (f"/{via}" if len(crew) > 1 else "")
            moves[text] = _climbed(others, crew, via, end)
    return moves


def _climbed(men: Men, crew: str, back: str, space: str) -> Men:
    """MG3: whoever stands there already is at the bottom of one tower."""
    below = men[space].crew if space in men else ""
    return {**men, space: Man(crew + below, back)}
