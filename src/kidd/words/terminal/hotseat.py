"""What is said to people who play at one terminal."""

from __future__ import annotations

import re
from collections.abc import Container

from kidd.match import Match
from kidd.match.standing import WORDS, is_opening
from kidd.position import Position
from kidd.search.answer import Line
from kidd.words.event_sentences import list_both
from kidd.words.language import Tongue, marked
from kidd.words.names import Names, crew, printable
from kidd.words.play import results
from kidd.words.play.act_sentences import tell_act
from kidd.words.ranks import level_in, rank
from kidd.words.study import advice
from kidd.words.study.advice_texts import COLOURS

OTHER_COMPUTER = re.compile(r"computer (\S+)")
HELP = marked(
    """\
A move                c3-c4, @a3, c4-c7/c6 ... (Tab or ? lists them)
draw? draw! draw.     offer a draw, accept it, decline it
stalemate?            Loyal Captain: claim stalemate; stalemate! accepts, contest takes it on
resign                give up
leave                 with three: a computer plays on, and you are ranked last
B:draw? B:resign      the same by another player than the one asked
hint                  what a good player would do, and why
undo                  take back the last move, and what computers did after it
note TEXT             write a comment into the logbook
deck                  draw the deck again
save [FILE]           write the logbook
quit                  save and leave; quit! leaves without saving"""
)


def player_name(match: Match, colour: str, _: Tongue) -> str:
    """The name of a player, empty if there is none; computers are called by their rank in the language."""
    return _name(match.player(colour), _)


def full_name(match: Match, colour: str, _: Tongue) -> str:
    """A player by crew, with the name if there is one."""
    name = player_name(match, colour, _)
    return f"{crew(colour, _)} ({name})" if name else crew(colour, _)


def full_names(match: Match, _: Tongue) -> Names:
    """Every player by crew and name."""
    return {colour: full_name(match, colour, _) for colour in match.game.colours}


def state(match: Match, _: Tongue) -> str:
    """Where the match stands: whose turn it is, a contest, an offer and how to answer it."""
    names = full_names(match, _)
    if match.result:
        return results.ending(match.result, match.game.colours, (), _, sharing=match.sharing)
    if match.offer and match.offer.kind == "stalemate":
        return _("%(crew)s claims stalemate: stalemate! accepts it, contest takes it on.", crew=names[match.offer.by])
    said = [_opening(match, _) if is_opening(match.position) else results.turn(match, _, names)]
    if match.position.contest:
        said.append(results.contest(match.position, _))
    if match.offer:
        said.append(_("%(crew)s offers a draw: draw! accepts it, draw. declines it.", crew=names[match.offer.by]))
    return " ".join(said)


def prompt(match: Match, _: Tongue) -> str:
    """Whom the terminal asks, in one or two words."""
    if match.to_act is None:
        return _("over")
    return _seat_name(match, match.seat(match.to_act), _) if is_opening(match.position) else _(COLOURS[match.to_act])


def speaker(match: Match, _: Tongue) -> str:
    """Whoever is waited for, in full."""
    colour = match.to_act or match.position.turn
    return _seat_name(match, match.seat(colour), _) if is_opening(match.position) else full_name(match, colour, _)


def describe_act(by: str, before: Position, act: str, _: Tongue) -> str:
    """What somebody did, in a short sentence, with the notation of a move before it."""
    said = _capital(tell_act(before, act, by, _))
    return said if act in WORDS or before.choosing else f"{act}: {said}"


def hint(pos: Position, line: Line, _: Tongue) -> str:
    """A line as a hint: its first move, what it is good for, and who stands how well."""
    standing = "" if line.score.winner else f" {advice.standing(line.score, pos, _)}"
    return f"{line.moves[0]}: {advice.explain(pos, line, language=_.code)}{standing}"


def greeting(match: Match, computers: Container[int], _: Tongue) -> str:
    """Who plays whom, as the terminal greets people who play against computers."""
    people = [colour for colour in match.game.colours if match.seat(colour) not in computers]
    others = [colour for colour in match.game.colours if match.seat(colour) in computers]
    if people and is_opening(match.position):
        other = _seat_name(match, match.seat(others[0]), _)
        if match.seat(people[0]):
            return _("You are the second player, against %(other)s.", other=other)
        return _("You are the first player, against %(other)s.", other=other)
    named = list_both([full_name(match, colour, _) for colour in others], _)
    if not people:
        return _("%(players)s play by themselves.", players=named)
    yours = list_both([full_name(match, colour, _) for colour in people], _)
    return _("You play %(yours)s against %(others)s.", yours=yours, others=named)


def say_roll(match: Match, colour: str, die: int | None, _: Tongue) -> str:
    """What the die shows, and for whom."""
    return _("%(crew)s rolls a %(die)s.", crew=full_name(match, colour, _), die=die)


def say_pass(match: Match, colour: str, _: Tongue) -> str:
    """Somebody has no move."""
    return _("%(crew)s cannot move and passes.", crew=full_name(match, colour, _))


def say_thinking(whom: str, _: Tongue) -> str:
    """Somebody is waited for, and how to hurry them."""
    return _("%(name)s is thinking ... (Ctrl-C: at once)", name=whom)


def the_computer(_: Tongue) -> str:
    """Whoever gives a hint."""
    return _("The computer")


def welcome(game: str, _: Tongue) -> str:
    """The first line of a sitting."""
    return _("%(game)s. Type help for help.", game=game)


def say_saved(path: object, again: str, _: Tongue) -> str:
    """Where a match was written, and the command that goes on with it if it is not over."""
    if again:
        return _("saved in %(file)s; go on with: %(command)s", file=path, command=again)
    return _("saved in %(file)s", file=path)


def say_lost(book: str, _: Tongue) -> str:
    """No disk takes the match: here it is."""
    return _("The match could not be saved anywhere. Here it is:\n\n%(book)s", book=book)


def _name(name: str, _: Tongue) -> str:
    if level := level_in(name):
        return _("level %(level)s, %(rank)s", level=level, rank=rank(level, _.code))
    if other := OTHER_COMPUTER.fullmatch(name):
        return _("computer %(name)s", name=printable(other[1]))
    return printable(name)


def _seat_name(match: Match, seat: int, _: Tongue) -> str:
    """A player while nobody has a colour (LC6)."""
    return _name(match.players[seat], _) or (_("second player") if seat else _("first player"))


def _opening(match: Match, _: Tongue) -> str:
    """What is due before the colours are picked (LC6): players are called by their names, or their order."""
    pos = match.position
    name = _capital(_seat_name(match, int(pos.choosing), _))
    if pos.choosing:
        return _("%(name)s to pick a colour, red or blue.", name=name)
    if pos.turn == "R":
        return _("%(name)s to enter a red token.", name=name)
    return _("%(name)s to enter a blue token.", name=name)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
