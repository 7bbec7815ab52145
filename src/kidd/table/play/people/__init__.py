"""What members do about themselves: profile, mail, blocks, tokens and bots, and how they leave."""
