"""What people see of the game or hear of it."""
