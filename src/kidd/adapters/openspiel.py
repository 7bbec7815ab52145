"""Our games as OpenSpiel's: importing this registers `kidd_lc`, `kidd_qm`, `kidd_mg2` and `kidd_mg3` with pyspiel."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import partial
from typing import Any

import pyspiel

from kidd.adapters.openspiel_actions import actions_of
from kidd.adapters.openspiel_tensor import empty, fill, planes_of
from kidd.game import Game, Value, descriptor, descriptors, game
from kidd.match import Match
from kidd.match.standing import crews_left, is_opening, sharers
from kidd.move import Move
from kidd.position import Position, parse, start
from kidd.rules.numbers import REPETITIONS

CAP = 400  # plies after which a game is a draw: neither Loyal Captain nor Quedah Merchant need ever end
CHANCE, OVER = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)


class Line:
    """A position, and of the way to it what the rules of repetition and the cap need."""

    __slots__ = ("actions", "left", "moves", "player", "pos", "returns", "seats", "seen")

    def __init__(self, pos: Position, cap: int) -> None:
        self.pos = pos
        self.left = cap
        self.actions = actions_of(pos.game)
        self.seats = pos.game.colours
        counted = pos.game.descriptor.counts_repetition(pos.game.options)
        self.seen: dict[Hashable, int] | None = {} if counted else None
        self.moves: dict[int, Move] | None = None
        self._arrive()

    @classmethod
    def of(cls, match: Match, cap: int) -> Line:
        """The line of a match so far; the cap counts from here."""
        line = cls(match.start, cap)
        for number, pos in enumerate(match.positions):
            line.pos = pos
            if not match.word(number):  # what is said repeats no position
                line._count()
        line.seats = "".join(sorted(line.seats, key=match.seat))
        line._look()
        return line

    def legal(self) -> dict[int, Move]:
        """The legal moves by their numbers, kept until one of them is played."""
        if self.moves is None:
            number = self.actions.number
            self.moves = {number(move): move for move in self.pos.legal_moves()}
        return self.moves

    def play(self, action: int) -> None:
        """Make a move or a roll."""
        if self.player == CHANCE:
            move = self.pos.legal_moves()[action]
        else:
            move = self.legal()[action]
            self.left -= 1
            if str(move) == "red":
                self.seats = "BR"
        self.pos = self.pos.play(move)
        self._arrive()

    def repetitions(self) -> int:
        """How often the position has been there, where that is counted."""
        return self.seen.get(self.pos.repetition_key, 0) if self.seen else 0

    def _arrive(self) -> None:
        self._look(repeated=self._count())

    def _count(self) -> bool:
        """Count the position, and tell whether it is there for the third time (LC7, MG7)."""
        if self.seen is None or self.pos.choosing:
            return False
        key = self.pos.repetition_key
        times = self.seen[key] = self.seen.get(key, 0) + 1
        return times >= REPETITIONS

    def _look(self, repeated: bool = False) -> None:
        """Find out who acts, or how it ended."""
        pos = self.pos
        self.moves = None
        players = len(self.seats)
        self.returns = [0.0] * players
        if pos.result or repeated or self.left <= 0:
            self.player = OVER
            sharing = sharers(pos, pos.result) if pos.result else crews_left(pos)
            for number, colour in enumerate(self.seats):  # so that all add up to nothing, as pyspiel wants it
                point = 1 / len(sharing) if colour in sharing else 0.0
                self.returns[number] = (players * point - 1) / (players - 1)
        elif pos.is_chance:
            self.player = CHANCE
        elif pos.game.picks_colours and is_opening(pos):
            self.player = 1 if pos.choosing else 0  # LC6: the first player enters both
        else:
            self.player = self.seats.index(pos.turn)

    def __deepcopy__(self, memo: object) -> Line:
        twin = Line.__new__(Line)
        twin.pos, twin.left, twin.seats, twin.actions = self.pos, self.left, self.seats, self.actions
        twin.player, twin.returns, twin.moves = self.player, self.returns, self.moves
        twin.seen = None if self.seen is None else self.seen.copy()
        return twin


class KiddGame(pyspiel.Game):
    """A game with its options, for two or three, with explicit chance where there is a die."""

    def __init__(self, rules: Game, params: Mapping[str, Any] | None = None, cap: int = CAP) -> None:
        self.rules = rules
        self.cap = cap
        self.planes = planes_of(rules)
        players = len(rules.colours)
        info = pyspiel.GameInfo(
            num_distinct_actions=actions_of(rules).count,
            max_chance_outcomes=rules.descriptor.faces,
            num_players=players,
            min_utility=-1.0 / (players - 1),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=cap,
        )
        super().__init__(TYPES[rules.code], info, dict(params or {}))

    def new_initial_state(self, position: str | None = None) -> KiddState:
        """The start of the game, or a position in our notation."""
        code, deck, options = self.rules.code, self.rules.deck, self.rules.options
        pos = start(code, deck=deck, **options) if position is None else parse(position, deck=deck, **options)
        return KiddState(self, Line(pos, self.cap))

    def state_of(self, match: Match) -> KiddState:
        """Where a match stands, its repetitions remembered."""
        return KiddState(self, Line.of(match, self.cap))

    def max_chance_nodes_in_history(self) -> int:
        return self.cap if self.rules.descriptor.faces else 0

    def make_py_observer(self, iig_obs_type: object = None, params: object = None) -> Observer:
        return Observer(self)


class KiddState(pyspiel.State):
    """A line of play behind OpenSpiel's interface."""

    def __init__(self, game: KiddGame, line: Line) -> None:
        super().__init__(game)
        self.line = line

    def current_player(self) -> int:
        return self.line.player

    def is_terminal(self) -> bool:
        return self.line.player == OVER

    def returns(self) -> list[float]:
        return self.line.returns

    def chance_outcomes(self) -> list[tuple[int, float]]:
        faces = self.line.pos.game.descriptor.faces
        return [(number, 1 / faces) for number in range(faces)]

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.line.legal())

    def _apply_action(self, action: int) -> None:
        self.line.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == CHANCE:
            return f"*{action + 1}"
        legal = self.line.legal()
        return str(legal[action]) if action in legal else f"action {action}"

    def __str__(self) -> str:
        return str(self.line.pos)


