"""Accounts over the API: what their pages do, for programs."""
