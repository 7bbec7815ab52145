"""Who asks: cookies, sessions, tokens, preferences."""
