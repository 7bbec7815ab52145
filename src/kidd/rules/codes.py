"""Moves as integers: what the rule books write and `Move` reads.

bits 0-6 the port arrived by, 7-11 the space left, 12 whether it took several steps, 13-17 the hatch entered afterwards
plus one, 18-25 which way each freed captive takes, the first in the lowest bit, with a one above the last.
"""

PORT = 127
ORIGIN_SHIFT = 7
SEVERAL = 1 << 12
ENTRY_SHIFT = 13
ESCAPE_SHIFT = 18
FIELD = 31
NOWHERE = 31  # the space left by a token that enters

PASS = 1 << 26
ROLL = PASS  # ROLL + 1, ROLL + 2, ROLL + 3
RED = PASS + 4
BLUE = PASS + 5
