"""Which game is played, on which deck and with which options."""

from collections.abc import Mapping
from functools import lru_cache
from os import PathLike
from types import MappingProxyType

from kidd.deck import COLOURS, Deck, Piece
from kidd.errors import DeckError, OptionError, shown
from kidd.rules.board import Board, Ports
from kidd.rules.chart import Chart
from kidd.rules.descriptor import HIGHEST_NUMBER, Descriptor, Option, Value
from kidd.rules.games import BOX

__all__ = ["COLOURS", "DEFAULT_DECK", "KEPT_GAMES", "Game", "Value", "descriptor", "descriptors", "game", "register"]

DEFAULT_DECK = "kidd-18"
KEPT_GAMES = 16  # games and decks; a server may see any number of strangers' decks
FACES = 3  # of a die, as `rules.codes` has room for
PLUGINS = "kidd.games"  # the entry points by which an installed package brings games along

_known: dict[str, Descriptor] = {}


def register(described: Descriptor) -> None:
    """Make a game known by its code, everywhere: to notation, log books, forms, computers and pages."""
    if described.faces not in (0, FACES):
        raise OptionError("faces", game=described.code, faces=FACES, came=described.faces)
    _known[described.code] = described
    _game.cache_clear()


def descriptors() -> tuple[Descriptor, ...]:
    """Every game that there is, in the order in which they are listed."""
    _load_plugins()
    return tuple(_known.values())


def descriptor(code: str) -> Descriptor:
    """The descriptor of a game by its code."""
    if code not in tuple(_known):  # by comparison, as anything may be passed
        _load_plugins()
    if code not in tuple(_known):
        raise OptionError("game", came=shown(code), known=", ".join(_known))
    return _known[code]


@lru_cache(1)
def _load_plugins() -> None:
    """Register what installed packages bring along: each entry point names a descriptor."""
    from importlib.metadata import entry_points

    for point in entry_points(group=PLUGINS):
        register(point.load())


class Game:
    """A rule book with its deck and options."""

    def __init__(self, code: str, deck: Deck, options: Mapping[str, Value]) -> None:
        self.code = code
        self.deck = deck
        self.options = MappingProxyType(dict(options))
        self.descriptor = descriptor(code)
        self.colours = self.descriptor.colours
        self.tokens = self.descriptor.tokens
        self.ports = _ports(deck)
        # What every move asks.
        self.counts_repetition = self.descriptor.counts_repetition(self.options)
        self.picks_colours = self.options.get("opening") == "chooser"  # LC6
        self.pieces: dict[tuple[int, tuple[int, ...]], Piece] = {}  # made before, by port and pile
        self.extras: dict[int, str] = {}  # the last fields of positions, by what their boards keep in mind
        self.empty = self.board()  # for all who only read it
        self.sealed = True

    def __setattr__(self, name: str, value: object) -> None:
        if hasattr(self, "sealed"):
            raise AttributeError(f"a game never changes: {name} cannot be set")
        super().__setattr__(name, value)

    def board(self) -> Board:
        """Return the empty board, before anybody holds tokens."""
        return self.descriptor.board(self.ports, self)

    @property
    def changed(self) -> dict[str, Value]:
        """The options that are not the default, with the deck's name if that is another one."""
        defaults = {option.name: option.default for option in self.descriptor.options}
        changed = {name: value for name, value in self.options.items() if value != defaults[name]}
        return changed if self.deck.name == DEFAULT_DECK else {"deck": self.deck.name, **changed}

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Game):
            return NotImplemented
        return (self.code, self.deck, self.options) == (other.code, other.deck, other.options)

    def __hash__(self) -> int:
        return hash((self.code, self.deck))

    def __reduce__(self) -> tuple[object, ...]:
        return _game, (self.code, self.deck, tuple(self.options.items()))

    def __repr__(self) -> str:
        return f"<Game {' '.join([self.code, *(f'{name}={value}' for name, value in self.changed.items())])}>"


def game(code: str, *, deck: Deck | PathLike[str] | str = DEFAULT_DECK, **options: Value) -> Game:
    """Return a game by its code, `LC`, `QM`, `MG2` or `MG3`, or `MG` with `players`; a deck file is given as a Path."""
    known = _with_players(code, options)
    names = [option.name for option in known.options]
    for name in options:
        if name not in names:
            raise OptionError("option", game=known.code, came=shown(name), known=", ".join(("deck", *names)))
    values = tuple((one.name, _checked(one, options.get(one.name, one.default))) for one in known.options)
    return _game(known.code, _deck(deck), values)


def _deck(deck: Deck | PathLike[str] | str) -> Deck:
    """Return a deck; a mere text is never taken for a file, since it may come from a stranger's log book."""
    if isinstance(deck, Deck):
        return deck
    if isinstance(deck, PathLike):
        return Deck.read(deck)
    try:
        return Deck.named(deck)
    except DeckError as error:
        raise OptionError("deck", problem=error) from None


@lru_cache(KEPT_GAMES)
def _game(code: str, deck: Deck, options: tuple[tuple[str, Value], ...]) -> Game:
    return Game(code, deck, dict(options))


@lru_cache(KEPT_GAMES)
def _ports(deck: Deck) -> Ports:
    return Ports(Chart(deck))


def _with_players(code: str, options: dict[str, Value]) -> Descriptor:
    """The game of a code, or of a family's with so many players, an option that is taken out of the others."""
    family = [one for one in descriptors() if one.family and one.family == code] if code not in tuple(_known) else []
    if not family:
        known = descriptor(code)
        if not known.family or "players" not in options:
            return known
        family = [known]
    players = options.pop("players", family[0].seats)
    for one in family:
        if str(one.seats) == str(players) and not isinstance(players, bool):
            return one
    seats = ", ".join(str(one.seats) for one in family)
    raise OptionError("value", name="players", came=shown(players), known=seats)


def _checked(option: Option, value: Value) -> Value:
    """Return an option's value, which may come as text from a command line or a log book."""
    if option.values is None:
        if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 10:
            value = int(value)
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= HIGHEST_NUMBER:
            return value
        raise OptionError("value-number", name=option.name, came=shown(value), most=HIGHEST_NUMBER)
    for known in option.values:
        if (value == known and not isinstance(value, bool)) or (isinstance(value, str) and value == str(known)):
            return known
    raise OptionError("value", name=option.name, came=shown(value), known=", ".join(map(str, option.values)))


for _described in BOX:
    register(_described)
