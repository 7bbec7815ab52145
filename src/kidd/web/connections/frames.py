"""Frames of a socket, byte by byte (RFC 6455, 5.2): the small ones, which nearly all are, need no parser."""

from __future__ import annotations

from struct import pack

from websockets.frames import Frame, Opcode

try:
    from websockets.speedups import apply_mask
except ImportError:  # nobody could compile it here
    from websockets.utils import apply_mask

TEXT = 0x81  # the first byte of a text that is one frame
QUICK = {TEXT: Opcode.TEXT, 0x8A: Opcode.PONG}  # what comes small, by its first byte: whole, and no bit is reserved
PING_HEAD = b"\x89\4"  # of a ping with four bytes
MASKED = 0x80  # a bit of the second byte; the rest of it is the length
MASK = 4  # bytes
SMALL_HEAD = 2 + MASK
LONG = 126  # from so many bytes on the length has bytes of its own


def read_small(data: bytes) -> Frame | None:
    """The small text or pong that these bytes are, no more and no less; None where they are anything else."""
    size = len(data) - SMALL_HEAD
    if not 0 <= size < LONG or data[1] != MASKED | size or (opcode := QUICK.get(data[0])) is None:
        return None
    return Frame(opcode, apply_mask(data[SMALL_HEAD:], data[2:SMALL_HEAD]))


def text_head(length: int) -> bytes:
    """What stands before a text of so many bytes that is sent whole."""
    if length < LONG:
        return bytes((TEXT, length))
    return pack("!BBH", TEXT, 126, length) if length < 1 << 16 else pack("!BBQ", TEXT, 127, length)


def least_size(frame: Frame) -> int:
    """How many bytes a frame had on its way here; more where its length took more of them than it needs."""
    length = len(frame.data)
    return len(text_head(length)) + MASK + length
