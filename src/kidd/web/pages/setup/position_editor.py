"""Positions set up by hand: tokens placed, turned and taken off, whether or not the result can be played yet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from kidd.deck import SEA, SEA_NAME, Deck, Piece
from kidd.errors import NotationError, OptionError, PositionError, shown
from kidd.game import COLOURS, Game, game
from kidd.notation import Fields, read_position
from kidd.rules.descriptor import Piles
from kidd.rules.numbers import TURNS_TO_WIN

TOOLS = (*COLOURS, "turn", "remove")
HIGHEST = 20  # tokens in hand or on a space that are still looked at


def empty(code: str) -> Fields:
    """The deck before the first token, everybody's tokens in hand."""
    rules = game(code)
    return Fields(rules.code, (), "R", dict.fromkeys(rules.colours, rules.tokens), "-")


def read(text: str) -> Fields:
    """The fields of a notation, which need not make a position that can be played, but can be drawn."""
    fields = read_position(text)
    rules = game(fields.game)
    spaces = [piece.space for piece in fields.pieces]
    for piece in fields.pieces:
        if piece.back not in ways(rules.deck, piece.space):
            reason = "back-sea" if piece.back == SEA_NAME else "back"
            raise PositionError(reason, piece=str(piece), space=piece.space, back=piece.back)
        if len(piece.crew) > HIGHEST:
            raise PositionError("too-high", piece=shown(str(piece)))
    doubled = [space for space in spaces if spaces.count(space) > 1]
    if doubled:
        raise PositionError("twice", space=doubled[0])
    hands = {colour: min(fields.hands.get(colour, 0), HIGHEST) for colour in rules.colours}
    turn = fields.turn if fields.turn in tuple(rules.colours) else "R"
    return fields._replace(pieces=_sorted(rules.deck, fields.pieces), turn=turn, hands=hands)


def ways(deck: Deck, space: str) -> tuple[str, ...]:
    """What a back on a space can be turned to; on a hatch the sea comes first."""
    names = [SEA_NAME if port == SEA else deck.spaces[port] for port in deck.ports[deck.index(space)]]
    return tuple(sorted(names, key=lambda name: name != SEA_NAME))


def touched(fields: Fields, tool: str, space: str) -> Fields:
    """What a tool makes of a space: a colour places, `turn` turns the back, `remove` takes the top off."""
    if tool not in TOOLS:
        raise OptionError("tool", known=", ".join(TOOLS), came=shown(tool))
    rules = game(fields.game)
    rules.deck.index(space)
    there = {piece.space: piece for piece in fields.pieces}
    piece = there.get(space)
    if tool == "remove":
        return _without_top(fields, piece)
    if tool == "turn":
        return fields if piece is None else _with(rules, fields, _turned(rules.deck, piece))
    if tool not in rules.colours:
        raise OptionError("tool-colour", game=rules.code, came=tool)
    if piece is None:
        return _placed(rules, fields, Piece(tool, space, ways(rules.deck, space)[0]), tool)
    if _may_stand_on(rules, tool, piece):
        return _placed(rules, fields, piece._replace(crew=tool + piece.crew), tool)
    if rules.descriptor.piles is Piles.NONE and piece.crew != tool:
        return _placed(rules, _without_top(fields, piece), piece._replace(crew=tool), tool)
    return _with(rules, fields, _turned(rules.deck, piece))


def recast(fields: Fields, code: str) -> Fields:
    """The same deck for another game, as far as that game knows such pieces; hands are filled up again."""
    if code == fields.game:
        return fields
    new = empty(code)
    rules = game(new.game)
    pieces = []
    for piece in fields.pieces:
        crew = "".join(colour for colour in piece.crew if colour in rules.colours)
        crew = crew[: rules.descriptor.highest]
        if rules.descriptor.piles is Piles.CAPTIVE:
            crew = crew[:1] + "".join(colour for colour in crew[1:] if colour != crew[0])[:1]
        if crew:
            pieces.append(piece._replace(crew=crew))
    on_deck = Counter("".join(piece.crew for piece in pieces))
    hands = {colour: max(0, rules.tokens - on_deck[colour]) for colour in rules.colours}
    turn = fields.turn if fields.turn in rules.colours else "R"
    return new._replace(pieces=tuple(pieces), turn=turn, hands=hands)


def adjusted(fields: Fields, said: Mapping[str, str]) -> Fields:
    """The fields with turn, hands and what else a form says: `turn`, `hand-R`, `die`, `contester`, `left`, `passes`."""
    colours = tuple(fields.hands)
    turn = said.get("turn", fields.turn)
    if turn not in colours:
        raise OptionError("turn", known=", ".join(colours), came=shown(turn))
    hands = {colour: _number(said.get(f"hand-{colour}"), number) for colour, number in fields.hands.items()}
    extra = fields.extra
    described = game(fields.game).descriptor
    if described.faces and "die" in said:
        extra = said["die"]
    if described.claims and "contester" in said:
        left = _number(said.get("left"), TURNS_TO_WIN)
        extra = f"{said['contester']}{left}" if said["contester"] in colours else "-"
    if described.passes and "passes" in said:
        extra = said["passes"]
    if len(extra) > 8 or not extra or " " in extra:
        raise NotationError("extra", turns=TURNS_TO_WIN, came=shown(extra))
    return fields._replace(turn=turn, hands=hands, extra=extra)


def _number(text: str | None, otherwise: int) -> int:
    if text is None or not text.isascii() or not text.isdigit() or len(text) > 3:
        return otherwise
    return min(int(text), HIGHEST)


def _may_stand_on(rules: Game, colour: str, piece: Piece) -> bool:
    if rules.descriptor.piles is Piles.CAPTIVE:
        return len(piece.crew) == 1 and piece.crew != colour
    return rules.descriptor.piles is Piles.TOWERS


def _turned(deck: Deck, piece: Piece) -> Piece:
    backs = ways(deck, piece.space)
    return piece._replace(back=backs[(backs.index(piece.back) + 1) % len(backs)])


def _placed(rules: Game, fields: Fields, piece: Piece, colour: str) -> Fields:
    """A token comes from the hand if one is left there, and else from the box."""
    hand = fields.hands[colour]
    on_deck = sum(other.crew.count(colour) for other in fields.pieces)
    if not hand and on_deck >= rules.tokens:
        raise PositionError("too-many", colour=colour, deck=on_deck + 1, hand=0, tokens=rules.tokens)
    return _with(rules, fields, piece)._replace(hands={**fields.hands, colour: max(0, hand - 1)})


def _without_top(fields: Fields, piece: Piece | None) -> Fields:
    """The token on top goes back into its crew's hand."""
    if piece is None:
        return fields
    top, rest = piece.crew[0], piece._replace(crew=piece.crew[1:])
    kept = [rest if other is piece else other for other in fields.pieces]
    hands = {**fields.hands, top: min(fields.hands.get(top, 0) + 1, HIGHEST)}
    return fields._replace(pieces=tuple(other for other in kept if other.crew), hands=hands)


def _with(rules: Game, fields: Fields, piece: Piece) -> Fields:
    others = tuple(other for other in fields.pieces if other.space != piece.space)
    return fields._replace(pieces=_sorted(rules.deck, (*others, piece)))


def _sorted(deck: Deck, pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    return tuple(sorted(pieces, key=lambda piece: deck.index(piece.space)))
