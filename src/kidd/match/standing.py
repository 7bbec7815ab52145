"""Where a match stands, and what each act makes of it: moves of the rules, and the words said around them."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import NamedTuple

from kidd.deck import SEA_NAME
from kidd.errors import IllegalAct
from kidd.game import descriptors
from kidd.lazy import cached_property
from kidd.move import Move
from kidd.position import Position, Result, write_position
from kidd.rules.descriptor import Piles
from kidd.rules.numbers import REPETITIONS, RULINGS

PAIR = 2  # players, of whom one wins when the other is gone
LEAVE, CLOCK = "leave", "time"
PARTING = (LEAVE, CLOCK)  # may be said of anybody at any time, and are always written with the colour


class Offer(NamedTuple):
    """A draw offered or a stalemate claimed ("draw", "stalemate"), and who has yet to answer."""

    kind: str
    by: str
    asked: str


class Facts(NamedTuple):
    """What is written down after an act; `move` is what was played, where it was no word."""

    position: Position
    seats: str
    offer: Offer | None = None
    result: Result | None = None
    quiet: int = 0
    plies: int = 0
    round: int = 1
    key: Hashable = None
    act: str = ""
    by: str | None = None
    move: Move | None = None
    left: str = ""
    rulings: int = RULINGS


class Standing(Facts):
    """All there is to know after an act; `settle` makes the next one and leaves this one as it is.

    After a move some of what is worked out here is known from the start.
    """

    @cached_property
    def places(self) -> dict[str, int]:
        """The number of each colour's seat."""
        return {colour: number for number, colour in enumerate(self.seats)}

    @cached_property
    def mover(self) -> str:
        """Whose move is due; in the chooser opening the first player, as red for the time being, enters both (LC6)."""
        pos = self.position
        if is_opening(pos):
            return self.seats[1] if pos.choosing else self.seats[0]
        return pos.turn

    @cached_property
    def to_act(self) -> str | None:
        """Who is waited for: an answer comes before a move, and nobody is when the die falls or the game is over."""
        if self.result:
            return None
        if self.offer:
            return self.mover if self.mover in self.offer.asked else self.offer.asked[0]
        return None if self.position.is_chance else self.mover

    @cached_property
    def in_game(self) -> str:
        """The colours that are not out: of three, one with nothing left to lead or to enter only passes (MG7)."""
        return crews_left(self.position)

    @property
    def speaking(self) -> str:
        """The colours whose players have a say: neither out nor gone (MG7, MG8)."""
        return "".join(colour for colour in self.in_game if colour not in self.left)

    @property
    def manners(self) -> Hashable:
        """What decides which words may be said where nothing is asked or over: claims depend on turn and time (LC5)."""
        pos = self.position
        if not pos.game.descriptor.claims:
            return self.in_game, self.left
        opening = pos.game.picks_colours and is_opening(pos)
        return self.in_game, self.left, pos.turn, pos.contest is None, opening, _is_late_enough(self)

    @property
    def sharing(self) -> str:
        """The colours that share the point of a game that is over: the winner's, or all that take part in a draw."""
        if self.result is None:
            return ""
        if self.result.winner is None and self.rulings == 1:
            return self.position.game.colours
        return sharers(self.position, self.result, self.left)


def sharers(pos: Position, result: Result, left: str = "") -> str:
    """The colours that share the point of a game that ends so: of three, who is out has no part in a draw (MG7).

    Who has left is ranked last, whatever a computer makes of their crew: behind all who stayed (MG8).
    """
    winners = result.winner or crews_left(pos)
    for some in (winners, pos.game.colours):
        if stayed := "".join(colour for colour in some if colour not in left):
            return stayed
    return winners


def crews_left(pos: Position) -> str:
    """The colours that are in the game: of three, those that lead something on the deck or have tokens in hand."""
    if not pos.game.descriptor.crews_fall:
        return pos.game.colours
    leading = {piece.crew[0] for piece in pos.pieces}
    return "".join(colour for colour in pos.game.colours if pos.hands[colour] or colour in leading)


def is_opening(pos: Position) -> bool:
    """Whether the players of a chooser opening have no colours yet: the choice is two moves away or less (LC6)."""
    if not pos.game.picks_colours or pos.contest:
        return False
    if pos.choosing:
        return True
    red, blue = (pos.game.tokens - hand for hand in pos.hands.values())
    if pos.turn == "R":
        return red == blue == 0
    return (red, blue) == (1, 0) and [piece.back for piece in pos.pieces] == [SEA_NAME]


