"""Checking that the dice were fair."""
