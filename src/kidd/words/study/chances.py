"""The one scale: the chance to win in per cent, wins that are proven in turns, and luck and losses in points."""

from __future__ import annotations

from kidd.advice.luck import Balance
from kidd.position import Position
from kidd.search.answer import Score
from kidd.search.scores import chances, turns_to_win
from kidd.words.language import Tongue, number
from kidd.words.names import crew


def percent(value: float, _: Tongue) -> str:
    """A share of a hundred as the language writes it."""
    return _("%(number)s%%", number=number(value, 0, _.code))


def points(value: float, _: Tongue, *, signed: bool = False) -> str:
    """A difference of chances, in points of per cent."""
    return number(value, 1, _.code, signed=signed)


def figure(score: Score, pos: Position, colour: str, _: Tongue) -> str:
    """What a line is worth to a colour; with three players the chance of each."""
    if len(pos.game.colours) == 2 or turns_to_win(pos, score) is not None:
        return own_figure(score, pos, colour, _)
    said = [percent(chance, _) for chance in chances(score)]
    return " ".join(f"{letter} {share}" for letter, share in zip(pos.game.colours, said, strict=True))


def own_figure(score: Score, pos: Position, colour: str, _: Tongue) -> str:
    """What a line is worth to one colour alone."""
    turns = turns_to_win(pos, score)
    if turns is not None:
        return (_("wins in %(number)s") if score.winner == colour else _("loses in %(number)s")) % {"number": turns}
    return percent(chances(score)[pos.game.colours.index(colour)], _)


def balance_words(colour: str, found: Balance, _: Tongue) -> str:
    """Luck against skill of a crew, in one sentence."""
    return _(
        "%(crew)s: luck with the die %(luck)s, given away by moves %(lost)s (in points of per cent).",
        crew=crew(colour, _),
        luck=points(found.luck, _, signed=True),
        lost=points(found.lost, _),
    )
