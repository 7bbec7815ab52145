"""What people are told of, and what is to be sent to them."""
