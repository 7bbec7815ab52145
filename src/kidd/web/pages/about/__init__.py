"""Who made what."""
