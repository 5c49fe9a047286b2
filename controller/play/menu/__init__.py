"""The console's menu, so that a game can be played without any page."""
