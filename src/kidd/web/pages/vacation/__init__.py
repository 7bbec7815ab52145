"""The page of one's vacation."""
