"""What a token may be good for. Whoever makes one chooses; an account itself is for people only."""

from __future__ import annotations

from typing import Final

from kidd.table.play.actors import Actor

READ: Final = "read"  # the lists of one's own, and being told of what happens
PLAY: Final = "play"  # acting in one's games
CHALLENGE: Final = "challenge"  # opening games, inviting others, sitting down
TALK: Final = "talk"  # what is said and noted beside a game
STUDY: Final = "study"  # studies, problems, hints and the engine

SCOPES = (READ, PLAY, CHALLENGE, TALK, STUDY)
PUBLIC = ""  # in place of a scope: whatever strangers may do, too
PEOPLE = "people"  # in place of a scope: nothing for programs

UNKNOWN_BEARER = Actor(scopes=frozenset())
"""Whoever comes with a token that nobody has: not even a stranger, as they ought to hear of it."""
