"""Other people's interfaces to our games: OpenSpiel, and the Universal Game Interface."""
