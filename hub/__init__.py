"""The hub of a room with many tables, where their games are kept for all to see."""
