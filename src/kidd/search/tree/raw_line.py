"""Lines as the tree gave them, and what is left of them when a depth breaks off."""

from typing import NamedTuple

from kidd.search.constants import PROVEN


class RawLine(NamedTuple):
    """One line as the tree gave it; or its mirror image by a symmetry of the position itself, with its first move."""

    score: int
    codes: list[int]
    whole: bool = True  # every other move was compared with it
    symmetry: int = 0
    image: int = -1

    @property
    def first(self) -> int:
        """The move that opens the line."""
        return self.image if self.symmetry else self.codes[0]


def merge_unfinished(now: list[RawLine], before: list[RawLine], untried: dict[int, int]) -> list[RawLine]:
    """Put what an unfinished depth has found before what the last one knew, which cannot be better.

    But where the depth broke off with nothing but a loss, other moves are better, as far as anybody knows.
    """
    known = {one.first for one in now}
    rest = [one for one in before if one.first not in known]
    if now and now[0].score < -PROVEN and not now[0].whole:
        if not rest and untried:
            code = max(untried, key=untried.__getitem__)
            rest = [RawLine(untried[code], [code])]
        return sorted([*now, *rest], key=lambda one: -one.score)
    if now:
        rest = [one._replace(score=min(one.score, now[-1].score)) for one in rest]
    return [*now, *rest]


def rank_unfinished(now: list[RawLine], before: list[RawLine]) -> list[RawLine]:
    """Put what an unfinished depth has found best first, but on the scale of the last one, where all were compared.

    Only what it has proven is taken as it is.
    """
    proven = {one.first: one for one in now if abs(one.score) > PROVEN}
    rest = sorted((proven.pop(one.first, one) for one in before), key=lambda one: -one.score)
    rest = sorted([*(one for one in proven.values() if one.score > 0), *rest], key=lambda one: -one.score)
    best = now[0] if now else rest[0]
    if abs(best.score) > PROVEN or abs(rest[0].score) > PROVEN or (best.first == rest[0].first and not best.whole):
        return rest
    leading = [one._replace(score=rest[0].score) for one in now if one.codes == best.codes]  # and its mirror images
    known = {one.first for one in leading}
    return [*leading, *(one for one in rest if one.first not in known)]
