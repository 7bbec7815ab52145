"""What was done, and by whom, in whole sentences: for those who did not see it."""

from __future__ import annotations

from functools import lru_cache

from kidd.advice.deeds import deeds
from kidd.advice.event import DEEDS
from kidd.advice.words import speech_of, tell
from kidd.language import Tongue
from kidd.move import Move
from kidd.position import Position
from kidd.table.games import Table
from kidd.web.movewords import word_said
from kidd.web.names import player

TOLD = (*DEEDS, "picks")  # how the game ended is said elsewhere
KEPT = 16_384  # sentences: a page shows the whole log of its game, and each act is told once
STORIES = 64  # games whose pages are looked at right now


@lru_cache(STORIES)
def story(table: Table, _: Tongue) -> tuple[str, ...]:
    """Every act of a game, each with the name of who did it."""
    return tuple(_said(table, number, _) for number in range(len(table.match)))


def _said(table: Table, number: int, _: Tongue) -> str:
    match = table.match
    word, by, before = match.word(number), match.act_by(number), match.position_at(number)
    doer = table.doers[number]
    seat = table.seats[doer] if doer is not None else table.seat_of(by or before.turn)
    name = player(seat, by or before.turn, _)
    return f"{word_said(word, name, _)}." if word else _told(before, match.move(number), name, _)


@lru_cache(KEPT)
def _told(before: Position, move: Move, name: str, _: Tongue) -> str:
    done = [event for event in deeds(before, move, before.play(move)) if event.key in TOLD]
    return " ".join(tell(done, speech_of(_.code), name))
