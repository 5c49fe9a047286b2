"""What people see or hear, in the order in which it happened."""