class Observer:
    """What a player sees: all there is, as notation and as planes of numbers."""

    def __init__(self, game: KiddGame) -> None:
        planes = empty(game.rules)
        self.cap = game.cap
        self.tensor = planes.ravel()  # the same numbers, as pyspiel wants them
        self.dict: dict[str, Any] = {"observation": planes}

    def set_from(self, state: KiddState, player: int) -> None:
        """Write down what a player sees of a state."""
        fill(self.dict["observation"], state.line, player, self.cap)

    def string_from(self, state: KiddState, player: int) -> str:
        return str(state)


def defaults(code: str) -> dict[str, Value]:
    """The parameters of a game in OpenSpiel and their defaults: its options, and the cap."""
    known = descriptor(code)
    options = {option.name: option.default for option in known.options if not option.is_number}
    return {**options, **known.between_programs, "cap": CAP}


def _type(code: str) -> Any:
    known, kind = descriptor(code), pyspiel.GameType
    return kind(
        short_name=f"kidd_{code.lower()}",
        long_name=known.name,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC if known.faces else kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=known.seats,
        min_num_players=known.seats,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=defaults(code),
    )


def _load(code: str, params: dict[str, Any]) -> KiddGame:
    chosen = {**defaults(code), **params}
    options = {name: value for name, value in chosen.items() if name != "cap"}
    return KiddGame(game(code, **options), params, chosen["cap"])


TYPES = {known.code: _type(known.code) for known in descriptors()}
for _code, _described in TYPES.items():
    _creator = partial(_load, _code)
    # pyspiel lets go of it when Python is gone already: held by itself, it is then not the last reference that goes.
    _creator.__dict__["itself"] = _creator
    pyspiel.register_game(_described, _creator)
