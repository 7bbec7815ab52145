"""For whom a visitor speaks: which of the colours at the table an act is by, and whether it is theirs."""

from __future__ import annotations

from kidd.deck import CREWS
from kidd.errors import IllegalAct, KiddError
from kidd.match import Match
from kidd.move_lookup import find
from kidd.standing import WORDS
from kidd.table.errors import NotYours
from kidd.table.seats import Table


def split(act: str, by: str | None) -> tuple[str, str | None]:
    """An act and the colour it names, `B:resign` or by itself."""
    if act[1:2] == ":" and act[0] in CREWS:
        if by is not None and by != act[0]:
            raise IllegalAct(f"expected an act of {CREWS.get(by, by)}, got {act!r}")
        return act[2:], act[0]
    return act, by


def check_seated(table: Table, visitor: str | None) -> None:
    """Refuse whoever only looks on."""
    if not any(seat.is_of(visitor) for seat in table.seats):
        raise NotYours("this is somebody else's game: you can look on, but not take part")


def check_alone(table: Table, visitor: str | None) -> None:
    """Refuse what would be unfair to other people at the table."""
    check_seated(table, visitor)
    if table.people != {visitor}:
        text = "other people sit at this table: that is possible only against computers or at one device"
        raise NotYours(text, reason="others")


def check_open(table: Table) -> None:
    """Refuse whatever would go on with an abandoned game; one with a result its match refuses."""
    if table.abandoned:
        raise IllegalAct("the game was abandoned: it does not go on", reason="abandoned")


def speaker(table: Table, visitor: str, text: str, by: str | None) -> str:
    """The colour that an act is by, which must be the visitor's."""
    match, mine = table.match, table.colours_of(visitor)
    colour = _meant(match, mine, text) if by is None else by
    if not table.seat_of(colour).is_of(visitor):
        reason = "turn" if by is None else "crew"
        raise NotYours(f"{CREWS[colour]} is not yours to play", reason=reason, details={"colour": colour})
    return colour


def _meant(match: Match, mine: str, text: str) -> str:
    if text not in WORDS:
        return match.mover
    for colour in (match.to_act, match.mover):
        if colour and colour in mine:
            return colour
    able = [colour for colour in mine if text in match.legal_acts(colour)]
    if len(able) > 1:
        said = f"expected for whom that is said, such as {able[0]}:{text}, got {text!r}"
        raise IllegalAct(said, reason="whose", details={"example": f"{able[0]}:{text}"})
    return able[0] if able else mine[0]


def was_said(table: Table, visitor: str, ply: int, text: str, by: str | None) -> bool:
    """Whether a visitor's act at a ply is the one that stands there, by the same seat."""
    if not 0 <= ply < len(table.match):
        return False
    doer = table.doers[ply]
    if doer is None or not table.seats[doer].is_of(visitor):
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
