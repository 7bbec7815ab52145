"""Finding one another: invitations, seats, the lobby, and who is here."""
