"""The rule books, and the ground they share: run as they are, or compiled from the same source."""
