"""Looking after a table."""
