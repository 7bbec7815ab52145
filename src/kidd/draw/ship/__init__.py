"""The ship: its hull, its ropes and hatches, and where everything on it lies."""
