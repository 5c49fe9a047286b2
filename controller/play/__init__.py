"""One door for all that happens at the table."""
