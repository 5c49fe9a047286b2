"""Setting a table up: one device after the other waits for a person to use it."""
