"""One game of the arena, a pure function of its description; players that look at a clock are the only exception."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from kidd.arena.own_players import OwnPlayer, seat_own_player
from kidd.arena.spec import ArenaError, Spec
from kidd.deck import CREWS
from kidd.errors import KiddError, shown
from kidd.logbook import write_logbook

if TYPE_CHECKING:
    from kidd.match import Match
    from kidd.search.players import Player

ACTS_PER_PLY = 4  # so many acts for each ply of the cap end a game, too: offers that are declined for ever


class PlayedGame(NamedTuple):
    """A finished game as it travels back from whoever played it."""

    number: int
    book: str
    seconds: tuple[tuple[float, int], ...]  # by seat: time spent thinking, and on how many acts


def make_spec_player(spec: Spec, name: str, seed: int) -> OwnPlayer:
    """A player of a run by the name it has there."""
    return seat_own_player(spec.own[name], seed) if name in spec.own else make_named_player(name, seed)


def close_player(player: OwnPlayer) -> None:
    """Let a player go that holds something, such as a program."""
    close = getattr(player, "close", None)
    if callable(close):
        close()


def make_named_player(name: str, seed: int) -> Player:
    """A player by name, those of other programs included."""
    if name.startswith("own:"):
        raise ArenaError("own-gone", name=shown(name))
    if name.startswith("engine:"):
        from kidd.adapters.ugi_player import make_player as make_ugi_player

        return make_ugi_player(name, seed)
    if name.startswith("openspiel:"):
        try:
            from kidd.adapters.openspiel_player import make_player as make_openspiel_player
        except ModuleNotFoundError as error:
            raise ArenaError("needs", name=shown(name), module=error.name) from None
        return make_openspiel_player(name, seed)
    from kidd.search.players import make_player

    return make_player(name, seed)


def play_game(spec: Spec, number: int) -> PlayedGame:
    """Play a game, counted from 0, from its opening to its end or to the cap."""
    names = [spec.players[player] for player in spec.seating(number)]
    match = spec.open_match(number)
    match.players = tuple(names)
    seeds = spec.random(number, "players")
    with ExitStack() as stack:
        players = []
        for name in names:
            players.append(make_spec_player(spec, name, seeds.getrandbits(32)))
            if name not in spec.own:  # somebody's own object may have more games to play
                stack.callback(close_player, players[-1])
        table = _Table(match, names, players)
        plies = _play_out(spec, number, table)
    match.headers |= _headers(spec, number, match, plies)
    return PlayedGame(number, write_logbook(match), tuple(zip(table.seconds, table.acts, strict=True)))


def _play_out(spec: Spec, number: int, table: _Table) -> int:
    """Play from the opening to the end, and return how many plies there were."""
    match, plies = table.match, spec.random_moves
    dice = spec.random(number, "dice", in_round=True)
    while match.result is None and plies < spec.cap and len(match) < ACTS_PER_PLY * spec.cap:
        if match.to_act is None:
            match.roll(dice.randint(1, 3))
        else:
            plies += table.ask(number)
    return plies


class _Table:
    """The players of a match, and how long they think."""

    def __init__(self, match: Match, names: Sequence[str], players: Sequence[OwnPlayer]) -> None:
        self.match = match
        self.names = names
        self.players = players
        self.seconds = [0.0] * len(players)
        self.acts = [0] * len(players)

    def ask(self, number: int) -> bool:
        """Let whoever is waited for act, and tell whether that was a move."""
        match, colour, seat = self.match, self.match.to_act, self.match.actor
        assert colour is not None
        assert seat is not None
        before, began = match.position, perf_counter()
        act = self.players[seat].act(match)
        self.seconds[seat] += perf_counter() - began
        self.acts[seat] += 1
        try:
            match.play(act, by=colour)
        except KiddError as error:
            who = f"{self.names[seat]} ({CREWS[colour]})"
            raise ArenaError(
                "broke-rules", number=number + 1, who=who, position=repr(str(before)), problem=error
            ) from error
        return not match.word(len(match) - 1)


def _headers(spec: Spec, number: int, match: Match, plies: int) -> dict[str, str]:
    """What the arena writes into a log book beside what the match says itself."""
    sharing = match.sharing or match.in_game  # whoever is out has lost, by the cap as well (MG7)
    share = "1" if len(sharing) == 1 else f"1/{len(sharing)}"
    points = [share if colour in sharing else "0" for colour in sorted(match.game.colours, key=match.seat)]
    headers = {
        "Round": f"{number // len(spec.seatings) + 1}.{number % len(spec.seatings) + 1}",
        "Seed": str(spec.seed),
        "RandomMoves": str(spec.random_moves),
        "Plies": str(plies),
        "Points": " ".join(points),
    }
    return headers if match.result else headers | {"Adjudicated": f"a draw after {plies} plies"}