def task(pos: Position) -> str:
    """What is to be done now, in a word: `roll`, `pick`, `open` (LC6), so many steps, `enter`, `pass`, `walk`, `any`.

    At `any` one may enter or walk.
    """
    if pos.is_chance:
        return "roll"
    if pos.game.picks_colours and is_opening(pos):
        return "pick" if pos.choosing else "open"
    if pos.die:
        return str(pos.die)
    entries = walks = 0
    for move in pos.legal_moves():
        if move.origin is not None:
            walks += 1
        elif move.entry is not None:
            entries += 1
    if not walks:
        return "enter" if entries or not pos.legal_moves() else "pass"
    return "any" if entries else "walk"


def beginning(pos: Position, rulings: int = RULINGS) -> Standing:
    """The standing before the first act."""
    return Standing(pos, pos.game.colours, result=pos.result, key=_key(pos, rulings), rulings=rulings)


def settle(now: Standing, act: str, by: str | None, times: Callable[[Hashable], int]) -> Standing:
    """The standing after an act; `times` tells how often a position of that key has been there before."""
    if now.result:
        raise IllegalAct("over")
    word = WORDS.get(act)
    if word is None:
        return _move(now, act, by, times)
    speaker = by or now.to_act or now.mover
    if act == CLOCK and by is None:
        raise IllegalAct("whose", example=f"{speaker}:{act}")
    if act not in PARTING:
        if speaker in now.left:
            raise IllegalAct("gone", colour=speaker)
        if speaker not in now.in_game:
            raise IllegalAct("out", colour=speaker)
    return word(now, speaker)._replace(act=act, by=speaker, key=None, move=None)


def _move(now: Standing, act: str, by: str | None, times: Callable[[Hashable], int]) -> Standing:
    pos, offer = now.position, now.offer
    if offer and offer.kind == "stalemate":
        raise IllegalAct("answer-first")
    mover, game = now.mover, pos.game
    if by not in (None, mover):
        raise IllegalAct("turn", colour=mover)
    move = pos.find(act)
    after = pos.play(move)
    seats, rolled = "BR" if move.text == "red" else now.seats, move.roll is not None
    if offer and not rolled:
        offer = _after_move(offer, mover, swapped=seats != now.seats)
    turn, captured = after.fields.turn, after.captured != pos.captured
    result, key = after.result, _key(after, now.rulings) if game.counts_repetition else None
    if result is None and key is not None and times(key) + 1 >= REPETITIONS:
        result = Result(None, "repetition")
    then = Standing(
        after,
        seats,
        None,
        result,
        0 if captured or (game.picks_colours and pos.choosing) else now.quiet + 1,  # a choice is no turn
        now.plies + 1,
        now.round + (game.colours.index(turn) < game.colours.index(pos.fields.turn)),
        key,
        move.text,
        None if rolled else mover,
        move,
        now.left,
        now.rulings,
    )
    _carry_over(then, now, captured=captured)
    return then if offer is None else _reconsider(then, offer)


def _carry_over(then: Standing, now: Standing, *, captured: bool) -> None:
    """Work out what everybody will ask after a move, as far as it follows from the standing before it."""
    pos, known = then.position, vars(then)
    if then.seats == now.seats:
        known["places"] = now.places
    descriptor = pos.game.descriptor
    # MG7: where tokens leave the deck for towers only, nobody falls who was not taken.
    if not descriptor.crews_fall or (not captured and descriptor.piles is Piles.TOWERS):
        known["in_game"] = now.in_game
    if not pos.game.picks_colours:
        known["mover"] = turn = pos.fields.turn
        known["to_act"] = None if then.result or pos.is_chance else turn


def _reconsider(then: Standing, offer: Offer | None) -> Standing:
    """An offer after somebody has fallen or left: who has no say is not asked, and all others may have agreed."""
    if then.result or offer is None or offer.by in then.left:
        return then if then.offer is None else then._replace(offer=None)
    asked = "".join(colour for colour in offer.asked if colour in then.speaking)
    if not asked:
        return then._replace(offer=None, result=Result(None, "agreed"))
    return then._replace(offer=offer._replace(asked=asked))


def _after_move(offer: Offer, mover: str, swapped: bool) -> Offer | None:
    """A draw offer after somebody's move: the move of one who was asked declines it, the choice of red renames all."""
    if mover in offer.asked:
        return None
    return Offer(offer.kind, offer.asked, offer.by) if swapped else offer


def _key(pos: Position, rulings: int) -> Hashable:
    """What repetition counts, where the game does so (MG7, LC7)."""
    if not pos.game.counts_repetition or (pos.game.picks_colours and pos.choosing):
        return None
    if rulings == 1 and pos.game.descriptor.claims:  # then the count of a contest made no position another one
        return write_position(pos.fields._replace(extra="-"))
    return pos.repetition_key


