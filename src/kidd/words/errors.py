"""Why something was refused, in the visitor's language."""

from __future__ import annotations

import re
from collections.abc import Mapping

from kidd import deck, errors
from kidd.move_lookup import REASONS
from kidd.table.errors import Damaged, NoSuchGame, NotYours, Stale, TooMany, Unavailable
from kidd.words.language import Tongue, marked
from kidd.words.texts import CREWS

# The keys of kidd.standing, kidd.match and kidd.table for what may not be said or done now.
ACTS = {
    "over": marked("The game is over."),
    "out": marked("%(crew)s is out of the game and only passes."),
    "answer-first": marked("An offer or a claim is to be answered first."),
    "turn": marked("It is the turn of %(crew)s."),
    "no-draw": marked("Nobody has offered a draw."),
    "no-stalemate": marked("Nobody has claimed stalemate."),
    "not-asked": marked("Somebody else is to answer."),
    "claim-game": marked("Stalemate can be claimed in Loyal Captain only."),
    "claim-opening": marked("Stalemate cannot be claimed before the colours are picked."),
    "claim-turn": marked("Stalemate is claimed on one's own turn."),
    "contesting": marked("%(crew)s is contesting a stalemate already."),
    "claim-early": marked(
        "Stalemate may be claimed once each side has had %(wanted)s turns without a capture; so far: %(had)s."
    ),
    "three": marked("While three are in the game nobody can resign: play on, or offer a draw."),
    "colour": marked("That crew does not play here."),
    "whose": marked("Say for which crew you speak, such as %(example)s."),
    "abandoned": marked("This game was abandoned: it does not go on."),
    "nothing-back": marked("There is nothing to take back yet."),
    "back-over": marked("The game is over: nothing can be taken back any more."),
    "hint-over": marked("The game is over: there is nothing to advise."),
    "not-over": marked("You can play again once this game is over."),
}
# The keys of kidd.table.errors.NotYours.
NOT_YOURS = {
    "turn": marked("It is not your turn."),
    "crew": marked("%(crew)s is not yours to play."),
    "others": marked("Other people sit at this table: that is possible only against computers or at one device."),
}
# The keys of kidd.game and kidd.logbook.reader.read_options.
OPTIONS = {
    "game": marked("There is no game %(came)s. There are LC, QM, MG2 and MG3."),
    "option": marked("This game has no option %(came)s."),
    "value": marked("The option %(name)s cannot be %(came)s."),
    "written": marked("%(came)s is not an option. Options look like entry=fresh."),
    "twice": marked("The option %(name)s is there twice."),
}
# The keys of kidd.table.errors.TooMany.
LIMITS = {
    "name": marked("That name is too long: at most %(limit)s characters."),
    "act": marked("That is no move: it is too long."),
    "acts": marked("This game is full: after %(limit)s steps it can only be given up or drawn."),
    "steps": marked("A game in that log book is too long: at most %(limit)s steps."),
    "position": marked("That position is too long: at most %(limit)s characters."),
    "options": marked("Those options are too long: at most %(limit)s characters."),
    "book": marked("That log book is too long: at most %(limit)s characters."),
    "matches": marked("That log book holds too many games: at most %(limit)s."),
    "unfinished games": marked("You have %(limit)s unfinished games: please finish some of them first."),
    "thoughts": marked("The computers are busy: please try again in a moment."),
}
FULL = marked("That is more than there is room for.")
QUOTED = re.compile(r"(['\"])(.*)\1(?: \(\d+ characters\))?", re.DOTALL)  # as kidd.errors.shown does it
LETTERS = {name: letter for letter, name in deck.CREWS.items()}


def refusal(error: errors.KiddError, _: Tongue) -> str:
    """A whole sentence for anything a visitor can get wrong."""
    if isinstance(error, errors.IllegalMove) and error.reason in REASONS:
        details = {name: _detail(name, text, _) for name, text in quoted(error.details, _).items()}
        return f"{_(REASONS[error.reason], **details)}."
    if isinstance(error, errors.IllegalAct | NotYours | errors.OptionError):
        texts = ACTS if isinstance(error, errors.IllegalAct) else NOT_YOURS if isinstance(error, NotYours) else OPTIONS
        if error.reason in texts:
            colour = error.details.get("colour", "")
            said = {**quoted(error.details, _), "crew": _(CREWS[colour]) if colour in CREWS else colour}
            return _(texts[error.reason], **said)
    if isinstance(error, TooMany):
        return _(LIMITS.get(error.what, FULL), limit=error.limit)
    for kind, text in GENERAL:
        if isinstance(error, kind):
            return _(text)
    return _("That is not possible.")


def quoted(details: Mapping[str, str], _: Tongue) -> dict[str, str]:
    """The details of an error with what somebody wrote between the marks of the language, and not as Python's."""
    found = {name: QUOTED.fullmatch(text) for name, text in details.items()}
    return {name: _("“%(said)s”", said=inner[2]) if (inner := found[name]) else details[name] for name in details}


def _detail(name: str, text: str, _: Tongue) -> str:
    return _(CREWS[LETTERS[text]]) if name != "move" and text in LETTERS else text


GENERAL: tuple[tuple[type[errors.KiddError], str], ...] = (
    (NoSuchGame, marked("There is no such game.")),
    (NotYours, marked("This is not yours to play: you can look on.")),
    (Stale, marked("The game has moved on. This is how it stands now.")),
    (Unavailable, marked("The log of all games is out of reach: please try again in a moment.")),
    (Damaged, marked("This game cannot be read any more: something is wrong with it on our side. It has been noted.")),
    (errors.NotationError, marked("That is not a move. Moves look like @c1, c3-c4 or c4-c7/c6.")),
    (errors.IllegalMove, marked("The rules do not allow that.")),
    (errors.IllegalAct, marked("That cannot be said now.")),
    (errors.OptionError, marked("There is no such game or option.")),
    (errors.PositionError, marked("That position cannot be.")),
    (errors.LogbookError, marked("That log book cannot be read.")),
    (errors.SearchError, marked("There is nothing to think about here.")),
)
