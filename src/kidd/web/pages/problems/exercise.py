"""What a page shows of an exercise: the deck, what is asked, what came of a move, and what can be done next."""

from __future__ import annotations

from dataclasses import dataclass, replace
from urllib.parse import urlencode

from kidd.match import Match
from kidd.web.api.exercises.feedback import Feedback
from kidd.web.pages.rules.diagrams import DiagramView, diagram
from kidd.words.language import Tongue
from kidd.words.study.problems import hand_words

OPEN = ("open", "right")


@dataclass(frozen=True)
class Labels:
    """What an exercise is called, and where it leads."""

    url: str
    """Where moves are sent."""
    task: str
    facts: tuple[str, ...] = ()
    next: str = ""
    """The page of the next one."""
    next_words: str = ""
    after: tuple[str, ...] = ()
    """What is told besides when it is over: themes, and who solves it."""
    can_step: bool = False
    """Whether the solution can be stepped through."""


@dataclass(frozen=True)
class ExerciseView:
    """An exercise as it stands."""

    deck: DiagramView
    labels: Labels
    solver: str
    status: str
    acts: str
    """What comes back with the next move."""
    headline: str
    words: tuple[str, ...]
    hands: tuple[tuple[str, str], ...]
    """For each crew what it has in hand, in words, if anybody has."""
    study: str
    """Where its position is studied on the deck."""
    die: int | None
    """What was rolled last: it stays in sight once the move is made."""
    steps: int
    """How far the solution is shown, and of how many."""
    last: int

    @property
    def is_open(self) -> bool:
        """Whether a move is waited for."""
        return self.status in OPEN


def exercises(start: Match, feedback: Feedback, labels: Labels, last: int, _: Tongue) -> list[ExerciseView]:
    """An exercise deck by deck, as the others answer; only the last one can be acted on."""
    views = []
    for number, acts in enumerate(feedback.decks):
        match, die = start.until(len(start)), start.position.die
        for act in acts:
            if not match.result:  # as a line may go on where a third repetition has ended the match
                match.play(act)
                die = match.position.die or die
        is_last = number == len(feedback.decks) - 1
        deck = diagram("exercise", match, _)
        if not is_last or feedback.status not in OPEN:
            deck = replace(deck, moves=())
        views.append(
            ExerciseView(
                deck=deck,
                labels=labels,
                solver=start.position.turn,
                status=feedback.status if is_last else "waiting",
                acts=" ".join(feedback.acts),
                headline=feedback.headline,
                words=feedback.words,
                hands=_hands(match, _),
                study="/study?" + urlencode({"position": str(start.position), "options": deck.options}),
                die=die,
                steps=len(acts),
                last=last,
            )
        )
    return views


def _hands(match: Match, _: Tongue) -> tuple[tuple[str, str], ...]:
    hands = match.position.hands
    if not any(hands.values()):
        return ()
    return tuple((colour, hand_words(colour, number, _)) for colour, number in hands.items())
