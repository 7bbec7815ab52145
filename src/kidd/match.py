"""A match: a game under way, as the growing list of what its players do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from kidd.deck import CREWS
from kidd.errors import IllegalAct, OptionError, shown
from kidd.game import Game
from kidd.move import Move
from kidd.move_lookup import find
from kidd.position import Position, Result, parse, start
from kidd.standing import WORDS, Offer, Standing, beginning, settle


class Match:
    """Everything that happens is an act: a move of the rules, a roll of the die, or one of these words.

    `draw?` may be said by anybody still in the game at any time; `draw!` accepts it and `draw.` declines it, and so
    does a move of a player who was asked. `stalemate?` (Loyal Captain) is said on one's own turn and answered by
    `stalemate!` or `contest` before the game goes on. `resign` gives the game to the opponent; while three are in the
    game nobody can resign, as the rules know no way for a crew to leave the deck, so they play on or agree to a draw.

    An act is by the player whom the match waits for, unless a colour says otherwise: `B:resign`. In the chooser
    opening the first player counts as red, and the second as blue, until the second has chosen. No act is random:
    whoever runs the match rolls the die and plays the roll.
    """

    def __init__(self, position: Position | str, players: Sequence[str] | None = None, **options: Any) -> None:
        if isinstance(position, str):
            position = parse(position, **options) if " " in position else start(position, **options)
        elif not isinstance(position, Position):
            raise OptionError("match", came=shown(position))
        elif options:
            raise TypeError("the options belong to the position already: give them with a game's code only")
        self.headers: dict[str, str] = {}
        self.comments: dict[int, str] = {}
        self.naming: frozenset[str] = frozenset()  # the options that its log book names, be they as usual or not
        self._seen: Counter[Hashable] = Counter()
        self._standings: list[Standing] = []
        self._push(beginning(position))
        self.players = [""] * len(self.game.colours) if players is None else players

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the players in the order of their seats, empty where none was given."""
        return self._players

    @players.setter
    def players(self, names: Sequence[str]) -> None:
        if isinstance(names, str | bytes) or not isinstance(names, Iterable):
            raise OptionError("players-list", came=shown(names))
        players, colours = tuple(names), self.game.colours
        for name in players:
            if not isinstance(name, str):
                raise OptionError("players-names", came=shown(name))
        if len(players) != len(colours):
            raise OptionError("players-number", game=self.game.code, seats=len(colours), came=shown(players))
        self._players = players

    @property
    def start(self) -> Position:
        """The position before the first act."""
        return self._standings[0].position

    @property
    def position(self) -> Position:
        """The position now."""
        return self._now.position

    @property
    def positions(self) -> tuple[Position, ...]:
        """The position after each act."""
        return tuple(standing.position for standing in self._standings[1:])

    @property
    def acts(self) -> tuple[str, ...]:
        """All acts in order, as a log book writes them."""
        return tuple(self.act(number) for number in range(len(self)))

    @property
    def game(self) -> Game:
        """The game that is played, with its options."""
        return self.start.game

    @property
    def result(self) -> Result | None:
        """How the match ended, by the rules or by the players' words."""
        return self._now.result

    @property
    def outcome(self) -> str:
        """The result as a log book closes with it, `*` while there is none."""
        if self.result is None:
            return "*"
        colours, winner = self.game.colours, self.result.winner
        if winner is None:
            return "-".join([f"1/{len(colours)}"] * len(colours))
        return "-".join("1" if colour == winner else "0" for colour in colours)

    @property
    def offer(self) -> Offer | None:
        """The offer of a draw or claim of stalemate that waits for an answer."""
        return self._now.offer

    @property
    def to_act(self) -> str | None:
        """The colour the match waits for, first for answers; None when the die is to be rolled or all is over."""
        return self._now.to_act

    @property
    def mover(self) -> str:
        """Whose move is due or whose die falls, whoever has to answer first; before the colours are chosen as above."""
        return self._now.mover

    @property
    def quiet(self) -> int:
        """How many moves in a row have captured nobody."""
        return self._now.quiet

    @property
    def plies(self) -> int:
        """How many moves and rolls there were, without what was only said."""
        return self._now.plies

    @property
    def in_game(self) -> str:
        """The colours that still take part: with three players, one who has lost everything does not (MG7)."""
        return self._now.in_game

    @property
    def actor(self) -> int | None:
        """The number of the player the match waits for."""
        return None if self.to_act is None else self.seat(self.to_act)

    def seat(self, colour: str) -> int:
        """The number of the player who plays a colour."""
        self._check_colour(colour)
        return self._now.seats.index(colour)

    def player(self, colour: str) -> str:
        """The name of the player who plays a colour, empty if none was given."""
        return self.players[self.seat(colour)]

    def __len__(self) -> int:
        return len(self._standings) - 1

    def act(self, number: int) -> str:
        """An act as a log book writes it, with the colour before it where it is not of the player waited for."""
        before, after = self._standings[self._checked(number)], self._standings[number + 1]
        expected = before.mover if after.act not in WORDS else before.to_act or before.mover
        return after.act if after.by in (None, expected) else f"{after.by}:{after.act}"

    def act_by(self, number: int) -> str | None:
        """The colour of the player whose act that was; None for a roll of the die."""
        return self._standings[self._checked(number) + 1].by

    def word(self, number: int) -> str:
        """The word that an act was, such as `draw?`, whoever said it; empty for moves and rolls."""
        said = self._standings[self._checked(number) + 1].act
        return said if said in WORDS else ""

    def move(self, number: int) -> Move:
        """The move or roll that an act was; only to be asked where it was no word."""
        before, after = self._standings[self._checked(number)], self._standings[number + 1]
        return find(before.position, after.act)

    def position_at(self, ply: int) -> Position:
        """The position after so many acts: at 0 the first one, and at the number of an act the one before it."""
        return self._standings[self._checked(ply, 1)].position

    def turn_number(self, number: int) -> int:
        """The number of the round in which an act was made, or in which the next one would be."""
        return self._standings[self._checked(number, 1)].round

    def legal_acts(self, by: str | None = None) -> tuple[str, ...]:
        """What a colour may do now, moves first; without a colour, whoever is waited for, or the rolls of the die."""
        now = self._now
        if by is not None:
            self._check_colour(by)
        if now.result:
            return ()
        speaker = by or now.to_act
        moves: tuple[str, ...] = ()
        if (by is None and now.to_act is None) or (speaker == now.mover and not now.position.is_chance):
            moves = tuple(map(str, now.position.legal_moves()))
        if now.offer and now.offer.kind == "stalemate":
            moves = ()
        return moves + (self.legal_words(speaker) if speaker else ())

    def legal_words(self, by: str) -> tuple[str, ...]:
        """What a colour may say now: an offer, a claim, an answer, that it resigns."""
        return () if self._now.result else tuple([word for word in WORDS if self._allows(word, by)])

    def play(self, act: str | Move, by: str | None = None) -> None:
        """Add an act, or refuse it with an IllegalMove, a NotationError or an IllegalAct and change nothing."""
        text = str(act)
        if by is not None:
            self._check_colour(by)
        if text[1:2] == ":" and text[0] in CREWS:
            if by is not None and by != text[0]:
                raise IllegalAct("other-colour", colour=by, came=shown(text))
            by, text = text[0], text[2:]
            self._check_colour(by)
        self._push(settle(self._now, text, by, self._seen.__getitem__))

    def roll(self, die: int) -> None:
        """Add a roll of the die, which the caller has thrown."""
        self.play(f"*{die}")

    def undo(self, count: int = 1) -> None:
        """Take back the last acts, with the comments after them, as if they had never been."""
        if not 1 <= count <= len(self):
            reason = "undo" if len(self) > 1 else "undo-one" if len(self) else "undo-none"
            raise IllegalAct(reason, most=len(self), came=shown(count))
        for _ in range(count):
            self._seen[self._standings.pop().key] -= 1
        self.comments = {number: text for number, text in self.comments.items() if number <= len(self)}

    def until(self, ply: int) -> Match:
        """A copy that ends after so many acts."""
        then = self.copy()
        if then._checked(ply, 1) < len(then):
            then.undo(len(then) - ply)
        return then

    def copy(self) -> Match:
        """The same match, which from here on grows apart from this one; costs little, as nothing is replayed."""
        twin = Match.__new__(Match)
        twin.headers, twin.comments = dict(self.headers), dict(self.comments)
        twin._seen, twin._standings = self._seen.copy(), self._standings.copy()
        twin._players, twin.naming = self._players, self.naming
        return twin

    @property
    def _now(self) -> Standing:
        return self._standings[-1]

    def _push(self, standing: Standing) -> None:
        self._standings.append(standing)
        self._seen[standing.key] += 1

    def _allows(self, word: str, by: str) -> bool:
        try:
            settle(self._now, word, by, self._seen.__getitem__)
        except IllegalAct:
            return False
        return True

    def _checked(self, number: int, beyond: int = 0) -> int:
        """The number of an act; as a negative one would count from a place that nobody can guess, it is refused."""
        if not 0 <= number < len(self) + beyond:
            raise IndexError(f"expected the number of an act, from 0 and below {len(self) + beyond}, got {number}")
        return number

    def _check_colour(self, colour: str) -> None:
        if colour not in tuple(self.game.colours):
            raise IllegalAct("colour", came=shown(colour))
