"""How a computer behaves around the rules: when it offers, accepts, claims or contests a draw, and when it gives up."""

from kidd.match import Match
from kidd.search.answer import Score

EVEN = 0.12  # an expected result this close to 0 is nothing to play on for
WORSE = -0.35  # a computer that expects less is glad of a draw at any time
WINNING = 0.6
TIRED = 48  # plies without a capture, the opening included, that end an even game of Loyal Captain for a computer
SPENT = 200  # and after which any game is: without this a better one might shuffle for ever


def opens_talk(match: Match, score: Score, colour: str) -> str | None:
    """Return the offer or claim that a computer makes instead of a move, or None."""
    if match.game.code != "LC" or match.offer or score.win_in is not None:
        return None
    if len(match) and match.act(len(match) - 1) == "draw.":  # just declined: asking again would go on for ever
        return None
    quiet = match.quiet
    mine = expected_for(match, score, colour)
    tired = (abs(mine) < EVEN and quiet >= TIRED) or quiet >= SPENT
    if not tired or quiet % 8 > 1:  # no more than now and then: asking every turn is bad manners
        return None
    allowed = match.legal_acts()
    return next((act for act in ("stalemate?", "draw?") if act in allowed), None)


def answers(match: Match, score: Score, colour: str) -> str:
    """Return the answer to the offer or claim that waits for a computer."""
    mine = expected_for(match, score, colour)
    sure = score.winner == colour
    if match.offer and match.offer.kind == "stalemate":
        # Who contests must win within twenty turns of their own, or loses.
        return "contest" if sure or mine > WINNING else "stalemate!"
    early = mine > WORSE and match.quiet < TIRED
    return "draw." if sure or mine > EVEN or early else "draw!"


def expected_for(match: Match, score: Score, colour: str) -> float:
    """Return what a colour may expect beyond its fair share, which with three players is less than 0."""
    return score.expected[match.game.colours.index(colour)] - sum(score.expected) / len(score.expected)
