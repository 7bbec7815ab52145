"""Sets of ports as the bits of one integer; `portset.h` says the same for the compiled modules."""


def lowest(ports: int) -> int:
    """Return the smallest port of a set that is not empty."""
    return (ports & -ports).bit_length() - 1


def count(ports: int) -> int:
    """Return how many ports a set has."""
    return ports.bit_count()


def stir(seed: int) -> int:
    """Return the next number of a linear congruential generator modulo 2**64; its high bits are the good ones."""
    return (seed * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF
