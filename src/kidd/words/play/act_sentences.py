"""What was done, and by whom, in whole sentences: for those who did not see it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from kidd.advice.move_facts import find_immediate_effects
from kidd.match import Match
from kidd.match.standing import CLOCK, PARTING, is_opening
from kidd.move import Move
from kidd.move_lookup import find
from kidd.position import Position
from kidd.words.event_sentences import tell_immediate_effects
from kidd.words.language import Tongue
from kidd.words.names import Seat, called, crew, is_ambiguous, person_name
from kidd.words.play.offers import word_said
from kidd.words.texts import SAID, WAS_AWAY


class Table(Protocol):
    """What is read of a game at the table to tell what was done."""

    @property
    def match(self) -> Match: ...
    @property
    def seats(self) -> Sequence[Seat]: ...
    @property
    def doers(self) -> Sequence[int | None]: ...
    @property
    def was_away(self) -> bool: ...
    def seat_of(self, colour: str) -> Seat: ...


def act_said(table: Table, number: int, _: Tongue, you: int | None = None) -> str:
    """One act of a game with the name of who did it."""
    match = table.match
    word, by, before = match.word(number), match.act_by(number), match.position_at(number)
    doer = table.doers[number]
    seat = table.seats[doer] if doer is not None else table.seat_of(by or before.turn)
    name = called(seat, by or before.turn, table.seats, _)
    if by and word in PARTING:  # somebody else sits there by now
        name = person_name(table.seat_of(by).was, _) or crew(by, _)
    if is_opening(before):
        if is_ambiguous(seat, table.seats) or (seat.kind == "person" and not seat.name):
            name = _("The second player") if seat.number else _("The first player")
        if not word:
            return _tell_opening(before, match.move(number), name, (seat.number, you), _)
    if word:
        return f"{_(WAS_AWAY, crew=name) if table.was_away and word == CLOCK else word_said(word, name, _)}."
    return tell_move(before, match.move(number), match.position_at(number + 1), name, _)


def tell_act(before: Position, act: str, name: str, _: Tongue) -> str:
    """What somebody did, in a sentence: a move, or an offer, a claim, an answer."""
    if act in SAID:
        return f"{word_said(act, name, _)}."
    move = find(before, act)
    if is_opening(before):
        return _tell_opening(before, move, name, (0, None), _)
    return tell_move(before, move, before.play(move), name, _)


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


def tell_move(before: Position, move: Move, after: Position, name: str, _: Tongue) -> str:
    """What somebody did by a move between two positions, without how the game ended by it."""
    return tell_immediate_effects(find_immediate_effects(before, move, after), name, _)
