"""Notices over the API."""
