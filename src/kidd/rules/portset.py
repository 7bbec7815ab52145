"""Sets of ports as the bits of one integer; `portset.h` says the same for the compiled modules."""


def lowest(ports: int) -> int:
    """Return the smallest port of a set that is not empty."""
    return (ports & -ports).bit_length() - 1


def count(ports: int) -> int:
    """Return how many ports a set has."""
    return ports.bit_count()


def listed(ports: int, into: list[int], at: int) -> int:
    """Write the ports of a set into a list from a place on, the smallest first, and return the place behind them."""
    while ports:
        into[at] = lowest(ports)
        ports &= ports - 1
        at += 1
    return at


def stir(seed: int) -> int:
    """Return the next number of a linear congruential generator modulo 2**64; its high bits are the good ones."""
    return (seed * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF
