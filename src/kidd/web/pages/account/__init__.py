"""Signing up, logging in and out, and the account itself."""
