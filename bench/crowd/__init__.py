"""Load on a hub by a thousand lightweight tables."""
