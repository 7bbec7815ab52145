"""What operators do, over the API."""
