"""How much of everything the table takes, in one place."""

from __future__ import annotations

NAME = 40  # characters of a player's name
PERSON = 64  # characters of a person's id
BOOK = 200_000  # characters of a log book
POSITION = 600  # characters of a position
ACT = 100  # characters of an act; the longest move of the rules has some forty
EVENTS = 3000  # of one game; from then on it can only be given up
LAST_OFFERS = 100  # events beyond that in which a draw may still be offered
UNFINISHED = 300  # games that one person has begun and not ended
LISTED = 100  # games in a person's list
LEAF = 20  # finished games on one page of that list
CACHED = 256  # games that are kept ready in memory
JOBS = 200  # thoughts that wait for a worker
ANALYSES = 32  # that are made at a time, and finished ones that are kept in memory
