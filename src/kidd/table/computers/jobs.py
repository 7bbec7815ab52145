"""What computers are asked to think about, as values that travel to another process, and the thinking itself."""

from __future__ import annotations

from collections import OrderedDict
from threading import Event
from typing import Any, NamedTuple

from kidd.advice.analyst import Budget
from kidd.advice.annotate import Note, notes
from kidd.advice.look import Look, Looker
from kidd.game import Game, Value
from kidd.match import Match
from kidd.position import parse
from kidd.rules.numbers import RULINGS
from kidd.search import levels
from kidd.search.engine import Engine
from kidd.search.hint import HINT_MEMORY, HINT_SECONDS, Hint, find_hint
from kidd.search.players import Player, make_player, repeated_positions

NOTE_NODES = 400_000  # for each move of an analysis: a limit that gives the same marks again
NOTE = 2.0  # seconds for it at the most, where the machine is slow or the modules interpreted
LOOK_MEMORY = 32.0  # megabytes that those share who look at positions of one game
ROOM = 100.0  # megabytes of what one worker remembers of its searches


class MatchRecord(NamedTuple):
    """All that a thinker needs to know of a match."""

    start: str
    options: tuple[tuple[str, Value], ...]
    acts: tuple[str, ...]
    rulings: int = RULINGS

    @staticmethod
    def of(match: Match) -> MatchRecord:
        """What a match looks like from another process."""
        game = match.game
        options = (("deck", game.deck.name), *game.options.items())
        return MatchRecord(str(match.start), options, match.acts, match.rulings)

    def match(self) -> Match:
        """The match, replayed."""
        options: dict[str, Any] = dict(self.options)
        match = Match(parse(self.start, **options), rulings=self.rulings)
        for act in self.acts:
            match.play(act)
        return match


class MoveQuestion(NamedTuple):
    """What a computer of that level does when it is waited for."""

    record: MatchRecord
    level: int
    seed: int


class HintQuestion(NamedTuple):
    """A hint is asked for."""

    record: MatchRecord
    seconds: float = HINT_SECONDS


class NoteQuestion(NamedTuple):
    """A note on one act is asked for."""

    record: MatchRecord
    number: int
    seconds: float = NOTE
    nodes: int | None = NOTE_NODES


class LookQuestion(NamedTuple):
    """A slice of a look at a position: what stood there twice before must not come again."""

    position: str
    options: tuple[tuple[str, Value], ...]
    history: tuple[str, ...]
    lines: int
    seconds: float

    @staticmethod
    def of(match: Match, lines: int, seconds: float) -> LookQuestion:
        """A look at where a match stands."""
        past = tuple(map(str, repeated_positions(match)))
        return LookQuestion(str(match.position), MatchRecord.of(match).options, past, lines, seconds)


Question = MoveQuestion | HintQuestion | NoteQuestion | LookQuestion
Answer = str | Hint | Note | Look | None
Mind = Player | Engine | Looker


class Thinker:
    """Thinks about one question after the other, and remembers a few engines: they are large."""

    def __init__(self, stop: Event) -> None:
        self._stop = stop
        self._minds: OrderedDict[tuple[Game, int], tuple[float, Mind]] = OrderedDict()

    def think(self, question: Question) -> Answer:
        """The answer to a question; a poor one if told to stop."""
        if isinstance(question, LookQuestion):
            return self._look(question)
        match = question.record.match()
        if isinstance(question, MoveQuestion):
            return self._decide(match, question)
        if isinstance(question, HintQuestion):
            return self._advise(match, question.seconds)
        budget = Budget(question.seconds, question.nodes, stop=self._stop)
        return next(notes(match, budget, numbers=(question.number,)), None)

    def _decide(self, match: Match, question: MoveQuestion) -> str:
        key = match.game, question.level
        memory = levels.level(question.level, match.game.code).memory
        _, player = self._kept(key) or self._keep(key, memory, make_player(str(question.level), 0, self._stop))
        player.seed = question.seed  # type: ignore[union-attr]
        return player.act(match)  # type: ignore[union-attr]

    def _advise(self, match: Match, seconds: float) -> Hint:
        key = match.game, 0
        _, engine = self._kept(key) or self._keep(key, HINT_MEMORY, Engine(match.game, HINT_MEMORY))
        assert isinstance(engine, Engine)
        return find_hint(match, seconds=seconds, stop=self._stop, engine=engine)

    def _look(self, question: LookQuestion) -> Look:
        options: dict[str, Any] = dict(question.options)
        pos, *history = (parse(text, **options) for text in (question.position, *question.history))
        key = pos.game, -1
        _, looker = self._kept(key) or self._keep(key, LOOK_MEMORY, Looker(pos.game, LOOK_MEMORY))
        assert isinstance(looker, Looker)
        return looker.look(pos, history, question.lines, question.seconds, self._stop)

    def _kept(self, key: tuple[Game, int]) -> tuple[float, Mind] | None:
        if key in self._minds:
            self._minds.move_to_end(key)
        return self._minds.get(key)

    def _keep(self, key: tuple[Game, int], memory: float, mind: Mind) -> tuple[float, Mind]:
        while self._minds and memory + sum(size for size, _ in self._minds.values()) > ROOM:
            self._minds.popitem(last=False)
        self._minds[key] = memory, mind
        return self._minds[key]
