"""For whom somebody speaks: which of the colours at the table an act is by, and whether it is theirs."""

from __future__ import annotations

from kidd.deck import CREWS
from kidd.errors import IllegalAct, KiddError, shown
from kidd.match import Match
from kidd.move_lookup import find
from kidd.standing import WORDS
from kidd.table.play.permissions import check_crew
from kidd.table.snapshot import Table


def split(act: str, by: str | None) -> tuple[str, str | None]:
    """An act and the colour it names, `B:resign` or by itself."""
    if act[1:2] == ":" and act[0] in CREWS:
        if by is not None and by != act[0]:
            raise IllegalAct("other-colour", colour=by, came=shown(act))
        return act[2:], act[0]
    return act, by


def speaker(table: Table, person: str, text: str, by: str | None) -> str:
    """The colour that an act is by, which must be that person's."""
    match, mine = table.match, table.colours_of(person)
    colour = _meant(match, mine, text) if by is None else by
    match.seat(colour)  # a crew that does not play here is nobody's
    check_crew(mine, colour, named=by is not None)
    return colour


def _meant(match: Match, mine: str, text: str) -> str:
    if text not in WORDS or not mine:  # who lets computers play has no crew of their own
        return match.mover
    for colour in (match.to_act, match.mover):
        if colour and colour in mine:
            return colour
    able = [colour for colour in mine if text in match.legal_acts(colour)]
    if len(able) > 1:
        raise IllegalAct("whose", example=f"{able[0]}:{text}")
    return able[0] if able else mine[0]


def was_said(table: Table, person: str, ply: int, text: str, by: str | None) -> bool:
    """Whether somebody's act at a ply is the one that stands there, by the same seat."""
    if not 0 <= ply < len(table.match):
        return False
    doer = table.doers[ply]
    if doer not in table.seats_of(person):
        return False
    if by is not None and by != table.match.act_by(ply):
        return False
    match = table.match
    if match.word(ply) or text in WORDS:
        return match.word(ply) == text
    try:
        return find(match.position_at(ply), text) == match.move(ply)  # perhaps written in another way
    except KiddError:
        return False
