"""Who sits at the table besides people: named players that look at a match and say what they do."""

from collections.abc import Callable
from functools import partial
from random import Random
from threading import Event
from typing import Protocol

from kidd.errors import OptionError, shown
from kidd.game import Game
from kidd.match import Match
from kidd.position import Position
from kidd.search import levels
from kidd.search.answer import Analysis, Limits, Line, Score
from kidd.search.draw_policy import answers, opens_talk
from kidd.search.engine import MEMORY, Engine
from kidd.search.mcts.montecarlo import LONGEST, MonteCarlo
from kidd.search.opening_choice import for_whom
from kidd.search.scores import ended
from kidd.standing import is_opening
from kidd.words.ranks import rank

TWICE = 2
SOBER = Limits(nodes=20000)  # how far any computer looks before it answers an offer
SOBER_MEMORY = 4
CLEAR_HEADED = 7  # the first level that overlooks and misjudges nothing, but for Quedah Merchant


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


Think = Callable[[Position, int, list[Position]], Analysis]


class Thinker:
    """A player that searches: `think` is given a position, a seed and the positions that must not come again."""

    def __init__(
        self, name: str, seed: int, ready: Callable[[Game], Think], stop: Event | None = None, *, sober: bool = False
    ) -> None:
        self.name = name
        self.seed = seed
        self.ready = ready
        self.stop = stop
        self.sober = sober  # and strong: how it thinks about a move is good enough for an answer
        self.think: Think | None = None
        self.weigh: Think | None = None

    def act(self, match: Match) -> str:
        """Look ahead, then move or talk."""
        if self.think is None:
            self.think = self.ready(match.game)
        pos, colour = match.position, match.to_act or match.position.turn
        seed, before = self.seed + len(match.acts), came_before(match)
        if match.offer and colour in match.offer.asked:
            # Soberly even by the weak: what they misjudge by chance would give a draw away, or to whoever asks twice.
            if self.weigh is None:
                strong = self.sober and match.game.code != "QM"  # where an answer may take a look at every roll
                self.weigh = self.think if strong else _within(match.game, SOBER, self.stop, SOBER_MEMORY)
            weigh = self.weigh
            if is_opening(pos):
                line = weigh(pos, 0, before).lines[0]
                return answers(match, line.score, _destined(match, colour, line))
            return answers(match, worth(pos, lambda eve: weigh(eve, 0, before)), colour)
        found = self.think(pos, seed, before)
        return opens_talk(match, found.lines[0].score, colour) or str(found.lines[0].moves[0])


def _destined(match: Match, colour: str, line: Line) -> str:
    """The colour that a line brings to a player who has none yet (LC6)."""
    picked = for_whom(match.position, line)
    if match.mover == colour:
        return picked
    return next(other for other in match.game.colours if other != picked)


def worth(pos: Position, think: Callable[[Position], Analysis]) -> Score:
    """What a position is worth to each colour, before the die as well as after it."""
    if not pos.is_chance:
        return think(pos).lines[0].score
    rolled = [pos.play(roll) for roll in pos.legal_moves()]
    scores = [ended(pos.game.colours, pos.result, 0) if pos.result else worth(pos, think) for pos in rolled]
    by_colour = zip(*(one.expected for one in scores), strict=True)
    return Score(tuple(sum(numbers) / len(scores) for numbers in by_colour))


def came_before(match: Match) -> list[Position]:
    """The positions that have been there twice: the next time is, or should be, a draw."""
    if match.game.code == "QM":
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
    if name == "random":
        return RandomPlayer(name, seed)
    number = name.removeprefix("level")
    if number.isascii() and number.isdigit() and len(number) < 3:
        rank(int(number))  # refuses what is no level
        sober = int(number) >= CLEAR_HEADED
        return Thinker(name, seed, partial(_at_level, level=int(number), stop=stop), stop, sober=sober)
    kind, _, rest = name.rpartition("mcts:")
    limits = _limits(rest if kind or name.startswith("mcts:") else name)
    if limits is None or kind not in ("", "judged-"):
        known = "1 to 8, random, or seconds:, nodes:, depth: with a number, also after mcts: or judged-mcts: (the arena"
        known += " knows openspiel: as well)"
        raise OptionError(f"player: expected {known}, got {shown(name)}")
    limits.check()
    if not name.startswith("mcts:") and not kind:
        return Thinker(name, seed, partial(_within, limits=limits, stop=stop), stop)
    if limits.depth is not None:
        raise OptionError(f"player: Monte Carlo tree search takes seconds: or nodes:, got {shown(name)}")
    return Thinker(name, seed, partial(_by_chance, limits=limits, longest=0 if kind else LONGEST, stop=stop), stop)


def _limits(text: str) -> Limits | None:
    what, _, number = text.partition(":")
    try:
        if what == "seconds":
            return Limits(seconds=float(number))
        return Limits(**{what: int(number)}) if what in ("nodes", "depth") else None
    except ValueError:
        return None


def _at_level(game: Game, level: int, stop: Event | None) -> Think:
    strength = levels.level(level, game.code)
    if strength.by_chance:
        return _by_chance(game, strength.limits, 0, stop, strength.memory)
    engine = Engine(game, strength.memory)
    return lambda pos, seed, before: engine.analyse(
        pos, strength.limits, seed=seed, history=before, dullness=strength.dullness, stop=stop
    )


def _within(game: Game, limits: Limits, stop: Event | None, memory: float = MEMORY) -> Think:
    engine = Engine(game, memory)
    return lambda pos, seed, before: engine.analyse(pos, limits, seed=seed, history=before, stop=stop)


def _by_chance(game: Game, limits: Limits, longest: int, stop: Event | None, memory: float = MEMORY) -> Think:
    monte_carlo = MonteCarlo(game, memory, longest=longest)
    return lambda pos, seed, _before: monte_carlo.analyse(pos, limits, seed=seed, stop=stop)
