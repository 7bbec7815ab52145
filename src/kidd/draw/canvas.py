"""A sheet of terminal text on which lines are drawn in dots finer than a character."""

from __future__ import annotations

from math import ceil, floor

# A braille character holds two by four dots; this is the bit of each, by column and row.
_DOTS = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))
_BRAILLE = 0x2800

# Signs for what a move did, and what stands for them where there is ASCII only.
CROSS, DOT, STEP = "×", "·", "•"
PLAIN = str.maketrans({CROSS: "x", DOT: "'", STEP: "o"})

Spot = tuple[float, float]


class Canvas:
    """Lines below, bars over them, words on top; spots are the middles of characters, column first."""

    def __init__(self, width: int) -> None:
        self.width = width
        self._dots: dict[tuple[int, int], int] = {}
        self._bars: set[tuple[int, int]] = set()
        self._words: dict[tuple[int, int], str] = {}
        self._steps: set[tuple[int, int]] = set()

    def line(self, start: Spot, end: Spot) -> None:
        """A thin line from one spot to another."""
        for x, y in _walk(start, end, 8):
            column, row = int(x * 2 + 1) // 2, int(y * 4 + 2) // 4
            bit = _DOTS[int(x * 2 + 1) % 2][int(y * 4 + 2) % 4]
            self._dots[column, row] = self._dots.get((column, row), 0) | bit

    def bar(self, start: Spot, end: Spot) -> None:
        """The thick beginning of a line, outside the words that stand around its start."""
        squares = dict.fromkeys((_whole(x), _whole(y)) for x, y in _walk(start, end, 8))
        self._bars.update([square for square in squares if square not in self._words][:2])

    def steps(self, start: Spot, end: Spot) -> None:
        """Footprints along the middle of a line, where nothing else stands."""
        for part in (0.35, 0.5, 0.65):
            at = _whole(start[0] + (end[0] - start[0]) * part), _whole(start[1] + (end[1] - start[1]) * part)
            if at not in self._words and at not in self._bars:
                self._steps.add(at)

    def write(self, middle: Spot, text: str) -> Spot:
        """Words centred on a spot, as far as whole characters allow; where their middle came to lie."""
        column, row = _whole(middle[0] - (len(text) - 1) / 2), _whole(middle[1])
        for place, letter in enumerate(text):
            self._words[column + place, row] = letter
        return column + (len(text) - 1) / 2, row

    def rows(self, ascii_only: bool) -> list[str]:
        """Everything drawn so far, without blanks at the ends of lines."""
        used = [row for layer in (self._dots, self._bars, self._words) for _, row in layer]
        return [
            "".join(self._letter(column, row, ascii_only) for column in range(self.width)).rstrip()
            for row in range(min(used), max(used) + 1)
        ]

    def _letter(self, column: int, row: int, ascii_only: bool) -> str:
        at = column, row
        if at in self._words:
            return self._words[at].translate(PLAIN) if ascii_only else self._words[at]
        if at in self._steps:
            return STEP.translate(PLAIN) if ascii_only else STEP
        if at in self._bars:
            return "#" if ascii_only else "█"
        if at in self._dots:
            return "." if ascii_only else chr(_BRAILLE + self._dots[at])
        return " "


def _whole(value: float) -> int:
    """Rounded half up, as the dots of lines are, so that what stands in a line stays in it."""
    return floor(value + 0.5)


def _walk(start: Spot, end: Spot, fine: int) -> list[Spot]:
    steps = ceil(max(abs(end[0] - start[0]), abs(end[1] - start[1])) * fine) or 1
    return [
        (start[0] + (end[0] - start[0]) * step / steps, start[1] + (end[1] - start[1]) * step / steps)
        for step in range(steps + 1)
    ]
