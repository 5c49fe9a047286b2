"""The rules of actions, by chapter."""
