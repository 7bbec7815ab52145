"""The points of a search: what a win is worth, and how far judgement alone may go."""

WIN = 10000  # less the plies that it takes
PROVEN = 9800  # a score above it is a win that nothing can prevent
SURE = 9700  # judgement never goes further, however good things look
LONGEST = 120  # plies that a search looks ahead at the most, below what separates a win from the proven mark
FAR = 1 << 20  # more plies than that
EXACT, AT_LEAST, AT_MOST = 1, 2, 3  # what a stored score says about the true one
STRIDE = 96  # classes of ports at the most
CLASSES = 8  # of pieces
