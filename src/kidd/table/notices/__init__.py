"""Sends what is in the outbox: to browsers and by mail."""
