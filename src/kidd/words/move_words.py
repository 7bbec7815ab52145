"""What was done, and by whom, in whole sentences: for those who did not see it."""

from __future__ import annotations

from functools import lru_cache

from kidd.advice.effects import deeds
from kidd.advice.event import DEEDS
from kidd.move import Move
from kidd.position import Position
from kidd.standing import is_opening
from kidd.table.play.games import Table
from kidd.words.advice import speech_of, tell
from kidd.words.language import Tongue
from kidd.words.moves import word_said
from kidd.words.names import crew, player

TOLD = DEEDS  # how the game ended is said elsewhere
KEPT = 16_384  # sentences: a page shows the whole log of its game, and each act is told once
STORIES = 64  # games whose pages are looked at right now


@lru_cache(STORIES)
def story(table: Table, _: Tongue, you: int | None = None) -> tuple[str, ...]:
    """Every act of a game, each with the name of who did it; without a colour, the seat `you` is spoken to."""
    return tuple(_said(table, number, _, you) for number in range(len(table.match)))


def _said(table: Table, number: int, _: Tongue, you: int | None) -> str:
    match = table.match
    word, by, before = match.word(number), match.act_by(number), match.position_at(number)
    doer = table.doers[number]
    seat = table.seats[doer] if doer is not None else table.seat_of(by or before.turn)
    name = player(seat, by or before.turn, _)
    if is_opening(before):
        if seat.kind == "person" and not seat.name:
            name = _("The second player") if seat.number else _("The first player")
        if not word:
            return _opened(before, match.move(number), name, (seat.number, you), _)
    return f"{word_said(word, name, _)}." if word else _told(before, match.move(number), name, _)


def _opened(before: Position, move: Move, name: str, seats: tuple[int, int | None], _: Tongue) -> str:
    """LC6: one enters a token of each colour, the other picks one; `seats` are whose act it was and the viewer's."""
    doer, you = seats
    if before.choosing:
        picked, left = ("R", "B") if move.text == "red" else ("B", "R")
        said = {"name": name, "crew": crew(picked, _), "other": crew(left, _)}
        if you is None:
            return _("%(name)s picks %(crew)s: the other player is %(other)s.", **said)
        if you == doer:
            return _("You are %(crew)s now.", **said)
        return _("%(name)s picks %(crew)s: you are %(other)s now.", **said)
    if you == doer:
        if before.turn == "R":
            return _("You enter a red token on %(space)s.", space=move.target)
        return _("You enter a blue token on %(space)s.", space=move.target)
    if before.turn == "R":
        return _("%(name)s enters a red token on %(space)s.", name=name, space=move.target)
    return _("%(name)s enters a blue token on %(space)s.", name=name, space=move.target)


@lru_cache(KEPT)
def _told(before: Position, move: Move, name: str, _: Tongue) -> str:
    done = [event for event in deeds(before, move, before.play(move)) if event.key in TOLD]
    return " ".join(tell(done, speech_of(_.code), name))