def _asked(now: Standing, kind: str, by: str) -> Offer:
    """The offer of that kind that this colour may answer now."""
    offer = now.offer
    if offer is None or offer.kind != kind:
        raise IllegalAct("no-draw" if kind == "draw" else "no-stalemate")
    if by not in offer.asked:
        raise IllegalAct("not-asked")
    return offer


def _offer_draw(now: Standing, by: str) -> Standing:
    if now.offer:
        raise IllegalAct("answer-first")
    asked = _others(now, by, now.speaking)
    if not asked:
        raise IllegalAct("nobody-asked")
    return now._replace(offer=Offer("draw", by, asked))


def _others(now: Standing, by: str, among: str) -> str:
    """The others of some colours, in turn order from the next one on."""
    colours = now.position.game.colours
    first = colours.index(by) + 1
    return "".join(colour for colour in colours[first:] + colours[: first - 1] if colour in among)


def _accept_draw(now: Standing, by: str) -> Standing:
    offer = _asked(now, "draw", by)
    asked = offer.asked.replace(by, "")
    if asked:
        return now._replace(offer=offer._replace(asked=asked))
    return now._replace(offer=None, result=Result(None, "agreed"))


def _decline_draw(now: Standing, by: str) -> Standing:
    _asked(now, "draw", by)
    return now._replace(offer=None)


def _claim(now: Standing, by: str) -> Standing:
    pos = now.position
    if not pos.game.descriptor.claims:
        raise IllegalAct("claim-game", titles=tuple(known.name for known in descriptors() if known.claims))
    # One's own offer of a draw does not bar the claim, which asks the same and more (LC5).
    if now.offer and not (now.offer.kind == "draw" and now.offer.by == by):
        raise IllegalAct("answer-first")
    if is_opening(pos):
        raise IllegalAct("claim-opening")
    if by != pos.turn:
        raise IllegalAct("claim-turn")
    if pos.contest:
        raise IllegalAct("contesting", colour=pos.contest[0], left=pos.contest[1])
    if not _is_late_enough(now):
        wanted, had = _turns_before_claim(pos), now.quiet // 2
        raise IllegalAct("claim-early" if wanted > 1 else "claim-early-one", wanted=wanted, had=had)
    return now._replace(offer=Offer("stalemate", by, _others(now, by, now.in_game)))


def _is_late_enough(now: Standing) -> bool:
    """Whether as many turns have gone by without a capture as a claim needs (LC5)."""
    return now.quiet // 2 >= _turns_before_claim(now.position)


def _turns_before_claim(pos: Position) -> int:
    return int(pos.game.options.get("claim_after", 0))


def _accept_claim(now: Standing, by: str) -> Standing:
    _asked(now, "stalemate", by)
    return now._replace(offer=None, result=Result(None, "stalemate-accepted"))


def _contest(now: Standing, by: str) -> Standing:
    _asked(now, "stalemate", by)
    return now._replace(offer=None, position=now.position.contested(by))


def _resign(now: Standing, by: str) -> Standing:
    others = _others(now, by, now.in_game)
    if len(others) > 1 or others in now.left:  # the last one in the game with whom nobody sits has nobody to win it
        raise IllegalAct("three")
    return now._replace(offer=None, result=Result(others, "resigned"))


def _leave(now: Standing, by: str) -> Standing:
    """MG8: somebody else plays the crew from here on, and it is no longer asked about draws."""
    colours = now.position.game.colours
    if len(colours) == PAIR:
        raise IllegalAct("two")
    if by in now.left:
        raise IllegalAct("gone", colour=by)
    left = "".join(colour for colour in colours if colour in now.left + by)
    return _reconsider(now._replace(left=left), now.offer)


def _run_out(now: Standing, by: str) -> Standing:
    """The time of a player is up: a loss, and with three the same as leaving (MG8)."""
    if len(now.position.game.colours) > PAIR:
        return _leave(now, by)
    return now._replace(offer=None, result=Result(_others(now, by, now.in_game), "time"))


WORDS: dict[str, Callable[[Standing, str], Standing]] = {
    "draw?": _offer_draw,
    "draw!": _accept_draw,
    "draw.": _decline_draw,
    "stalemate?": _claim,
    "stalemate!": _accept_claim,
    "contest": _contest,
    "resign": _resign,
    LEAVE: _leave,
    CLOCK: _run_out,
}
ANSWERS = ("draw!", "draw.", "stalemate!", "contest")  # to what somebody else has said
