"""What the terminal says about a match, in words."""

from __future__ import annotations

from kidd.match import Match
from kidd.position import Result
from kidd.standing import is_opening

GAMES = {
    "LC": "Loyal Captain",
    "QM": "Quedah Merchant",
    "MG2": "Madagascar for two",
    "MG3": "Madagascar for three",
}
COLOURS = {"R": "red", "B": "blue", "G": "gold"}
REASONS = {
    "immobile": "the opponent can neither move nor enter",
    "not-proven": "the contest ran out of turns",
    "stalemate-accepted": "the claim of stalemate was accepted",
    "seven-captured": "seven tokens are captives",
    "blocked": "the opponent cannot use the roll",
    "all-captured": "everything else is captured",
    "no-one-can-move": "nobody can move",
    "repetition": "the position has come up three times",
    "agreed": "the players agree",
    "resigned": "resignation",
}


def who(match: Match, colour: str) -> str:
    """A player as the terminal speaks of them."""
    name = printable(match.player(colour))
    return f"{COLOURS[colour]} ({name})" if name else COLOURS[colour]


def printable(text: str) -> str:
    """A stranger's text without what a terminal would obey."""
    return "".join(char if char.isprintable() else "?" for char in text)


def verdict(result: Result) -> str:
    """How a game ended."""
    reason = REASONS.get(result.reason, result.reason)
    return f"{COLOURS[result.winner]} wins: {reason}" if result.winner else f"draw: {reason}"


def state(match: Match) -> str:
    """Where the match stands, in one sentence."""
    if match.result:
        return _sentence(verdict(match.result))
    pos, offer = match.position, match.offer
    if offer and offer.kind == "stalemate":
        return _sentence(f"{who(match, offer.by)} claims stalemate: stalemate! accepts, contest takes it on")
    said = _due(match)
    if pos.contest:
        said += f"; contested: {pos.contest[1]} turns left for {COLOURS[pos.contest[0]]}"
    if offer:
        said += f"; {who(match, offer.by)} offers a draw: draw! accepts, draw. declines"
    return _sentence(said)


def prompt(match: Match) -> str:
    """Whom the terminal asks, in one or two words."""
    if match.to_act is None:
        return "over"
    return _player(match, match.seat(match.to_act)) if is_opening(match.position) else COLOURS[match.to_act]


def _player(match: Match, seat: int) -> str:
    """A player while nobody has a colour (LC6)."""
    return printable(match.players[seat]) or ("first player", "second player")[seat]


def _due(match: Match) -> str:
    pos = match.position
    if pos.is_chance:
        return f"{who(match, pos.turn)} to roll"
    if pos.choosing:
        return f"{_player(match, 1)} to pick red or blue"
    if is_opening(pos):
        return f"{_player(match, 0)} to enter a {COLOURS[pos.turn]} token"
    steps = {None: "", 1: " 1 step"}.get(pos.die, f" {pos.die} steps")
    return f"{who(match, pos.turn)} to move{steps}"


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."
