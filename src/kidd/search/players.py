"""Who sits at the table besides people: named players that look at a match and say what they do."""

from collections.abc import Callable
from functools import partial
from random import Random
from threading import Event
from typing import Protocol

from kidd.errors import OptionError, shown
from kidd.game import Game
from kidd.match import Match
from kidd.match.standing import is_opening
from kidd.position import Position
from kidd.search import levels
from kidd.search.answer import Analysis, Limits, Line, Score, to_seed
from kidd.search.draw_policy import answer_offer, choose_offer
from kidd.search.engine import Engine
from kidd.search.mcts.montecarlo import PLAYOUT_PLIES, MonteCarlo
from kidd.search.opening_choice import for_whom
from kidd.search.scores import result_score
from kidd.search.tree.memory import MEMORY

TWICE = 2
ANSWER_LIMITS = Limits(nodes=20000)  # how far any computer looks before it answers an offer
ANSWER_MEMORY = 4
FIRST_SOUND_LEVEL = 7  # which overlooks and misjudges nothing, but for Quedah Merchant


class Player(Protocol):
    """Says what the colour that is waited for does; the die is nobody's business."""

    name: str

    def act(self, match: Match) -> str:
        """Return a move in notation, or an offer, a claim or an answer."""
        ...


class RandomPlayer:
    """Any legal move, each as likely as the other."""

    def __init__(self, name: str, seed: int) -> None:
        self.name = name
        self.random = Random(seed)

    def act(self, match: Match) -> str:
        """Accept every draw, since winning is no aim."""
        if match.offer:
            return "stalemate!" if match.offer.kind == "stalemate" else "draw!"
        return str(self.random.choice(match.position.legal_moves()))


Search = Callable[[Position, int, list[Position]], Analysis]


class SearchPlayer:
    """A player that searches: `think` is given a position, a seed and the positions that must not come again."""

    def __init__(
        self,
        name: str,
        seed: int,
        make_search: Callable[[Game], Search],
        stop: Event | None = None,
        *,
        is_sound: bool = False,
    ) -> None:
        self.name = name
        self.seed = seed
        self.make_search = make_search
        self.stop = stop
        self.is_sound = is_sound  # and strong: how it thinks about a move is good enough for an answer
        self.think: Search | None = None
        self.weigh: Search | None = None

    def act(self, match: Match) -> str:
        """Look ahead, then move or talk."""
        if self.think is None:
            self.think = self.make_search(match.game)
        pos, colour = match.position, match.to_act or match.position.turn
        seed, past = self.seed + len(match.acts), repeated_positions(match)
        if match.offer and colour in match.offer.asked:
            # Soundly even by the weak: what they misjudge by chance would give a draw away, or to whoever asks twice.
            if self.weigh is None:
                # With a die an answer may take a look at every roll.
                strong = self.is_sound and not match.game.descriptor.faces
                self.weigh = (
                    self.think if strong else _engine_within(match.game, ANSWER_LIMITS, self.stop, ANSWER_MEMORY)
                )
            weigh = self.weigh
            if is_opening(pos):
                line = weigh(pos, 0, past).lines[0]
                return answer_offer(match, line.score, _colour_to_come(match, colour, line))
            return answer_offer(match, score_position(pos, lambda eve: weigh(eve, 0, past)), colour)
        found = self.think(pos, seed, past)
        return choose_offer(match, found.lines[0].score, colour) or str(found.lines[0].moves[0])


def _colour_to_come(match: Match, colour: str, line: Line) -> str:
    """The colour that a line brings to a player who has none yet (LC6)."""
    picked = for_whom(match.position, line)
    if match.mover == colour:
        return picked
    return next(other for other in match.game.colours if other != picked)


def score_position(pos: Position, think: Callable[[Position], Analysis]) -> Score:
    """What a position is worth to each colour, before the die as well as after it."""
    if not pos.is_chance:
        return think(pos).lines[0].score
    after_rolls = [pos.play(roll) for roll in pos.legal_moves()]
    scores = [result_score(eve, eve.result, 0) if eve.result else score_position(eve, think) for eve in after_rolls]
    by_colour = zip(*(one.expected for one in scores), strict=True)
    return Score(tuple(sum(numbers) / len(scores) for numbers in by_colour))


def repeated_positions(match: Match) -> list[Position]:
    """The positions that have been there twice: the next time is, or should be, a draw."""
    if match.game.descriptor.faces:
        return []
    seen: dict[object, list[Position]] = {}
    last = match.start
    for pos in (match.start, *match.positions):
        if pos is not last or not seen:  # words such as an offer leave the position as it is
            seen.setdefault(pos.repetition_key, []).append(pos)
        last = pos
    return [some[0] for some in seen.values() if len(some) >= TWICE]


def make_player(name: str, seed: int, stop: Event | None = None) -> Player:
    """Return a player by name: `1` to `8`, `random`, `seconds:1`, `nodes:900`, `depth:6`, `mcts:` before a limit.

    While `stop` is set, whatever the player thinks about ends at once with what it has found.
    """
    if not isinstance(name, str):
        raise OptionError("player", came=shown(name))
    to_seed(seed)  # refuses what is none
    if name == "random":
        return RandomPlayer(name, seed)
    number = name.removeprefix("level")
    if number.isascii() and number.isdigit() and len(number) < 3:
        levels.check_level(int(number))
        is_sound = int(number) >= FIRST_SOUND_LEVEL
        return SearchPlayer(
            name, seed, partial(_engine_at_level, level=int(number), stop=stop), stop, is_sound=is_sound
        )
    kind, _, rest = name.rpartition("mcts:")
    limits = _read_limits(rest if kind or name.startswith("mcts:") else name)
    if limits is None or kind not in ("", "judged-"):
        raise OptionError("player", came=shown(name))
    limits.check()
    if not name.startswith("mcts:") and not kind:
        return SearchPlayer(name, seed, partial(_engine_within, limits=limits, stop=stop), stop)
    if limits.depth is not None:
        raise OptionError("player-depth", came=shown(name))
    plies = 0 if kind else PLAYOUT_PLIES
    return SearchPlayer(name, seed, partial(_monte_carlo_within, limits=limits, playout_plies=plies, stop=stop), stop)


def _read_limits(text: str) -> Limits | None:
    what, _, number = text.partition(":")
    try:
        if what == "seconds":
            return Limits(seconds=float(number))
        return Limits(**{what: int(number)}) if what in ("nodes", "depth") else None
    except ValueError:
        return None


def _engine_at_level(game: Game, level: int, stop: Event | None) -> Search:
    strength = levels.level(level, game.code)
    if strength.monte_carlo:
        return _monte_carlo_within(game, strength.limits, 0, stop, strength.memory)
    engine = Engine(game, strength.memory)
    return lambda pos, seed, past: engine.analyse(
        pos, strength.limits, seed=seed, history=past, weakness=strength.weakness, stop=stop
    )


def _engine_within(game: Game, limits: Limits, stop: Event | None, memory: float = MEMORY) -> Search:
    engine = Engine(game, memory)
    return lambda pos, seed, past: engine.analyse(pos, limits, seed=seed, history=past, stop=stop)


def _monte_carlo_within(
    game: Game, limits: Limits, playout_plies: int, stop: Event | None, memory: float = MEMORY
) -> Search:
    monte_carlo = MonteCarlo(game, memory, playout_plies=playout_plies)
    return lambda pos, seed, _before: monte_carlo.analyse(pos, limits, seed=seed, stop=stop)
