"""Which game is played, on which deck and with which options."""

from collections.abc import Mapping
from functools import lru_cache
from os import PathLike
from types import MappingProxyType

from kidd.deck import Deck
from kidd.errors import DeckError, OptionError, shown
from kidd.rules.board import Board, Ports
from kidd.rules.chart import Chart
from kidd.rules.loyal_captain import LoyalCaptain
from kidd.rules.madagascar import Madagascar
from kidd.rules.quedah_merchant import QuedahMerchant

COLOURS = "RBG"
DEFAULT_DECK = "kidd-18"
MOST = 999  # of an option that is a number
KEPT = 16  # games and decks; a server may see any number of strangers' decks

Value = str | int

# For each game its options: the values they take, the default first; None stands for any number up to MOST.
OPTIONS: dict[str, dict[str, tuple[Value, ...] | None]] = {
    "LC": {"opening": ("plain", "chooser"), "claim_after": None, "repetition": (0, 3)},
    "QM": {"entry": ("any", "fresh"), "blocked": ("roll", "any")},
    "MG2": {},
    "MG3": {},
}


class Game:
    """A rule book with its deck and options."""

    def __init__(self, code: str, deck: Deck, options: Mapping[str, Value]) -> None:
        self.code = code
        self.deck = deck
        self.options = MappingProxyType(dict(options))
        self.colours = COLOURS[:3] if code == "MG3" else COLOURS[:2]
        self.tokens = 6 if code == "MG3" else 7
        self.ports = _ports(deck)
        self.sealed = True

    def __setattr__(self, name: str, value: object) -> None:
        if hasattr(self, "sealed"):
            raise AttributeError(f"a game never changes: {name} cannot be set")
        super().__setattr__(name, value)

    def board(self) -> Board:
        """Return the empty board, before anybody holds tokens."""
        if self.code == "LC":
            return LoyalCaptain(self.ports, self.tokens, self.options["opening"] == "chooser")
        if self.code == "QM":
            return QuedahMerchant(self.ports, self.options["entry"] == "fresh", self.options["blocked"] == "any")
        return Madagascar(self.ports, len(self.colours))

    @property
    def changed(self) -> dict[str, Value]:
        """The options that are not the default, with the deck's name if that is another one."""
        changed = {name: value for name, value in self.options.items() if value != _default(self.code, name)}
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
    if code == "MG" or (code in ("MG2", "MG3") and "players" in options):
        code = _with_players(code, options.pop("players", 2))
    if code not in tuple(OPTIONS):  # by comparison, as anything may be passed
        text = f"unknown game {shown(code)} (there is {', '.join(OPTIONS)})"
        raise OptionError(text, reason="game", details={"came": shown(code)})
    known = OPTIONS[code]
    for name in options:
        if name not in known:
            also = "".join(f", {other}" for other in known)
            text = f"{code} has no option {shown(name)} (it has deck{also})"
            raise OptionError(text, reason="option", details={"game": code, "came": shown(name)})
    values = tuple((name, _checked(name, options.get(name, _default(code, name)), known[name])) for name in known)
    return _game(code, _deck(deck), values)


def _deck(deck: Deck | PathLike[str] | str) -> Deck:
    """Return a deck; a mere text is never taken for a file, since it may come from a stranger's log book."""
    if isinstance(deck, Deck):
        return deck
    if isinstance(deck, PathLike):
        return Deck.read(deck)
    try:
        return Deck.named(deck)
    except DeckError as error:
        raise OptionError(f"{error}; a deck file is given as a Path") from None


@lru_cache(KEPT)
def _game(code: str, deck: Deck, options: tuple[tuple[str, Value], ...]) -> Game:
    return Game(code, deck, dict(options))


@lru_cache(KEPT)
def _ports(deck: Deck) -> Ports:
    return Ports(Chart(deck))


def _default(code: str, name: str) -> Value:
    values = OPTIONS[code][name]
    return 0 if values is None else values[0]


def _with_players(code: str, players: Value) -> str:
    named = f"MG{players}"
    if named not in OPTIONS or code not in ("MG", named):
        text = f"option players of {code}: expected {code[2:] or '2 or 3'}, got {shown(players)}"
        raise OptionError(text, reason="value", details={"name": "players", "came": shown(players)})
    return named


def _checked(name: str, value: Value, values: tuple[Value, ...] | None) -> Value:
    """Return an option's value, which may come as text from a command line or a log book."""
    if values is None:
        if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 10:
            value = int(value)
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST:
            return value
        text = f"option {name}: expected a number from 0 to {MOST}, got {shown(value)}"
        raise OptionError(text, reason="value", details={"name": name, "came": shown(value)})
    for known in values:
        if (value == known and not isinstance(value, bool)) or (isinstance(value, str) and value == str(known)):
            return known
    text = f"option {name}: expected {' or '.join(map(str, values))}, got {shown(value)}"
    raise OptionError(text, reason="value", details={"name": name, "came": shown(value)})
