"""The page in a real browser: all its tests share one, with one simulated table."""
