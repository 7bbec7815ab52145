"""What is wrong with a position or a log book that somebody typed, in the visitor's language."""

from __future__ import annotations

from kidd.deck import SEA_NAME
from kidd.errors import KiddError, LogbookError, NotationError, PositionError
from kidd.words.errors import quoted, refusal
from kidd.words.language import Tongue, marked
from kidd.words.names import crew
from kidd.words.texts import CREWS, GAMES

# The keys and details of kidd.notation, kidd.board_setup and kidd.deck.
NOTATION = {
    "not-text": marked("A position is a line of text."),
    "fields": marked("A position has five parts: game, pieces, turn, hands and extra. Here are %(number)s."),
    "piece": marked("%(came)s is not a piece. Pieces look like Rc1~ or RBc4c3."),
    "hands": marked("%(came)s does not say what is in hand. It should look like R7B7, each colour once."),
    "move-not-text": marked("A move is a short text."),
    "move": marked("%(came)s is not a move. Moves look like @a3, c3-c4, c4-c7/c6, *2 or pass."),
    "space": marked("There is no space %(came)s on this deck."),
    "turn": marked("%(came)s is nobody's turn here. It should be one of the crews that play."),
    "which-hands": marked("%(came)s does not say what is in hand. It should look like %(example)s."),
    "die": marked("The die shows 1, 2 or 3, or nothing before it is rolled. Here it says %(came)s."),
    "passes": marked("The passes in a row are written as p1 or p2. Here it says %(came)s."),
    "extra": marked("A contest is written as R%(turns)s or B7. Here it says %(came)s."),
}
POSITION = {
    "twice": marked("Two pieces stand on %(space)s."),
    "no-colour": marked("%(piece)s: %(crew)s does not play in this game."),
    "no-towers": marked("%(piece)s: in Loyal Captain nobody stands on another."),
    "one-captive": marked("%(piece)s: in Quedah Merchant a token holds at most one captive, of the other crew."),
    "back": marked("%(piece)s: from %(space)s no way leads to %(back)s, so no back can be turned to it."),
    "back-sea": marked("%(piece)s: %(space)s is not a hatch, so no back can be turned to the sea."),
    "too-many": marked(
        "%(crew)s has too many tokens: %(deck)s on the deck and %(hand)s in hand, but there are only %(tokens)s."
    ),
    "first-token": marked("The die is not rolled before %(crew)s has entered a first token."),
    "no-chooser": marked("A colour is picked only with the chooser's opening."),
    "choose": marked("A colour is picked when one red and one blue token have just entered, and nothing else."),
}
LOGBOOK = {
    "no-match": marked("There is no match in this log book."),
    "not-utf8": marked("Line %(line)s: this is not a text in UTF-8."),
    "result": marked("Line %(line)s: the book says %(said)s, but the moves lead to %(outcome)s."),
    "header": marked('Line %(line)s: a header should look like [Name "value"], here it says %(came)s.'),
    "header-twice": marked("Line %(line)s: the header %(name)s was there before."),
    "no-game": marked('Line %(line)s: a match begins with a header like [Game "LC"].'),
    "turn-number": marked("Line %(line)s: here turn %(turn)s should come. A move is missing or doubled."),
    "act": marked("Line %(line)s: a move, a comment or a result should stand here, not %(came)s."),
    "seat": marked("The header %(name)s names a crew that does not play in this game."),
    "other-game": marked("The headers Position and Game name two games, %(came)s and %(game)s."),
    "deck": marked("This was played on the deck %(name)s, which is not on this site."),
    "breaks-off": marked("Line %(line)s: the book breaks off. The match that begins in line %(first)s has no result."),
}


def complaint(error: KiddError, _: Tongue) -> str:
    """A whole sentence about a position, its options, or a log book."""
    if isinstance(error, LogbookError):
        return _book(error, _)
    if isinstance(error, NotationError | PositionError):
        return _explained(error, _) or _("That position cannot be.")
    return refusal(error, _)


def _explained(error: NotationError | PositionError, _: Tongue) -> str:
    details: dict[str, object] = {**quoted(error.details, _)}
    reason = error.reason
    if isinstance(error, PositionError):
        if details.get("colour") in CREWS:
            details["crew"] = crew(str(details["colour"]), _)
        if details.get("game") in GAMES:
            details["game"] = _(GAMES[str(details["game"])])
        if reason == "back" and details.get("back") == SEA_NAME:
            reason = "back-sea"
    text = (NOTATION if isinstance(error, NotationError) else POSITION).get(reason)
    return _(text, **details) if text else ""


def _book(error: LogbookError, _: Tongue) -> str:
    details: dict[str, object] = {**quoted(error.details, _)}
    if error.reason in LOGBOOK:
        return _(LOGBOOK[error.reason], **details)
    cause = error.__cause__
    if error.reason == "refused" and isinstance(cause, KiddError):
        return _("Line %(line)s, turn %(turn)s: %(problem)s", **{**details, "problem": complaint(cause, _)})
    if error.reason == "match" and isinstance(cause, KiddError):
        return _("Line %(line)s: %(problem)s", **{**details, "problem": complaint(cause, _)})
    return _("That log book cannot be read.")
