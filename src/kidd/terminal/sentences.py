"""What the terminal says about a match, in words."""

from __future__ import annotations

from collections.abc import Container

from kidd.advice.effects import deeds
from kidd.advice.event import ENDS
from kidd.deck import CREWS
from kidd.match import Match
from kidd.move_lookup import find
from kidd.position import Position, Result
from kidd.search.answer import Line
from kidd.standing import counted, is_opening
from kidd.words import advice
from kidd.words.texts import SAID, ended


def who(match: Match, colour: str) -> str:
    """A player as the terminal speaks of them."""
    name = printable(match.player(colour))
    return f"{CREWS[colour]} ({name})" if name else CREWS[colour]


def printable(text: str) -> str:
    """A stranger's text without what a terminal would obey."""
    return "".join(char if char.isprintable() else "?" for char in text)


def verdict(result: Result, colours: str) -> str:
    """How a game ended."""
    losers = [CREWS[colour] for colour in colours if colour != result.winner]
    text, values = ended(result.reason, CREWS[result.winner] if result.winner else "", losers)
    return text % values


def state(match: Match) -> str:
    """Where the match stands, in one sentence."""
    if match.result:
        return _capital(verdict(match.result, match.game.colours))
    pos, offer = match.position, match.offer
    if offer and offer.kind == "stalemate":
        return _sentence(f"{who(match, offer.by)} claims stalemate: stalemate! accepts, contest takes it on")
    said = _due(match)
    if pos.contest:
        said += f"; contested: {counted(pos.contest[1], 'turn')} left for {CREWS[pos.contest[0]]}"
    if offer:
        said += f"; {who(match, offer.by)} offers a draw: draw! accepts, draw. declines"
    return _sentence(said)


def prompt(match: Match) -> str:
    """Whom the terminal asks, in one or two words."""
    if match.to_act is None:
        return "over"
    return _player(match, match.seat(match.to_act)) if is_opening(match.position) else CREWS[match.to_act]


def speaker(match: Match) -> str:
    """Whoever is waited for, in full."""
    colour = match.to_act or match.position.turn
    return _player(match, match.seat(colour)) if is_opening(match.position) else who(match, colour)


def told(by: str, before: Position, act: str) -> str:
    """What somebody did, in a short sentence."""
    if act in SAID:
        return _sentence(SAID[act] % {"crew": by})
    move = find(before, act)
    if before.choosing:
        return _sentence(f"{by} picks {move}")
    if is_opening(before):
        return f"{move}: {_sentence(f'{by} enters a {CREWS[before.turn]} token on {move.target}')}"
    done = [event for event in deeds(before, move, before.play(move)) if event.key not in ENDS]
    english = advice.speech_of("en")
    speech = english._replace(colours={**english.colours, before.turn: by})
    return f"{move}: {' '.join(advice.tell(done, speech))}"


def advised(pos: Position, line: Line) -> str:
    """A line as a hint: its first move, what it is good for, and who stands how well."""
    standing = "" if line.score.winner else f" {advice.verdict(line.score, pos)}"
    return f"{line.moves[0]}: {advice.explain(pos, line)}{standing}"


def table(match: Match, computers: Container[int]) -> str:
    """Who plays whom, as the terminal greets people who play against computers."""
    people = [colour for colour in match.game.colours if match.seat(colour) not in computers]
    others = [colour for colour in match.game.colours if match.seat(colour) in computers]
    if people and is_opening(match.position):
        place = ("first", "second")[match.seat(people[0])]
        return _sentence(f"you are the {place} player, against {_player(match, match.seat(others[0]))}")
    named = " and ".join(who(match, colour) for colour in others)
    if not people:
        return _sentence(f"{named} play by themselves")
    return _sentence(f"you play {' and '.join(who(match, colour) for colour in people)} against {named}")


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
        return f"{_player(match, 0)} to enter a {CREWS[pos.turn]} token"
    steps = f" {counted(pos.die, 'step')}" if pos.die else ""
    return f"{who(match, pos.turn)} to move{steps}"


def _sentence(text: str) -> str:
    return f"{_capital(text)}."


def _capital(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}"
