"""Offers of a draw: whoever was refused one moves before they ask again."""

from __future__ import annotations

from kidd.errors import IllegalAct
from kidd.match import Match
from kidd.table.snapshot import Table

OFFER = "draw?"
ACCEPTED = "draw!"


def check_offer(table: Table, colour: str) -> None:
    """Refuse an offer that was declined just now; the table's own manners, so that every kept game still replays."""
    if not may_offer(table, colour):
        raise IllegalAct("draw-refused")


def may_offer(table: Table, colour: str) -> bool:
    """Whether this colour has moved since a draw it offered was declined; a full game has no move to wait for."""
    return table.is_full or not _was_declined(table.match, colour)


def _was_declined(match: Match, colour: str) -> bool:
    for number in reversed(range(len(match))):
        if match.act_by(number) == colour and not match.word(number):
            return False
        before = match.offer_at(number)
        if before and (before.kind, before.by) == ("draw", colour) and match.offer_at(number + 1) is None:
            return match.word(number) != ACCEPTED
    return False
