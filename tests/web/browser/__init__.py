"""The page in a real browser; all tests share one browser and one simulated table."""
