"""How many bytes may be sent to which address: much only where log books, long lines or long words are meant."""

from __future__ import annotations

MOST_BYTES = 600_000  # a log book of the largest kind, as a form sends it
WORDY_BYTES = 65_536  # the longest note, as JSON that writes every letter as a number
USUAL_BYTES = 16_384
ACT_BYTES = 2048  # an act over a socket
FIELDS = 60  # of a form

WITH_BOOKS = frozenset(
    (
        "/api/v1/games",
        "/api/v1/studies",
        "/api/v1/look",
        "/api/v1/dice",
        "/load",
        "/play-on",
        "/study",
        "/dice",
    )
)
WORDY = ("/edits", "/note", "/plan")  # how addresses end to which comments, notes and plans are sent
STUDY = "/study/"


def most_bytes(path: str) -> int:
    """The most that an address takes."""
    if path in WITH_BOOKS:
        return MOST_BYTES
    return WORDY_BYTES if path.endswith(WORDY) or path.startswith(STUDY) else USUAL_BYTES
