"""The pirates on the tokens, one bold shape for each crew, drawn for a disc of radius 31 whose back is down.

Each is a single path filled by the even-odd rule: what lies inside a shape shows the colour of the disc again.
"""


def _dot(x: float, y: float, radius: float) -> str:
    """A circle as a part of a path: one arc that all but closes."""
    return f"M{x:g} {y - radius:g}a{radius:g} {radius:g} 0 1 0 .01 0Z"


# Red: a captain in a broad bicorne with a cockade, a great moustache over his beard.
_CAPTAIN = (
    "M-22-7C-16-8-14-12-11-17C-7-23.5 7-23.5 11-17C14-12 16-8 22-7C15-2.5 8-9 0-9S-15-2.5-22-7Z"
    + _dot(0, -15.5, 3.8)
    + _dot(0, -15.5, 1.7)
    + "M-11-4Q0-9.5 11-4C12 4 9 13 0 17C-9 13-12 4-11-4Z"
    + _dot(-4.6, -1.8, 2)
    + _dot(4.6, -1.8, 2)
    + "M0 4.5C3 1.5 8 2.5 9.5 6.5C6 9.5 2 9 0 7C-2 9-6 9.5-9.5 6.5C-8 2.5-3 1.5 0 4.5Z"
)

# Blue: a gunner with a knotted bandana and a patch over one eye.
_GUNNER = (
    "M-13-6.5A13.5 14.5 0 0 1 12-11L21-15L19-9L22-3L13.5-6.5Q0-9.5-13-6.5Z"
    + _dot(-5.5, -14, 1.7)
    + _dot(1, -16.5, 1.7)
    + _dot(5.5, -12, 1.7)
    + "M-13.5-3.5Q0-6.5 13.5-3.5C14 8 9 15 0 16C-9 15-14 8-13.5-3.5Z"
    + "M-10.5-2.8L-1.5-3.6Q-1 3-5.5 3.6Q-10 3.5-10.5-2.8Z"
    + _dot(5.6, 0, 2.2)
    + "M-6 8Q1 11 7.5 6.5Q6 12.5 0 12.5Q-4 12-6 8Z"
)

# Gold: a navigator with a plumed hat and long hair; her face is the bare disc.
_NAVIGATOR = (
    "M-20-7C-13-9-11-12-10-17C-4-21 3-21 9-17C9-12 12-9 20-7C10-3.5-10-3.5-20-7Z"
    "M5-20C7-26 16-27 20-19C22-15 21-11 20-9C18-14 13-14 10.5-13C11-17 9-19 5-20Z"
    "M-12.5-3.5Q0-.5 12.5-3.5C12.5 3 13.5 6 15 9"
    "Q9 12 5.5 11.5Q2 15.5 0 15.5Q-2 15.5-5.5 11.5Q-9 12-15 9C-13.5 6-12.5 3-12.5-3.5Z"
    "M-8 0Q0 1.5 8 0C8.5 7 5 12.5 0 13C-5 12.5-8.5 7-8 0Z"
    + _dot(-3.7, 4.2, 1.8)
    + _dot(3.7, 4.2, 1.8)
    + "M-3.2 8.4Q0 10 3.2 8.4Q0 12.2-3.2 8.4Z"
)

EMBLEMS = {"R": _CAPTAIN, "B": _GUNNER, "G": _NAVIGATOR}

# The skull of the black flag that stands for five tokens.
SKULL = (
    "M-6.5-1.5a6.5 6.2 0 1 1 13 0q0 3.2-2.6 4.4v3.6h-7.8v-3.6q-2.6-1.2-2.6-4.4Z"
    + _dot(-2.7, -0.9, 1.9)
    + _dot(2.7, -0.9, 1.9)
    + "M-1.2 3.4h2.4v3.1h-2.4Z"
)
