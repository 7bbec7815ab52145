"""The computers at the table: when one of them is waited for, it thinks and acts; and it gives a hint to people."""

from __future__ import annotations

from kidd.errors import IllegalAct
from kidd.match import Match
from kidd.search.hint import find_hint
from kidd.search.players import Player, make_player
from kidd.terminal.playing.patience import Patience
from kidd.terminal.playing.places import computer
from kidd.terminal.speech import current_tongue
from kidd.words.terminal import hotseat as words

STAND_IN = "4"  # the level of a computer that plays on for somebody


class Opponents:
    """The computers of one sitting, by their seats; a seat is a computer's if its player's name says so."""

    def __init__(self, match: Match, seed: int) -> None:
        self.match = match
        self.patience = Patience()
        self._seed = seed
        known = {seat: computer(name) for seat, name in enumerate(match.players)}
        self._sitting = {seat: self._player(seat, name) for seat, name in known.items() if name}
        self._standing_in: dict[int, Player] = {}

    def __contains__(self, seat: object) -> bool:
        return seat in self._players

    def __bool__(self) -> bool:
        return bool(self._players)

    @property
    def _players(self) -> dict[int, Player]:
        """By their seats, with those who play on for people who have left (MG8)."""
        gone = [self.match.seat(colour) for colour in self.match.left]
        for seat in gone:
            if seat not in self._sitting and seat not in self._standing_in:
                self._standing_in[seat] = self._player(seat, STAND_IN)
        return self._sitting | {seat: self._standing_in[seat] for seat in gone if seat not in self._sitting}

    def _player(self, seat: int, name: str) -> Player:
        return make_player(name, self._seed + seat, self.patience.stop)

    def act(self) -> str:
        """What the computer does that the match waits for."""
        match = self.match
        assert match.actor is not None
        player = self._players[match.actor]
        return self.patience.wait(lambda: player.act(match), words.speaker(match, current_tongue()))

    def check(self, act: str) -> None:
        """Refuse what somebody says for a computer, such as `B:resign`."""
        colour, colon, _ = act.partition(":")
        if colon and colour in tuple(self.match.game.colours) and self.match.seat(colour) in self:
            raise IllegalAct("speaks-itself", who=words.full_name(self.match, colour, current_tongue()))

    def hint(self) -> str:
        """What a good player would do now, and why."""
        match, stop = self.match, self.patience.stop
        if match.to_act is None:
            raise IllegalAct("hint-over")
        hint = self.patience.wait(lambda: find_hint(match, stop=stop), words.the_computer(current_tongue()))
        return words.hint(match.position, hint.line, current_tongue()) if hint.line else hint.act
