"""A study as data: a tree of acts with names, comments and marks, and what an analysis said of them."""

from __future__ import annotations

from pydantic import Field

from kidd.web.state.models import Colour, Value


class BetterState(Value):
    """What was better than a weak move."""

    acts: tuple[str, ...]
    path: tuple[str, ...] = Field(default=(), description="The spaces that its first move walks over.")


class MarkState(Value):
    """What an analysis says of a move."""

    kind: str = Field(description="`best`, `good`, `inaccuracy`, `mistake` or `blunder`.")
    glyph: str = Field(default="", description="`?!`, `?` or `??`; none for a good move.")
    label: str = Field(description="The mark in words.")
    words: str = Field(default="", description="The reason, in sentences; none for a good move.")
    loss: float = Field(default=0.0, description="Points of per cent given away.")
    better: BetterState | None = None
    chances: dict[Colour, float] = Field(default={}, description="To win after it, in per cent.")


class NodeState(Value):
    """An act of a study; the root is none."""

    id: int
    parent: int | None = Field(default=None, description="Absent for the root. Siblings stand in their order.")
    act: str = ""
    by: Colour | None = Field(default=None, description="Absent for a roll of the die.")
    colour: Colour | None = Field(default=None, description="Of the token, where players have no colours yet (LC6).")
    round: int = 0
    took: str = Field(default="", description="Where somebody was taken: `×c1×b2`; no part of the notation.")
    words: str = Field(default="", description="The act in words.")
    word: bool = Field(default=False, description="Whether something was said and nothing moved.")
    roll: int | None = None
    name: str = Field(default="", description="Of the line that it begins.")
    comment: str = ""
    mark: MarkState | None = None
    children: tuple[int, ...] = Field(default=(), description="What was tried after it; the first is the main line.")
    luck: float | None = Field(default=None, description="Of a roll: points of per cent against the mean of all.")
    lost: float | None = Field(default=None, description="Of a move: points of per cent against the best.")


class StudyState(Value):
    """A study as one person may see it; the first child of a node is its main line."""

    id: str | None = Field(default=None, description="Absent where nobody keeps it.")
    version: int = 0
    title: str = ""
    owner: bool = Field(default=False, description="Whether the asker may change it.")
    game: str
    options: str = Field(default="", description="As in a log book: `name=value` with blanks between.")
    position: str = Field(description="Where it begins, in notation.")
    source: str = Field(default="", description="The id of the game that it was made of.")
    nodes: tuple[NodeState, ...] = Field(description="Each parent before its children; the first is the root.")
