"""The numbers that the rules name."""

TURNS_TO_WIN = 20  # LC5: what a contester has
CAPTIVES_TO_END = 7  # QM6
CLAIM_AFTER = 10  # LC5: that option online and against computers, where a claim on the first turn would be a trap
REPETITIONS = 3  # LC7, MG7
RULINGS = 2  # the version of the rulings that new matches are played by; older ones keep theirs
KNOWN_RULINGS = (1, RULINGS)  # by the first, a contest did not suspend repetition, and all of three shared a draw
