"""The search by chance: Monte Carlo in a tree."""
