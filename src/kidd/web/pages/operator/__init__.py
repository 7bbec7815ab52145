"""The page of those who look after the house."""
