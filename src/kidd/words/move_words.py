"""What was done, and by whom, in whole sentences: for those who did not see it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Protocol

from kidd.advice.effects import find_doings
from kidd.advice.event import IMMEDIATE_EFFECTS
from kidd.match import Match
from kidd.move import Move
from kidd.move_lookup import find
from kidd.position import Position
from kidd.standing import is_opening
from kidd.words.advice import tell
from kidd.words.language import Tongue
from kidd.words.moves import word_said
from kidd.words.names import Seat, crew, player
from kidd.words.texts import SAID

TOLD = IMMEDIATE_EFFECTS  # how the game ended is said elsewhere
KEPT = 16_384  # sentences: a page shows the whole log of its game, and each act is told once
STORIES = 64  # games whose pages are looked at right now


class Table(Protocol):
    """What is read of a game at the table to tell its story; tables are kept by identity and never change."""

    @property
    def match(self) -> Match: ...
    @property
    def seats(self) -> Sequence[Seat]: ...
    @property
    def doers(self) -> Sequence[int | None]: ...
    def seat_of(self, colour: str) -> Seat: ...
    def __hash__(self) -> int: ...


@lru_cache(STORIES)
def story(table: Table, _: Tongue, you: int | None = None) -> tuple[str, ...]:
    """Every act of a game, each with the name of who did it; without a colour, the seat `you` is spoken to."""
    return tuple(act_said(table, number, _, you) for number in range(len(table.match)))


def act_said(table: Table, number: int, _: Tongue, you: int | None = None) -> str:
    """One act of a game with the name of who did it."""
    match = table.match
    word, by, before = match.word(number), match.act_by(number), match.position_at(number)
    doer = table.doers[number]
    seat = table.seats[doer] if doer is not None else table.seat_of(by or before.turn)
    name = player(seat, by or before.turn, _)
    if is_opening(before):
        if seat.kind == "person" and not seat.name:
            name = _("The second player") if seat.number else _("The first player")
        if not word:
            return _tell_opening(before, match.move(number), name, (seat.number, you), _)
    return f"{word_said(word, name, _)}." if word else _tell_move(before, match.move(number), name, _)


def tell_act(before: Position, act: str, name: str, _: Tongue) -> str:
    """What somebody did, in a sentence: a move, or an offer, a claim, an answer."""
    if act in SAID:
        return f"{word_said(act, name, _)}."
    move = find(before, act)
    return _tell_opening(before, move, name, (0, None), _) if is_opening(before) else _tell_move(before, move, name, _)


def _tell_opening(before: Position, move: Move, name: str, seats: tuple[int, int | None], _: Tongue) -> str:
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
def _tell_move(before: Position, move: Move, name: str, _: Tongue) -> str:
    done = [event for event in find_doings(before, move, before.play(move)) if event.key in TOLD]
    return " ".join(tell(done, _, name))
