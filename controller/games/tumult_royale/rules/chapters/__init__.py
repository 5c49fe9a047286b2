"""The handlers of actions, by chapter of the rules."""
