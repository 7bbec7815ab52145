"""How a computer behaves around the rules: when it offers, accepts, claims or contests a draw."""

from kidd.match import Match
from kidd.search.answer import Score
from kidd.search.deadlock import is_dead

EVEN_SCORE = 0.12  # an expected result this close to 0 is nothing to play on for
WORSE_SCORE = -0.35  # a computer that expects less is glad of a draw at any time
# Plies without a capture, the opening included, that end an even game of Loyal Captain for a computer.
QUIET_IF_EVEN = 48
QUIET_AT_MOST = 200  # and any game, even or not: without this a better one might shuffle for ever
ACTS_BETWEEN_OFFERS = 16  # acts for which nobody is asked again: asking every turn is bad manners


def choose_offer(match: Match, score: Score, colour: str) -> str | None:
    """Return the offer or claim that a computer makes instead of a move, or None."""
    if match.game.descriptor.faces or match.offer or score.win_in is not None or _has_asked_lately(match):
        return None
    tired = (
        match.game.descriptor.claims
        and match.quiet >= QUIET_IF_EVEN
        and abs(expected_for(match, score, colour)) < EVEN_SCORE
    )
    if not tired and match.quiet < QUIET_AT_MOST and not is_dead(match.position):
        return None
    if match.position.contest and match.position.contest[0] != colour:  # who only has to wait asks for nothing
        return None
    allowed = match.legal_acts()
    return next((act for act in ("stalemate?", "draw?") if act in allowed), None)


def answer_offer(match: Match, score: Score, colour: str) -> str:
    """Return the answer to the offer or claim that waits for a computer.

    Who contests a claim must win within twenty turns of their own, or loses; but every capture sets the count back, and
    while there are captures whoever stands better wins in time. So a claim is answered like an offer.
    """
    claim = match.offer is not None and match.offer.kind == "stalemate"
    if score.winner != colour and _is_content(match, score, colour):
        return "stalemate!" if claim else "draw!"
    return "contest" if claim else "draw."


def _is_content(match: Match, score: Score, colour: str) -> bool:
    """Whether a computer without a certain win agrees to a draw: in a young or lively game only one that is behind."""
    mine, contest = expected_for(match, score, colour), match.position.contest
    if contest:
        return mine <= (EVEN_SCORE if contest[0] == colour else WORSE_SCORE)
    if match.quiet >= QUIET_AT_MOST or is_dead(match.position):
        return True
    return mine <= (EVEN_SCORE if match.quiet >= QUIET_IF_EVEN else WORSE_SCORE)


def _has_asked_lately(match: Match) -> bool:
    now = len(match)
    return any(
        match.word(number) in ("draw?", "stalemate?") for number in range(max(0, now - ACTS_BETWEEN_OFFERS), now)
    )


def expected_for(match: Match, score: Score, colour: str) -> float:
    """Return what a colour may expect beyond its fair share, which among three is less than 0."""
    by_colour = dict(zip(match.game.colours, score.expected, strict=True))
    return by_colour[colour] - sum(by_colour[other] for other in match.in_game) / len(match.in_game)
