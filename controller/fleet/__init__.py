"""A table among others: what it tells a broker, in which topics, over which line."""
