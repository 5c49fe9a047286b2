"""What each action asks and brings about, by chapter of the rules."""
