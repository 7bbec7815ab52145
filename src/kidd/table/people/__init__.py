"""What an account is made of: a name that is nobody else's, and a password that nobody else knows."""
