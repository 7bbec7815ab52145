"""Where a match stands, who offers what and how it ended: each in a whole sentence."""

from __future__ import annotations

from kidd.match import Match
from kidd.match.standing import Offer, task
from kidd.position import Position, Result
from kidd.rules.numbers import TURNS_TO_WIN
from kidd.words.language import Tongue
from kidd.words.names import NAMELESS, Names, crew
from kidd.words.play.endings import Ended, tell_end
from kidd.words.texts import OVER

LONGEST_QUESTION = 82  # letters, two lines on the smallest phones: where a name makes more of them, it says the colour


def game_over(_: Tongue) -> str:
    """That nothing happens here any more."""
    return _(OVER)


def ending(
    result: Result, colours: str, yours: tuple[str, ...], _: Tongue, names: Names = NAMELESS, sharing: str = ""
) -> str:
    """How a game ended, in a line: who has won, and why (see `endings.tell_end`)."""
    return tell_end(Ended(result, colours, sharing), yours, _, names).whole


def state(match: Match, yours: tuple[str, ...], thinker: str, _: Tongue, names: Names = NAMELESS) -> str:
    """Where the match stands; `thinker` is the name of the computer that is to act, if one is."""
    if match.result:
        return ending(match.result, match.game.colours, yours, _, names, match.sharing)
    if match.offer and match.to_act and match.to_act in match.offer.asked:
        if thinker:
            return _("%(name)s thinks about the offer.", name=thinker)
        if match.offer.kind != "draw":  # an offered draw needs no answer (C6)
            return _claimed(match.to_act, yours, _, names)
    if thinker:
        return _("%(name)s is thinking.", name=thinker)
    if len(yours) == 1 and match.mover in yours and not match.position.is_chance:
        return your_task(task(match.position), match.position.turn, _)
    return turn(match, _, names)


def _claimed(asked: str, yours: tuple[str, ...], _: Tongue, names: Names) -> str:
    """Who has to answer a claim before the game goes on (LC5)."""
    if yours == (asked,):
        return _("Your turn: answer the claim.")
    return _("%(crew)s has to answer the claim.", crew=names.get(asked) or crew(asked, _))


def your_task(what: str, colour: str, _: Tongue) -> str:
    """What a player of one crew is to do, by the word of `kidd.match.standing.task`."""
    if what == "pick":
        return _("Your turn: pick your colour, red or blue.")
    if what == "open":
        if colour == "R":
            return _("Your turn: enter a red token; the other player will then pick a colour.")
        return _("Your turn: enter a blue token; the other player will then pick a colour.")
    if what.isdigit():
        return _.ngettext(
            "Your turn: move a token %(number)s step.", "Your turn: move a token %(number)s steps.", int(what)
        )
    if what == "enter":
        return _("Your turn: enter a token on a hatch.")
    if what == "pass":
        return _("Your turn: you cannot move and must pass.")
    if what == "any":
        return _("Your turn: enter or move a token.")
    return _("Your turn: move a token.")


def turn(match: Match, _: Tongue, names: Names = NAMELESS) -> str:
    """Whose turn it is, and for what."""
    pos = match.position
    return task_of(task(pos), pos.turn, names.get(pos.turn) or crew(pos.turn, _), _)


def task_of(what: str, colour: str, name: str, _: Tongue) -> str:
    """What a crew, by its colour and name, is to do, by the word of `kidd.match.standing.task`."""
    if what == "roll":
        return _("%(crew)s rolls the die.", crew=name)
    if what == "pick":
        return _("The second player picks a colour, red or blue.")
    if what == "open":
        if colour == "R":
            return _("The first player enters a red token.")
        return _("The first player enters a blue token.")
    if what.isdigit():
        return _.ngettext(
            "%(crew)s to move %(number)s step.", "%(crew)s to move %(number)s steps.", int(what), crew=name
        )
    if what == "enter":
        return _("%(crew)s to enter a token.", crew=name)
    if what == "pass":
        return _("%(crew)s cannot move and must pass.", crew=name)
    return _("%(crew)s to move.", crew=name)


def offer(match: Match, yours: tuple[str, ...], _: Tongue, names: Names = NAMELESS) -> str:
    """The offer or claim that waits for an answer."""
    if match.offer is None:
        return ""
    asked = [colour for colour in yours if colour in match.offer.asked]
    colour = crew(match.offer.by, _)
    said = _offered(match, match.offer, asked, names.get(match.offer.by) or colour, _)
    return _offered(match, match.offer, asked, colour, _) if asked and len(said) > LONGEST_QUESTION else said


def _offered(match: Match, offered: Offer, asked: list[str], by: str, _: Tongue) -> str:
    """What somebody, by that name, offers or claims, in words to those who are asked or to others."""
    if offered.kind == "draw":
        if asked and match.mover in asked and not match.position.is_chance:
            return _("%(crew)s offers a draw: accept it, decline it, or simply move.", crew=by)
        if asked:
            return _("%(crew)s offers a draw: accept it or decline it.", crew=by)
        return _("%(crew)s offers a draw.", crew=by)
    if asked:
        return _(
            "%(crew)s claims stalemate. Contest it, and you have to win within %(turns)s turns.",
            crew=by,
            turns=TURNS_TO_WIN,
        )
    return _("%(crew)s claims stalemate.", crew=by)


def contest(pos: Position, _: Tongue, names: Names = NAMELESS) -> str:
    """A contested stalemate with the turns that are left."""
    if pos.contest is None:
        return ""
    colour, left = pos.contest
    name = names.get(colour) or crew(colour, _)  # a call within ngettext would hide the plural from the extractor
    return _.ngettext(
        "Contested: %(number)s turn left for %(crew)s.",
        "Contested: %(number)s turns left for %(crew)s.",
        left,
        crew=name,
    )
