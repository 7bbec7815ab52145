"""The computers at the table: when one of them is waited for, it thinks and acts; and it gives a hint to people."""

from __future__ import annotations

from kidd.errors import IllegalAct
from kidd.match import Match
from kidd.search.engine import analyse
from kidd.search.players import Player, came_before, make_player
from kidd.terminal import sentences
from kidd.terminal.patience import Patience
from kidd.terminal.places import computer

HINT = 0.4  # seconds: too short to have to be shown


class Opponents:
    """The computers of one sitting, by their seats; a seat is a computer's if its player's name says so."""

    def __init__(self, match: Match, seed: int) -> None:
        self.match = match
        self.patience = Patience()
        self._seed = seed
        known = {seat: computer(name) for seat, name in enumerate(match.players)}
        self._players: dict[int, Player] = {
            seat: make_player(name, seed + seat, self.patience.stop) for seat, name in known.items() if name
        }

    def __contains__(self, seat: object) -> bool:
        return seat in self._players

    def __bool__(self) -> bool:
        return bool(self._players)

    def act(self) -> str:
        """What the computer does that the match waits for."""
        match = self.match
        assert match.actor is not None
        player = self._players[match.actor]
        return self.patience.wait(lambda: player.act(match), sentences.speaker(match))

    def check(self, act: str) -> None:
        """Refuse what somebody says for a computer, such as `B:resign`."""
        colour, colon, _ = act.partition(":")
        if colon and colour in tuple(self.match.game.colours) and self.match.seat(colour) in self:
            raise IllegalAct(f"{sentences.who(self.match, colour)} speaks for itself")

    def hint(self) -> str:
        """What a good player would do now, and why."""
        match, pos, stop = self.match, self.match.position, self.patience.stop
        if match.to_act is None:
            raise IllegalAct("the game is over: there is nothing to do")
        if match.offer:
            wise = make_player(f"seconds:{HINT / 3}", self._seed, stop)  # as it may look at each roll of the die
            return self.patience.wait(lambda: wise.act(match), "the computer")

        found = self.patience.wait(
            lambda: analyse(pos, seconds=HINT, history=came_before(match), stop=stop), "the computer"
        )
        return sentences.advised(pos, found.lines[0])
