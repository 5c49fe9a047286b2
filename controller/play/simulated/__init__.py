"""Playing without people: bots' hands at a simulated table."""
