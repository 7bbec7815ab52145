"""Several numbers in one integer, as the tree keeps them; `bit_fields.h` says the same for the compiled modules.

An entry of the table: the move in the lowest bits, above it the score, the depth, and what the score says of the true
one; 0 is no entry. A move's place in the order: what speaks for it, and below that its place in the list.
"""

CODE_BITS = 27
SCORE_BITS = 16
DEPTH_BITS = 8
BOUND_BITS = 2
SCORE_SHIFT = CODE_BITS
DEPTH_SHIFT = SCORE_SHIFT + SCORE_BITS
BOUND_SHIFT = DEPTH_SHIFT + DEPTH_BITS
NO_SCORE = 1 << SCORE_BITS - 1  # how a score of 0 is stored, as those below it are stored, too
DEEPEST_STORED = (1 << DEPTH_BITS) - 1
PLACE_BITS = 11
LAST_PLACE = (1 << PLACE_BITS) - 1


def pack_entry(code: int, score: int, depth: int, bound: int) -> int:
    """Put into one word what a search has found out."""
    stored_depth = min(depth, DEEPEST_STORED)
    return code | (score + NO_SCORE) << SCORE_SHIFT | stored_depth << DEPTH_SHIFT | bound << BOUND_SHIFT


def entry_code(entry: int) -> int:
    """Return the move of an entry."""
    return entry & (1 << CODE_BITS) - 1


def entry_score(entry: int) -> int:
    """Return the score of an entry."""
    return (entry >> SCORE_SHIFT & (1 << SCORE_BITS) - 1) - NO_SCORE


def entry_depth(entry: int) -> int:
    """Return how deep an entry's position was searched."""
    return entry >> DEPTH_SHIFT & DEEPEST_STORED


def entry_bound(entry: int) -> int:
    """Return what an entry's score says of the true one."""
    return entry >> BOUND_SHIFT & (1 << BOUND_BITS) - 1


def pack_order(merit: int, place: int) -> int:
    """Put a move's merit before its place, so that equal moves are tried as they were found."""
    return merit << PLACE_BITS | LAST_PLACE - place


def order_place(order: int) -> int:
    """Return the place in the list of a move in its order."""
    return LAST_PLACE - (order & LAST_PLACE)
