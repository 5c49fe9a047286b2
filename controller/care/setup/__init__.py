"""Setting a table up: one device after the other is lit, and waits for a person to use it."""
