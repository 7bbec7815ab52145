"""Problems in words: what is asked, what they are about, how hard they are, and why the solution is one."""

from __future__ import annotations

from collections.abc import Sequence

from kidd.position import Position
from kidd.problems.problem import FORCED, Problem
from kidd.words.language import Tongue, marked, marked_plural
from kidd.words.names import crew
from kidd.words.ranks import rank
from kidd.words.study.advice import sentences

THEMES = {
    "surround": marked("Surround"),
    "rescue": marked("Rescue"),
    "safety": marked("Bring to safety"),
    "block": marked("Block"),
    "save": marked("Save yourself"),
    "tower": marked("Tower"),
    "capture": marked("Capture"),
    "chain": marked("Chain of rescues"),
    "sacrifice": marked("Sacrifice"),
    "entry": marked("Entering"),
    "quiet": marked("Quiet move"),
}
TASKS = {
    "win": marked("%(crew)s is to move and wins by force. Only one move does."),
    "gain": marked("%(crew)s is to move and gains tokens by force. Only one move does."),
    "save": marked("%(crew)s is to move. Every move but one loses by force."),
    "keep": marked("%(crew)s is to move. Every move but one loses tokens by force."),
    "best": marked("%(crew)s is to move. One move is clearly the best."),
}
GRADES = (marked("very easy"), marked("easy"), marked("medium"), marked("hard"), marked("very hard"))
MOVES_TO_FIND = marked_plural("%(number)s move to find", "%(number)s moves to find")
FAIR = 50  # tries in a hundred from which on a level is said to solve something


def theme_name(theme: str, _: Tongue) -> str:
    """A theme by name; one that has none here is said as it is."""
    return _(THEMES[theme]) if theme in THEMES else theme


def themes(problem: Problem, _: Tongue) -> str:
    """What a problem is about."""
    return _("Themes: %(themes)s.", themes=", ".join(theme_name(theme, _) for theme in problem.themes))


def grade_name(grade: int, _: Tongue) -> str:
    """How hard a grade is."""
    return _(GRADES[grade - 1])


def task(problem: Problem, pos: Position, _: Tongue) -> str:
    """What is asked."""
    return _(TASKS[problem.kind], crew=crew(pos.turn, _))


def length(problem: Problem, _: Tongue) -> str:
    """How many moves are to be found."""
    return _.ngettext(*MOVES_TO_FIND, problem.length)


def how_known(problem: Problem, _: Tongue) -> str:
    """How it is known that the solution is one."""
    if problem.proof == FORCED:
        return _.ngettext(
            "Proven by trying every line of %(number)s move.",
            "Proven by trying every line of %(number)s moves.",
            problem.plies,
        )
    return _("Not proven, but best by a clear margin for three searches.")


def chances(problem: Problem, _: Tongue) -> str:
    """What the right move is worth beside the next best."""
    if problem.chances is None:
        return ""
    best, second = (round(100 * chance) for chance in problem.chances)
    return _("Chance to win: %(best)s%%; with the next best move %(second)s%%.", best=best, second=second)


def solved_by(problem: Problem, _: Tongue) -> str:
    """The lowest level that solves it more often than not, and so do those above it."""
    level = len(problem.fared)
    while level and problem.fared[level - 1] >= FAIR:
        level -= 1
    if level == len(problem.fared):
        return _("Not even the highest level solves it by itself.")
    return _("Computers from %(rank)s up mostly solve it.", rank=rank(level + 1, _.code))


def explain_solution(problem: Problem, _: Tongue) -> list[str]:
    """Why the solution is one, in a few sentences."""
    said = sentences(problem.start(), problem.line, language=_.code)
    return [*said, *(one for one in (chances(problem, _), how_known(problem, _)) if one)]


OUTCOMES = {
    "solved": marked("You have solved it."),
    "solved-later": marked("You have solved it."),
    "failed": marked("Tried before."),
}
FAILED = {
    "win": marked("This does not win by force."),
    "gain": marked("This gains no tokens by force."),
    "save": marked("This loses by force."),
    "keep": marked("This loses tokens by force."),
    "best": marked("Another move is clearly better."),
}
HEADLINES = {
    "right": marked("Right! What now?"),
    "solved": marked("Solved!"),
    "as-good": marked("Solved! There was another way, and this one is as good."),
    "wrong": marked("Not the solution."),
    "shown": marked("The solution"),
}


def headline(status: str, _: Tongue) -> str:
    """What is said first of a move that was tried; nothing before one is."""
    return _(HEADLINES[status]) if status in HEADLINES else ""


def outcome_words(outcome: str, _: Tongue) -> str:
    """What became of a problem that somebody has tried before."""
    return _(OUTCOMES[outcome])


def failed(problem: Problem, _: Tongue) -> str:
    """What a wrong move misses."""
    return _(FAILED[problem.kind])


def chance_left(chance: float, _: Tongue) -> str:
    """What whoever tries to solve it may expect after a move."""
    return _("Your chance to win after this move: %(chance)s%%.", chance=round(100 * chance))


def answered(replies: Sequence[tuple[str, str]], _: Tongue) -> str:
    """How the others answer a wrong move: each colour with its move."""
    return " ".join(_("%(crew)s replies %(move)s.", crew=crew(colour, _), move=move) for colour, move in replies)


def hand_words(colour: str, number: int, _: Tongue) -> str:
    """How many tokens a crew has still to enter."""
    count = _.ngettext("%(number)s token in hand", "%(number)s tokens in hand", number)
    return _("%(crew)s: %(count)s", crew=crew(colour, _), count=count)
