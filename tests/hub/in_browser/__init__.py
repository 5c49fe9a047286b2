"""The room's page in a real browser: one room, with a real broker and a real table."""
