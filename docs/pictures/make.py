"""Draws the pictures of the rules page: python docs/pictures/make.py."""

from pathlib import Path

from kidd.deck import Deck, Piece
from kidd.draw.svg import svg

# The worked example of LC2, then a position before and after a captive is freed (QM4), then towers (MG3 to MG5).
PICTURES = {
    "deck": "",
    "example": "R c1 ~,B b2 a3,B d2 e3,R a3 ~,B c3 d2,R c4 c3,B a5 a3,R b5 a5,B d5 e5,B c6 d5,R a7 ~,"
    "R c7 d8,B b8 a7,R c9 ~",
    "freeing-before": "R a5 a7,BR b5 a5,B c6 d5",
    "freeing-after": "RB b5 a5,R c4 b5,B c6 d5",
    "towers": "RB a5 a7,BRG c4 c3,G c6 b5,RBGBRB d8 c9",
}


def drawn() -> dict[str, str]:
    """The text of each picture by the name of its file."""
    deck = Deck.named("kidd-18")
    pieces = {
        name: [Piece(*man.split()) for man in men.split(",") if man]
        for name, men in PICTURES.items()
    }  # fmt: skip
    return {f"{name}.svg": svg(deck, men) + "\n" for name, men in pieces.items()}


if __name__ == "__main__":
    for name, text in drawn().items():
        (Path(__file__).parent / name).write_text(text, encoding="utf-8")
