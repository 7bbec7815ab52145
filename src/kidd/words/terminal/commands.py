"""What the commands of `kidd` say besides figures and games."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import PurePath

from kidd.errors import shown
from kidd.game import descriptors
from kidd.match import Match
from kidd.position import Result
from kidd.problems.games import MADE
from kidd.words.language import Tongue, number
from kidd.words.names import SITE, printable
from kidd.words.play.results import ending
from kidd.words.terminal import hotseat
from kidd.words.texts import NO_MATCH, NO_SUCH_FLAG

NUMBER = r"-?\d+(?:\.\d+)?"


def no_moves(match: Match, result: Result, _: Tongue) -> str:
    """Why there is nothing to list."""
    return _("no moves: %(ending)s", ending=ending(result, match.game.colours, (), _, sharing=match.sharing))


def no_match(book: PurePath, _: Tongue) -> str:
    """A file in which nothing was played."""
    return f"{printable(str(book))}: {_(NO_MATCH)}"


def perft(nodes: int, seconds: float, _: Tongue) -> str:
    """How many ways there were to play on, and how long counting took."""
    counted = _.ngettext("%(nodes)s node", "%(nodes)s nodes", nodes, nodes=nodes)
    speed = round(nodes / seconds) if seconds else 0
    time = number(seconds, 3, _.code)
    return _("%(nodes)s in %(seconds)s s (%(speed)s a second)", nodes=counted, seconds=time, speed=speed)


def heading(match: Match, _: Tongue) -> str:
    """What match it is: its game, who plays, and the outcome."""
    return f"{match.game.code}{_players(match, _)}, {match.outcome}"


def describe_match(match: Match, _: Tongue) -> str:
    """What match it is, how long it was and how it stands."""
    acts = _.ngettext("%(number)s act", "%(number)s acts", len(match))
    return f"{match.game.code}{_players(match, _)}, {acts}, {match.outcome}: {hotseat.state(match, _)}"


def say_stopped(_: Tongue, *, unwritten: bool = False) -> str:
    """Somebody ended a command."""
    return _("stopped; nothing was written") if unwritten else _("stopped")


def say_serving(address: str, _: Tongue) -> str:
    """Where the table in the browser is to be found."""
    return _("%(site)s is at %(address)s (Ctrl-C stops it)", site=SITE, address=address)


def help_heads(_: Tongue) -> tuple[str, str, str]:
    """What stands over the options, the arguments and the commands of a help text."""
    return _("Options"), _("Arguments"), _("Commands")


def help_values(_: Tongue) -> dict[str, str]:
    """What help texts name that depends on which games there are."""
    families: dict[str, list[str]] = {}
    for known in descriptors():
        families.setdefault(_(known.group_name), []).append(known.code)
    return {
        "games": ", ".join(f"{name} ({', '.join(codes)})" for name, codes in families.items()),
        "codes": ", ".join(known.code for known in descriptors()),
        "made": ", ".join(MADE),
    }


def help_on_help(_: Tongue) -> str:
    """What `--help` does."""
    return _("Show this message and exit.")


def say_needs(module: str, _: Tongue) -> str:
    """The commands are there, but not what they are made of."""
    return _("the command needs %(module)s: install kidd[cli]", module=module)


def usage(error: Exception, _: Tongue) -> str:
    """What is wrong with a command line, which typer only says in English."""
    message: str = error.format_message()  # type: ignore[attr-defined]  # of click, which some versions of typer hide
    kind, option = type(error).__name__, getattr(error, "option_name", "")
    quoted = re.search(r"'([^']+)'", message)
    name = quoted[1] if quoted else ""
    if kind == "BadParameter" and (said := _wrong_number(error, name, message, _)):
        return said
    if _.code == "en":
        return message
    if kind == "NoSuchOption":
        return _(NO_SUCH_FLAG, came=option)
    if kind == "BadOptionUsage" and "not take" in message:
        return _("the option %(name)s takes no value", name=option)
    if kind == "BadOptionUsage":
        several = re.search(r"requires (\d+)", message)
        if several:
            return _("the option %(name)s needs %(wanted)s values", name=option, wanted=several[1])
        return _("the option %(name)s needs a value", name=option)
    if kind == "MissingParameter":
        return _("missing: %(name)s", name=name)
    if kind == "BadParameter":
        return _("%(name)s cannot be that: %(why)s", name=name, why=getattr(error, "message", message))
    if message.startswith("No such command"):
        return _("there is no such command: %(came)s", came=message.partition("'")[2].rpartition("'")[0])
    if message.startswith("Got unexpected extra argument"):
        return _("that is more than the command takes: %(came)s", came=message.partition("(")[2].rstrip(")"))
    return message


def _wrong_number(error: Exception, name: str, message: str, _: Tongue) -> str:
    """What is wrong with a number, which pydantic says in the words of programmers; empty if it is something else."""
    errors: list[dict[str, object]] = getattr(
        error.__cause__, "errors", list
    )()  # older versions of typer have none, and quote what came
    came = shown(errors[0].get("input")) if errors else message.partition(": ")[2].partition(" is not")[0]
    between = re.search(rf"range (?:({NUMBER})<=)?x(?:<=({NUMBER}))?", message)
    low, high = (re.search(rf"{word} than or equal to ({NUMBER})", message) for word in ("greater", "less"))
    least, most = between.groups() if between else (low and low[1], high and high[1])
    if least and most:
        return _("%(name)s: expected %(least)s to %(most)s, got %(came)s", name=name, least=least, most=most, came=came)
    if least:
        return _("%(name)s: expected at least %(least)s, got %(came)s", name=name, least=least, came=came)
    if most:
        return _("%(name)s: expected at most %(most)s, got %(came)s", name=name, most=most, came=came)
    if re.search(r"valid integer|integer.* size", message):
        return _("%(name)s: expected a whole number, got %(came)s", name=name, came=came)
    if re.search(r"valid (number|float)|finite number", message):
        return _("%(name)s: expected a number, got %(came)s", name=name, came=came)
    return ""


def _players(match: Match, _: Tongue) -> str:
    names: Sequence[str] = [hotseat.player_name(match, colour, _) or "?" for colour in match.game.colours]
    return f", {' - '.join(map(printable, names))}" if any(match.players) else ""
