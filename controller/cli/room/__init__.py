"""Commands of a room with many tables."""
