"""The game Tumult Royale."""
