"""A match: a game under way, as the growing list of what its players do."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from kidd.deck import CREWS
from kidd.errors import IllegalAct, OptionError, shown
from kidd.game import Value
from kidd.match.standing import ANSWERS, CLOCK, PARTING, WORDS, Offer, Standing, beginning, settle, sharers
from kidd.match.tried import Tried, spoken
from kidd.match.variations import Variations
from kidd.move import Move
from kidd.position import Position, Result, parse, start
from kidd.rules.numbers import KNOWN_RULINGS, RULINGS


class Match:
    """Everything that happens is an act: a move of the rules, a roll of the die, or one of these words.

    `draw?` may be said by anybody still in the game at any time; `draw!` accepts it and `draw.` declines it, and so
    does a move of a player who was asked. `stalemate?` (Loyal Captain) is said on one's own turn and answered by
    `stalemate!` or `contest` before the game goes on. `resign` gives the game to the opponent; while three are in the
    game nobody can resign, as the rules know no way for a crew to leave the deck. There `leave` hands the crew to
    whoever plays on for it, a computer as a rule (MG8), and the player is ranked last; `time` says that a player's time
    is up, which is a loss of the game, or with three the same as `leave`. These two are always written with a colour.

    An act is by the player whom the match waits for, unless a colour says otherwise: `B:resign`. In the chooser
    opening the first player counts as red, and the second as blue, until the second has chosen. No act is random:
    whoever runs the match rolls the die and plays the roll.
    """

    def __init__(
        self,
        position: Position | str,
        players: Sequence[str] | None = None,
        *,
        rulings: Value = RULINGS,
        **options: Any,
    ) -> None:
        if isinstance(position, str):
            position = parse(position, **options) if " " in position else start(position, **options)
        elif not isinstance(position, Position):
            raise OptionError("match", came=shown(position))
        elif options:
            raise TypeError("the options belong to the position already: give them with a game's code only")
        self.headers: dict[str, str] = {}
        self.comments: dict[int, str] = {}
        self._tried = Tried()
        self.naming: frozenset[str] = frozenset()  # the options that its log book names, be they as usual or not
        self.game = position.game
        """The game that is played, with its options."""
        self.now = beginning(position, _known_rulings(rulings))
        """All there is to know of the match now; not to be set."""
        self.standings = [self.now]
        """The same before the first act and after each; not to be changed but by the match itself."""
        self._seen: dict[Hashable, int] = {self.now.key: 1}
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
    def variations(self) -> Variations:
        """What was tried beside the match, as a tree in which the match's own acts stand first; see `vary`.

        What it says of these is what `comments` says, and a tree that is set says it for both.
        """
        return self._tried.whole(self.acts, self.comments)

    @variations.setter
    def variations(self, tree: Variations) -> None:
        if not isinstance(tree, Variations):
            raise OptionError("tree", came=shown(tree))
        self._tried, self.comments = self._tried.taken(tree, self.acts, self.comments)

    @property
    def start(self) -> Position:
        """The position before the first act."""
        return self.standings[0].position

    @property
    def position(self) -> Position:
        """The position now."""
        return self.now.position

    @property
    def positions(self) -> tuple[Position, ...]:
        """The position after each act."""
        return tuple(standing.position for standing in self.standings[1:])

    @property
    def acts(self) -> tuple[str, ...]:
        """All acts in order, as a log book writes them."""
        return tuple(self.act(number) for number in range(len(self)))

    @property
    def result(self) -> Result | None:
        """How the match ended, by the rules or by the players' words."""
        return self.now.result

    @property
    def outcome(self) -> str:
        """The result as a log book closes with it, `*` while there is none."""
        sharing = self.now.sharing if self.now.result else ""
        share = "1" if len(sharing) == 1 else f"1/{len(sharing)}"
        return "-".join(share if colour in sharing else "0" for colour in self.game.colours) if sharing else "*"

    @property
    def sharing(self) -> str:
        """The colours that share the point: the winner's, or those of a draw; empty while the game goes on."""
        return self.now.sharing

    @property
    def rulings(self) -> int:
        """The version of the rulings that it is played by."""
        return self.now.rulings

    @property
    def is_dated(self) -> bool:
        """Whether it ended as it would not have by the rulings of today."""
        if self.result is None or self.rulings == RULINGS:
            return False
        in_contest = self.result.reason == "repetition" and self.position.contest is not None
        return in_contest or self.sharing != sharers(self.position, self.result, self.left)

    @property
    def offer(self) -> Offer | None:
        """The offer of a draw or claim of stalemate that waits for an answer."""
        return self.now.offer

    @property
    def to_act(self) -> str | None:
        """The colour the match waits for, first for answers; None when the die is to be rolled or all is over."""
        return self.now.to_act

    @property
    def mover(self) -> str:
        """Whose move is due or whose die falls, whoever has to answer first; before the colours are chosen as above."""
        return self.now.mover

    @property
    def quiet(self) -> int:
        """How many moves in a row have captured nobody."""
        return self.now.quiet

    @property
    def manners(self) -> Hashable:
        """Equal at two moments of a match, neither over nor with an offer, at which everybody may say the same."""
        return self.now.manners

    @property
    def plies(self) -> int:
        """How many moves and rolls there were, without what was only said."""
        return self.now.plies

    @property
    def in_game(self) -> str:
        """The colours that still take part: with three players, one who has lost everything does not (MG7)."""
        return self.now.in_game

    @property
    def left(self) -> str:
        """The colours whose players have left, or run out of time, in a game of three (MG8): others play for them."""
        return self.now.left

    @property
    def actor(self) -> int | None:
        """The number of the player the match waits for."""
        return None if self.to_act is None else self.seat(self.to_act)

    @property
    def seating(self) -> str:
        """The colours in the order of the seats that play them."""
        return self.now.seats

    def seat(self, colour: str) -> int:
        """The number of the player who plays a colour."""
        places = self.now.places
        if colour not in places:
            self._check_colour(colour)
        return places[colour]

    def player(self, colour: str) -> str:
        """The name of the player who plays a colour, empty if none was given."""
        return self.players[self.seat(colour)]

    def __len__(self) -> int:
        return len(self.standings) - 1

    def __repr__(self) -> str:
        players = f" {shown(self.players)}" if any(self.players) else ""
        return f"<Match {self.game.code}{players}, {len(self)} acts, {self.outcome}>"

    def _repr_svg_(self) -> str:
        return self.position._repr_svg_()

    def __eq__(self, other: object) -> bool:
        """Whether another match is the same, with all that is said and tried; not, which options its book names."""
        if self is other:
            return True
        if not isinstance(other, Match):
            return NotImplemented
        return (
            len(self) == len(other)
            and (self.start, self.rulings, self.players) == (other.start, other.rulings, other.players)
            and (self.acts, self.headers) == (other.acts, other.headers)
            and self._spoken() == other._spoken()
            and self.variations.same(other.variations)
        )

    __hash__ = None  # type: ignore[assignment]  # it changes

    def act(self, number: int) -> str:
        """An act as a log book writes it, with the colour before it where it is not of the player waited for."""
        after = self._after(number)
        before = self.standings[number]
        expected = before.mover if after.act not in WORDS else before.to_act or before.mover
        bare = after.by in (None, expected) and after.act not in PARTING
        return after.act if bare else f"{after.by}:{after.act}"

    def act_by(self, number: int) -> str | None:
        """The colour of the player whose act that was; None for a roll of the die."""
        return self._after(number).by

    def word(self, number: int) -> str:
        """The word that an act was, such as `draw?`, whoever said it; empty for moves and rolls."""
        after = self._after(number)
        return after.act if after.move is None else ""

    def move(self, number: int) -> Move:
        """The move or roll that an act was; only to be asked where it was no word."""
        move = self._after(number).move
        if move is None:
            raise OptionError("act-word", number=number, word=self.word(number))
        return move

    def standing(self, ply: int | None = None) -> Standing:
        """All there is to know of the match now, or after so many acts: at 0 before the first one."""
        return self.now if ply is None else self._at(ply)

    def position_at(self, ply: int) -> Position:
        """The position after so many acts: at 0 the first one, and at the number of an act the one before it."""
        return self._at(ply).position

    def offer_at(self, ply: int) -> Offer | None:
        """The offer or claim that waited for an answer after so many acts."""
        return self._at(ply).offer

    def turn_number(self, number: int) -> int:
        """The number of the round in which an act was made, or in which the next one would be."""
        return self._at(number).round

    def legal_acts(self, by: str | None = None) -> tuple[str, ...]:
        """What a colour may do now, moves first; without a colour, whoever is waited for, or the rolls of the die."""
        now = self.now
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
        """What a colour may say now: an offer, a claim, an answer, that it resigns or leaves; time is for clocks."""
        now = self.now
        if now.result:
            return ()
        # Where nothing was asked there is nothing to answer.
        words = [word for word in WORDS if word != CLOCK and (now.offer or word not in ANSWERS)]
        return tuple([word for word in words if self._allows(word, by)])

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
        self.now = settle(self.now, text, by, self._times)
        self.standings.append(self.now)
        self._seen[self.now.key] = self._seen.get(self.now.key, 0) + 1

    def roll(self, die: int) -> None:
        """Add a roll of the die, which the caller has thrown."""
        self.play(f"*{die}")

    def vary(self, node: int, act: str) -> int:
        """Try an act after a node of `variations`, and return the node that it is; refused like `play` refuses."""
        line = self.at_node(node)
        line.play(act)
        self.variations, found = self.variations.add(node, line.act(len(line) - 1))
        self._tried = self._tried.meant(found)
        return found

    def at_node(self, node: int) -> Match:
        """The match as it would be at a node of its variations, without the others."""
        line = Match(self.start, self.players, rulings=self.rulings)
        for act in self.variations.acts(node):
            line.play(act)
        return line

    def undo(self, count: int = 1) -> None:
        """Take back the last acts, with the comments after them, as if they had never been.

        What was tried by `vary` stays, also where it went on from an act that is taken back.
        """
        if type(count) is not int or not 1 <= count <= len(self):
            reason = "undo" if len(self) > 1 else "undo-one" if len(self) else "undo-none"
            raise IllegalAct(reason, most=len(self), came=shown(count))
        if self._tried.tree.next > 1:
            self._tried = self._tried.undone(self.acts, count, self.comments)
        for _ in range(count):
            self._seen[self.standings.pop().key] -= 1
        self.now = self.standings[-1]
        self.comments = {number: text for number, text in self.comments.items() if number <= len(self)}

    def until(self, ply: int) -> Match:
        """A copy that ends after so many acts, without what was tried from later ones on."""
        then = self.copy()
        if then._at(ply) is not then.now:
            if then._tried.tree.next > 1:
                then._tried = then._tried.ended(then.acts, ply)
            then.undo(len(then) - ply)
        return then

    def copy(self) -> Match:
        """The same match, which from here on grows apart from this one; costs little, as nothing is replayed."""
        twin = Match.__new__(Match)
        twin.headers, twin.comments = dict(self.headers), dict(self.comments)
        twin.game, twin.now = self.game, self.now
        twin._seen, twin.standings = self._seen.copy(), self.standings.copy()
        twin._players, twin.naming, twin._tried = self._players, self.naming, self._tried
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Match:
        return self.copy()  # all that the two share never changes

    def __reduce__(self) -> tuple[object, ...]:
        """Where it began and what was done, which is replayed."""
        more = self.headers, self.comments, self.naming, self._tried if self._tried.tree.next > 1 else None
        return _replayed, (self.start, self._players, self.rulings, self.acts, *more)

    def _spoken(self) -> dict[int, str]:
        return spoken(self.variations, self.acts, self.comments)

    def _times(self, key: Hashable) -> int:
        """How often a position of that key has been there."""
        return self._seen.get(key, 0)

    def _allows(self, word: str, by: str) -> bool:
        try:
            settle(self.now, word, by, self._times)
        except IllegalAct:
            return False
        return True

    def _after(self, number: int) -> Standing:
        """Where the match stood after an act; a negative number would count from a place that nobody can guess."""
        if 0 <= number < len(self.standings) - 1:
            return self.standings[number + 1]
        raise IndexError(f"expected the number of an act, from 0 and below {len(self)}, got {number}")

    def _at(self, ply: int) -> Standing:
        """Where the match stood after so many acts."""
        if 0 <= ply < len(self.standings):
            return self.standings[ply]
        raise IndexError(f"expected the number of an act, from 0 and below {len(self) + 1}, got {ply}")

    def _check_colour(self, colour: str) -> None:
        if colour not in tuple(self.game.colours):
            raise IllegalAct("colour", came=shown(colour))


def _replayed(  # noqa: PLR0913, PLR0917  what a pickle holds
    position: Position,
    players: tuple[str, ...],
    rulings: int,
    acts: tuple[str, ...],
    headers: dict[str, str],
    comments: dict[int, str],
    naming: frozenset[str],
    tried: Tried | None,
) -> Match:
    match = Match(position, players, rulings=rulings)
    for act in acts:
        match.play(act)
    match.headers, match.comments, match.naming = headers, comments, naming
    match._tried = tried or match._tried
    return match


def _known_rulings(version: Value) -> int:
    """A version of the rulings, which may come as text from a log book."""
    for known in KNOWN_RULINGS:
        if str(version) == str(known):
            return known
    raise OptionError("rulings", came=shown(version), known=", ".join(map(str, KNOWN_RULINGS)))
