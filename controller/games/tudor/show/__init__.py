"""What people see, hear or read of a game."""
