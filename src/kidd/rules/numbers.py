"""The numbers that the rules name."""

TURNS_TO_WIN = 20  # LC5: what a contester has
CAPTIVES_TO_END = 7  # QM6
REPETITIONS = 3  # LC7, MG7
