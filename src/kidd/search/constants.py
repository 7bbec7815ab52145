"""The points of a search: what a win is worth, and how far judgement alone may go."""

WIN = 10000  # less the plies that it takes
PROVEN = 9800  # a score above it is a win that nothing can prevent
MOST_JUDGED = 9700  # judgement never goes further, however good things look
MOST_PLIES = 120  # that a search looks ahead, below what separates a win from the proven mark
DEEPEST = MOST_PLIES - 20  # plies that are asked for at the most: forced moves lead further
LONGEST_PAST = 512  # positions of a match that a search takes note of
NO_PLY = 1 << 20  # more plies than anybody looks ahead
EXACT, AT_LEAST, AT_MOST = 1, 2, 3  # what a stored score says about the true one
PORT_CLASSES = 96  # at the most
PIECE_CLASSES = 8
ONLY_WINS = 99  # tokens more than anybody can be ahead by: a proof then takes nothing but a win
