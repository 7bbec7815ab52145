"""Where each node of a study can be found again, with or without scripts."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from kidd.web.pages.study.study_tree import Forest
from kidd.web.state.study_models import NodeState, StudyState


@dataclass(frozen=True)
class ListedMatch:
    """A match in the list of a book."""

    number: int
    title: str
    players: str
    result: str


@dataclass(frozen=True)
class Origin:
    """Where a study comes from that nobody keeps."""

    game: str = ""
    """The id of a game of this site, of which every ply has an address."""
    text: str = ""
    """The log book that it was brought along in, and the number of the match in it."""
    match: int = 0
    matches: tuple[ListedMatch, ...] = ()


class Addresses:
    """The addresses of nodes, as `addresses.js` has them, and what forms say where a node has none."""

    def __init__(self, study: StudyState, origin: Origin, forest: Forest) -> None:
        self._study, self._origin, self._forest = study, origin, forest

    def of(self, node: NodeState) -> str:
        """Where a link to a node leads: empty where a form has to bring along what nobody keeps."""
        if self._study.id:
            return f"/study/{self._study.id}/{node.id}"
        return f"/study?{urlencode(self._filled(node))}" if self._origin.game else ""

    def line(self, node: NodeState) -> dict[str, str]:
        """A node as a line, with which a move can be tried or the game played on."""
        if self._origin.game and not self._study.id:
            return self._filled(node)
        acts = " ".join(one.act for one in self._forest.way(node))
        return self._started(acts)

    @property
    def whole(self) -> dict[str, str]:
        """The main line as a form brings it along, for a study that is neither kept nor a game."""
        if self._origin.text:
            return {"match": str(self._origin.match)}
        return self._started(" ".join(one.act for one in self._forest.onward(self._forest.root)))

    @property
    def source(self) -> dict[str, object]:
        """What the study is made of, as the API takes it to keep it; a page has the text of a book already."""
        if self._origin.game:
            return {"game": self._origin.game}
        if self._origin.text:
            return {"match": self._origin.match}
        acts = [one.act for one in self._forest.onward(self._forest.root)]
        return {"position": self._study.position, "options": self._study.options, "acts": acts}

    def _started(self, acts: str) -> dict[str, str]:
        return {"position": self._study.position, "options": self._study.options, "acts": acts}

    def _filled(self, node: NodeState) -> dict[str, str]:
        """A ply of a game, and what was tried from there on."""
        way, children = self._forest.way(node), self._forest.children
        at = next((at for at, one in enumerate(way) if children[one.parent or 0][0] != one.id), len(way))
        tried = " ".join(one.act for one in way[at:])
        return {"game": self._origin.game, "ply": str(at), **({"acts": tried} if tried else {})}
