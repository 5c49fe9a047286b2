"""The game that lies on the table."""
