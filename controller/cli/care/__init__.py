"""Commands for whoever looks after a table."""
