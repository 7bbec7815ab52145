"""What a visitor looks for among their games, read from the address and kept in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import get_args
from urllib.parse import urlencode

from kidd.table.storage.game_lists import Opponent, Result, Wanted
from kidd.web.http.requests import Refused
from kidd.web.pages.home.new_game_form import families

STATES = {"running": False, "finished": True}
RATED = {"yes": True, "no": False}
FIELDS = ("game", "opponent", "result", "state", "rated")


@dataclass(frozen=True)
class Search:
    """The fields of the form above the list; an empty one takes all."""

    game: str = ""
    opponent: str = ""
    result: str = ""
    state: str = ""
    rated: str = ""

    @property
    def is_narrow(self) -> bool:
        """Whether anything is left out."""
        return any(vars(self).values())

    @property
    def wanted(self) -> Wanted:
        """The same for the database."""
        return Wanted(
            finished=STATES.get(self.state),
            codes=tuple(one.code for one in families().get(self.game, ())),
            opponent=self.opponent or None,  # type: ignore[arg-type]  # read_search has checked it
            result=self.result or None,  # type: ignore[arg-type]
            rated=RATED.get(self.rated),
        )

    def address(self, leaf: int) -> str:
        """Where a leaf of this list is."""
        said = {name: value for name, value in vars(self).items() if value}
        query = urlencode(said | ({"page": str(leaf)} if leaf > 1 else {}))
        return f"/games?{query}" if query else "/games"


def read_search(said: Mapping[str, str]) -> Search:
    """What an address asks for; what makes no sense is refused."""
    known = {"game": families(), "opponent": get_args(Opponent), "result": get_args(Result)}
    known |= {"state": STATES, "rated": RATED}
    found = {name: said.get(name, "") for name in FIELDS}
    if any(value and value not in known[name] for name, value in found.items()):
        raise Refused(422)
    return Search(**found)
